import { textsOf } from "../directory.ts";
import { type FieldValue, type Item, isUnset, type Place, placeText, type Scope, textsIn } from "../item.ts";
import { hasValue, type LoadedKind, memberField, memberNamed } from "../kinds.ts";
import { nameOf } from "../object-names.ts";
import { excerpt } from "../problems.ts";
import { noteBrokenRules, type Reading, readField } from "./fields.ts";
import { type Entry, itemsOf, type Node, nodeName, unknownKey } from "./tree.ts";

export interface Gathering {
  readonly reading: Reading;
  readonly kinds: ReadonlyMap<string, LoadedKind>;
  readonly items: Item[];
  readonly scopes: Scope[];
  readonly places: Map<string, Place>;
}

const maxItems = 100_000;

/** A list of items, or for configuration a mapping of names to values. */
export function readKind(
  kind: LoadedKind,
  node: Node,
  gathering: Gathering,
  parent?: Item,
  label = kind.name,
) {
  const { scopes, reading } = gathering;
  if (parent !== undefined) scopes.push({ kind: kind.name, parent });
  else if (!scopes.some((scope) => scope.kind === kind.name && scope.parent === undefined))
    scopes.push({ kind: kind.name });
  if (kind.kind.map !== undefined) return readMembers(kind, kind.kind.map, node, gathering);
  for (const [index, item] of (itemsOf(node, label, reading.problems) ?? []).entries())
    readItem(kind, item, { gathering, parent, label: `${label}[${index}]` });
}

interface Reader {
  readonly gathering: Gathering;
  readonly parent: Item | undefined;
  readonly label: string;
}

function readItem(kind: LoadedKind, node: Node, { gathering, parent, label }: Reader): void {
  const { problems } = gathering.reading;
  if (node.form !== "map") {
    const hint = node.form === "scalar" ? `; write ${kind.kind.key[0]}: before it` : "";
    problems.add(node.place, `${label} takes a mapping of fields, not ${nodeName(node)}${hint}`);
    return;
  }
  const holds = kind.kind.children ?? {};
  const fields = new Map<string, FieldValue>();
  const childNodes: [LoadedKind, string, Node][] = [];
  let mayCreate = false;
  const before = problems.count;
  for (const [name, entry] of node.entries) {
    const state = kind.fields.get(name);
    const child = Object.hasOwn(holds, name) ? gathering.kinds.get(holds[name] ?? "") : undefined;
    if (state !== undefined) {
      const value = readField(state.field, entry.value, `${label}.${name}`, gathering.reading);
      if (value !== undefined) fields.set(name, value);
      if (value?.form === "text" && value.text === "" && hasValue(kind, state))
        problems.add(value.place, `${label}.${name} cannot be empty`);
      if (value?.form === "text" && kind.kind.credentials?.includes(name))
        problems.add(value.place, `${label}.${name} must not be in a file: write !env NAME or !file PATH`);
    } else if (child !== undefined) childNodes.push([child, name, entry.value]);
    else if (kind.kind.createOnDemand && name === "create") mayCreate = readCreate(entry, label, gathering);
    else noteUnknown(kind, name, entry, { gathering, parent, label });
  }
  const item: Item = {
    kind: kind.name,
    place: node.place,
    fields,
    ...(parent === undefined ? {} : { parent }),
    ...(mayCreate ? { mayCreate } : {}),
  };
  if (problems.count === before && !node.isDamaged) {
    const problem = keyProblem(kind, item);
    if (problem !== undefined) problems.add(node.place, `${label}: ${problem}`);
  }
  noteBrokenRules(kind, item, label, problems);
  for (const pair of Object.entries(kind.kind.computedBy ?? {}))
    if (pair.every((name) => isGiven(fields.get(name))))
      problems.add(
        node.place,
        `${label}: give ${pair.join(" or ")}, not both: the service derives ${pair[0]} from ${pair[1]}`,
      );
  add(kind, item, label, gathering);
  for (const [child, name, value] of childNodes) readKind(child, value, gathering, item, `${label}.${name}`);
}

const isGiven = (value: FieldValue | undefined): boolean =>
  value !== undefined && textsIn(value).some((text) => text !== "");

function add(kind: LoadedKind, item: Item, label: string, { items, places, reading }: Gathering): void {
  if (items.length >= maxItems)
    reading.problems.stop(item.place, `the sources contain more than ${maxItems} items`);
  items.push(item);
  const identity = itemIdentity(kind, item);
  if (identity === undefined) return;
  const first = places.get(identity);
  if (first === undefined) places.set(identity, item.place);
  else
    reading.problems.add(
      item.place,
      `${called(kind, item, label)} is repeated here, first at ${placeText(first)}`,
    );
}

function called(kind: LoadedKind, item: Item, label: string): string {
  const name = nameOf(kind, (field) => textsOf(kind, item, field)[0])?.name;
  return name === undefined || kind.kind.map !== undefined ? label : `${label} (${excerpt(name)})`;
}

function readCreate({ value }: Entry, label: string, { reading }: Gathering): boolean {
  const field = { name: "create", type: "boolean", help: "create" } as const;
  const read = readField(field, value, `${label}.create`, reading);
  return read?.form === "text" && read.text === "true";
}

function noteUnknown(kind: LoadedKind, name: string, { place }: Entry, { gathering, label }: Reader): void {
  const { problems } = gathering.reading;
  const {
    joinedFields: parts,
    ignoredFields: without = [],
    children: holds = {},
    createOnDemand,
  } = kind.kind;
  if (parts !== undefined && name === parts.of && without.includes(name)) {
    problems.add(place, `${label}.${name} is written as ${parts.fields.join(" and ")}`);
    return;
  }
  const createField = kind.operations.create?.operation.fields?.find((field) => field.name === name);
  if (createField?.deprecated !== undefined && without.includes(name)) {
    problems.add(place, `${label}.${name}: ${createField.deprecated}`);
    return;
  }
  const knownKeys = [...kind.fields.keys(), ...Object.keys(holds), ...(createOnDemand ? ["create"] : [])];
  unknownKey(place, name, { of: kind.name, knownKeys, problems });
}

/** Items of one mapping, such as `config: {ntp_servers: ntp.example}`. */
function readMembers(
  kind: LoadedKind,
  { name: nameField, value: valueField }: { readonly name: string; readonly value: string },
  node: Node,
  gathering: Gathering,
): void {
  const { problems } = gathering.reading;
  if (node.form !== "map") {
    problems.add(node.place, `${kind.name} takes a mapping of names to values, not ${nodeName(node)}`);
    return;
  }
  for (const [name, { place, value }] of node.entries) {
    const label = `${kind.name}.${name}`;
    const state = kind.fields.get(valueField);
    const isCleared = value.form === "scalar" && (value.type === "null" || value.text === "");
    const member = memberNamed(kind, name);
    // Any item may be cleared, unless its choices lack the empty text.
    const checkedMember = isCleared && member?.choices === undefined ? undefined : member;
    const read = state && readField(memberField(state.field, checkedMember), value, label, gathering.reading);
    if (read === undefined) continue;
    const fields = new Map<string, FieldValue>([
      [nameField, { form: "text", place, text: name }],
      [valueField, read],
    ]);
    const item: Item = { kind: kind.name, place, fields };
    add(kind, item, label, gathering);
  }
}

/** What is missing from the key; undefined if complete. */
function keyProblem({ kind }: LoadedKind, { fields }: Item): string | undefined {
  const has = (name: string) => {
    const value = fields.get(name);
    return value !== undefined && (isUnset(value) || textsIn(value).some((text) => text !== ""));
  };
  const missing = kind.key.filter((name) => !has(name));
  if (missing.length === 0 || kind.otherKeys?.some(has) === true) return undefined;
  const empty = missing.filter((name) => fields.has(name));
  if (empty.length > 0) return `${joinNames(empty)} ${empty.length === 1 ? "is" : "are"} empty`;
  const names = [...(kind.otherKeys ?? [])].map((name) => ` or ${name}`).join("");
  return `${joinNames(missing)}${names} ${missing.length === 1 ? "is" : "are"} missing`;
}

const joinNames = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/** Kind, parent and key. Undefined if the key needs an unset variable. */
function itemIdentity(loaded: LoadedKind, item: Item): string | undefined {
  const { kind } = loaded;
  const keyed = kind.key.every((name) => item.fields.has(name));
  const names = keyed ? kind.key : (kind.otherKeys ?? []).filter((name) => item.fields.has(name));
  const values = names.map((name) => item.fields.get(name));
  if (values.length === 0 || values.some((value) => value === undefined || isUnset(value))) return undefined;
  const parent = item.parent === undefined ? null : [item.parent.kind, item.parent.place];
  const texts = values.map((value) => (value === undefined ? [] : textsIn(value).toSorted()));
  return JSON.stringify([item.kind, parent, names, texts]);
}
