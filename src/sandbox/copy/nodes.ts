import { type StatusValue, statusValue } from "../../catalogue/statuses.ts";
import { isRecord, primitiveText } from "../../core/json-record.ts";
import { phaseRules } from "../model/nodes/transitions.ts";
import {
  type Interface,
  interfaceTypes,
  type Link,
  type Node,
  type NodeType,
  nodeDefaults,
  type Phase,
  type ScriptStatus,
} from "../state/node.ts";
import {
  cacheModes,
  type Extent,
  emptyStorage,
  extentsOf,
  type Filesystem,
  makeClaim,
  type Partition,
  type Raid,
  type Storage,
} from "../state/storage.ts";
import { findRow } from "../state/table.ts";
import { nodeById, type World } from "../state/world.ts";
import { parseMac } from "../values/spellings.ts";
import { networkImporters, recordAddress } from "./networks.ts";
import {
  type CopyTarget,
  fieldsIn,
  type Importer,
  type Importers,
  idIn,
  idOf,
  numberIn,
  numberOrNull,
  type Row,
  rowIn,
  rowsIn,
  textIn,
  textOrNull,
  textsIn,
} from "./row.ts";
import { addMissingUser, addZoneOrPool } from "./settings.ts";

export const nodeImporters: Importers = {
  "machines.list": importerOf("machine"),
  "devices.list": importerOf("device"),
  "rack-controllers.list": importerOf("rackController", "rack"),
  "machines.power_parameters"({ world }, row) {
    for (const [systemId, parameters] of Object.entries(row)) {
      const node = nodeById(world, systemId);
      if (node !== undefined && isRecord(parameters)) node.powerParameters = powerOf(parameters);
    }
  },
};

/** Imported after the rack controllers: a controller in both lists is of both types, and has no `controller`. */
export const regionImporters: Importers = {
  "region-controllers.list"(target, row, parentId) {
    const node = nodeById(target.world, textIn(row, "system_id"));
    if (node === undefined) importerOf("rackController", "region")(target, row, parentId);
    else delete node.controller;
  },
};

/** Limited, because answers list each core of a machine. */
const maxCpus = 1_000_000;

const powerOf = (parameters: Row): Node["powerParameters"] =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(primitiveText) : primitiveText(value),
    ]),
  );

function importerOf(nodeType: NodeType, controller?: "rack" | "region"): Importer {
  return (target, row) => {
    const systemId = textIn(row, "system_id");
    const { world } = target;
    if (systemId === "" || systemId === "__proto__")
      return target.leaveOut(`${nodeType}s`, "they have no system_id");
    const { places, networks } = world.state;
    const [owner, status] = [textOrNull(row, "owner"), statusValue(numberIn(row, "status", -1))];
    if (owner !== null) addMissingUser(world, owner);
    if (nodeType === "machine" && status === undefined)
      target.leaveOut("actions on machines", `their status '${textIn(row, "status_name")}' is unknown`);
    const node: Node = {
      ...nodeDefaults(networks.defaultDomainId, world.clock.now()),
      ...(controller === undefined ? {} : { controller }),
      ...{ systemId, nodeType, owner, ...fieldsIn(row, { hostname: "", description: "", parent: null }) },
      domainId: domainIdOf(target, rowIn(row, "domain")),
      zoneId: addZoneOrPool(places, "zones", rowIn(row, "zone")),
      poolId: addZoneOrPool(places, "pools", rowIn(row, "pool")),
      podId: idIn(rowIn(row, "pod")) ?? null,
      tags: textsIn(row, "tag_names"),
      ...activityOf(world, status ?? "retired"),
      results: { commissioning: scriptStatus(row, "commissioning"), testing: scriptStatus(row, "testing") },
      ...fieldsIn(row, { agentName: "", statusMessage: "", statusAction: "", errorDescription: "" }),
      ...fieldsIn(row, { locked: false, architecture: "", isDpu: false, powerType: "" }),
      cpuCount: Math.min(numberIn(row, "cpu_count"), maxCpus),
      ...fieldsIn(row, { minHweKernel: "", hweKernel: "", osystem: "", distroSeries: "" }),
      ...fieldsIn(row, { netboot: true, ephemeralDeploy: false, enableHwSync: false }),
      cpuSpeedMHz: numberIn(row, "cpu_speed"),
      memoryMiB: numberIn(row, "memory"),
      powerState: powerStateOf(textIn(row, "power_state")),
      annotations: textMap({ ...rowIn(row, "owner_data"), ...rowIn(row, "workload_annotations") }),
      hardwareInfo: textMap(rowIn(row, "hardware_info")),
      swapSizeBytes: numberOrNull(row, "swap_size"),
      specialFilesystems: rowsIn(row, "special_filesystems").map((each) =>
        fieldsIn(each, { fstype: "", mountPoint: "", mountOptions: "" }),
      ),
      interfaces: rowsIn(row, "interface_set").map((each) => interfaceOf(target, each)),
      storage: storageOf(world, row),
    };
    world.state.nodes.bySystemId[systemId] = node;
    recordAddresses(target, node);
  };
}

/** Work that was in progress at the site never ends in the sandbox, unless it is aborted. */
function activityOf(world: World, status: StatusValue): Pick<Node, "status" | "previousStatus" | "activity"> {
  const phase = (Object.keys(phaseRules) as Phase[]).find((each) => phaseRules[each].status === status);
  const startedAt = world.clock.now();
  const then: Phase[] = [];
  const activity =
    phase && ({ phase, startedAt, endsAt: null, outcome: "success", then, to: "before" } as const);
  return { status, previousStatus: "ready", activity: activity ?? null };
}

function domainIdOf(target: CopyTarget, domain: Row): number {
  const { networks } = target.world.state;
  const id = idIn(domain);
  if (id !== undefined && findRow(networks.domains, id) === undefined)
    networkImporters["domains.list"]?.(target, domain, "");
  return id ?? networks.defaultDomainId;
}

const scriptStatus = (row: Row, part: string): ScriptStatus => {
  const number = numberIn(row, `${part}_status`, -1);
  return number === 0 || number === 1 || number === 2 || number === 3 ? number : -1;
};

const powerStateOf = (text: string): Node["powerState"] =>
  text === "on" || text === "off" || text === "error" ? text : "unknown";

const textMap = (row: Row): Record<string, string> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );

function interfaceOf({ world }: CopyTarget, row: Row): Interface {
  const { networks } = world.state;
  const id = idIn(row) ?? networks.nextInterfaceId;
  networks.nextInterfaceId = Math.max(networks.nextInterfaceId, id + 1);
  const [discovery] = rowsIn(row, "discovered").filter((each) => textIn(each, "ip_address") !== "");
  const discoverySubnetId = discovery && idOf(networks.subnets, rowIn(discovery, "subnet"));
  const linkSpeedMbps = numberIn(row, "link_speed");
  const type = interfaceTypes.find((each) => each === row["type"]) ?? "unknown";
  return {
    ...{ id, type, params: rowIn(row, "params") as Interface["params"] },
    macAddress: parseMac(textIn(row, "mac_address")) ?? textIn(row, "mac_address"),
    vlanId: idOf(networks.vlans, rowIn(row, "vlan")) ?? null,
    ...fieldsIn(row, { name: "", tags: [], enabled: true, linkConnected: true, vendor: null }),
    ...fieldsIn(row, { product: null, firmwareVersion: null, parents: [] }),
    ...{ linkSpeedMbps, interfaceSpeedMbps: numberIn(row, "interface_speed", linkSpeedMbps) },
    numaNode: numberOrNull(row, "numa_node"),
    links: rowsIn(row, "links").map((each) => linkOf(world, each)),
    observed:
      discovery === undefined || discoverySubnetId === undefined
        ? null
        : { subnetId: discoverySubnetId, ip: textIn(discovery, "ip_address") },
  };
}

function linkOf({ state: { networks } }: World, row: Row): Link {
  const id = idIn(row) ?? networks.nextLinkId;
  networks.nextLinkId = Math.max(networks.nextLinkId, id + 1);
  const mode = textIn(row, "mode");
  return {
    id,
    mode: mode === "auto" || mode === "static" || mode === "dhcp" ? mode : "link_up",
    subnetId: idOf(networks.subnets, rowIn(row, "subnet")) ?? null,
    ip: textOrNull(row, "ip_address"),
  };
}

function recordAddresses(target: CopyTarget, { systemId, owner, interfaces }: Node): void {
  const created = target.world.clock.now();
  for (const { id, links, observed } of interfaces) {
    const use = { owner, systemId, interfaceId: id, mac: null, created };
    for (const { mode, ip, subnetId } of links)
      if (ip !== null && mode !== "link_up") recordAddress(target, ip, { ...use, kind: mode, subnetId });
    if (observed !== null)
      recordAddress(target, observed.ip, { ...use, kind: "observed", subnetId: observed.subnetId });
  }
}

export function storageOf(world: World, machine: Row): Storage {
  const ids = world.state.storageIds;
  const takeId = (kind: keyof typeof ids, row: Row): number => {
    const id = idIn(row) ?? ids[kind] + 1;
    ids[kind] = Math.max(ids[kind], id);
    return id;
  };
  const storage: Storage = {
    ...emptyStorage(),
    devices: rowsIn(machine, "blockdevice_set").map((row) => ({
      ...extentOf(row, takeId("device", row)),
      type: textIn(row, "type") === "virtual" ? "virtual" : "physical",
      ...fieldsIn(row, { uuid: null, name: "", model: "", serial: "", idPath: "" }),
      blockSizeBytes: numberIn(row, "block_size", 512),
      ...(textIn(row, "firmware_version") === "" ? {} : { firmwareVersion: textIn(row, "firmware_version") }),
      partitions: rowsIn(row, "partitions").map(
        (each, index): Partition => ({
          ...extentOf(each, takeId("partition", each)),
          ...fieldsIn(each, { uuid: "", bootable: false }),
          index: Number(/-part(\d+)$/.exec(textIn(each, "path"))?.[1] ?? index + 1),
        }),
      ),
    })),
    cacheSets: rowsIn(machine, "cache_sets").map((row) => ({
      id: takeId("cacheSet", row),
      name: textIn(row, "name"),
    })),
    bcaches: rowsIn(machine, "bcaches").map((row) => ({
      ...{ id: takeId("group", row), ...fieldsIn(row, { uuid: "", name: "" }) },
      cacheMode: cacheModes.find((mode) => mode === textIn(row, "cache_mode").toUpperCase()) ?? "WRITEBACK",
      cacheSetId: numberIn(rowIn(row, "cache_set"), "id"),
      deviceId: numberIn(rowIn(row, "virtual_device"), "id"),
    })),
    volumeGroups: rowsIn(machine, "volume_groups").map((row) => ({
      ...{ id: takeId("group", row), ...fieldsIn(row, { uuid: "", name: "" }) },
      volumeIds: rowsIn(row, "logical_volumes").map((each) => numberIn(each, "id")),
    })),
    raids: rowsIn(machine, "raids").map((row) => ({
      ...{ id: takeId("group", row), ...fieldsIn(row, { uuid: "", name: "" }) },
      level: textIn(row, "level") as Raid["level"],
      deviceId: numberIn(rowIn(row, "virtual_device"), "id"),
    })),
  };
  storage.bootDiskId = idIn(rowIn(machine, "boot_disk")) ?? storage.devices[0]?.id ?? null;
  claimMembers(storage, machine);
  return storage;
}

const extentOf = (row: Row, id: number): Extent => ({
  ...{ id, sizeBytes: numberIn(row, "size"), tags: textsIn(row, "tags"), claim: null },
  filesystem: filesystemOf(rowIn(row, "filesystem")),
});

function filesystemOf(row: Row): Filesystem | null {
  const fstype = textIn(row, "fstype");
  if (fstype === "") return null;
  return {
    ...{ fstype, ...fieldsIn(row, { label: "", uuid: "", mountPoint: null }) },
    mountOptions: typeof row["mount_options"] === "string" ? row["mount_options"] : null,
  };
}

/** In the answers of a site, a disk or partition does not name its group, so the members are read from the groups. */
function claimMembers(storage: Storage, machine: Row): void {
  for (const [list, memberField, kind] of memberFields)
    for (const group of rowsIn(machine, list))
      for (const member of [group[memberField]].flat().filter(isRecord)) {
        const isPartition = textIn(member, "type") === "partition";
        const match = extentsOf(storage).find(
          ({ extent, partition }) => extent.id === member["id"] && isPartition === (partition !== undefined),
        );
        if (match === undefined) continue;
        const uuid = match.extent.filesystem?.uuid ?? "";
        match.extent.filesystem = null;
        match.extent.claim = makeClaim(kind, numberIn(group, "id"), () => uuid);
      }
}

const memberFields = [
  ["cache_sets", "cache_device", "cache"],
  ["bcaches", "backing_device", "backing"],
  ["volume_groups", "devices", "volume"],
  ["raids", "devices", "raid"],
  ["raids", "spare_devices", "spare"],
] as const;
