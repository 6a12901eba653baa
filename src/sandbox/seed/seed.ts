import { addSelection, addSource, addSyncedResource } from "../model/images.ts";
import { findAddress, takeAddress } from "../model/networks/addresses.ts";
import { makeDomain, makeResource } from "../model/networks/dns.ts";
import { addStaticLink, detectNetworkCards } from "../model/networks/interfaces.ts";
import { recordNeighbour } from "../model/networks/neighbours.ts";
import {
  findSubnet,
  findVlan,
  makeFabric,
  makeSnippet,
  makeSubnet,
  makeVlan,
} from "../model/networks/subnets.ts";
import { addTagsOfNodes } from "../model/nodes/create.ts";
import { addCommissioningScript, addRevision, addScript } from "../model/settings/scripts.ts";
import { addSshKey, addSslKey } from "../model/settings/users.ts";
import { addBcache, addCacheSet } from "../model/storage/bcache.ts";
import { addDisk } from "../model/storage/disks.ts";
import type { Domain, Subnet } from "../state/networks.ts";
import type { Node } from "../state/node.ts";
import { newScriptFields, scriptTypes } from "../state/settings.ts";
import { extentsOf, type LocatedExtent, type Storage } from "../state/storage.ts";
import { insert } from "../state/table.ts";
import { allNodes, findUser, fleetSubnetId, type World } from "../state/world.ts";
import { seedFleet, seedPrinter, seedRack } from "./fleet.ts";

/** The order matters: machines need networks and images, and settings need users. */
export function seedWorld(world: World, machineCount: number): void {
  seedNetworks(world, machineCount);
  seedImages(world);
  const rack = seedFleet(world, machineCount, fleetSubnetId(world));
  seedRackNetworking(world, rack);
  seedPrinter(world);
  for (const node of allNodes(world))
    if (node.nodeType !== "machine" || node.status !== "new") detectNetworkCards(node);
  addTagsOfNodes(world);
  makeFabric(world, { name: "fabric-old", description: "Empty" });
  makeDomain(world, { name: "old.example.com" });
  seedCaches(world);
  seedSettings(world);
}

export function seedWorldWithoutFleet(world: World): void {
  const { places } = world.state;
  for (const rows of [places.zones, places.pools]) rows.splice(1);
  places.pods.length = 0;
  Object.assign(places, { lastZoneId: places.zones[0]?.id, lastPoolId: places.pools[0]?.id, lastPodId: 0 });
  makeFabric(world, {});
  makeDomain(world, { name: "svc" });
  seedImages(world);
  detectNetworkCards(seedRack(world));
}

function seedCaches(world: World): void {
  const storageOf = (hostname: string): Storage | undefined =>
    allNodes(world).find((node) => node.hostname === hostname)?.storage;
  const gpu = storageOf("gpu-01");
  if (gpu !== undefined) {
    const [cache, backing] = [wholeDisk(gpu, "sdb"), wholeDisk(gpu, "sdc")];
    if (cache !== undefined && backing !== undefined) {
      const cacheSet = addCacheSet(world, gpu, cache);
      addBcache(world, gpu, { backing, cacheSet, cacheMode: "WRITEBACK", name: "bcache0" });
      addDisk(world, gpu, {
        sizeBytes: 8e12,
        tags: ["rotary", "sata", "7200rpm"],
        model: "Sandbox HDD",
        serial: world.random.token(12),
      });
    }
  }
  const arm = storageOf("arm-01");
  const unusedDisk = arm && wholeDisk(arm, "sdb");
  if (arm !== undefined && unusedDisk !== undefined) addCacheSet(world, arm, unusedDisk);
}

const wholeDisk = (storage: Storage, name: string): LocatedExtent | undefined =>
  extentsOf(storage).find(({ device, partition }) => device.name === name && partition === undefined);

export function seedImages(world: World): void {
  const source = addSource(world, {
    url: "http://images.example/ephemeral-v3/stable/",
    keyringFilename: "/usr/share/keyrings/cloudimage-keyring.gpg",
    keyringData: "",
  });
  const releases = [
    { release: "focal", arches: ["amd64"] },
    { release: "jammy", arches: ["amd64", "arm64"] },
    { release: "noble", arches: ["amd64"] },
  ];
  for (const { release, arches } of releases) {
    addSelection(world, source, { os: "ubuntu", release, arches, subarches: ["*"], labels: ["*"] });
    for (const family of arches) addSyncedResource(world, "ubuntu", release, family);
  }
}

/** The private keys of the certificate and of the SSH key below do not exist. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIBijCCATGgAwIBAgIUXo99pdZwHkBU4/cLoHaprD5vTLYwCgYIKoZIzj0EAwIw
GjEYMBYGA1UEAwwPc2FuZGJveC5leGFtcGxlMCAXDTI2MTEyMTAyMDkwOVoYDzIx
MjYxMDI4MDIwOTA5WjAaMRgwFgYDVQQDDA9zYW5kYm94LmV4YW1wbGUwWTATBgcq
hkjOPQIBBggqhkjOPQMBBwNCAARbmgfW4Oh2f7Sgl0JlbD9GP25VeH0eibR+PogD
Dq/vKurgyqAd9CMVOtGIAt/Hq7OTLg4tBpQpmXrTMeM9Mj4do1MwUTAdBgNVHQ4E
FgQUzNorbus+lmawEXttwyIvK+CxP2wwHwYDVR0jBBgwFoAUzNorbus+lmawEXtt
wyIvK+CxP2wwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiBwYjRm
xWxAMVG9JFtyg5wVoYhtR9eWmX2a1OJwFrGSjgIgOLZlxM8ZTFmK34YpdCOab84T
TPaWt8JzxorqAhe3P78=
-----END CERTIFICATE-----
`;

const sshKey =
  "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAILetVnR3yDdWqrmlQrK+BPd9uuJRFdhfIgcNdNjMR3nc admin@sandbox";

function seedSettings(world: World): void {
  const admin = findUser(world, "admin");
  if (admin === undefined) return;
  const { settings } = world.state;
  settings.files.push({
    owner: admin.username,
    filename: "seed.txt",
    key: "00da2a47-8552-40d2-9b2c-7624c7915acc",
    content: Buffer.from("stored in the sandbox\n").toString("base64"),
  });
  addSshKey(world, admin.username, sshKey);
  addSslKey(world, admin.username, certificate);
  settings.licenseKeys.push({
    osystem: "windows",
    distroSeries: "win2022",
    licenseKey: "AAAAA-BBBBB-CCCCC-DDDDD-EEEEE",
  });
  addCommissioningScript(world, "50-burn-in", Buffer.from("#!/bin/sh\nsleep 1\n"));
  const smokeScript = (text: string) => Buffer.from(`#!/bin/sh\necho ${text}\n`);
  const fields = { title: "Smoke test", tags: ["node", "site"], timeoutSeconds: 300 };
  const script = addScript(
    world,
    { ...newScriptFields("10-smoke", scriptTypes.testing), ...fields },
    smokeScript("checking"),
    null,
  );
  addRevision(world, script, smokeScript("smoke test passed"), "reports success");
  admin.tokens.push({
    key: "automation00000001",
    secret: world.random.token(32),
    consumerKey: world.random.token(18),
    name: "automation",
  });
}

const maxSmallFleet = 100;

/** A fleet that is too large for the /24 boots from a separate /16. */
export function seedNetworks(world: World, machineCount = 12): void {
  const { networks } = world.state;
  const prod = insert(networks.spaces, (id) => ({ id, name: "prod" }));
  const mgmt = insert(networks.spaces, (id) => ({ id, name: "mgmt" }));
  makeFabric(world, {});
  const fabric = makeFabric(world, { name: "fabric-prod", classType: "10g", description: "Production" });
  const untagged = findVlan(world, fabric.id, 0);
  if (untagged === undefined) throw new RangeError("the fabric has no untagged VLAN");
  untagged.spaceId = prod.id;
  untagged.dhcpOn = true;
  const tagged = makeVlan(world, { fabricId: fabric.id, vid: 100, name: "mgmt", spaceId: mgmt.id });

  makeDomain(world, { name: "svc" });
  const exampleDomain = makeDomain(world, { name: "example.com" });

  const prodNet = makeSubnet(world, {
    name: "prod-net",
    cidr: "10.10.0.0/24",
    vlanId: untagged.id,
    gatewayIp: "10.10.0.1",
    dnsServers: ["10.10.0.2"],
  });
  makeSubnet(world, { name: "mgmt-net", cidr: "10.20.0.0/24", vlanId: tagged.id, gatewayIp: "10.20.0.1" });
  makeSubnet(world, {
    name: "prod-net6",
    cidr: "2001:db8:10::/64",
    vlanId: untagged.id,
    gatewayIp: "2001:db8:10::1",
  });
  makeRange(world, prodNet.id, "dynamic", "10.10.0.200", "10.10.0.239", "dhcp");
  makeRange(world, prodNet.id, "reserved", "10.10.0.240", "10.10.0.250", "kept");
  rackAddress(world, prodNet);
  networks.fleetSubnetId = prodNet.id;
  if (machineCount > maxSmallFleet) networks.fleetSubnetId = seedFleetSubnet(world, untagged.id);
  seedDnsAndSnippet(world, exampleDomain, prodNet);
}

function seedDnsAndSnippet(world: World, domain: Domain, prodNet: Subnet): void {
  const www = makeResource(world, "www", domain);
  takeAddress(world, prodNet, "10.10.0.50", { kind: "userReserved" });
  www.ips = ["10.10.0.50"];
  const resourceId = makeResource(world, "txt", domain).id;
  const record = { resourceId, rrtype: "TXT", rrdata: "hello world", ttl: null };
  insert(world.state.networks.dnsRecords, (id) => ({ id, ...record }));
  makeSnippet(world, {
    name: "ntp",
    description: "Time server of the production network",
    value: "option ntp-servers 10.10.0.2;",
    subnetId: prodNet.id,
  });
}

function seedFleetSubnet(world: World, vlanId: number): number {
  const subnet = makeSubnet(world, {
    name: "fleet-net",
    cidr: "10.64.0.0/16",
    vlanId,
    gatewayIp: "10.64.0.1",
    dnsServers: ["10.10.0.2"],
  });
  makeRange(world, subnet.id, "dynamic", "10.64.128.0", "10.64.255.250", "dhcp");
  return subnet.id;
}

const makeRange = (
  world: World,
  subnetId: number,
  type: "dynamic" | "reserved",
  startIp: string,
  endIp: string,
  comment: string,
) =>
  insert(world.state.networks.ranges, (id) => ({ id, subnetId, type, startIp, endIp, owner: null, comment }));

const neighbours = [
  { ip: "10.10.0.77", mac: "52:54:00:99:00:01", hostname: "found1", organization: null },
  { ip: "10.10.0.78", mac: "52:54:00:99:00:02", hostname: null, organization: "Example Printers Ltd" },
  { ip: "10.20.0.91", mac: "52:54:00:99:00:03", hostname: "switch-a", organization: "Example Switches Inc" },
] as const;

const rackIp = "10.10.0.3";

/** The first call reserves the address, before the fleet is created. */
const rackAddress = (world: World, subnet: Subnet) =>
  findAddress(world, rackIp) ?? takeAddress(world, subnet, rackIp, { kind: "static" });

export function seedRackNetworking(world: World, rack: Node): void {
  const prodNet = findSubnet(world, "prod-net");
  const [nic] = rack.interfaces;
  if (prodNet === undefined || nic === undefined)
    throw new RangeError("the rack controller is not on a network");
  const vlan = world.state.networks.vlans.rows[prodNet.vlanId];
  if (vlan !== undefined) vlan.primaryRack = rack.systemId;
  const address = rackAddress(world, prodNet);
  address.systemId = rack.systemId;
  address.interfaceId = nic.id;
  nic.links = [];
  addStaticLink(world, nic, prodNet.id, address.ip);
  const lastSeen = world.clock.now();
  for (const each of neighbours) recordNeighbour(world, { ...each, lastSeen, observer: rack.systemId });
}
