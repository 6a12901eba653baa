import { group } from "../../catalogue/groups/machines.ts";
import type { Field, Operation } from "../../catalogue/operation.ts";
import type { Claim, FieldValue, Place } from "../item.ts";
import { excerpt } from "../problems.ts";
import { addRuleProblems, type ReadContext, readField } from "./fields.ts";
import { addUnknownKey, type Entry, entriesOf, itemsOf, type Node } from "./tree.ts";

/** Fields that claims set themselves, or that have no meaning in claims. */
const excludedFields = ["agent_name", "dry_run", "verbose", "system_id"];

const fieldsFor = ({ fields = [] }: Operation): ReadonlyMap<string, Field> =>
  new Map(fields.filter(({ name }) => !excludedFields.includes(name)).map((field) => [field.name, field]));

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

export function readClaims(node: Node, claims: Claim[], readContext: ReadContext): void {
  const { problems } = readContext;
  for (const [index, each] of (itemsOf(node, "claims", problems) ?? []).entries()) {
    const label = `claims[${index}]`;
    const entries = entriesOf(each, label, problems);
    if (entries === undefined) continue;
    for (const [name, { place }] of entries)
      if (!members.includes(name)) addUnknownKey(place, name, { of: "claims", knownKeys: members, problems });
    const { place } = each;
    const claimNode: ClaimNode = { entries, label, place, readContext };
    const name = textOf(nameField, claimNode);
    const shares = sharesOf(claimNode);
    const allocate = readMember("allocate", claimNode);
    const deploy = readMember("deploy", claimNode);
    if (name === undefined || shares === undefined) continue;
    const firstClaim = claims.find((claim) => claim.name === name);
    if (firstClaim === undefined)
      claims.push(...shares.map((share) => ({ name, place, ...share, allocate, deploy })));
    else problems.addRepetition(place, `${label}: '${excerpt(name)}'`, firstClaim.place);
  }
}

interface ClaimNode {
  readonly entries: ReadonlyMap<string, Entry>;
  readonly label: string;
  readonly place: Place;
  readonly readContext: ReadContext;
}

type Share = Pick<Claim, "site" | "count" | "total">;

function sharesOf(claimNode: ClaimNode): readonly Share[] | undefined {
  const { entries, label, readContext } = claimNode;
  const { problems } = readContext;
  const counts = entries.get("count");
  const countsBySite = counts?.value.form === "map" ? counts.value.entries : undefined;
  const sites = sitesOf(claimNode);
  if (sites === undefined) {
    const count = textOf(countField, claimNode);
    return count === undefined ? undefined : [{ count: Number(count) }];
  }
  if (countsBySite === undefined) {
    const total = textOf(countField, claimNode);
    return total === undefined ? undefined : sites.map((site) => ({ site, count: 0, total: Number(total) }));
  }
  for (const [name, { place }] of countsBySite)
    if (!sites.includes(name))
      problems.add(place, `${label}.count: '${excerpt(name)}' is not one of its sites`);
  return sites.flatMap((site): readonly Share[] => {
    const field = { ...countField, name: site };
    const count = textOf(field, { ...claimNode, label: `${label}.count`, entries: countsBySite });
    return count === undefined ? [] : [{ site, count: Number(count) }];
  });
}

function sitesOf({ entries, label, readContext }: ClaimNode): readonly string[] | undefined {
  const entry = entries.get("sites");
  if (entry === undefined) return undefined;
  const value = readField(sitesField, entry.value, `${label}.sites`, readContext);
  const values = value?.form === "list" ? value.values : [];
  const names = values.flatMap((value) => (value.form === "text" ? value.text : []));
  const duplicate = names.find((name, index) => names.indexOf(name) < index);
  const { place } = entry.value;
  if (value !== undefined && (names.length === 0 || names.includes("") || names.length < values.length))
    readContext.problems.add(place, `${label}.sites takes a list of profiles`);
  else if (duplicate !== undefined)
    readContext.problems.add(place, `${label}.sites: '${excerpt(duplicate)}' is repeated`);
  return [...new Set(names)];
}

function textOf(field: Field, { entries, label, place, readContext }: ClaimNode): string | undefined {
  const entry = entries.get(field.name);
  if (entry === undefined) {
    readContext.problems.add(place, `${label}: ${field.name} is missing`);
    return undefined;
  }
  const problemsBefore = readContext.problems.count;
  const value = readField(field, entry.value, `${label}.${field.name}`, readContext);
  if (value?.form === "text" && value.text !== "") return value.text;
  if (readContext.problems.count === problemsBefore)
    readContext.problems.add(
      entry.value.place,
      `${label}.${field.name} must be text in the document, not a file or a variable`,
    );
  return undefined;
}

function readMember(
  member: "allocate" | "deploy",
  { entries, label, place, readContext }: ClaimNode,
): ReadonlyMap<string, FieldValue> {
  const { problems } = readContext;
  const values = new Map<string, FieldValue>();
  const entry = entries.get(member);
  const memberEntries = entry && entriesOf(entry.value, `${label}.${member}`, problems);
  const fields = claimFields[member];
  for (const [name, { place: keyPlace, value }] of memberEntries ?? []) {
    const field = fields.get(name);
    if (field === undefined) {
      addUnknownKey(keyPlace, name, { of: `${member} of claims`, knownKeys: [...fields.keys()], problems });
      continue;
    }
    const fieldValue = readField(field, value, `${label}.${member}.${name}`, readContext);
    if (fieldValue !== undefined) values.set(name, fieldValue);
  }
  addRuleProblems(claimOperations[member], values, { label: `${label}.${member}`, place, problems });
  return values;
}
