import type { Field } from "../../src/catalogue/operation.ts";
import type { SeededRandom } from "../../src/sandbox/simulation/random.ts";
import type { Node } from "../../src/sandbox/state/node.ts";
import type { World } from "../../src/sandbox/state/world.ts";
import { makeParameters, type ServedOperation } from "../../src/sandbox/wire/call.ts";

/** A random call: often valid, sometimes hostile. */
export interface RandomCall {
  readonly entry: ServedOperation;
  readonly path: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, readonly string[]>>;
}

const hostile = [
  "",
  ...[" ", "-1", "0", "999999999999999999999", "1e3", "NaN", "null", "__proto__", "constructor"],
  ...["toString", "../../etc", "a,b,,c", "é\u0000\u202e", "%zz", "=;:[]{}"],
  "x".repeat(2000),
] as const;

const words = ["web", "db", "a", "b1", "north", "default", "jammy", "example.com", "svc", "prod"] as const;

type Generators = Readonly<Record<string, (chance: GeneratorInput) => string>>;

/** What a value is generated from. */
interface GeneratorInput {
  readonly random: SeededRandom;
  readonly world: World;
  /** The node named in the path, if any. */
  readonly node: Node | undefined;
}

const nodesOf = (world: World) => Object.values(world.state.nodes.bySystemId);

const systemId = ({ random, world }: GeneratorInput) => random.pick(nodesOf(world)).systemId;

const address = ({ random }: GeneratorInput) =>
  random.next() < 0.15
    ? `2001:db8:10::${random.integer(1, 40).toString(16)}`
    : `10.${random.pick([10, 20])}.0.${random.integer(0, 255)}`;

const mac = ({ random }: GeneratorInput) => `02:00:00:00:00:${random.integer(16, 99)}`;

const row =
  (rows: (world: World) => object) =>
  ({ random, world }: GeneratorInput) =>
    random.pick([...Object.keys(rows(world)), "1"]);

const extent =
  (kind: "device" | "partition") =>
  ({ random, node }: GeneratorInput) => {
    const devices = node?.storage.devices ?? [];
    const matches = devices.flatMap((device) =>
      kind === "device" ? [device.id] : device.partitions.map(({ id }) => id),
    );
    return String(random.pick([...matches, 1]));
  };

const subnet = ({ random, world }: GeneratorInput) => {
  const rows = Object.values(world.state.networks.subnets.rows);
  const each = rows.length === 0 ? undefined : random.pick(rows);
  return each === undefined ? "1" : random.pick([each.cidr, String(each.id), each.name]);
};

/** Generates a plausible value for a field or path parameter, by its name. */
const generators: Generators = {
  system_id: systemId,
  nodes: systemId,
  machines: systemId,
  source: systemId,
  destinations: systemId,
  parent: systemId,
  node: systemId,
  primary_rack: systemId,
  secondary_rack: systemId,
  ip: address,
  ip_address: address,
  start_ip: address,
  end_ip: address,
  ip_addresses: address,
  forward_dns_servers: address,
  mac,
  mac_address: mac,
  mac_addresses: mac,
  subnet,
  subnets: subnet,
  cidr: subnet,
  architecture: ({ random }) => random.pick(["amd64/generic", "arm64/generic", "amd64"]),
  domain: ({ random }) => random.pick(["svc", "example.com", "0", "1", "nosuch"]),
  zone: ({ random }) => random.pick(["default", "north", "south", "nosuch"]),
  pool: ({ random }) => random.pick(["default", "build", "web"]),
  hostname: ({ random }) => `host-${random.integer(1, 60)}`,
  name: ({ random }) => `${random.pick(words)}${random.integer(1, 30)}`,
  filename: ({ random }) => `file${random.integer(1, 5)}`,
  osystem: () => "windows",
  distro_series: ({ random }) => random.pick(["jammy", "ubuntu/focal", "22.04", "win1"]),
  storage: ({ random }) => random.pick(["root:10(ssd)", "a:1,b:2", "x:0"]),
  interfaces: ({ random }) => random.pick(["eth0:name=eth0", "a:fabric=0", "b:vid=7"]),
  power_state: ({ random }) => random.pick(["on", "off", "error"]),
  simple_status: ({ random }) => random.pick(["ready", "failed", "other"]),
  arch: ({ random }) => random.pick(["amd64", "arm64/generic"]),
  cpu_speed: ({ random }) => String(random.integer(1000, 3000)),
  devices: ({ random }) => random.pick(["vendor_id=8086", "vendor_name=intel", "nonsense"]),
  fabric_id: row((world) => world.state.networks.fabrics.rows),
  vid: ({ random }) => String(random.integer(0, 6)),
  relay_vlan: row((world) => world.state.networks.vlans.rows),
  boot_source_id: row((world) => world.state.images.sources.rows),
  resource_id: row((world) => world.state.images.resources.rows),
  device_id: extent("device"),
  cache_device: extent("device"),
  backing_device: extent("device"),
  root_device: extent("device"),
  cache_partition: extent("partition"),
  backing_partition: extent("partition"),
  cache_set: ({ random, node }) => String(random.pick([...(node?.storage.cacheSets ?? []), { id: 1 }]).id),
  block_size: () => "512",
  user_data: () => "IyEvYmluL3No",
  token_key: ({ random }) => random.token(18),
};

const interfaceId = ({ random, node }: GeneratorInput) =>
  String(random.pick([...(node?.interfaces.map(({ id }) => id) ?? []), 1]));

const linkId = ({ random, node }: GeneratorInput) =>
  String(random.pick([...(node?.interfaces.flatMap(({ links }) => links.map(({ id }) => id)) ?? []), 1]));

const vlan = row((world) => world.state.networks.vlans.rows);

const username = ({ random }: GeneratorInput) => random.pick(["admin", "bob", "carol", "dora", "erin"]);

const tag = ({ random }: GeneratorInput) => random.pick(["gpu", "ssd", "raid", "web1", "db2"]);

const interfaceMakers: Generators = {
  id: interfaceId,
  link_id: linkId,
  parent: interfaceId,
  parents: interfaceId,
  vlan,
  mode: ({ random }) => random.pick(["AUTO", "DHCP", "STATIC", "static", "LINK_UP"]),
  name: ({ random }) => random.pick(["eth0", "eth1", "eth2", "bond0", "br0", "br-eth0"]),
};

const place = ({ random }: GeneratorInput) =>
  random.pick(["default", "north", "south", "build", "web", "far"]);

/**
 * The singular name of the path's resource: the last path segment that is neither a parameter nor an
 * operation.
 */
const resourceOf = (path: string): string =>
  path
    .replace(/\{\w+\}|op-\w+$/g, "")
    .match(/[a-z-]+/g)
    ?.at(-1)
    ?.replace(/s$/, "") ?? "";

const storageGenerators: Generators = {
  fstype: ({ random }) => random.pick(["ext4", "xfs", "swap", "nosuch"]),
  mount_point: ({ random }) => random.pick(["/", "/srv", "/var", "none", "srv"]),
  tag,
};

/** Overrides for resources in which a field or path parameter has another meaning. */
const resourceGenerators: Readonly<Record<string, Generators>> = {
  interface: interfaceMakers,
  zone: { name: place },
  resourcepool: { name: place, id: ({ random }) => String(random.integer(0, 4)) },
  tag: { name: tag, add: systemId, remove: systemId, definition: ({ random }) => random.pick(["", "//x"]) },
  user: {
    username,
    transfer_resources_to: username,
    email: ({ random }) => `${random.token(4)}@example.com`,
  },
  space: { id: row((world) => world.state.networks.spaces.rows) },
  subnet: {
    id: subnet,
    cidr: ({ random }) =>
      `10.${random.integer(30, 33)}.${random.integer(0, 3)}.0/${random.pick([22, 24, 26])}`,
    gateway_ip: address,
    dns_servers: address,
    vlan,
    fabric: row((world) => world.state.networks.fabrics.rows),
  },
  "static-route": {
    id: row((world) => world.state.networks.staticRoutes.rows),
    source: subnet,
    destination: subnet,
    gateway_ip: address,
  },
  blockdevice: storageGenerators,
  partition: storageGenerators,
  pod: { id: ({ random }) => String(random.integer(0, 4)) },
};

/** Generates the path parameter `id`, by the resource that it identifies. */
const ids: Generators = {
  fabric: row((world) => world.state.networks.fabrics.rows),
  domain: row((world) => world.state.networks.domains.rows),
  dnsresource: row((world) => world.state.networks.dnsResources.rows),
  dnsresourcerecord: row((world) => world.state.networks.dnsRecords.rows),
  iprange: row((world) => world.state.networks.ranges.rows),
  "dhcp-snippet": row((world) => world.state.networks.snippets.rows),
  "boot-resource": row((world) => world.state.images.resources.rows),
  upload: row((world) => world.state.images.resources.rows),
  "boot-source": row((world) => world.state.images.sources.rows),
  selection: row((world) => world.state.images.selections.rows),
  partition: extent("partition"),
  blockdevice: extent("device"),
  vlan,
  "bcache-cache-set": ({ random, node }) =>
    String(random.pick([...(node?.storage.cacheSets ?? []), { id: 1 }]).id),
  bcache: ({ random, node }) => String(random.pick([...(node?.storage.bcaches ?? []), { id: 1 }]).id),
};

function ofType(field: Field, chance: GeneratorInput): string {
  const { random } = chance;
  const likelyValues = [...(field.choices ?? []), ...(field.suggestions ?? [])];
  if (likelyValues.length > 0 && random.next() < 0.9) return random.pick(likelyValues);
  switch (field.type) {
    case "boolean":
      return random.pick(["true", "false"]);
    case "switch":
      return random.pick(["1", "0"]);
    case "integer":
      return String(random.integer(Math.max(field.min ?? 0, -5), Math.min(field.max ?? 50, 5000)));
    case "size":
      return random.pick(["512M", "1G", "4G", "20G", "2T"]);
    case "base64":
      return "AAAA";
    default:
      return random.pick(words);
  }
}

const systemIdOf = (world: World, id: string | undefined): Node | undefined =>
  nodesOf(world).find((node) => node.systemId === id);

/** The request of a call, for its handler. */
export function requestOf({ entry: { operation }, path, values }: RandomCall) {
  const pairs = Object.entries(values).flatMap(([name, each]) => each.map((value) => [name, value] as const));
  const inQuery = operation.method === "GET" || operation.method === "DELETE";
  return {
    path,
    query: makeParameters(inQuery ? pairs : []),
    form: makeParameters(inQuery ? [] : pairs),
    body: Buffer.from("chunk"),
  };
}

/** Picks an operation and generates its path parameters and fields. */
export function drawCall(
  world: World,
  random: SeededRandom,
  entries: readonly ServedOperation[],
): RandomCall {
  const entry = random.pick(entries);
  const { operation } = entry;
  const resource = resourceOf(operation.path);
  const spoiled = (value: string) => (random.next() < 0.03 ? random.pick(hostile) : value);
  const path: Record<string, string> = {};
  for (const { name } of operation.parameters ?? []) {
    const chance: GeneratorInput = { random, world, node: systemIdOf(world, path.system_id) };
    const maker =
      resourceGenerators[resource]?.[name] ??
      (name === "id" ? ids[resource] : generators[name]) ??
      (() => random.pick(["1", "2", "nosuch"]));
    path[name] =
      name === "name" && resource === "network" ? `subnet-${random.integer(1, 6)}` : spoiled(maker(chance));
  }
  const node = systemIdOf(world, path.system_id);
  const values: Record<string, readonly string[]> = {};
  for (const field of operation.fields ?? []) {
    if (field.in === "body" || random.next() > (field.required ? 0.95 : 0.25)) continue;
    const isLink = resource === "interface" && field.name === "id";
    const name = field.name.replace(/^not_(?:in_)?/, "");
    const generatorByName = resourceGenerators[resource]?.[field.name] ?? generators[name];
    const generator = isLink ? linkId : field.type === "boolean" ? undefined : generatorByName;
    const count = field.repeatable || field.type === "list" ? random.integer(1, 2) : 1;
    values[field.type === "map" ? `${field.prefix ?? ""}${random.pick(words)}` : field.name] = Array.from(
      { length: count },
      () => spoiled(generator?.({ random, world, node }) ?? ofType(field, { random, world, node })),
    );
  }
  return { entry, path, values };
}
