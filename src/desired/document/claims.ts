import { group } from "../../catalogue/groups/machines.ts";
import type { Field, Operation } from "../../catalogue/operation.ts";
import { type Claim, type FieldValue, type Place, placeText } from "../item.ts";
import { shown } from "../problems.ts";
import { noteBroken, type Reading, readField } from "./fields.ts";
import { type Entry, entriesOf, itemsOf, type Node, unknownKey } from "./tree.ts";

export interface Claims {
  readonly claims: Claim[];
  readonly reading: Reading;
}

/** Set by claims themselves, or contrary to them. */
const notOfClaims = ["agent_name", "dry_run", "verbose", "system_id"];

const fieldsFor = ({ fields = [] }: Operation): ReadonlyMap<string, Field> =>
  new Map(fields.filter(({ name }) => !notOfClaims.includes(name)).map((field) => [field.name, field]));

/** By the member that holds their fields. */
export const claimOperations: Readonly<Record<"allocate" | "deploy", Operation>> = {
  allocate: group.operations["machines.allocate"],
  deploy: group.operations["machine.deploy"],
};

export const claimFields = {
  allocate: fieldsFor(claimOperations.allocate),
  deploy: fieldsFor(claimOperations.deploy),
} as const;

export const nameField: Field = {
  name: "name",
  type: "string",
  help: "name of the claim, which marks its machines",
  pattern: "[A-Za-z0-9][A-Za-z0-9._-]{0,99}",
  form: "letters, digits, '.', '_' and '-', at most 100 of them",
};

export const countField: Field = {
  name: "count",
  type: "integer",
  help: "number of machines",
  min: 0,
  max: 10_000,
};

const members = ["name", "count", "allocate", "deploy"];

export function readClaims(node: Node, { claims, reading }: Claims): void {
  const { problems } = reading;
  for (const [index, each] of (itemsOf(node, "claims", problems) ?? []).entries()) {
    const label = `claims[${index}]`;
    const entries = entriesOf(each, label, problems);
    if (entries === undefined) continue;
    for (const [name, { place }] of entries)
      if (!members.includes(name)) unknownKey(place, name, { of: "claims", known: members, problems });
    const { place } = each;
    const at: At = { entries, label, place, reading };
    const [name, count] = [textOf(nameField, at), textOf(countField, at)];
    const [allocate, deploy] = [readMember("allocate", at), readMember("deploy", at)];
    if (name === undefined || count === undefined) continue;
    const same = claims.find((claim) => claim.name === name);
    if (same === undefined) claims.push({ name, place, count: Number(count), allocate, deploy });
    else
      problems.add(place, `${label}: '${shown(name)}' is repeated here, first at ${placeText(same.place)}`);
  }
}

interface At {
  readonly entries: ReadonlyMap<string, Entry>;
  readonly label: string;
  readonly place: Place;
  readonly reading: Reading;
}

function textOf(field: Field, { entries, label, place, reading }: At): string | undefined {
  const entry = entries.get(field.name);
  if (entry === undefined) {
    reading.problems.add(place, `${label}: ${field.name} is missing`);
    return undefined;
  }
  const before = reading.problems.count;
  const read = readField(field, entry.value, `${label}.${field.name}`, reading);
  if (read?.form === "text" && read.text !== "") return read.text;
  if (reading.problems.count === before)
    reading.problems.add(entry.value.place, `${label}.${field.name} has to be in the document itself`);
  return undefined;
}

function readMember(
  member: "allocate" | "deploy",
  { entries, label, place, reading }: At,
): ReadonlyMap<string, FieldValue> {
  const { problems } = reading;
  const values = new Map<string, FieldValue>();
  const entry = entries.get(member);
  const given = entry && entriesOf(entry.value, `${label}.${member}`, problems);
  const fields = claimFields[member];
  for (const [name, { place: keyPlace, value }] of given ?? []) {
    const field = fields.get(name);
    if (field === undefined) {
      unknownKey(keyPlace, name, { of: `${member} of claims`, known: [...fields.keys()], problems });
      continue;
    }
    const read = readField(field, value, `${label}.${member}.${name}`, reading);
    if (read !== undefined) values.set(name, read);
  }
  noteBroken(claimOperations[member], values, { label: `${label}.${member}`, place, problems });
  return values;
}
