import { group } from "../../catalogue/groups/machines.ts";
import type { Field, Operation } from "../../catalogue/operation.ts";
import { type Claim, type FieldValue, type Place, placeText } from "../item.ts";
import { excerpt } from "../problems.ts";
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

export const sitesField: Field = {
  name: "sites",
  type: "string",
  repeatable: true,
  help: "profiles of the sites to take machines from, in order of preference",
};

const members = ["name", "count", "sites", "allocate", "deploy"];

export function readClaims(node: Node, { claims, reading }: Claims): void {
  const { problems } = reading;
  for (const [index, each] of (itemsOf(node, "claims", problems) ?? []).entries()) {
    const label = `claims[${index}]`;
    const entries = entriesOf(each, label, problems);
    if (entries === undefined) continue;
    for (const [name, { place }] of entries)
      if (!members.includes(name)) unknownKey(place, name, { of: "claims", knownKeys: members, problems });
    const { place } = each;
    const at: At = { entries, label, place, reading };
    const [name, shares] = [textOf(nameField, at), sharesOf(at)];
    const [allocate, deploy] = [readMember("allocate", at), readMember("deploy", at)];
    if (name === undefined || shares === undefined) continue;
    const same = claims.find((claim) => claim.name === name);
    if (same === undefined)
      claims.push(...shares.map((share) => ({ name, place, ...share, allocate, deploy })));
    else
      problems.add(place, `${label}: '${excerpt(name)}' is repeated here, first at ${placeText(same.place)}`);
  }
}

interface At {
  readonly entries: ReadonlyMap<string, Entry>;
  readonly label: string;
  readonly place: Place;
  readonly reading: Reading;
}

type Share = Pick<Claim, "site" | "count" | "total">;

/** One for each site. `count` is a number for all, or a mapping of sites to numbers. */
function sharesOf(at: At): readonly Share[] | undefined {
  const { entries, label, reading } = at;
  const { problems } = reading;
  const counts = entries.get("count");
  const each = counts?.value.form === "map" ? counts.value.entries : undefined;
  const sites = sitesOf(at);
  if (sites === undefined) {
    const count = textOf(countField, at);
    return count === undefined ? undefined : [{ count: Number(count) }];
  }
  if (each === undefined) {
    const total = textOf(countField, at);
    return total === undefined ? undefined : sites.map((site) => ({ site, count: 0, total: Number(total) }));
  }
  for (const [name, { place }] of each)
    if (!sites.includes(name))
      problems.add(place, `${label}.count: '${excerpt(name)}' is not among its sites`);
  return sites.flatMap((site): readonly Share[] => {
    const field = { ...countField, name: site };
    const count = textOf(field, { ...at, label: `${label}.count`, entries: each });
    return count === undefined ? [] : [{ site, count: Number(count) }];
  });
}

/** The sites of a claim, each once. */
function sitesOf({ entries, label, reading }: At): readonly string[] | undefined {
  const entry = entries.get("sites");
  if (entry === undefined) return undefined;
  const read = readField(sitesField, entry.value, `${label}.sites`, reading);
  const values = read?.form === "list" ? read.values : [];
  const names = values.flatMap((value) => (value.form === "text" ? value.text : []));
  const twice = names.find((name, index) => names.indexOf(name) < index);
  const { place } = entry.value;
  if (read !== undefined && (names.length === 0 || names.includes("") || names.length < values.length))
    reading.problems.add(place, `${label}.sites takes a list of profiles`);
  else if (twice !== undefined)
    reading.problems.add(place, `${label}.sites: '${excerpt(twice)}' is repeated`);
  return [...new Set(names)];
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
    reading.problems.add(entry.value.place, `${label}.${field.name} must be written in the document itself`);
  return undefined;
}

function readMember(
  member: "allocate" | "deploy",
  { entries, label, place, reading }: At,
): ReadonlyMap<string, FieldValue> {
  const { problems } = reading;
  const values = new Map<string, FieldValue>();
  const entry = entries.get(member);
  const memberEntries = entry && entriesOf(entry.value, `${label}.${member}`, problems);
  const fields = claimFields[member];
  for (const [name, { place: keyPlace, value }] of memberEntries ?? []) {
    const field = fields.get(name);
    if (field === undefined) {
      unknownKey(keyPlace, name, { of: `${member} of claims`, knownKeys: [...fields.keys()], problems });
      continue;
    }
    const read = readField(field, value, `${label}.${member}.${name}`, reading);
    if (read !== undefined) values.set(name, read);
  }
  noteBroken(claimOperations[member], values, { label: `${label}.${member}`, place, problems });
  return values;
}
