import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { type JsonShape, shapeDifferences, shapeOf } from "./recorded-shape.ts";
import { fixtureOfFile } from "./sandbox-fixture.ts";

/**
 * The shapes of recorded answers: each line has a path and its types. `?` marks a key that only some of the
 * recorded objects have, `*` a key that is data.
 */
const recorded = new URL("../fixtures/answer-shapes.txt", import.meta.url);

const shapes = new Map<string, JsonShape>(
  readFileSync(recorded, "utf8")
    .split(/^# /m)
    .slice(1)
    .map((section) => {
      const [name = "", ...lines] = section.trim().split("\n");
      const places = lines.map((line): [string, ReadonlySet<string>] => {
        const [path = "", types = ""] = line.split(" ");
        const isOptional = path.endsWith("?");
        return [
          `${path.startsWith("[") ? "" : "."}${path.replace(/\?$/, "")}`,
          new Set([...types.split("|"), ...(isOptional ? ["nothing"] : [])]),
        ];
      });
      const isList = places.some(([path]) => path.startsWith("["));
      return [name, new Map([["", new Set([isList ? "list" : "object"])], ...places])];
    }),
);

/** Accepted differences: documented fields that were not recorded, and null for any value. */
const expected = /\.(?:agent_name|error_description|is_dpu|base_image|description) is more$| is null, not /;

const fixture = await fixtureOfFile();
let ready: string;
let deployed: string;

beforeAll(async () => {
  const machines = await fixture.callOk("GET", "/machines/");
  const systemIdOf = (hostname: string) =>
    machines.find((each: { hostname: string }) => each.hostname === hostname).system_id;
  ready = systemIdOf("db-01");
  deployed = systemIdOf("app-01");
  await fixture.callOk("POST", "/dhcp-snippets/", { name: "of a node", value: "a;", node: ready });
  await fixture.callOk("POST", "/ipaddresses/op-reserve", {
    subnet: "10.20.0.0/24",
    mac: "02:00:00:00:00:09",
  });
});

const image = {
  name: "custom/demo",
  architecture: "amd64/generic",
  sha256: "0".repeat(64),
  size: 11,
  base_image: "ubuntu/jammy",
  title: "Demo",
};

/** The recorded requests, sent to the sandbox. */
const requests: Readonly<Record<string, () => Promise<unknown>>> = {
  machine: async () => [
    await fixture.callOk("GET", `/machines/${ready}/`),
    await fixture.callOk("GET", `/machines/${deployed}/`),
    ...(await fixture.callOk("GET", "/machines/")),
  ],
  "allocated machine": async () => [
    await fixture.callOk("POST", "/machines/op-allocate", { name: "gpu-01", dry_run: true, tags: "gpu" }),
  ],
  node: () => fixture.callOk("GET", "/nodes/", { hostname: "rack-01" }),
  device: async () => [await fixture.callOk("POST", "/devices/", { mac_addresses: fixture.mac() })],
  "block devices": () => fixture.callOk("GET", `/nodes/${ready}/blockdevices/`),
  "boot resource": () => fixture.callOk("GET", "/boot-resources/1/"),
  "created boot resource": () => fixture.callOk("POST", "/boot-resources/", image),
  "boot resources": () => fixture.callOk("GET", "/boot-resources/", { type: "synced" }),
  "boot sources": () => fixture.callOk("GET", "/boot-sources/"),
  "dhcp snippets": () => fixture.callOk("GET", "/dhcp-snippets/"),
  discovery: () => fixture.callOk("GET", "/discovery/"),
  "dns resource records": () => fixture.callOk("GET", "/dnsresourcerecords/"),
  "dns resources": () => fixture.callOk("GET", "/dnsresources/"),
  domains: () => fixture.callOk("GET", "/domains/"),
  events: () => fixture.callOk("GET", "/events/op-query", { limit: 6 }),
  fabrics: () => fixture.callOk("GET", "/fabrics/"),
  file: () => fixture.callOk("GET", "/files/seed.txt/"),
  files: () => fixture.callOk("GET", "/files/"),
  "installation results": () => fixture.callOk("GET", "/installation-results/", { system_id: ready }),
  "ip addresses": () => fixture.callOk("GET", "/ipaddresses/", { all: true }),
  "ip ranges": () => fixture.callOk("GET", "/ipranges/"),
  networks: () => fixture.callOk("GET", "/networks/"),
  "power state": () => fixture.callOk("GET", `/machines/${ready}/op-query_power_state`),
  "power parameters of many": () => fixture.callOk("GET", "/machines/op-power_parameters", { id: ready }),
  "ssh keys": () => fixture.callOk("GET", "/account/prefs/sshkeys/"),
  "created token": () => fixture.callOk("POST", "/account/op-create_authorisation_token", { name: "ci" }),
  tokens: async () => {
    const { answers } = fixture.sandbox.world;
    answers.style = "deployed";
    const tokens = await fixture.callOk("GET", "/account/op-list_authorisation_tokens");
    answers.style = "documented";
    return tokens;
  },
  vlans: () => fixture.callOk("GET", "/fabrics/1/vlans/"),
};

test("every recorded shape is compared", () => {
  expect(Object.keys(requests).sort()).toEqual([...shapes.keys()].sort());
});

/** Shapes that were recorded for one object and are compared with each element of a list. */
const single = ["machine", "allocated machine", "device"];

test.each([...shapes])("%s: has exactly the recorded keys and types", async (name, shape) => {
  const answer = await requests[name]?.();
  const answers = single.includes(name) && Array.isArray(answer) ? answer : [answer];
  expect(answers.length).toBeGreaterThan(0);
  for (const each of answers) {
    if (Array.isArray(each)) expect(each.length).toBeGreaterThan(0);
    const messages = shapeDifferences(shape, shapeOf([each], shape.has(".*")));
    expect(messages.filter((difference) => !expected.test(difference))).toEqual([]);
  }
});

interface Link {
  readonly ip_address?: string;
  readonly subnet?: { readonly id: number; readonly vlan: { readonly id: number } };
}

interface Nic {
  readonly id: number;
  readonly mac_address: string;
  readonly vlan: { readonly id: number; readonly vid: number; readonly fabric_id: number } | null;
  readonly links: readonly Link[];
}

interface Disk {
  readonly id: number;
  readonly type: string;
  readonly size: number;
  readonly used_size: number;
  readonly available_size: number;
  readonly partitions: readonly { readonly id: number; readonly size: number; readonly device_id: number }[];
}

interface Machine {
  readonly system_id: string;
  readonly hostname: string;
  readonly fqdn: string;
  readonly status: number;
  readonly status_name: string;
  readonly resource_uri: string;
  readonly domain: { readonly id: number; readonly name: string };
  readonly ip_addresses: readonly string[];
  readonly boot_interface: Nic | null;
  readonly interface_set: readonly Nic[];
  readonly blockdevice_set: readonly Disk[];
  readonly physicalblockdevice_set: readonly Disk[];
  readonly boot_disk: Disk | null;
  readonly storage: number;
}

test("answers about machines, addresses, VLANs, domains, interfaces and disks agree", async () => {
  const fresh = await fixture.machine("deployed", "bob");
  const machines: readonly Machine[] = await fixture.callOk("GET", "/machines/");
  expect(machines.map(({ system_id }) => system_id)).toContain(fresh);
  const addresses = await fixture.callOk("GET", "/ipaddresses/", { all: true });
  const usedIps: ReadonlySet<string> = new Set(addresses.map((each: { ip: string }) => each.ip));
  const fabrics = await fixture.callOk("GET", "/fabrics/");
  const vlans = new Map<number, unknown>();
  for (const fabric of fabrics) {
    const fabricVlans = await fixture.callOk("GET", `/fabrics/${fabric.id}/vlans/`);
    expect(fabricVlans.map(({ id }: { id: number }) => id)).toEqual(
      fabric.vlans.map(({ id }: { id: number }) => id),
    );
    for (const vlan of fabricVlans) vlans.set(vlan.id, [vlan.vid, vlan.fabric_id]);
  }
  const domains: readonly { id: number; name: string; resource_record_count: number }[] =
    await fixture.callOk("GET", "/domains/");
  for (const machine of machines) {
    for (const ip of machine.ip_addresses)
      expect([ip, usedIps.has(ip)], machine.hostname).toEqual([ip, true]);
    for (const nic of machine.interface_set) {
      if (nic.vlan !== null) expect(vlans.get(nic.vlan.id)).toEqual([nic.vlan.vid, nic.vlan.fabric_id]);
      for (const link of nic.links) {
        if (link.ip_address !== undefined) expect(machine.ip_addresses).toContain(link.ip_address);
        if (link.subnet !== undefined) expect(vlans.has(link.subnet.vlan.id)).toBe(true);
      }
    }
    if (machine.boot_interface !== null) expect(machine.interface_set).toContainEqual(machine.boot_interface);
    else expect(machine.interface_set).toEqual([]);
    if (machine.boot_disk !== null) expect(machine.physicalblockdevice_set).toContainEqual(machine.boot_disk);
    const domain = domains.find(({ id }) => id === machine.domain.id);
    expect(machine.fqdn).toBe(`${machine.hostname}.${domain?.name}`);
    expect(machine.domain).toEqual(domain);
    for (const disk of machine.blockdevice_set) {
      const partitioned = disk.partitions.reduce((sum, { size }) => sum + size, 0);
      expect(partitioned).toBeLessThanOrEqual(disk.used_size);
      expect(disk.used_size + disk.available_size).toBeLessThanOrEqual(disk.size);
      for (const { device_id } of disk.partitions) expect(device_id).toBe(disk.id);
    }
    const physical = machine.blockdevice_set.filter(({ type }) => type === "physical");
    expect(machine.physicalblockdevice_set).toEqual(physical);
    expect(machine.storage).toBeCloseTo(physical.reduce((sum, { size }) => sum + size, 0) / 1e6, 0);
    // The list of disks lacks the firmware version, as it does in the recordings.
    const disks = await fixture.callOk("GET", `/nodes/${machine.system_id}/blockdevices/`);
    expect(machine.blockdevice_set).toMatchObject(disks);
    expect(await fixture.callOk("GET", `/machines/${machine.system_id}/`)).toEqual(machine);
  }
});

test("the resource_uri of every object leads to that object", async () => {
  const lists = [
    ...["/machines/", "/devices/", "/nodes/", "/fabrics/", "/domains/", "/dnsresources/"],
    "/dnsresourcerecords/",
    ...["/ipranges/", "/dhcp-snippets/", "/discovery/", "/networks/", "/boot-resources/", "/boot-sources/"],
    ...["/account/prefs/sshkeys/", "/account/prefs/sslkeys/", "/commissioning-scripts/"],
    ...["/license-keys/", "/fabrics/1/vlans/"],
  ];
  for (const list of lists) {
    const objects = await fixture.callOk("GET", list);
    expect(objects.length > 0, list).toBe(true);
    for (const object of objects) {
      const path = object.resource_uri.replace(/^\/SVC\/api\/2\.0/, "");
      const answer = await fixture.call("GET", path);
      // No documented operation serves these paths.
      if (/^\/(rackcontrollers|vlans)\//.test(path)) continue;
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.json).toMatchObject(list === "/boot-resources/" ? { id: object.id } : object);
    }
  }
});
