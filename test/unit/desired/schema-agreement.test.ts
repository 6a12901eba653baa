import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { isFlag, isRepeatable } from "../../../src/catalogue/commands/command-signature.ts";
import type { Field } from "../../../src/catalogue/operation.ts";
import { Failure } from "../../../src/core/failure.ts";
import { claimFields } from "../../../src/desired/document/claims.ts";
import { type LoadedKind, topLevel } from "../../../src/desired/kinds.ts";
import { documentSchema } from "../../../src/desired/schema.ts";
import { folderOfFile } from "../../temporary-folder.ts";
import { createRandom, seedsOfRun } from "../random.ts";
import { kinds, readIn } from "./document/reading.ts";

const validate = new Ajv2020({ strict: false }).compile(documentSchema(kinds, () => undefined));
const folder = folderOfFile();
let random = createRandom(0);
const chance = (share: number) => random.below(1000) < share * 1000;

/** Values that hardly a field takes, and some that many do. */
const odd: readonly unknown[] = [
  ...["", null, "x", "a b", 0, 1, -1, 300, 70_000, 1.5, true, false, "true", "No", "on", "-5", "+5", "0x10"],
  ...[" 5 ", [], ["a"], [1, "b"], [null], [[]], {}, { a: "b" }, { a: 1, b: null }, { a: [] }, "512M", "1.5G"],
  ...["a\nb", "10.0.0.1", "10.0.0.0/24", "10.0.0.1 10.0.0.2", "AAAAA-BBBBB-CCCCC-DDDDD-EEEEE", "\u00fc"],
];

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

const givenTo = (field: Field): unknown => (chance(0.8) ? fitting(field) : random.pick(odd));

function itemOf(kind: LoadedKind): unknown {
  if (chance(0.02)) return random.pick(odd);
  const share = random.pick([0.1, 0.4, 0.8]);
  const fields = [...kind.fields].filter(([, { isKey }]) => chance(isKey ? 0.95 : share));
  const held = Object.entries(kind.kind.children ?? {}).flatMap(([member, name]) => {
    const child = kinds.get(name);
    return child === undefined || chance(0.6) ? [] : [[member, [itemOf(child)]]];
  });
  return {
    ...Object.fromEntries([...fields.map(([name, { field }]) => [name, givenTo(field)]), ...held]),
    ...(kind.kind.createOnDemand && chance(0.3) ? { create: random.pick(odd) } : {}),
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
  const named = { name: chance(0.8) ? random.pick(["a", "b-1", 5]) : random.pick(odd) };
  return {
    ...named,
    count: chance(0.8) ? random.pick([0, "2", 10_000]) : random.pick(odd),
    ...member("allocate"),
    ...member("deploy"),
  };
}

/** Whether svc reads a document. */
async function isRead(text: string): Promise<boolean> {
  try {
    await readIn(folder, { text });
    return true;
  } catch (error) {
    if (error instanceof Failure && error.kind === "usage") return false;
    throw error;
  }
}

async function expectAgreement(text: string): Promise<void> {
  const verdict = (takes: boolean) => `${text} ${takes ? "taken" : "refused"}`;
  expect(verdict(validate(JSON.parse(text)))).toBe(verdict(await isRead(text)));
}

const listed = topLevel(kinds).filter(({ kind }) => kind.map === undefined);
const names = [...listed.map(({ name }) => name), "claims"];

test.each(seedsOfRun(1).flatMap((seed) => names.map((name) => [name, seed] as const)))(
  "svc and the schema take the same %s (seed %i)",
  async (name, seed) => {
    random = createRandom(seed);
    const kind = kinds.get(name);
    for (let round = 0; round < 60; round += 1)
      await expectAgreement(JSON.stringify({ [name]: [kind === undefined ? claim() : itemOf(kind)] }));
  },
);

test.each<unknown>([-1, 0, 7, 1.5, true, "", null, "-1", "a b", "a-1", [], {}])(
  "svc and the schema take the same name of a claim: %j",
  async (name) => {
    await expectAgreement(JSON.stringify({ claims: [{ name, count: 1 }] }));
  },
);

test.each<unknown>([-1, 0, 1.5, 10_001, true, "", null, "-1", "+1", "2", " 2 ", [], {}])(
  "svc and the schema take the same count of a claim: %j",
  async (count) => {
    await expectAgreement(JSON.stringify({ claims: [{ name: "a", count }] }));
  },
);
