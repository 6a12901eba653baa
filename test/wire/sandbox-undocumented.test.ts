import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { shapeDifferences, shapeOf } from "./recorded-shape.ts";
import type { Values } from "./sandbox-caller.ts";
import { fixtureOfFile } from "./sandbox-fixture.ts";

/**
 * Requests recorded at a live service, for undocumented resources. Each is repeated, and status, content
 * type, keys and value types are compared.
 */
const folder = new URL("../fixtures/further/", import.meta.url);

type Fields = readonly (readonly [name: string, value: string])[];

interface Exchange {
  /** `METHOD path`, optionally followed by the form fields as JSON: `METHOD path [["name", "value"] ...]`. */
  readonly request: string;
  readonly form?: Fields | Readonly<Record<string, string>>;
  readonly status: number;
  readonly content_type: string;
  readonly json?: unknown;
  readonly text?: string;
}

const exchanges: ReadonlyMap<string, Exchange> = new Map(
  readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .map((file) => [file.replace(".json", ""), JSON.parse(readFileSync(new URL(file, folder), "utf8"))]),
);

const fixture = await fixtureOfFile({ answers: "deployed" });
let machine: string;
/** Maps recorded ids to ids of the sandbox. */
let ids: Record<string, string>;
/** Ids of disks and interfaces, in the order of the recorded ones. */
let disks: readonly string[];
let interfaces: readonly string[];

beforeAll(async () => {
  machine = Object.values(fixture.sandbox.world.state.nodes.bySystemId).find(
    ({ hostname }) => hostname === "web-02",
  )?.systemId as string;
  const tested = await fixture.callOk("POST", "/machines/", {
    ...{ architecture: "amd64/generic", power_type: "manual" },
    mac_addresses: [fixture.mac(), fixture.mac()],
  });
  await fixture.finish(tested.system_id);
  ids = { sayksd: tested.system_id, ykmd6w: await fixture.machine("deployed") };
  const [rack] = await fixture.callOk("GET", "/rackcontrollers/");
  ids["qemu+ssh://u@10.10.0.2/system"] = `qemu+ssh://u@${rack.ip_addresses[0]}/system`;
  const path = `/nodes/${tested.system_id}/blockdevices/`;
  const values = { size: "500000000000", block_size: 512, model: "M", serial: "S" };
  const newDisks = [];
  for (const name of ["sdx", "sdy"]) newDisks.push(await fixture.callOk("POST", path, { ...values, name }));
  disks = newDisks.map(({ id }) => String(id));
  interfaces = tested.interface_set.map(({ id }: { id: number }) => String(id));
});

/** Replaces recorded names and ids in a path by those of the sandbox. */
function translatePath(path: string): string {
  const node = fixture.sandbox.world.state.nodes.bySystemId[machine];
  const subnets = Object.values(fixture.sandbox.world.state.networks.subnets.rows);
  const subnet = subnets.find(({ name }) => name === "fx-subnet")?.id;
  const pool = fixture.sandbox.world.state.places.pools.find(({ name }) => name === "fx-pool")?.id;
  const spaces = Object.values(fixture.sandbox.world.state.networks.spaces.rows);
  const space = spaces.find(({ name }) => name === "fx-space")?.id;
  return path
    .replaceAll("qxsyew", machine)
    .replace("interfaces/4/", `interfaces/${node?.interfaces[0]?.id}/`)
    .replace("blockdevices/1/", `blockdevices/${node?.storage.devices[0]?.id}/`)
    .replace("subnets/3/", `subnets/${subnet}/`)
    .replace('["subnet", "3"]', `["subnet", "${subnet}"]`)
    .replace('["name", "fx-subnet"]', `["name", "fx-subnet"], ["vlan", "${node?.interfaces[0]?.vlanId}"]`)
    .replace("resourcepool/1/", `resourcepool/${pool}/`)
    .replace("spaces/1/", `spaces/${space}/`)
    .replace(
      /\b(?:sayksd|ykmd6w)\b|(?<=\/(?:raid|volume-group|interfaces)\/)\d{2,}|(?<=vm-hosts\/)132/g,
      sandboxId,
    )
    .replace(/(?<=results\/)5(?=\/)/, "current-commissioning");
}

const sandboxId = (id: string): string => ids[id] ?? id;

/** Replaces recorded ids in the fields of a form by those of the sandbox. */
function valuesOf(fields: Fields): Values {
  const values: Record<string, string[]> = {};
  for (const [name, value] of fields) {
    const ids = name === "block_devices" ? disks : name === "parents" ? interfaces : undefined;
    const first = name === "block_devices" ? 5 : 4;
    values[name] = [...(values[name] ?? []), ids?.[Number(value) - first] ?? sandboxId(value)];
  }
  return values;
}

/** Recordings that create an object which later ones refer to by id. */
const creations = ["raid", "volume-group", "logical-volume", "bridge", "vm-host"].map(
  (name) => `${name}-created`,
);

async function repeatExchange(name: string) {
  const exchange = exchanges.get(name);
  if (exchange === undefined) throw new Error(`${name} was not recorded`);
  const [, method = "", path = "", fields = "[]"] =
    /^(\S+) (\S+)(?: (.*))?$/.exec(translatePath(exchange.request)) ?? [];
  const { form = JSON.parse(fields) as Fields } = exchange;
  const values = valuesOf(Array.isArray(form) ? form : Object.entries(form));
  const answer = await fixture.call(
    method,
    `/${path}`,
    values,
    byUser.includes(name) ? fixture.keys.bob : undefined,
  );
  if (creations.includes(name)) ids[(exchange.json as { id: number }).id] = answer.json.id;
  return { exchange, answer };
}

/** Members that are null for some objects only, so a recording does not show whether they may be null. */
const mayBeNull = [
  ...["primary_rack", "secondary_rack", "relay_vlan", "external_dhcp", "gateway_ip", "discovered", "vlan"],
  ...["vendor", "product", "firmware_version", "physical_interface", "comment"],
  ...["uuid", "id_path", "filesystem", "mount_options", "mount_point", "partition_table_type"],
];
const isExpected = new RegExp(`\\.(?:${mayBeNull.join("|")}) is null, not `);

function expectSameShape(recorded: unknown, actual: unknown): void {
  const messages = shapeDifferences(shapeOf([recorded]), shapeOf([actual]));
  expect(messages.filter((difference) => !isExpected.test(difference))).toEqual([]);
}

/** The order of the recordings, since some create what later ones read. */
const order = [
  ...["whoami", "users", "user-created", "zones", "zone-created", "zone", "zone-duplicate", "zone-unknown"],
  ...["zone-updated", "delete-zones", "resourcepools", "resourcepool-created", "resourcepool", "spaces"],
  ...["space-created", "space", "subnets", "subnet-created", "subnet-by-cidr", "subnet-bad"],
  ...["subnet-ip-addresses", "subnet-reserved", "subnet-unreserved", "subnet-statistics", "static-routes"],
  ...["tags", "tag-created", "tag", "tag-bad", "tag-update-nodes", "interfaces", "interface"],
  "interface-link",
  ...["blockdevice", "partitions", "static-route-created", "space-without-name", "unknown-endpoint"],
  ...["raid-created", "raid", "raids", "raid-deleted", "vmfs-datastores"],
  ...["volume-group-created", "logical-volume-created", "volume-group", "volume-groups"],
  ...[
    "logical-volume-deleted",
    "volume-group-deleted",
    "bond-different-vlans",
    "bridge-created",
    "bridge-deleted",
  ],
  ...["node-devices", "results", "result", "results-testing", "result-current", "notification-created"],
  ...["notifications", "package-repositories", "package-repository-created", "rackcontrollers"],
  ...["regioncontrollers", "script-bad", "script-created", "script-duplicate", "scripts", "script-deleted"],
  ...["script-tag", "script", "script-download", "commissioning-scripts", "users-created-bad", "vm-clusters"],
  ...["vm-host-created", "vm-host", "vm-hosts", "vm-host-parameters", "vm-host-composed", "vm-host-by-name"],
  ...["vm-host-deleted", "forbidden-admin-only", "allocate-unknown-tag", "commission-wrong-state"],
  "other-users-machine",
];

const byUser = ["forbidden-admin-only", "other-users-machine"];

/** Answers that depend only on the subnet just created, so they are compared exactly. */
const exactAnswers = ["subnet-ip-addresses", "subnet-reserved", "subnet-unreserved", "subnet-statistics"];

async function prepare(name: string): Promise<void> {
  if (name === "script-tag") {
    const { text = "" } = exchanges.get("script-download") ?? {};
    await fixture.callOk("POST", "/scripts/", { name: "fx-smoke", type: "testing", script: text });
  }
  // The recording is of a machine that was never tested.
  if (name === "result-current") ids.sayksd = await fixture.machine("new");
  else if (name === "notification-created") ids.sayksd = machine;
}

test("every recorded exchange is repeated", () => {
  expect([...order].sort()).toEqual([...exchanges.keys()].sort());
});

test("recorded requests are answered with the recorded shapes", async () => {
  for (const name of order) {
    await prepare(name);
    const { exchange, answer } = await repeatExchange(name);
    expect([answer.status, answer.contentType], name).toEqual([exchange.status, exchange.content_type]);
    if (exchange.text !== undefined) expect(answer.text, name).toEqual(exchange.text);
    if (exchange.json !== undefined && (exchange.status >= 400 || exactAnswers.includes(name)))
      expect(answer.json, name).toEqual(exchange.json);
    else if (exchange.json !== undefined) expectSameShape(exchange.json, answer.json);
  }
});
