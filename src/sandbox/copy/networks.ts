import { findResource, makeResource, splitFqdn } from "../model/networks/dns.ts";
import { type AddressKind, addressKinds, subnetDefaults, type TakenAddress } from "../state/networks.ts";
import { findRow } from "../state/table.ts";
import { nodeById } from "../state/world.ts";
import { parseAddress, parseBlock } from "../values/blocks.ts";
import {
  type CopyTarget,
  fieldsIn,
  type Importers,
  idIn,
  idOf,
  numberIn,
  numberOrNull,
  putRow,
  type Row,
  rowIn,
  rowsIn,
  spaceIdOf,
  textIn,
  textOrNull,
  textsIn,
  timeIn,
} from "./row.ts";

export const networkImporters: Importers = {
  "spaces.list"({ world }, row) {
    // The service's own space named "undefined" has a negative id and is not stored.
    if (idIn(row) === undefined) return;
    putRow(world.state.networks.spaces, row, (id) => ({ id, ...nameAndDescription(row) }));
  },
  "domains.list"({ world }, row) {
    const { networks } = world.state;
    putRow(networks.domains, row, (id) => {
      if (row["is_default"] === true) networks.defaultDomainId = id;
      const forwarders = row["forward_dns_servers"];
      return {
        ...{ id, ttl: numberOrNull(row, "ttl"), ...fieldsIn(row, { name: "", authoritative: true }) },
        forwardServers:
          typeof forwarders === "string" ? forwarders.split(/\s+/) : textsIn(row, "forward_dns_servers"),
      };
    });
  },
  "fabrics.list"({ world }, row) {
    const { fabrics, vlans } = world.state.networks;
    putRow(fabrics, row, (id) => {
      for (const vlan of rowsIn(row, "vlans")) putRow(vlans, vlan, (vlanId) => vlanOf(vlan, vlanId, id));
      return { id, ...nameAndDescription(row), classType: textOrNull(row, "class_type") };
    });
    for (const vlan of rowsIn(row, "vlans")) {
      const copiedVlan = findRow(vlans, idIn(vlan));
      if (copiedVlan !== undefined) copiedVlan.spaceId = spaceIdOf(world, vlan);
    }
  },
  "subnets.list"(target, row) {
    const { world } = target;
    const block = parseBlock(textIn(row, "cidr"));
    const vlan = rowIn(row, "vlan");
    if (block === undefined) return target.leaveOut("subnets", "their CIDR is invalid");
    if (idOf(world.state.networks.vlans, vlan) === undefined)
      putRow(world.state.networks.vlans, vlan, (id) => vlanOf(vlan, id, numberIn(vlan, "fabric_id")));
    putRow(world.state.networks.subnets, row, (id) => ({
      ...{ id, ...nameAndDescription(row), vlanId: numberIn(vlan, "id"), cidr: block.text },
      ...fieldsIn(row, { ...subnetDefaults(), disabledBootArchitectures: [] }),
    }));
    const { networks } = world.state;
    if (block.version === 4 && findRow(networks.subnets, networks.fleetSubnetId) === undefined)
      networks.fleetSubnetId = numberIn(row, "id");
  },
  "ip-ranges.list"(target, row) {
    const { ranges, subnets } = target.world.state.networks;
    const subnetId = idOf(subnets, rowIn(row, "subnet"));
    const [start, end] = ["start_ip", "end_ip"].map((name) => parseAddress(textIn(row, name))?.text);
    if (subnetId === undefined || start === undefined || end === undefined)
      return target.leaveOut("IP ranges", "their subnet is unknown or their addresses are invalid");
    putRow(ranges, row, (id) => ({
      ...{ id, subnetId, startIp: start, endIp: end, comment: textIn(row, "comment") },
      type: textIn(row, "type") === "dynamic" ? "dynamic" : "reserved",
      owner: textOrNull(rowIn(row, "user"), "username"),
    }));
  },
  "static-routes.list"(target, row) {
    const { staticRoutes, subnets } = target.world.state.networks;
    const [from, to] = ["source", "destination"].map((name) => idOf(subnets, rowIn(row, name)));
    if (from === undefined || to === undefined)
      return target.leaveOut("static routes", "their subnets are unknown");
    putRow(staticRoutes, row, (id) => ({
      id,
      sourceId: from,
      destinationId: to,
      ...fieldsIn(row, { gatewayIp: "", metric: 0 }),
    }));
  },
  "ip-addresses.list"(target, row) {
    const [attachedInterface = {}] = rowsIn(row, "interface_set");
    recordAddress(target, textIn(row, "ip"), {
      kind: kindOf(numberIn(row, "alloc_type")),
      owner: textOrNull(rowIn(row, "owner"), "username"),
      systemId: textOrNull(attachedInterface, "system_id"),
      interfaceId: idIn(attachedInterface) ?? null,
      mac:
        textIn(attachedInterface, "system_id") === "" ? textOrNull(attachedInterface, "mac_address") : null,
      created: timeIn(row, "created", target.world.clock.now()),
      subnetId: idIn(rowIn(row, "subnet")) ?? null,
    });
  },
  "dns-resources.list"(target, row) {
    const dnsName = splitFqdn(target.world, textIn(row, "fqdn"));
    const id = idIn(row);
    // DNS names of machines have a negative id and are not stored.
    if (id === undefined) return;
    if (dnsName === undefined) return target.leaveOut("DNS resources", "their domain is unknown");
    const ips = rowsIn(row, "ip_addresses").map((each) => textIn(each, "ip"));
    for (const each of rowsIn(row, "ip_addresses"))
      if (!Object.hasOwn(target.world.state.networks.addresses.byIp, textIn(each, "ip")))
        networkImporters["ip-addresses.list"]?.(target, each, "");
    putRow(target.world.state.networks.dnsResources, row, () => ({
      ...{ id, name: dnsName.name, domainId: dnsName.domain.id, ips },
      addressTtl: numberOrNull(row, "address_ttl"),
    }));
  },
  "dns-resource-records.list"(target, row) {
    const { world } = target;
    const dnsName = splitFqdn(world, textIn(row, "fqdn"));
    if (dnsName === undefined) return target.leaveOut("DNS records", "their domain is unknown");
    const { name, domain } = dnsName;
    const resource = findResource(world, name, domain.id) ?? makeResource(world, name, domain);
    putRow(world.state.networks.dnsRecords, row, (id) => ({
      ...{ id, resourceId: resource.id, ttl: numberOrNull(row, "ttl") },
      ...fieldsIn(row, { rrtype: "", rrdata: "" }),
    }));
  },
  "dhcp-snippets.list"({ world }, row) {
    const { networks } = world.state;
    const now = world.clock.now();
    const history = rowsIn(row, "history").map((each) => ({
      id: numberIn(each, "id"),
      value: textIn(each, "value"),
      created: timeIn(each, "created", now),
    }));
    const current = { id: networks.nextRevisionId, value: textIn(row, "value"), created: now };
    const revisions = history.length > 0 ? history : [current];
    networks.nextRevisionId = Math.max(networks.nextRevisionId, ...revisions.map(({ id }) => id + 1));
    putRow(networks.snippets, row, (id) => ({
      ...{ id, ...nameAndDescription(row), ...fieldsIn(row, { enabled: true }) },
      node: textOrNull(rowIn(row, "node"), "system_id"),
      subnetId: idOf(networks.subnets, rowIn(row, "subnet")) ?? null,
      rangeId: idOf(networks.ranges, rowIn(row, "iprange")) ?? null,
      history: revisions,
    }));
  },
};

const nameAndDescription = (row: Row) => fieldsIn(row, { name: "", description: "" });

const vlanOf = (row: Row, id: number, fabricId: number) => ({
  ...{ id, fabricId, spaceId: null, ...nameAndDescription(row) },
  ...fieldsIn(row, { vid: 0, mtu: 1500, dhcpOn: false, primaryRack: null, secondaryRack: null }),
  relayVlanId: idIn(rowIn(row, "relay_vlan")) ?? idIn(row, "relay_vlan") ?? null,
});

const kindOf = (number: number): AddressKind =>
  (Object.keys(addressKinds) as AddressKind[]).find((kind) => addressKinds[kind].id === number) ??
  "userReserved";

/** A later call replaces the address, because the list of addresses has more details than the links of machines. */
export function recordAddress(
  { world }: Pick<CopyTarget, "world">,
  ip: string,
  use: Omit<TakenAddress, "id" | "ip">,
): void {
  const address = parseAddress(ip);
  if (address === undefined) return;
  const { addresses, subnets } = world.state.networks;
  const { systemId, subnetId } = use;
  // Moves the address to the end, so that the order is that of the site's list.
  delete addresses.byIp[address.text];
  addresses.byIp[address.text] = {
    ...use,
    id: addresses.nextId++,
    ip: address.text,
    subnetId: subnetId === null || findRow(subnets, subnetId) === undefined ? null : subnetId,
    ...(systemId === null || nodeById(world, systemId) === undefined
      ? { systemId: null, interfaceId: null }
      : {}),
  };
}
