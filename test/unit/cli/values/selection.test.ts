import { describe, expect, it } from "vitest";
import { nodeListFilters } from "../../../../src/catalogue/fields.ts";
import { parseFilters } from "../../../../src/cli/parsing/node-filters.ts";
import { selectNodes } from "../../../../src/cli/values/filters.ts";
import { namesIn } from "../../../../src/cli/values/inputs.ts";
import { readSelection } from "../../../../src/cli/values/selection.ts";
import { rejection } from "../../rejection.ts";
import { quietContext } from "../command-line.ts";
import { fleetService } from "../operation/fleet-service.ts";

const select = async (words: readonly string[], input = "", where?: string) =>
  await readSelection(words, {
    context: quietContext(input),
    options: where === undefined ? {} : { where: parseFilters([where]) },
  });

describe("a selection that is none", () => {
  it.each([
    ["nothing typed", [], "", undefined],
    ["an empty word", [""], "", undefined],
    ["a blank word", ["  "], "", undefined],
    ["names and a filter", ["web-01"], "", "pool=ci"],
    ["standard input twice", ["-", "-"], "web-01\n", undefined],
    ["JSON that ends early", ["-"], '[{"system_id":"aaaaaa"},', undefined],
    ["JSON without system_id", ["-"], '[{"name":"aaaaaa"}]', undefined],
    ["a number", ["-"], "[1]", undefined],
    ["JSON lines, one of them broken", ["-"], '{"system_id":"aaaaaa"}\n{"system', undefined],
    ["a range that is none", ["node[01-"], "", undefined],
    ["an empty filter", [], "", ""],
  ])("is a usage error: %s", async (_what, words, input, where) => {
    expect(await rejection(() => select(words, input, where))).toMatchObject({ kind: "usage" });
  });

  it.each([
    ["", "--where is empty: it would select every node"],
    [",,", "--where is empty: it would select every node"],
    ["pool=", "--where pool= is empty: it would select every node"],
    ["pool", "--where takes filter=value,..., not 'pool'"],
    ["=x", "--where takes filter=value,..., not '=x'"],
    ["owner!=|", "--where owner!=| has an empty value next to a |"],
    ["status=ready|", "--where status=ready| has an empty value next to a |"],
    ["status!=>=x", "--where status!=>=x has two operators: it would select every node"],
    ["owner!=bob and pool=web", "--where takes filters separated by commas, not 'owner!=bob and pool=web'"],
    ["owner!=bob;pool=web", "--where takes filters separated by commas, not 'owner!=bob;pool=web'"],
    ["mem=8..16GiB", "--where mem takes one number, not '8..16GiB'"],
    ["locked!=ja", "--where locked takes true or false, not 'ja'"],
    ["pol=x", "--where has no filter 'pol'"],
    ["cpu_count=1,cpu_count=2", "--where takes cpu_count once"],
    ["vendor_id=1", "--where has no filter 'vendor_id'"],
  ])("--where %j", async (text, message) => {
    expect(await rejection(async () => parseFilters([text]))).toMatchObject({ kind: "usage", message });
  });
});

describe("names from standard input", () => {
  it.each([
    ["lines", "web-01\nweb-02\n", ["web-01", "web-02"]],
    [
      "lines of another system, blank ones and remarks",
      "\uFEFFweb-01\r\n\r\n# spare\r\nweb-02",
      ["web-01", "web-02"],
    ],
    ["ranges", "node[01-02].rack1\n", ["node01.rack1", "node02.rack1"]],
    ["an array of objects", '[{"system_id":"aaaaaa","x":1},{"system_id":"bbbbbb"}]', ["aaaaaa", "bbbbbb"]],
    ["an array over lines", '[\n {"system_id":"aaaaaa"}\n]\n', ["aaaaaa"]],
    ["an array of texts", '["web-01"]', ["web-01"]],
    ["one object", '{"system_id":"aaaaaa"}', ["aaaaaa"]],
    ["one object over lines", '{\n"system_id":"aaaaaa"\n}', ["aaaaaa"]],
    ["objects, one a line", '{"system_id":"aaaaaa"}\n{"system_id":"bbbbbb"}\n', ["aaaaaa", "bbbbbb"]],
    ["an empty array", "[]", []],
    ["nothing", "", []],
  ])("%s", (_what, text, names) => {
    expect(namesIn(text)).toEqual(names);
  });

  it("are used once, together with names on the line", async () => {
    expect(await select(["web-01", "-"], "web-02\nweb-01\n")).toEqual({
      kind: "names",
      names: ["web-01", "web-02"],
    });
  });
});

describe("node list filters", () => {
  it("are all there, in both spellings", () => {
    for (const { name } of nodeListFilters) {
      const value = name === "devices" ? "vendor_id=1" : "7";
      expect(Object.keys(parseFilters([`${name}=${value}`]).parameters)).toEqual([name]);
      expect(Object.keys(parseFilters([`${name.replaceAll("_", "-")}=${value}`]).parameters)).toEqual([name]);
    }
  });

  it("combine; those that the service takes several times repeat", () => {
    expect(parseFilters(["pool=ci, status=deployed,hostname=a|b"]).parameters).toEqual({
      pool: "ci",
      status: "deployed",
      hostname: ["a", "b"],
    });
  });

  it.each([
    ["hostname=web-[01-02]", ["web-01", "web-02"]],
    ["hostname=web-[01,03],hostname=db-1", ["web-01", "web-03", "db-1"]],
    ["hostname=web-[1]", "web-1"],
  ])("take the ranges of arguments: %s", (text, hostname) => {
    expect(parseFilters([`${text},pool=ci`]).parameters).toEqual({ hostname, pool: "ci" });
  });

  it.each([
    ["hostname=web-[1-2]-*", "hostname", "=", ["web-1-*", "web-2-*"]],
    ["name~web", "hostname", "~", ["web"]],
    ["status!=Failed testing|new", "status", "!=", ["failed_testing", "new"]],
    ["owner=bob", "owner", "=", ["bob"]],
    ["not_owner=bob", "owner", "!=", ["bob"]],
    ["ram>=64GB", "mem", ">=", ["65536"]],
    ["storage<1TiB", "storage", "<", ["1099511.627776"]],
    ["cpus>8", "cpu_count", ">", ["8"]],
  ])("are filtered by svc: %s", (text, name, operator, values) => {
    expect(parseFilters([text])).toMatchObject({ parameters: {}, conditions: [{ name, operator, values }] });
  });

  it("refuse a malformed range", async () => {
    expect(await rejection(() => parseFilters(["hostname=web-[02-01]"]))).toMatchObject({ kind: "usage" });
  });

  it("keep the commas of a device constraint", () => {
    expect(parseFilters(["devices=vendor_id=10de,product_id=1eb8,pool=ci"]).parameters).toEqual({
      devices: "vendor_id=10de,product_id=1eb8",
      pool: "ci",
    });
  });
});

describe("the nodes that filters select", () => {
  const fleet = () =>
    fleetService(
      { system_id: "aaaaaa", hostname: "web-01", status: "deployed", pool: "ci" },
      { system_id: "bbbbbb", hostname: "web-02", status: "ready", pool: "ci" },
    );

  it.each([
    ["status", { status: "deployed" }],
    ["pool", { pool: "web" }],
    ["zone", { zone: "north" }],
    ["hostname", { hostname: ["web-09"] }],
    ["id", { id: ["zzzzzz"] }],
  ])("are refused where the service ignored %s", async (name, filters) => {
    const service = fleet();
    service.before = () => [
      {
        system_id: "bbbbbb",
        hostname: "web-02",
        status: 4,
        status_name: "Ready",
        pool: { name: "ci" },
        zone: { name: "x" },
      },
    ];
    const failure = await rejection(() =>
      selectNodes(service, "machine", { parameters: filters, conditions: [] }),
    );
    expect(failure.message).toMatch(new RegExp(`^the service ignored ${name}=`));
    expect(failure.details.hint).toBe("name the machines instead");
  });

  it("are checked as the list's own options are", async () => {
    expect(await rejection(async () => parseFilters(["cpu_count=many"]))).toMatchObject({
      kind: "usage",
      message: "--where cpu-count takes a whole number, not 'many'",
    });
  });

  it("of several options all have to match, so none of them is given twice", async () => {
    expect(parseFilters(["pool=web", "status=deployed"]).parameters).toEqual({
      pool: "web",
      status: "deployed",
    });
    for (const twice of [
      ["pool=a", "pool=b"],
      ["hostname=a", "status=new", "hostname=a"],
    ])
      expect(await rejection(async () => parseFilters(twice))).toMatchObject({ kind: "usage" });
  });

  it("are not checked if only the service can judge them", async () => {
    const service = fleet();
    service.before = () => [{ system_id: "bbbbbb", hostname: "web-02", status: 4, pool: { name: "ci" } }];
    for (const filters of [{ pool: "2" }, { not_pod: "x" }, { status: "Some new status" }])
      expect(await selectNodes(service, "machine", { parameters: filters, conditions: [] })).toHaveLength(1);
  });

  it("are those that fit", async () => {
    const machines = await selectNodes(fleet(), "machine", parseFilters(["pool=ci,status=deployed"]));
    expect(machines.map(({ systemId }) => systemId)).toEqual(["aaaaaa"]);
  });
});

describe("a first line that begins with a bracket", () => {
  it("is a range if text follows the bracket, otherwise a list", () => {
    expect(namesIn("[01-02].rack\nweb-01\n")).toEqual(["01.rack", "02.rack", "web-01"]);
    expect(namesIn('["web-01"]')).toEqual(["web-01"]);
    expect(namesIn("[]")).toEqual([]);
  });
});

describe("a table on standard input", () => {
  it.each([
    "NAME    STATUS  OWNER\nweb-01  Ready   -\nweb-02  Ready   -\n",
    "web-01  Ready   -\n",
    "web-01\tReady\n",
  ])("is refused with one message that repeats none of its rows: %j", (text) => {
    expect(() => namesIn(text)).toThrow(
      /^standard input contains lines of several words, such as a table, instead of names$/,
    );
  });
});
