import { normalizeValue } from "../catalogue/commands/command-spec.ts";
import type { Kind } from "../catalogue/group.ts";
import { fitsInPath } from "../client/http/address.ts";
import { Failure } from "../core/failure.ts";
import { isRecord, primitiveText } from "../core/json-record.ts";
import type { Item } from "./item.ts";
import type { LoadedKind, MemberPath, StateField } from "./kinds.ts";
import { alternativeNameOf, nameOf, sortedJson } from "./normal-text.ts";

export type ReadValue = ReadScalar | readonly ReadScalar[] | Readonly<Record<string, ReadScalar>> | Buffer;

export type ReadScalar = string | number | bigint | boolean | null;

export interface ServiceObject {
  readonly kind: LoadedKind;
  readonly key: string;
  /** For messages and references; begins with the parent's name. */
  readonly name: string;
  readonly ownName: string;
  readonly identifiers: Readonly<Record<string, string>>;
  /** The number or text by which the service refers to it. */
  readonly id: string;
  readonly spellings: readonly string[];
  readonly parent?: ServiceObject;
  /** All spellings by field, the value itself first. Fields that the service does not show are missing. */
  readonly values: ReadonlyMap<string, readonly ReadValue[]>;
  readonly isBuiltIn: boolean;
  readonly childRows: Readonly<Record<string, unknown>>;
}

export interface State {
  readonly objects: ReadonlyMap<string, readonly ServiceObject[]>;
  /** System ids of nodes, by the names that items give. */
  readonly nodes: ReadonlyMap<string, string>;
  /** Host names by system id, for nodes in references that change. */
  readonly hostnames?: ReadonlyMap<string, string>;
}

export const currentValueOf = (object: ServiceObject | undefined, field: string): ReadValue | undefined =>
  object?.values.get(field)?.[0];

export const isReadMap = (value: ReadValue | undefined): value is Readonly<Record<string, ReadScalar>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value);

export function membersOf(
  { spec, fields: kindFields, parameters }: LoadedKind,
  fields: Iterable<string>,
): ReadonlySet<string> {
  const { builtinWhen = {}, ignoreWhen = {}, otherNameFields = [], joinedFields, children = {}, key } = spec;
  const names = [...fields];
  const paths = [...names, ...key].flatMap((name) => kindFields.get(name)?.paths ?? []);
  return new Set([
    ...paths.flatMap((path) => path.map(([member = ""]) => member)),
    ...(joinedFields === undefined ? [] : [joinedFields.member]),
    ...parameters.map(({ name }) => name),
    ...[builtinWhen, ignoreWhen, children].flatMap((members) => Object.keys(members)),
    ...otherNameFields,
    ...pathsForChildren(spec, names).map((path) => path.split(".", 1)[0] ?? ""),
    "type",
    "id",
  ]);
}

const pathsForChildren = (
  { childPaths = {}, children = {} }: Kind,
  members: readonly string[],
): readonly string[] => [
  ...new Set([
    ...Object.keys(children).flatMap((member) =>
      members.includes(member) ? (childPaths[member] ?? []) : [],
    ),
    ...(childPaths[""] ?? []),
  ]),
];

export function readRow(
  kind: LoadedKind,
  answer: unknown,
  parent?: ServiceObject,
): ServiceObject | undefined {
  if (!isRecord(answer) || holdsAll(answer, kind.spec.ignoreWhen)) return undefined;
  const row = withoutPrefix(kind.spec, answer, parent);
  const joinedName = kind.spec.joinedFields && textAt(row, kind.spec.joinedFields.member);
  const keyText = (field: string) => {
    const stateField = kind.fields.get(field);
    return stateField && textOf(readField(kind, stateField, row)[0]);
  };
  const objectName = nameOf(kind, keyText, joinedName) ?? alternativeNameOf(kind.spec, keyText);
  const identifiers = identifiersOf(kind, row, parent);
  if (objectName === undefined || identifiers === undefined) return undefined;
  const { otherNameFields = [], children = {}, fieldsOfType = {} } = kind.spec;
  const fieldsOfOtherTypes = new Set(
    Object.entries(fieldsOfType).flatMap(([type, fields]) => (row["type"] === type ? [] : fields)),
  );
  const idParameter = kind.parameters.at(-1)?.name ?? "";
  const spellings = [...otherNameFields, idParameter].flatMap((member) => textAt(row, member) ?? []);
  const values = new Map<string, readonly ReadValue[]>();
  for (const field of kind.fields.values()) {
    // A field that fills a whole answer is read by a request of its own.
    if (field.paths.some(({ length }) => length === 0) || fieldsOfOtherTypes.has(field.name)) continue;
    const spellings = readField(kind, field, row);
    if (spellings.length > 0) values.set(field.name, spellings);
  }
  const outermostParent = parent && outermost(parent);
  for (const [field, paths] of Object.entries(kind.spec.flagPaths ?? {})) {
    if (fieldsOfOtherTypes.has(field)) continue;
    const ids = paths.map((path) => memberAt(outermostParent?.childRows, path.split(".")));
    values.set(field, [ids.some((id) => id !== undefined && id === row["id"])]);
  }
  return {
    kind,
    key: parent === undefined ? objectName.key : `${parent.key}\0${objectName.key}`,
    name: parent === undefined ? objectName.name : `${parent.name}/${objectName.name}`,
    ownName: objectName.name,
    identifiers,
    id: textAt(row, "id") ?? identifiers[idParameter] ?? objectName.name,
    spellings: spellings.filter((text) => text !== ""),
    ...(parent && { parent }),
    values,
    isBuiltIn: holdsAll(row, kind.spec.builtinWhen),
    childRows: membersAt(row, [
      ...Object.keys(children),
      ...pathsForChildren(kind.spec, Object.keys(children)),
    ]),
  };
}

function withoutPrefix(
  { prefixedField }: Kind,
  row: Readonly<Record<string, unknown>>,
  parent: ServiceObject | undefined,
): Readonly<Record<string, unknown>> {
  const name = prefixedField === undefined ? undefined : row[prefixedField];
  const prefix = `${parent?.ownName}-`;
  if (prefixedField === undefined || typeof name !== "string" || !name.startsWith(prefix)) return row;
  return { ...row, [prefixedField]: name.slice(prefix.length) };
}

function membersAt(
  row: Readonly<Record<string, unknown>>,
  paths: readonly string[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    paths.flatMap((path) => {
      const [member = "", inner] = path.split(".");
      const value = row[member];
      if (value === undefined) return [];
      return [[member, inner !== undefined && isRecord(value) ? { [inner]: value[inner] } : value]];
    }),
  );
}

export const outermost = <Node extends { readonly parent?: Node }>(node: Node): Node =>
  node.parent === undefined ? node : outermost(node.parent);

export function readField(
  kind: LoadedKind,
  { name, definition, paths, textPattern }: StateField,
  row: unknown,
): readonly ReadValue[] {
  if (Buffer.isBuffer(row)) return [row];
  const isJson = kind.spec.comparisons?.[name] === "json";
  const { memberTypes, hiddenValues } = kind.spec;
  const types = memberTypes?.[name];
  const hidden = hiddenValues?.[name] ?? [];
  const values = paths.flatMap((path) => {
    const jsonValue = isJson ? memberAt(row, path[0] ?? []) : undefined;
    const typedRow = types === undefined ? row : withTypes(row, path[0]?.[0] ?? "", types);
    const value = isRecord(jsonValue) ? sortedJson(jsonValue) : readPath(typedRow, path);
    if (value === undefined) return [];
    if (hidden.includes(primitiveText(value))) return [null];
    if (textPattern === undefined) return [value];
    const text = partOf(value, textPattern);
    return [definition.type === "integer" && typeof text === "string" ? (integerOf(text) ?? text) : text];
  });
  if (values.length === 0) return kind.spec.absentIsEmpty?.includes(name) && isRecord(row) ? [null] : [];
  if (definition.type !== "file" && definition.type !== "base64")
    return values.map((value) => dropWords(kind.spec.addedWords?.[name], withWords(definition, value)));
  return values.map((value) => (typeof value === "string" ? Buffer.from(value, "base64") : value));
}

const integerOf = (text: string): number | undefined => (/^\d{1,15}$/.test(text) ? Number(text) : undefined);

function withTypes(row: unknown, member: string, types: readonly string[]): unknown {
  if (!isRecord(row)) return row;
  const hasRequestedType = (each: unknown) => isRecord(each) && types.includes(primitiveText(each["type"]));
  const value = row[member];
  if (Array.isArray(value)) return { ...row, [member]: value.filter(hasRequestedType) };
  return hasRequestedType(value) || !isRecord(value) ? row : { ...row, [member]: null };
}

function partOf(value: ReadValue, pattern: RegExp): ReadValue {
  const part = (each: ReadScalar): ReadScalar =>
    typeof each === "string" ? (pattern.exec(each)?.[1] ?? each) : each;
  if (Array.isArray(value)) return value.map(part);
  return typeof value === "string" ? part(value) : value;
}

/** Some services accept a word for a field, and return a number. */
const withWords = (field: StateField["definition"], value: ReadValue): ReadValue =>
  typeof value === "number" && field.spellings !== undefined ? normalizeValue(field, String(value)) : value;

const dropWords = (addedWords: readonly string[] | undefined, value: ReadValue): ReadValue =>
  addedWords !== undefined && Array.isArray(value)
    ? value.filter((word) => !addedWords.includes(primitiveText(word)))
    : value;

function readPath(row: unknown, path: MemberPath): ReadValue | undefined {
  if (path.length < 2) return asValue(memberAt(row, path[0] ?? []));
  const parts = path.map((names) => memberAt(row, names));
  if (parts.every((part) => part === null)) return null;
  return parts.every(isScalar) ? parts.map(String).join("/") : undefined;
}

/** Returns a scalar at once: some services return a name where others return an object. */
export function memberAt(value: unknown, names: readonly string[], from = 0): unknown {
  const name = names[from];
  if (name === undefined || isScalar(value)) return value;
  if (Array.isArray(value))
    return value.map((each) => memberAt(each, names, from)).filter((each) => each !== undefined);
  return isRecord(value) ? memberAt(value[name], names, from + 1) : undefined;
}

function asValue(value: unknown): ReadValue | undefined {
  if (isScalar(value)) return value;
  if (Array.isArray(value)) return value.filter(isScalar);
  if (!isRecord(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, ReadScalar] => isScalar(entry[1])),
  );
}

export const isScalar = (value: unknown): value is ReadScalar =>
  value === null || ["string", "number", "bigint", "boolean"].includes(typeof value);

const textOf = (value: unknown): string | undefined =>
  isScalar(value) && value !== null ? String(value) : undefined;

const textAt = (row: Readonly<Record<string, unknown>>, member: string): string | undefined =>
  textOf(row[member]);

function identifiersOf(
  { spec, parameters, group }: LoadedKind,
  row: Readonly<Record<string, unknown>>,
  parent: ServiceObject | undefined,
): Readonly<Record<string, string>> | undefined {
  const pairs = parameters.map(({ name }) => [
    name,
    name === spec.parent?.parameter ? parent?.id : (textAt(row, name) ?? parent?.identifiers[name]),
  ]);
  if (pairs.some(([, text]) => text === undefined)) return undefined;
  const invalidPair = pairs.find(([, text = ""]) => !fitsInPath(text));
  if (invalidPair === undefined) return Object.fromEntries(pairs);
  const [name, text] = invalidPair;
  throw new Failure(
    "other",
    `the ${name} of one of the ${group.name} is "${text}", which cannot be part of a URL`,
  );
}

const holdsAll = (
  row: Readonly<Record<string, unknown>>,
  members: Readonly<Record<string, string | number | boolean | null | readonly string[]>> | undefined,
): boolean =>
  members !== undefined &&
  Object.entries(members).every(([name, value]) => [value].flat().some((each) => row[name] === each));

export interface Entry {
  readonly kind: LoadedKind;
  readonly key: string | undefined;
  readonly name: string;
  readonly ownName: string;
  readonly item?: Item;
  readonly object?: ServiceObject;
  readonly parent?: Entry;
}

export const entryLabel = ({ kind, name }: Entry): string => `${kind.name} ${name}`;
