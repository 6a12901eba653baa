import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { parse, type ScalarTag } from "yaml";
import { type GroupName, groups } from "../../../src/catalogue/index.ts";
import { Failure } from "../../../src/core/failure.ts";
import { topLevel } from "../../../src/desired/kinds.ts";
import { documentSchema } from "../../../src/desired/schema.ts";
import { folderOfFile } from "../../temporary-folder.ts";
import { kinds, readIn } from "./document/reading.ts";

const summaryOf = (name: string) =>
  Object.hasOwn(groups, name) ? groups[name as GroupName].summary : undefined;
const schema = documentSchema(kinds, summaryOf);
const validate = new Ajv2020({
  allErrors: true,
  strict: true,
  strictRequired: false,
  strictTypes: false,
}).compile(schema);
const folder = folderOfFile();

/** As an editor sees tagged values: as their text. */
const tags: ScalarTag[] = ["!file", "!env", "tag:yaml.org,2002:binary"].map((tag) => ({
  tag,
  resolve: (text: string) => text,
}));

const site = `
x-anchors: {a: &ttl {ttl: 300}}
domains: [{name: example.com, authoritative: true}, {name: b.com, <<: *ttl}]
fabrics: [{name: a, vlans: [{vid: 100, mtu: 9000, dhcp_on: yes}]}]
config: {ntp_servers: ntp.example, default_dns_ttl: 30, enable_analytics: null, metal_name: x}
license-keys: [{osystem: windows, distro_series: win2022, license_key: !env KEY}]
files: [{filename: a, file: !file site.yaml}, {filename: b, file: !!binary AP8=}]
machines: [{mac_addresses: ["52:54:00:00:00:01"], create: true, power_parameters: {power_address: 10.0.0.1}}]
boot-sources: [{url: http://a.example/, selections: [{os: ubuntu, release: 22.04, arches: [amd64]}]}]
zones: [{name: north, description: the hall}]
claims: [{name: runners, count: 3, allocate: {tags: [ssd], mem: 2048}, deploy: {user_data: !file site.yaml}}]
`;

test("a document that svc reads is valid", async () => {
  await readIn(folder, { text: site });
  expect(validate(parse(site, { merge: true, customTags: tags })), JSON.stringify(validate.errors)).toBe(
    true,
  );
});

test.each([
  ["domain: []"],
  ["domains: {name: a}"],
  ["domains: "],
  ["domains: [a]"],
  ["domains: [{nam: a}]"],
  ["domains: [{ttl: 1}]"],
  ["domains: [{name: a, ttl: abc}]"],
  ["domains: [{name: a, ttl: -1}]"],
  ["ipranges: [{start_ip: a, type: dynamc}]"],
  ["fabrics: [{name: a, vlans: [{vid: 5000}]}]"],
  ["fabrics: [{name: a, vlans: [{vid: 1, dhcp_on: maybe}]}]"],
  ["vlans: []"],
  ["machines: [{description: x}]"],
  ["machines: [{hostname: a, create: x}]"],
  ["config: {default_dns_ttl: x}"],
  ["config: {default_storage_layout: flt}"],
  ["config: []"],
  ["claims: [{name: a}]"],
  ["claims: [{name: a b, count: 1}]"],
  ["claims: [{name: a, count: -1}]"],
  ["claims: [{name: a, count: 1, allocate: {agent_name: x}}]"],
  ["dhcp-snippets: [{name: a, iprange: 3}]"],
  ["- a"],
])("%s is refused by both", async (text) => {
  expect(validate(parse(text))).toBe(false);
  await expect(readIn(folder, { text })).rejects.toBeInstanceOf(Failure);
});

const values: readonly unknown[] = [
  ...[
    0,
    1,
    300,
    -1,
    5000,
    1.5,
    2 ** 31,
    true,
    false,
    null,
    "",
    "300",
    "abc",
    "yes",
    "ON",
    "maybe",
    "1.5",
    "a b",
  ],
  ...[[], [1], ["a", "b"], [""], [null], [true], [[]], [{}], {}, { a: 1 }, { a: null }, { a: [] }, { a: {} }],
  ...["standard", "dynamic", "ssh-ed25519 AAAA", "10.0.0.0/24", "lp:me", "text\nof lines\n"],
];

describe.each([...kinds.values()].filter(({ kind }) => kind.map === undefined))("$name", (kind) => {
  const keys = new Map(kind.kind.key.map((name) => [name, kind.fields.get(name)?.field]));
  const base = Object.fromEntries(
    [...keys].map(([name, field]) => [
      name,
      field?.type === "integer" ? 1 : name === "key" ? "ssh-rsa AAAA" : "a",
    ]),
  );
  const within = kind.kind.parent;
  const wrapped = (item: unknown) => {
    if (within === undefined) return { [kind.name]: [item] };
    const parent = kinds.get(within.kind);
    const member =
      Object.entries(parent?.kind.children ?? {}).find(([, name]) => name === kind.name)?.[0] ?? "";
    const key = Object.fromEntries((parent?.kind.key ?? []).map((name) => [name, "a"]));
    return { [within.kind]: [{ ...key, [member]: [item] }] };
  };

  test.each([...kind.fields.keys()])("the schema takes what svc takes for %s", async (name) => {
    const field = kind.fields.get(name)?.field;
    const wrong: unknown[] = [];
    for (const value of values) {
      // A key has to say something, which a schema leaves to svc.
      if (keys.has(name) && [null, "", "[]", '[""]', "[null]"].includes(value as string)) continue;
      const document = wrapped({ ...base, [name]: value });
      const text = JSON.stringify(document);
      const isTaken = await readIn(folder, { input: text, names: ["-"] }).then(
        () => true,
        (error: unknown) => {
          if (error instanceof Failure && error.kind === "usage") return false;
          throw error;
        },
      );
      const isValid = validate(JSON.parse(text));
      // A pattern of a schema is for texts alone, and YAML reads 22.04 as a number.
      if (["number", "boolean"].includes(typeof value) && field?.pattern !== undefined) continue;
      // Rules between fields that a schema does not say.
      if (isValid && !isTaken && kind.name === "dhcp-snippets") continue;
      if (isValid !== isTaken) wrong.push([text, isTaken, validate.errors]);
    }
    expect(wrong).toEqual([]);
  });
});

test("every kind, field and claim has a description in the words of documents", () => {
  const described: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [name, each] of Object.entries(value)) {
      if (name === "description" && typeof each === "string") described.push(each);
      visit(each);
    }
  };
  visit(schema);
  expect(described.length).toBeGreaterThan(150);
  expect(described.filter((text) => /--|@|^$|[.,;:]$| {2}|repeat for/.test(text))).toEqual([]);
  const { $defs } = schema as { readonly $defs: Readonly<Record<string, { readonly properties: object }>> };
  expect(Object.keys($defs)).toEqual(
    [...kinds.values()].filter(({ kind }) => !kind.map).map(({ name }) => name),
  );
  expect(Object.keys((schema as { readonly properties: object }).properties)).toEqual([
    ...topLevel(kinds).map(({ name }) => name),
    "claims",
  ]);
});
