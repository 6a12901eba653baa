import { expect, test } from "vitest";
import type { KindId } from "../../../../src/catalogue/named.ts";
import { collectNames } from "../../../../src/cli/names-cache/collect.ts";
import { openElements } from "../../../../src/client/json/elements.ts";

/** The names that are collected from a list of these rows. */
async function collected(kind: KindId, rows: readonly object[]) {
  async function* bytes() {
    yield Buffer.from(JSON.stringify(rows));
  }
  const collector = collectNames(kind);
  const elements = await openElements(bytes(), undefined);
  if (elements.isList) for await (const element of elements.rows) collector.add(element);
  return collector.names();
}

test("no secret of a description is kept", async () => {
  const urls = [
    "http://user:hunter2@images.example/",
    "http://images.example/?token=hunter2",
    `http://${"u".repeat(40)}:hunter2${"x".repeat(60)}@images.example/`,
  ];
  const rows = urls.map((url, id) => ({ id, url }));
  const names = (await collected("boot-sources", rows)).get("boot-sources") ?? [];
  expect(names.map(({ description }) => description)).toEqual([
    expect.stringMatching(/^http:.*@images\.example/),
    "http://images.example/?token=",
    expect.stringMatching(/^http:.*@images\.example/),
  ]);
  expect(JSON.stringify(names)).not.toContain("hunter2");
});

test("claims are what machines are marked for, by agent name or annotation", async () => {
  const marks = [
    ["claim/ci", "other"],
    ["claim/", "empty"],
    ["claim/-x", "option"],
    ["claim/a\tb", "tab"],
    ["Claim/ci2", "case"],
    ["other-client", "agent"],
    [undefined, "annotated"],
    [undefined, "ci"],
    [undefined, "a\nb"],
    [7, "number"],
  ];
  const rows = [
    ...marks.map(([agent_name, claim]) => ({
      agent_name,
      workload_annotations: { "svc.claim": claim, a: "b" },
    })),
    ...[null, [], "x", {}, { "svc.claim": ["x"] }].map((workload_annotations) => ({ workload_annotations })),
  ];
  const claims = (await collected("machines", rows)).get("claims");
  expect(claims?.map(({ word }) => word)).toEqual(["ci", "case", "agent", "annotated", "number"]);
});

test("a node whose host name is not safe to type is offered by its id", async () => {
  const hostnames = ["web-1", "web-*", "web-[1..2]", "a,b", "a=b", "site/a", "-x", "a\nb", "\u001b[2J"];
  const rows = hostnames.map((hostname, index) => ({ hostname, system_id: `id${index}` }));
  const names = (await collected("machines", rows)).get("machines");
  expect(names?.map(({ word }) => word)).toEqual(["web-1", ...rows.slice(1).map((row) => row.system_id)]);
});

test("rows that are no objects, or hold other types, have no name", () => {
  const collector = collectNames("machines");
  for (const json of [
    ...['{"hostname": ["x"]}', '{"hostname": {"a": 1}}', "[]", "7", '"x"', "{", '{"status": 4}'],
  ])
    collector.add({ json: Buffer.from(json), separators: json.startsWith('{"') ? [json.indexOf(":")] : [] });
  expect(collector.names().get("machines")).toEqual([]);
});
