import { textsOf } from "../directory.ts";
import { type FieldValue, type Item, type Place, placeText, type Scope } from "../item.ts";
import { hasValue, type LoadedKind } from "../kinds.ts";
import { memberField, memberNamed } from "../members.ts";
import { nameOf } from "../object-names.ts";
import { type Reading, readField } from "./fields.ts";
import { itemIdentity, keyProblem } from "./identity.ts";
import { itemsOf, unknownKey } from "./keys.ts";
import { shown } from "./problems.ts";
import { noteBrokenRules } from "./rules.ts";
import { type Entry, type Node, nodeName } from "./tree.ts";

/** What items are read into. */
export interface Gathering {
  readonly reading: Reading;
  readonly kinds: ReadonlyMap<string, LoadedKind>;
  readonly items: Item[];
  readonly scopes: Scope[];
  /** The place of each item by its identity. */
  readonly places: Map<string, Place>;
}

const maxItems = 100_000;

/** Reads what stands below the key of a kind: a list of items, or for configuration a mapping of names to values. */
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
  /** As messages call the item: `domains[0]`. */
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
  const held: [LoadedKind, string, Node][] = [];
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
    } else if (child !== undefined) held.push([child, name, entry.value]);
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
  add(kind, item, label, gathering);
  for (const [child, name, value] of held) readKind(child, value, gathering, item, `${label}.${name}`);
}

/** Adds an item, or notes that it stands in the sources twice. */
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

/** An item with its name, where its key says one. */
function called(kind: LoadedKind, item: Item, label: string): string {
  const name = nameOf(kind, (field) => textsOf(kind, item, field)[0])?.name;
  return name === undefined || kind.kind.map !== undefined ? label : `${label} (${shown(name)})`;
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
  const known = [...kind.fields.keys(), ...Object.keys(holds), ...(createOnDemand ? ["create"] : [])];
  unknownKey(place, name, { of: kind.name, known, problems });
}

/** Items that are the members of one mapping, such as `config: {ntp_servers: ntp.example}`. */
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
    const known = memberNamed(kind, name);
    // Any item may be cleared, unless its choices lack the empty text.
    const typed = isCleared && known?.choices === undefined ? undefined : known;
    const read = state && readField(memberField(state.field, typed), value, label, gathering.reading);
    if (read === undefined) continue;
    const fields = new Map<string, FieldValue>([
      [nameField, { form: "text", place, text: name }],
      [valueField, read],
    ]);
    const item: Item = { kind: kind.name, place, fields };
    add(kind, item, label, gathering);
  }
}
