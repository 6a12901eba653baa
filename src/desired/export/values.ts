import { isUtf8 } from "node:buffer";
import { isFlag } from "../../catalogue/commands/command-signature.ts";
import { isSecretName } from "../../core/secrets/names.ts";
import { maskByForm } from "../../core/secrets/text.ts";
import { isSecretField } from "../document/fields.ts";
import type { LoadedKind, StateField } from "../kinds.ts";
import { memberNamed } from "../members.ts";
import { normalBoolean } from "../normal-text.ts";
import { splitName } from "../object-names.ts";
import { isReadMap, type Observed, type ReadScalar, type ReadValue } from "../observed.ts";
import { isListField } from "../plain-value.ts";
import { isSecretMember } from "../read-map.ts";
import { type Exported, type ExportedMap, isList, isMap } from "./exported.ts";
import { compareTexts } from "./order.ts";
import type { NameVariable } from "./variables.ts";

/** What the values of objects are written with. */
export interface Writing {
  /** Names the variable in the place of a secret. */
  readonly variable: NameVariable;
  /** Host names by system id. */
  readonly hostnames: ReadonlyMap<string, string>;
  /** The names of the service's domains, by which the names of hosts are taken apart. */
  readonly domains: readonly string[];
  note(text: string): void;
}

/** Bytes of a file's content that a document still holds: one of many megabytes cannot be read again. */
const maxContentBytes = 1_000_000;

/** The state of an object as the fields of an item, the key first; empty fields and defaults are left out. */
export function exportedFields(object: Observed, writing: Writing): ExportedMap {
  const { kind } = object;
  const fields = [...kind.fields.values()].flatMap((state): [string, Exported][] => {
    const value = partOf(object, state, writing.domains) ?? openValue(object, state, writing);
    if (value === undefined || (isEmpty(value) && !state.isKey)) return [];
    const isDefault = state.field.default !== undefined && String(value) === state.field.default;
    return isDefault && !state.isKey ? [] : [[state.name, value]];
  });
  return new Map(fields);
}

/** The value of a member of a kind that is one mapping; undefined where it is empty. */
export function exportedMember(object: Observed, writing: Writing): Exported | undefined {
  const { name: nameField = "", value: valueField = "" } = object.kind.kind.map ?? {};
  const [read] = object.values.get(valueField) ?? [];
  const name = String(object.values.get(nameField)?.[0] ?? object.name);
  if (read === undefined || isNothing(read)) return undefined;
  const value = plain(read);
  if (isSecretMember(object.kind, name) || holdsSecret(value))
    return { variable: writing.variable(object.kind.name, name) };
  const isInteger = memberNamed(object.kind, name)?.type === "integer";
  return isInteger && typeof value === "string" ? numberOf(value) : value;
}

/** A whole number as such, where no digit is lost; any other text stays one. */
const numberOf = (text: string): Exported => (/^(?:0|-?[1-9]\d{0,14})$/.test(text) ? Number(text) : text);

/** A part of a host name, which a row holds whole. */
function partOf(
  { key, kind }: Observed,
  { name }: StateField,
  domains: readonly string[],
): string | undefined {
  const { joinedFields: parts } = kind.kind;
  const index = parts?.fields.indexOf(name) ?? -1;
  const [full = ""] = key.split("\0");
  return index === -1 ? undefined : splitName(full, domains)[index];
}

/** The value of a field, with the name of a variable in the place of what is secret by its field or by its form. */
function openValue(object: Observed, state: StateField, writing: Writing): Exported | undefined {
  const { kind, name: objectName } = object;
  const { name, field } = state;
  const read = object.values.get(name)?.[0];
  if (read === undefined || isNothing(read) || read === kind.kind.emptyMarkers?.[name]) return undefined;
  const variable = (...further: readonly string[]) => ({
    variable: writing.variable(kind.name, maskByForm(objectName), name, ...further),
  });
  if (isReadMap(read)) {
    const isSecret = secretMembers(kind, name);
    const members = Object.entries(read)
      .filter(([, member]) => !isNothing(member))
      .sort(([a], [b]) => compareTexts(a, b))
      .map(([key, member]): [string, Exported] => {
        const value = plain(member);
        return [key, isSecret(key) || holdsSecret(value) ? variable(key) : value];
      });
    return new Map(members);
  }
  const value = isSecretField(field) ? variable() : fieldValue(object, state, read, writing);
  return value !== undefined && holdsSecret(value) ? variable() : value;
}

/** True for text with a password in a URL, a private key or an API key. */
const holdsSecret = (value: Exported): boolean => typeof value === "string" && maskByForm(value) !== value;

function fieldValue(
  object: Observed,
  { name, field }: StateField,
  read: Exclude<ReadValue, Readonly<Record<string, ReadScalar>>>,
  writing: Writing,
): Exported | undefined {
  if (Buffer.isBuffer(read)) return contentOf(read, object, name, writing);
  const named = (value: ReadScalar): Exported =>
    field.kind === undefined ? plain(value) : (writing.hostnames.get(String(value)) ?? plain(value));
  if (isListField(field)) {
    const texts = typeof read === "string" ? read.split(/[\s,]+/) : Array.isArray(read) ? read : [read];
    return (texts as readonly ReadScalar[])
      .filter((text) => !isNothing(text))
      .map(named)
      .sort((a, b) => compareTexts(String(a), String(b)));
  }
  if (Array.isArray(read)) return plain(read);
  const scalar = read as ReadScalar;
  // Services describe some flags as whole numbers.
  if (field.type === "integer" && typeof scalar === "boolean") return scalar ? 1 : 0;
  const flag = isFlag(field.type) ? normalBoolean(String(scalar)) : undefined;
  return flag === undefined ? named(scalar) : flag === "true";
}

/** Which members of a map are secret: by their names, and by what is said of the operation that reads them. */
function secretMembers({ kind, group }: LoadedKind, field: string): (name: string) => boolean {
  const operation = group.operations[kind.readBy?.[field] ?? ""];
  const listed = Array.isArray(operation?.sensitive) ? operation.sensitive : [];
  return (name) => operation?.sensitive === true || listed.includes(name) || isSecretName(name);
}

function contentOf(bytes: Buffer, object: Observed, field: string, { note }: Writing): Exported | undefined {
  if (bytes.byteLength > maxContentBytes) {
    note(
      `${field} of ${object.kind.name} ${object.name} is left out: it has ${bytes.byteLength} bytes; keep it in a file and name that by !file`,
    );
    return undefined;
  }
  return isUtf8(bytes) ? bytes.toString("utf8") : bytes;
}

/** A value as it is written; a field that is documented as text may be a list in a row. */
function plain(read: ReadValue): Exported {
  if (Array.isArray(read)) return read.filter((each) => !isNothing(each)).join(",");
  if (typeof read === "object") return read === null ? "" : JSON.stringify(read);
  return read;
}

const isNothing = (read: ReadValue): boolean =>
  read === null || read === "" || (Buffer.isBuffer(read) && read.byteLength === 0);

const isEmpty = (value: Exported): boolean =>
  value === "" || (isList(value) && value.length === 0) || (isMap(value) && value.size === 0);
