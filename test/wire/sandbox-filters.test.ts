import { beforeAll, describe, expect, test } from "vitest";
import { nodeListFilters, undocumentedNodeFilters } from "../../src/catalogue/fields.ts";
import { answerStyles } from "../../src/catalogue/sandbox-settings.ts";
import { fixtureOfFile } from "./sandbox-fixture.ts";

const fixture = await fixtureOfFile({ machines: 24 });
/** Every machine of the sandbox. */
// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
let all: any[];

beforeAll(async () => {
  all = await fixture.callOk("GET", "/machines/");
});

const names = (machines: readonly { hostname: string }[]) => machines.map(({ hostname }) => hostname);
const list = async (values: Record<string, string | string[]>) =>
  names(await fixture.callOk("GET", "/machines/", values));

describe.each(answerStyles)("answers as %s", (style) => {
  beforeAll(() => {
    fixture.sandbox.world.answers.style = style;
  });

  test("an unknown filter is a 400 that names it, in every list", async () => {
    for (const group of ["machines", "nodes", "devices"])
      for (const filter of ["nosuch", "hostnames", "__proto__", "not_nosuch"]) {
        const answer = await fixture.call("GET", `/${group}/`, { [filter]: "1" });
        expect([answer.status, answer.text]).toEqual([400, `{"${filter}": ["No such constraint."]}`]);
      }
  });

  test("every known filter is accepted", async () => {
    for (const { name } of [...nodeListFilters, ...undocumentedNodeFilters]) {
      const answer = await fixture.call("GET", "/machines/", { [name]: "0" });
      expect(answer.text.includes("No such constraint"), name).toBe(false);
    }
  });

  test("an unknown zone, pool or tag is a 400", async () => {
    for (const name of [
      ...["zone", "pool", "tags", "not_zone", "not_pool", "not_tags", "not_in_zone", "not_in_pool"],
    ])
      expect((await fixture.call("GET", "/machines/", { [name]: "nosuch" })).status, name).toBe(400);
  });

  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  const cases: readonly (readonly [string, string | string[], (machine: any) => boolean])[] = [
    ["owner", "bob", ({ owner }) => owner === "bob"],
    ["tags", ["ssd", "raid"], ({ tag_names }) => tag_names.includes("ssd") && tag_names.includes("raid")],
    ["arch", "arm64", ({ architecture }) => architecture.startsWith("arm64/")],
    ["power_state", "on", ({ power_state }) => power_state === "on"],
    ["simple_status", "failed", ({ status }) => [2, 11, 13, 15, 18, 20, 22].includes(status)],
    ["simple_status", ["ready", "new"], ({ status }) => status === 4 || status === 0],
    ["cpu_speed", "1", ({ cpu_speed }) => cpu_speed >= 1],
    ["zone", "south", ({ zone }) => zone.name === "south"],
    ["pool", ["build", "web"], ({ pool }) => pool.name !== "default"],
    ["status", ["ready", "deployed"], ({ status }) => status === 4 || status === 6],
    ["hostname", ["web-01", "db-01"], ({ hostname }) => hostname === "web-01" || hostname === "db-01"],
  ];

  test.each(cases)("%s=%s and its negation", async (name, value, holds) => {
    const expected = names(all.filter(holds));
    expect(expected.length).toBeGreaterThan(0);
    expect(await list({ [name]: value })).toEqual(expected);
    // `tags` selects machines with all the tags, `not_tags` those with none of them: these are not
    // complementary.
    if (name === "tags") return;
    const others = names(all).filter((each) => !expected.includes(each));
    expect(await list({ [`not_${name}`]: value })).toEqual(others);
  });

  test("not_tags selects machines without any of the tags", async () => {
    const free = all.filter(({ tag_names }) => !tag_names.includes("ssd") && !tag_names.includes("gpu"));
    expect(await list({ not_tags: ["ssd", "gpu"] })).toEqual(names(free));
  });

  test("an invalid filter value is a 400", async () => {
    for (const [name, value] of [
      ["power_state", "maybe"],
      ["simple_status", "nosuch"],
      ["cpu_speed", "fast"],
      ["storage", "a:b("],
      ["interfaces", "a:foo=1"],
      ["not_status", "Ready"],
    ] as const)
      expect((await fixture.call("GET", "/machines/", { [name]: value })).status, name).toBe(400);
  });
});
