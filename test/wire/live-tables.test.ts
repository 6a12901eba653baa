import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { json, type LiveRoutes, replacedAnswers, svcAt } from "./live-service.ts";

interface ListCase {
  readonly command: string;
  readonly route: string;
  /** The same row as live services and other services answer it; all are shown alike. */
  readonly answers: readonly unknown[];
  readonly shown: string;
}

const vlan = {
  vid: 0,
  mtu: 1500,
  dhcp_on: true,
  name: "untagged",
  fabric: "fabric-prod",
  id: 1,
  fabric_id: 1,
};
/** The answers to each list, with the row of the wide table that shows them. */
const lists: readonly ListCase[] = readFileSync(
  new URL("../fixtures/live-lists.ndjson", import.meta.url),
  "utf8",
)
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as ListCase);

const nodes = [
  { system_id: "aaa111", hostname: "web-01", status: 4, status_name: "Ready" },
  { system_id: "s3hqfp", hostname: "rack1", node_type_name: "Rack controller" },
];

const routesFor = (route: string, answer: unknown): LiveRoutes => ({
  "GET nodes/": ({ query }) => json(nodes.filter(({ system_id }) => query.getAll("id").includes(system_id))),
  [route]: () => json(answer),
});

describe.each(lists.map((list) => [list.command, list] as const))("%s", (command, list) => {
  test.each(list.answers)("shows %o", async (answer) => {
    const live = await replacedAnswers({ routes: routesFor(list.route, [answer]) });
    const { code, stdout } = await svcAt(live)([...command.split(" "), "-o", "wide", "--no-header"]);
    expect(code).toBe(0);
    expect(stdout.trimEnd().split(/ {2,}/).join(" | ")).toBe(list.shown);
    expect(live.requests.length).toBeLessThanOrEqual(3);
  });
});

describe("lists of the objects of several nodes", () => {
  const ofNodes = lists.filter(({ route }) => route.startsWith("GET nodes/*/"));

  test("exist for several commands", () => expect(ofNodes.length).toBeGreaterThan(2));

  test.each(ofNodes)(
    "have a row for each object, with its node: $command",
    async ({ command, route, answers, shown }) => {
      const two = [answers[0], answers[0]];
      const live = await replacedAnswers({ routes: routesFor(route, two) });
      const line = [...command.split(" "), "s3hqfp"];
      const { code, stdout } = await svcAt(live)([...line, "-o", "wide", "--no-header"]);
      const rows = stdout
        .trimEnd()
        .split("\n")
        .map((row) => row.split(/ {2,}/).join(" | "));
      expect([code, rows]).toEqual([
        0,
        ["web-01", "web-01", "rack1", "rack1"].map((node) => `${node} | ${shown}`),
      ]);
      const json = JSON.parse((await svcAt(live)([...line, "-o", "json"])).stdout);
      expect(json).toEqual([
        { system_id: "aaa111", hostname: "web-01", value: two },
        { system_id: "s3hqfp", hostname: "rack1", value: two },
      ]);
      const query = ["--query", "[].value[].id"];
      const asTable = (await svcAt(live)([...line, ...query])).stdout.trim().split("\n");
      expect(asTable.map(Number)).toEqual(
        JSON.parse((await svcAt(live)([...line, ...query, "-o", "json"])).stdout),
      );
    },
  );
});

test("a table is sorted by the displayed names", async () => {
  const racks = ["s3hqfp", null, "aaa111", "zzz999"];
  const live = await replacedAnswers({
    routes: routesFor(
      "GET fabrics/*/vlans/",
      racks.map((primary_rack) => ({ ...vlan, primary_rack })),
    ),
  });
  const line = ["vlans", "list", "1", "--columns", "PRIMARY", "--no-header", "--sort"];
  expect((await svcAt(live)([...line, "PRIMARY"])).stdout.split("\n")).toEqual([
    "rack1",
    "web-01",
    "zzz999",
    "-",
    "",
  ]);
  expect((await svcAt(live)([...line, "-PRIMARY"])).stdout.split("\n")).toEqual([
    "zzz999",
    "web-01",
    "rack1",
    "-",
    "",
  ]);
});

test("csv prints the service's values and looks up no names", async () => {
  const live = await replacedAnswers({
    routes: routesFor("GET fabrics/*/vlans/", [{ ...vlan, space: "undefined", primary_rack: "s3hqfp" }]),
  });
  const columns = ["--columns", "SPACE,PRIMARY,DHCP", "--no-header"];
  expect((await svcAt(live)(["vlans", "list", "1", "-o", "csv", ...columns])).stdout).toBe(
    "undefined,s3hqfp,true\n",
  );
  expect(live.requests).toHaveLength(1);
});

test("ids are shown if names cannot be read", async () => {
  const live = await replacedAnswers({
    routes: {
      ...routesFor("GET fabrics/*/vlans/", [{ ...vlan, space: "prod", primary_rack: "s3hqfp" }]),
      "GET nodes/": () => ({ status: 500, body: "no" }),
    },
  });
  const { code, stdout, stderr } = await svcAt(live)(["vlans", "list", "1", "--columns", "PRIMARY"]);
  expect([code, stdout, stderr]).toEqual([0, "PRIMARY\ns3hqfp\n", ""]);
});

test("a single object shows names like a list", async () => {
  const live = await replacedAnswers({
    routes: routesFor("GET fabrics/*/vlans/*/", { ...vlan, space: "undefined", primary_rack: "s3hqfp" }),
  });
  const { stdout } = await svcAt(live)(["vlans", "get", "1", "0"]);
  expect(stdout).toMatch(/^PRIMARY +rack1$/m);
  expect(stdout).toMatch(/^SPACE +-$/m);
});
