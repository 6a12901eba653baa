import { addSynced } from "../model/images/resources.ts";
import { addSelection, addSource } from "../model/images/sources.ts";
import { identifyCards } from "../model/networks/interfaces.ts";
import { addTagsOfNodes } from "../model/nodes/groupings.ts";
import { addLicenseKey, addScript } from "../model/settings/stored.ts";
import { addSshKey, addSslKey } from "../model/settings/users.ts";
import { addBcache, addCacheSet } from "../model/storage/bcache.ts";
import { addDisk } from "../model/storage/disks.ts";
import { extentsOf, type LocatedExtent, type Storage } from "../state/storage.ts";
import { allNodes, findUser, fleetSubnetId, type World } from "../state/world.ts";
import { seedFleet, seedPrinter } from "./fleet.ts";
import { seedLeftovers, seedNetworks, seedRackNetworking } from "./networks.ts";

/**
 * Fills an empty world: networks and images first, then the fleet that stands on them, then what
 * people did there.
 */
export function seedWorld(world: World, machines: number): void {
  seedNetworks(world, machines);
  seedImages(world);
  const rack = seedFleet(world, machines, fleetSubnetId(world));
  seedRackNetworking(world, rack);
  seedPrinter(world);
  for (const node of allNodes(world))
    if (node.nodeType !== "machine" || node.status !== "new") identifyCards(node);
  addTagsOfNodes(world);
  seedLeftovers(world);
  seedCaches(world);
  seedSettings(world);
}

/**
 * The caches of a new fleet: one in use on the first GPU machine, which has a disk left, and an idle one on
 * the first ARM machine.
 */
export function seedCaches(world: World): void {
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
  const idle = arm && wholeDisk(arm, "sdb");
  if (arm !== undefined && idle !== undefined) addCacheSet(world, arm, idle);
}

const wholeDisk = (storage: Storage, name: string): LocatedExtent | undefined =>
  extentsOf(storage).find(({ device, partition }) => device.name === name && partition === undefined);

/** The images of a new service: one boot source, what it selects, and the images imported from it. */
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
    for (const family of arches) addSynced(world, "ubuntu", release, family);
  }
}

/** Public parts only: a certificate and a key whose private half nobody holds. */
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

/** What the administrator of a new sandbox has stored: a file, keys, a script and a second API key. */
export function seedSettings(world: World): void {
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
  addLicenseKey(world, {
    osystem: "windows",
    distroSeries: "win2022",
    licenseKey: "AAAAA-BBBBB-CCCCC-DDDDD-EEEEE",
  });
  addScript(world, "50-burn-in", Buffer.from("#!/bin/sh\nsleep 1\n"));
  admin.tokens.push({
    key: "automation00000001",
    secret: world.random.token(32),
    consumerKey: world.random.token(18),
    name: "automation",
  });
}
