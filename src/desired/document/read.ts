import { joinWithAnd } from "../../catalogue/field.ts";
import { groupNames } from "../../catalogue/index.ts";
import { homeFolder } from "../../core/files.ts";
import { nearestOrAll } from "../../core/text/word-lists.ts";
import {
  type Claim,
  type FieldValue,
  type Item,
  type ItemSet,
  isUnset,
  type Place,
  type Scope,
  textsIn,
} from "../item.ts";
import { isNeverEmpty, type LoadedKind, memberField, memberNamed, topLevelKinds } from "../kinds.ts";
import { nameOf, normalText } from "../normal-text.ts";
import { excerpt, makeProblems, type Problems } from "../problems.ts";
import { textsOf } from "../values.ts";
import { readClaims } from "./claims.ts";
import { type ComposeContext, composeTree } from "./compose.ts";
import { addItemRuleProblems, type ReadContext, readField } from "./fields.ts";
import { documentsOf } from "./parse.ts";
import { readFiles, readSources } from "./sources.ts";
import { addUnknownKey, type Entry, formName, itemsOf, type Node, type NodeOf, safeKey } from "./tree.ts";

export interface DocumentContext {
  readonly kinds: ReadonlyMap<string, LoadedKind>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readStandardInput(): Promise<Buffer>;
  conceal(secret: string): void;
}

export interface Documents extends ItemSet {
  readonly claims: readonly Claim[];
}

export async function readDocuments(
  names: readonly string[],
  { kinds, env, readStandardInput, conceal }: DocumentContext,
): Promise<Documents> {
  const problems = makeProblems();
  const files = new Map<string, NodeOf<"file">>();
  const composeContext: ComposeContext = { problems, copies: { count: 0 }, files, home: homeFolder(env) };
  const trees: Node[] = [];
  for (const source of await readSources(names, readStandardInput, problems))
    for (const document of documentsOf(source, problems)) {
      const tree = composeTree(document, source.folder, composeContext);
      if (tree !== undefined) trees.push(tree);
    }
  const items: Item[] = [];
  const scopes: Scope[] = [];
  const claims: Claim[] = [];
  const readContext = { problems, files: await readFiles(files), env, conceal, values: { count: 0 } };
  const itemContext: ItemContext = { readContext, kinds, items, scopes, places: new Map() };
  for (const tree of trees) readTree(tree, itemContext, claims);
  problems.throwIfAny();
  return { items, scopes, claims };
}

function readTree(tree: Node, itemContext: ItemContext, claims: Claim[]): void {
  const { kinds, readContext } = itemContext;
  if (tree.form === "scalar" && tree.type === "null") return;
  if (tree.form !== "map") {
    readContext.problems.add(
      tree.place,
      `a document is a mapping of kinds, such as domains:, not ${formName(tree)}`,
    );
    return;
  }
  const topKinds = new Map(topLevelKinds(kinds).map((kind) => [kind.name, kind]));
  for (const [name, entry] of tree.entries) {
    const kind = topKinds.get(name);
    if (kind !== undefined) readKind(kind, entry.value, itemContext);
    else if (name === "claims") readClaims(entry.value, claims, readContext);
    // Keys that begin with `x-` are ignored; they can hold anchors.
    else if (!name.startsWith("x-")) readContext.problems.add(entry.place, unknownKind(name, kinds));
  }
}

function unknownKind(name: string, kinds: ReadonlyMap<string, LoadedKind>): string {
  const parentLink = kinds.get(name)?.spec.parent;
  if (parentLink !== undefined) {
    const childKinds = kinds.get(parentLink.kind)?.spec.children ?? {};
    const member = Object.keys(childKinds).find((each) => childKinds[each] === name);
    return `${name} belong inside ${parentLink.kind}, as ${member} of an item`;
  }
  if ((groupNames as readonly string[]).includes(name)) return `${name} cannot be part of desired state`;
  const kindNames = [...topLevelKinds(kinds).map((kind) => kind.name), "claims"];
  const [longer, another] = kindNames.filter((each) => each.endsWith(name));
  if (longer !== undefined && another === undefined)
    return `unknown kind '${safeKey(name)}'; did you mean ${longer}?`;
  return `unknown kind '${safeKey(name)}'; ${nearestOrAll(name.toLowerCase(), kindNames, "kinds", "svc schema")}`;
}

interface ItemContext {
  readonly readContext: ReadContext;
  readonly kinds: ReadonlyMap<string, LoadedKind>;
  readonly items: Item[];
  readonly scopes: Scope[];
  readonly places: Map<string, Place>;
}

const maxItems = 100_000;

function readKind(kind: LoadedKind, node: Node, itemContext: ItemContext, parent?: Item, label = kind.name) {
  const { scopes, readContext } = itemContext;
  if (parent !== undefined) scopes.push({ kind: kind.name, parent });
  else if (!scopes.some((scope) => scope.kind === kind.name && scope.parent === undefined))
    scopes.push({ kind: kind.name });
  if (kind.spec.map !== undefined) return readMembers(kind, kind.spec.map, node, itemContext);
  for (const [index, item] of (itemsOf(node, label, readContext.problems) ?? []).entries())
    readItem(kind, item, itemContext, parent, `${label}[${index}]`);
}

function readItem(
  kind: LoadedKind,
  node: Node,
  itemContext: ItemContext,
  parent: Item | undefined,
  label: string,
): void {
  const { problems } = itemContext.readContext;
  if (node.form !== "map") {
    const hint = node.form === "scalar" ? `; write '${kind.spec.key[0]}:' before it` : "";
    problems.add(node.place, `${label} takes a mapping of fields, not ${formName(node)}${hint}`);
    return;
  }
  const childKinds = kind.spec.children ?? {};
  const fields = new Map<string, FieldValue>();
  const childNodes: [LoadedKind, string, Node][] = [];
  let mayCreate = false;
  const problemsBefore = problems.count;
  for (const [name, entry] of node.entries) {
    const field = kind.fields.get(name);
    const child = Object.hasOwn(childKinds, name) ? itemContext.kinds.get(childKinds[name] ?? "") : undefined;
    if (field !== undefined) {
      const value = readField(field.definition, entry.value, `${label}.${name}`, itemContext.readContext);
      if (value !== undefined) fields.set(name, value);
      if (value?.form === "text" && isEmptyText(value.text, kind, name) && isNeverEmpty(kind, field))
        problems.add(value.place, `${label}.${name} cannot be empty`);
      if (value?.form === "text" && kind.spec.credentials?.includes(name))
        problems.add(
          value.place,
          `${label}.${name} must not be written in the document: use !env NAME or !file PATH`,
        );
    } else if (child !== undefined) childNodes.push([child, name, entry.value]);
    else if (kind.spec.createOnDemand && name === "create") mayCreate = readCreate(entry, label, itemContext);
    else addUnknownField(kind, name, entry, label, problems);
  }
  const item: Item = {
    kind: kind.name,
    place: node.place,
    fields,
    ...(parent && { parent }),
    ...(mayCreate && { mayCreate }),
  };
  if (problems.count === problemsBefore && !node.isDamaged) {
    const problem = keyProblem(kind, item);
    if (problem !== undefined) problems.add(node.place, `${label}: ${problem}`);
  }
  addItemRuleProblems(kind, item, label, problems);
  for (const pair of Object.entries(kind.spec.computedFrom ?? {}))
    if (pair.every((name) => hasText(fields.get(name))))
      problems.add(
        node.place,
        `${label}: give ${pair.join(" or ")}, not both: the service derives ${pair[0]} from ${pair[1]}`,
      );
  addItem(kind, item, label, itemContext);
  for (const [child, name, value] of childNodes)
    readKind(child, value, itemContext, item, `${label}.${name}`);
}

const hasText = (value: FieldValue | undefined): boolean =>
  value !== undefined && textsIn(value).some((text) => text !== "");

function addItem(
  kind: LoadedKind,
  item: Item,
  label: string,
  { items, places, readContext }: ItemContext,
): void {
  if (items.length >= maxItems)
    readContext.problems.stop(item.place, `the sources contain more than ${maxItems} items`);
  items.push(item);
  const identity = itemIdentity(kind, item);
  if (identity === undefined) return;
  const first = places.get(identity);
  if (first === undefined) places.set(identity, item.place);
  else readContext.problems.addRepetition(item.place, itemLabel(kind, item, label), first);
}

function itemLabel(kind: LoadedKind, item: Item, label: string): string {
  const name = nameOf(kind, (field) => textsOf(kind, item, field)[0])?.name;
  return name === undefined || kind.spec.map !== undefined ? label : `${label} (${excerpt(name)})`;
}

function readCreate({ value }: Entry, label: string, { readContext }: ItemContext): boolean {
  const field = { name: "create", type: "boolean", help: "create" } as const;
  const fieldValue = readField(field, value, `${label}.create`, readContext);
  return fieldValue?.form === "text" && fieldValue.text === "true";
}

function addUnknownField(
  kind: LoadedKind,
  name: string,
  { place }: Entry,
  label: string,
  problems: Problems,
): void {
  const { joinedFields, ignoredFields = [], children = {}, createOnDemand } = kind.spec;
  if (joinedFields !== undefined && name === joinedFields.member && ignoredFields.includes(name)) {
    problems.add(place, `${label}.${name} is set with ${joinedFields.fields.join(" and ")}`);
    return;
  }
  const createField = kind.operations.create?.operation.fields?.find((field) => field.name === name);
  if (createField?.deprecated !== undefined && ignoredFields.includes(name)) {
    problems.add(place, `${label}.${name}: ${createField.deprecated}`);
    return;
  }
  const knownKeys = [...kind.fields.keys(), ...Object.keys(children), ...(createOnDemand ? ["create"] : [])];
  addUnknownKey(place, name, { of: kind.name, knownKeys, problems });
}

function readMembers(
  kind: LoadedKind,
  { name: nameField, value: valueField }: { readonly name: string; readonly value: string },
  node: Node,
  itemContext: ItemContext,
): void {
  const { problems } = itemContext.readContext;
  if (node.form !== "map") {
    problems.add(node.place, `${kind.name} takes a mapping of names to values, not ${formName(node)}`);
    return;
  }
  for (const [name, { place, value }] of node.entries) {
    const label = `${kind.name}.${name}`;
    const field = kind.fields.get(valueField);
    const isCleared = value.form === "scalar" && (value.type === "null" || value.text === "");
    const member = memberNamed(kind, name);
    // Any item can be cleared unless its choices exclude empty text.
    const checkedMember = isCleared && member?.choices === undefined ? undefined : member;
    const fieldValue =
      field && readField(memberField(field.definition, checkedMember), value, label, itemContext.readContext);
    if (fieldValue === undefined) continue;
    const fields = new Map<string, FieldValue>([
      [nameField, { form: "text", place, text: name }],
      [valueField, fieldValue],
    ]);
    addItem(kind, { kind: kind.name, place, fields }, label, itemContext);
  }
}

/** Services replace blanks in `neverEmpty` fields with a default, so that they would differ in every plan. */
const isEmptyText = (text: string, { spec }: LoadedKind, field: string): boolean =>
  (spec.neverEmpty?.includes(field) === true ? text.trim() : text) === "";

function keyProblem(loaded: LoadedKind, item: Item): string | undefined {
  const { spec } = loaded;
  const { fields } = item;
  const has = (name: string) => {
    const value = fields.get(name);
    return hasText(value) || (value !== undefined && isUnset(value));
  };
  const isUnusable = (name: string) =>
    spec.joinedFields?.fields.includes(name) !== true &&
    textsOf(loaded, item, name).some(
      (text) => text !== "" && /^\.{0,2}$/.test(normalText(text, spec.comparisons?.[name])),
    );
  const unusable = spec.key.filter(isUnusable);
  if (unusable.length > 0) return `${joinWithAnd(unusable)} cannot be only blanks or dots`;
  const missing = spec.key.filter((name) => !has(name));
  if (missing.length === 0 || spec.otherKeys?.some(has) === true) return undefined;
  const empty = missing.filter((name) => fields.has(name));
  if (empty.length > 0) return `${joinWithAnd(empty)} ${empty.length === 1 ? "is" : "are"} empty`;
  const names = (spec.otherKeys ?? []).map((name) => ` or ${name}`).join("");
  return `${joinWithAnd(missing)}${names} ${missing.length === 1 ? "is" : "are"} missing`;
}

function itemIdentity(loaded: LoadedKind, item: Item): string | undefined {
  const { spec } = loaded;
  const hasKey = spec.key.every((name) => item.fields.has(name));
  const names = hasKey ? spec.key : (spec.otherKeys ?? []).filter((name) => item.fields.has(name));
  const values = names.map((name) => item.fields.get(name));
  if (values.length === 0 || values.some((value) => value === undefined || isUnset(value))) return undefined;
  const parent = item.parent === undefined ? null : [item.parent.kind, item.parent.place];
  const texts = values.map((value) => (value === undefined ? [] : textsIn(value).toSorted()));
  return JSON.stringify([item.kind, parent, names, texts]);
}
