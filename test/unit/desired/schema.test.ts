import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { parse, type ScalarTag } from "yaml";
import { isFlag, isRepeatable } from "../../../src/catalogue/commands/command-spec.ts";
import { type GroupName, groups } from "../../../src/catalogue/index.ts";
import type { Field } from "../../../src/catalogue/operation.ts";
import { Failure } from "../../../src/core/failure.ts";
import { claimFields } from "../../../src/desired/document/claims.ts";
import { type LoadedKind, topLevelKinds } from "../../../src/desired/kinds.ts";
import { documentSchema } from "../../../src/desired/schema.ts";
import { folderOfFile } from "../../temporary-folder.ts";
import { createRandom, partOfRun, seedsOfRun } from "../random.ts";
import { kinds, readIn } from "./document/reading.ts";

const summaryOf = (name: string) =>
  Object.hasOwn(groups, name) ? groups[name as GroupName].summary : undefined;
/** The schema as printed. */
const schema: object = JSON.parse(JSON.stringify(documentSchema(kinds, summaryOf)));
const validate = new Ajv2020({
  allErrors: true,
  strict: true,
  strictRequired: false,
  strictTypes: false,
}).compile(schema);
const folder = folderOfFile();

/** Values that few fields accept, and some that many do. */
const odd: readonly unknown[] = [
  ...["", null, "x", "a b", 0, 1, -1, 300, 5000, 70_000, 2 ** 31, 1.5, true, false, "true", "No", "on", "-5"],
  ...["+5", "0x10", " 5 ", "300", "1.5", "maybe", [], ["a"], [1, "b"], [null], [[]], [""], [true], [{}], {}],
  ...[{ a: "b" }, { a: 1, b: null }, { a: [] }, { a: {} }, "512M", "1.5G", "a\nb", "10.0.0.1", "10.0.0.0/24"],
  ...["10.0.0.1 10.0.0.2", "AAAAA-BBBBB-CCCCC-DDDDD-EEEEE", "\u00fc", "standard", "dynamic", "lp:me"],
  ...["ssh-ed25519 AAAA"],
];

/** Whether the schema does not check the range of quoted numbers for this field. */
const isWide = ({ type, min = 0, max = min }: Partial<Field> = {}): boolean =>
  type === "integer" && max - min > 9;

/** Whether svc can parse the document. */
async function isRead(input: string): Promise<boolean> {
  try {
    await readIn(folder, { input, names: ["-"] });
    return true;
  } catch (error) {
    if (error instanceof Failure && error.kind === "usage") return false;
    throw error;
  }
}

/** Parses tagged values as text, as an editor does. */
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
  ["claims: [{name: a, count: {east: 1}}]"],
  ["claims: [{name: a, count: {east: -1}, sites: [east]}]"],
  ["claims: [{name: a, count: 1, sites: {east: 1}}]"],
  ["claims: [{name: a, count: 1, allocate: {agent_name: x}}]"],
  ["dhcp-snippets: [{name: a, iprange: 3}]"],
  ["tags: [{name: a, machines: [web-01], definition: //node}]"],
  ["- a"],
])("%s is refused by both", async (text) => {
  expect(validate(parse(text))).toBe(false);
  expect(await isRead(text)).toBe(false);
});

describe.each([...kinds.values()].filter(({ spec }) => spec.map === undefined))("$name", (kind) => {
  const keys = new Map(kind.spec.key.map((name) => [name, kind.fields.get(name)?.definition]));
  const base = Object.fromEntries(
    [...keys].map(([name, field]) => [
      name,
      field?.type === "integer" ? 1 : name === "key" ? "ssh-rsa AAAA" : "a",
    ]),
  );
  const within = kind.spec.parent;
  const wrapped = (item: unknown) => {
    if (within === undefined) return { [kind.name]: [item] };
    const parent = kinds.get(within.kind);
    const member =
      Object.entries(parent?.spec.children ?? {}).find(([, name]) => name === kind.name)?.[0] ?? "";
    const key = Object.fromEntries((parent?.spec.key ?? []).map((name) => [name, "a"]));
    return { [within.kind]: [{ ...key, [member]: [item] }] };
  };

  const names = [...kind.fields.keys()].map((name, turn) => [name, turn] as const);
  test.each(names)("the schema takes what svc takes for %s", async (name, turn) => {
    const field = kind.fields.get(name)?.definition;
    const wrong: unknown[] = [];
    for (const value of partOfRun(odd, 10, turn)) {
      // The schema does not check that a key is not empty.
      if (keys.has(name) && [null, "", "[]", '[""]', "[null]"].includes(value as string)) continue;
      const document = wrapped({ ...base, [name]: value });
      const text = JSON.stringify(document);
      const isTaken = await isRead(text);
      const isValid = validate(JSON.parse(text));
      // A schema pattern applies only to texts, but YAML parses 22.04 as a number.
      if (["number", "boolean"].includes(typeof value) && field?.pattern !== undefined) continue;
      // The schema does not check rules between fields.
      if (isValid && !isTaken && kind.name === "dhcp-snippets") continue;
      // A secret must be a tagged value, which an editor sees as text.
      if (!isTaken && kind.spec.credentials?.includes(name)) continue;
      if (isValid && !isTaken && isWide(field) && typeof value === "string") continue;
      if (isValid !== isTaken) wrong.push([text, isTaken, validate.errors]);
    }
    expect(wrong).toEqual([]);
  });
});

test("descriptions of kinds, fields and claims use the wording of documents", () => {
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
    [...kinds.values()].filter(({ spec }) => !spec.map).map(({ name }) => name),
  );
  expect(Object.keys((schema as { readonly properties: object }).properties)).toEqual([
    ...topLevelKinds(kinds).map(({ name }) => name),
    "claims",
  ]);
});

let random = createRandom(0);
const chance = (share: number) => random.below(1000) < share * 1000;

function fitting(field: Field): unknown {
  const one = (): unknown => {
    if (field.choices !== undefined) return random.pick([...field.choices, field.choices[0]?.toUpperCase()]);
    if (isFlag(field.type)) return random.pick([true, false, "true", "no", 0, 1]);
    if (field.type === "integer")
      return random.pick([field.min ?? 0, field.max ?? 9, "3", field.alsoName ? "n" : 4]);
    if (field.type === "map") return random.pick<unknown>([{}, { a: "b" }, { a: 1, c: true }]);
    return field.pattern === undefined ? random.pick<unknown>(["x", 5, true]) : random.pick(odd);
  };
  const isList = (isRepeatable(field) || field.separator !== undefined) && chance(0.6);
  return isList ? Array.from({ length: random.below(3) }, one) : one();
}

function givenTo(field: Field): unknown {
  const value = chance(0.8) ? fitting(field) : random.pick(odd);
  const isNumber = typeof value === "string" && /^\s*[+-]?\d+\s*$/.test(value);
  return isNumber && isWide(field) ? String(field.min ?? 0) : value;
}

function itemOf(kind: LoadedKind): unknown {
  if (chance(0.02)) return random.pick(odd);
  const share = random.pick([0.1, 0.4, 0.8]);
  const open = [...kind.fields].filter(([name]) => kind.spec.credentials?.includes(name) !== true);
  const fields = open.filter(([, { isKey }]) => chance(isKey ? 0.95 : share));
  const childKinds = Object.entries(kind.spec.children ?? {}).flatMap(([member, name]) => {
    const child = kinds.get(name);
    return child === undefined || chance(0.6) ? [] : [[member, [itemOf(child)]]];
  });
  return {
    ...Object.fromEntries([
      ...fields.map(([name, { definition }]) => [name, givenTo(definition)]),
      ...childKinds,
    ]),
    ...(kind.spec.createOnDemand && chance(0.3) ? { create: random.pick(odd) } : {}),
    ...(chance(0.03) ? { [random.pick(["id", "nam", "create"])]: 1 } : {}),
  };
}

function claim(): unknown {
  const member = (name: keyof typeof claimFields) => {
    const fields = [...claimFields[name]].filter(() => chance(0.15));
    return chance(0.3)
      ? {}
      : { [name]: Object.fromEntries(fields.map(([key, field]) => [key, givenTo(field)])) };
  };
  const nameFields = { name: chance(0.8) ? random.pick(["a", "b-1", 5]) : random.pick(odd) };
  return {
    ...nameFields,
    count: chance(0.8) ? random.pick([0, "2", 10_000]) : random.pick(odd),
    ...member("allocate"),
    ...member("deploy"),
  };
}

async function expectAgreement(document: unknown): Promise<void> {
  const text = JSON.stringify(document);
  const verdict = (takes: boolean) => `${text} ${takes ? "taken" : "refused"}`;
  expect(verdict(validate(JSON.parse(text)))).toBe(verdict(await isRead(text)));
}

const listKinds = topLevelKinds(kinds).filter(({ spec }) => spec.map === undefined);
const names = [...listKinds.map(({ name }) => name), "claims"];

test.each(seedsOfRun(1).flatMap((seed) => names.map((name) => [name, seed] as const)))(
  "svc and the schema take the same %s (seed %i)",
  async (name, seed) => {
    random = createRandom(seed);
    const kind = kinds.get(name);
    for (let round = 0; round < 20; round += 1)
      await expectAgreement({ [name]: [kind === undefined ? claim() : itemOf(kind)] });
  },
);

test.each<readonly [field: string, values: readonly unknown[]]>([
  ["name", [-1, 0, 7, 1.5, true, "", null, "-1", "a b", "a-1", [], {}]],
  ["count", [-1, 0, 1.5, 10_001, true, "", null, "-1", "+1", "2", " 2 ", [], {}]],
])("svc and the schema take the same %s of a claim: %j", async (field, values) => {
  for (const value of values) await expectAgreement({ claims: [{ name: "a", count: 1, [field]: value }] });
});
