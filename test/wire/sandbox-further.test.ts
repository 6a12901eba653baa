import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { differences, shapeOf } from "./recorded-shape.ts";
import { openSandboxFixture, type SandboxFixture } from "./sandbox-fixture.ts";

/**
 * Exchanges recorded at a deployed service, with resources that the documents do not describe: each is
 * repeated, and the answer compared in status, content type, keys and the type of every value.
 */
const folder = new URL("../fixtures/further/", import.meta.url);

interface Exchange {
  /** `METHOD path [["name", "value"] ...]`. */
  readonly request: string;
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

let fixture: SandboxFixture;
let machine: string;

beforeAll(async () => {
  fixture = await openSandboxFixture();
  machine = Object.values(fixture.sandbox.world.state.nodes.bySystemId).find(
    ({ hostname }) => hostname === "web-02",
  )?.systemId as string;
});

afterAll(() => fixture.close());

/** What a recorded name or number is called in the sandbox. */
function translated(path: string): string {
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
    .replace("spaces/1/", `spaces/${space}/`);
}

async function repeated(name: string) {
  const exchange = exchanges.get(name);
  if (exchange === undefined) throw new Error(`${name} was not recorded`);
  const [, method = "", path = "", fields = "[]"] =
    /^(\S+) (\S+)(?: (.*))?$/.exec(translated(exchange.request)) ?? [];
  const values: Record<string, string> = Object.fromEntries(JSON.parse(fields));
  const heard = await fixture.call(method, `/${path}`, values);
  return { exchange, heard };
}

/** Values that are null in one place and not in another, by what they say. */
const mayBeNull = [
  ...["primary_rack", "secondary_rack", "relay_vlan", "external_dhcp", "gateway_ip", "discovered", "vlan"],
  ...["vendor", "product", "firmware_version"],
  ...["uuid", "id_path", "filesystem", "mount_options", "mount_point", "partition_table_type"],
];
const isExpected = new RegExp(`\\.(?:${mayBeNull.join("|")}) is null, not `);

function expectSameShape(recorded: unknown, answered: unknown): void {
  const found = differences(shapeOf([recorded]), shapeOf([answered]));
  expect(found.filter((difference) => !isExpected.test(difference))).toEqual([]);
}

/** In the order that they were recorded in: some make what others read. */
const order = [
  ...["whoami", "users", "user-created", "zones", "zone-created", "zone", "zone-duplicate", "zone-unknown"],
  ...["zone-updated", "delete-zones", "resourcepools", "resourcepool-created", "resourcepool", "spaces"],
  ...["space-created", "space", "subnets", "subnet-created", "subnet-by-cidr", "subnet-bad"],
  ...["subnet-ip-addresses", "subnet-reserved", "subnet-unreserved", "subnet-statistics", "static-routes"],
  ...["tags", "tag-created", "tag", "tag-bad", "tag-update-nodes", "interfaces", "interface"],
  "interface-link",
  ...["blockdevice", "partitions"],
];

/** They depend on nothing but the subnet that has just been made. */
const toTheLetter = ["subnet-ip-addresses", "subnet-reserved", "subnet-unreserved", "subnet-statistics"];

test("every recorded exchange is repeated", () => {
  expect([...order].sort()).toEqual([...exchanges.keys()].sort());
});

test("recorded exchanges are answered in the same shapes", async () => {
  for (const name of order) {
    const { exchange, heard } = await repeated(name);
    expect([name, heard.status, heard.contentType]).toEqual([name, exchange.status, exchange.content_type]);
    if (exchange.text !== undefined) expect([name, heard.text]).toEqual([name, exchange.text]);
    if (exchange.json !== undefined && (exchange.status >= 400 || toTheLetter.includes(name)))
      expect([name, heard.json]).toEqual([name, exchange.json]);
    else if (exchange.json !== undefined) expectSameShape(exchange.json, heard.json);
  }
});
