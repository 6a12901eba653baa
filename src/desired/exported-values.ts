import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { Document, isScalar, type ScalarTag, visit, type YAMLSeq } from "yaml";
import { isFlag } from "../catalogue/commands/command-spec.ts";
import { stringifyExact } from "../client/json/exact.ts";
import { formatDocument } from "../client/json/yaml-text.ts";
import { isRecord, primitiveText } from "../core/json-record.ts";
import { maskByForm } from "../core/secrets/text.ts";
import { compareNaturally } from "../core/text/order.ts";
import { isSecretField } from "./document/fields.ts";
import {
  creationOf,
  isSecretMember,
  memberNamed,
  parameterNameIn,
  type StateField,
  secretKeyTest,
} from "./kinds.ts";
import { normalBoolean, splitName } from "./normal-text.ts";
import {
  currentValueOf,
  isReadMap,
  type ReadScalar,
  type ReadValue,
  type ServiceObject,
} from "./service-objects.ts";
import { isListField } from "./values.ts";

export interface ExportContext {
  readonly variable: NameVariable;
  readonly hostnames: ReadonlyMap<string, string>;
  readonly domains: readonly string[];
  note(text: string): void;
}

/** In bytes. A document with larger content could not be read back. */
const maxContentBytes = 1_000_000;

export function exportedFields(object: ServiceObject, exportContext: ExportContext): ExportedMap {
  const { kind } = object;
  const textAt = (name: string) => primitiveText(currentValueOf(object, name)).toLowerCase() || undefined;
  const create = creationOf(kind, textAt);
  const isUnsettable = ({ name, isKey }: StateField) =>
    (kind.spec.createVariants !== undefined &&
      ![...kind.spec.key, kind.spec.createVariants.field].includes(name) &&
      parameterNameIn(kind, create, name) === undefined) ||
    create?.operation.rules?.some(
      (rule) =>
        rule.kind === "onlyWhen" &&
        !isKey &&
        rule.fields.includes(name) &&
        !rule.is.some((word) => word.toLowerCase() === textAt(rule.when)),
    ) === true;
  const isComputed = (name: string): boolean =>
    !isBlank(currentValueOf(object, kind.spec.computedFrom?.[name] ?? "") ?? null);
  const fields = [...kind.fields.values()].flatMap((field): [string, ExportedValue][] => {
    if (kind.spec.credentials?.includes(field.name))
      return [[field.name, { variable: exportContext.variable(kind.name, object.name, field.name) }]];
    if (isComputed(field.name) || isUnsettable(field)) return [];
    const value =
      namePart(object, field, exportContext.domains) ?? exportedValue(object, field, exportContext);
    if (value === undefined || (isEmpty(value) && !field.isKey)) return [];
    const isDefault = field.definition.default !== undefined && String(value) === field.definition.default;
    return isDefault && !field.isKey ? [] : [[field.name, value]];
  });
  return new Map(fields);
}

export function exportedMember(
  object: ServiceObject,
  exportContext: ExportContext,
): ExportedValue | undefined {
  const { name: nameField = "", value: valueField = "" } = object.kind.spec.map ?? {};
  const read = currentValueOf(object, valueField) ?? null;
  const name = primitiveText(currentValueOf(object, nameField) ?? object.name);
  if (isBlank(read)) return undefined;
  const value = scalarOf(read);
  if (isSecretMember(object.kind, name) || holdsSecret(value))
    return { variable: exportContext.variable(object.kind.name, name) };
  const isInteger = memberNamed(object.kind, name)?.type === "integer";
  return isInteger && typeof value === "string" ? numberOf(value) : value;
}

const numberOf = (text: string): ExportedValue =>
  /^(?:0|-?[1-9]\d{0,14})$/.test(text) ? Number(text) : text;

function namePart(
  { key, kind }: ServiceObject,
  { name }: StateField,
  domains: readonly string[],
): string | undefined {
  const { joinedFields: parts } = kind.spec;
  const index = parts?.fields.indexOf(name) ?? -1;
  const [fullName = ""] = key.split("\0");
  return index === -1 ? undefined : splitName(fullName, domains)[index];
}

function exportedValue(
  object: ServiceObject,
  field: StateField,
  exportContext: ExportContext,
): ExportedValue | undefined {
  const { kind, name: objectName } = object;
  const { name, definition } = field;
  const marker = kind.spec.emptyMarkers?.[name];
  const currentValue = currentValueOf(object, name);
  const withoutMarker = Array.isArray(currentValue) ? currentValue.filter((each) => each !== marker) : [];
  const read = withoutMarker.length === 0 ? currentValue : withoutMarker;
  if (read === undefined || isBlank(read) || read === marker) return undefined;
  const variable = (...parts: readonly string[]) => ({
    variable: exportContext.variable(kind.name, maskByForm(objectName), name, ...parts),
  });
  if (isReadMap(read)) {
    const isSecret = secretKeyTest(kind, name);
    const members = Object.entries(read)
      .filter(([, member]) => !isBlank(member))
      .sort(([a], [b]) => compareNaturally(a, b))
      .map(([key, member]): [string, ExportedValue] => {
        const value = scalarOf(member);
        return [key, isSecret(key) || holdsSecret(value) ? variable(key) : value];
      });
    return new Map(members);
  }
  const value = isSecretField(definition) ? variable() : fieldValue(object, field, read, exportContext);
  if (value === undefined) return undefined;
  if (isList(value))
    return value.map((each, index) => (holdsSecret(each) ? variable(String(index + 1)) : each));
  return holdsSecret(value) ? variable() : value;
}

const holdsSecret = (value: ExportedValue): boolean =>
  typeof value === "string" && maskByForm(value) !== value;

function fieldValue(
  object: ServiceObject,
  { name, definition }: StateField,
  read: Exclude<ReadValue, Readonly<Record<string, ReadScalar>>>,
  exportContext: ExportContext,
): ExportedValue | undefined {
  if (Buffer.isBuffer(read)) return contentOf(read, object, name, exportContext);
  const exportScalar = (value: ReadScalar): ExportedValue =>
    (definition.kind && exportContext.hostnames.get(String(value))) ?? scalarOf(value);
  if (isListField(definition)) {
    const texts = typeof read === "string" ? read.split(/[\s,]+/) : Array.isArray(read) ? read : [read];
    return (texts as readonly ReadScalar[])
      .filter((text, index, all) => !isBlank(text) && all.indexOf(text) === index)
      .map(exportScalar)
      .sort((a, b) => compareNaturally(String(a), String(b)));
  }
  if (Array.isArray(read)) return scalarOf(read);
  const scalar = read as ReadScalar;
  // Services describe some flags as integers.
  if (definition.type === "integer" && typeof scalar === "boolean") return scalar ? 1 : 0;
  const flag = isFlag(definition.type) ? normalBoolean(String(scalar)) : undefined;
  return flag === undefined ? exportScalar(scalar) : flag === "true";
}

function contentOf(
  bytes: Buffer,
  object: ServiceObject,
  field: string,
  { note }: ExportContext,
): ExportedValue | undefined {
  if (bytes.byteLength > maxContentBytes) {
    note(
      `${field} of ${object.kind.name} ${object.name} is left out: it has ${bytes.byteLength} bytes; keep it in a file and refer to it with !file`,
    );
    return undefined;
  }
  return isUtf8(bytes) ? bytes.toString("utf8") : bytes;
}

/** The service may return a list for a field documented as text. */
function scalarOf(read: ReadValue): ExportedValue {
  if (Array.isArray(read)) return read.filter((each) => !isBlank(each)).join(",");
  if (typeof read === "object") return read === null ? "" : stringifyExact(read);
  return read;
}

const isBlank = (read: ReadValue): boolean =>
  read === null || read === "" || (Buffer.isBuffer(read) && read.byteLength === 0);

const isEmpty = (value: ExportedValue): boolean =>
  value === "" || (isList(value) && value.length === 0) || (isMap(value) && value.size === 0);

type ExportedScalar = string | number | bigint | boolean | Variable | Buffer;

export type ExportedValue = ExportedScalar | readonly ExportedValue[] | ExportedMap;

export type ExportedMap = ReadonlyMap<string, ExportedValue>;

interface Variable {
  readonly variable: string;
}

const isMap = (value: ExportedValue): value is ExportedMap => value instanceof Map;

const isList = (value: ExportedValue): value is readonly ExportedValue[] => Array.isArray(value);

const isVariable = (value: unknown): value is Variable => isRecord(value) && "variable" in value;

type NameVariable = (...parts: readonly string[]) => string;

const maxVariableLength = 120;

export function makeNameVariable(): NameVariable {
  const meanings = new Map<string, string>();
  return (...parts) => {
    const meaning = parts.join("\0");
    const name = variableName(parts);
    for (let number = 1; ; number++) {
      const numberedName = number === 1 ? name : `${name}_${number}`;
      const existingMeaning = meanings.get(numberedName);
      if (existingMeaning === undefined) meanings.set(numberedName, meaning);
      if (existingMeaning === undefined || existingMeaning === meaning) return numberedName;
    }
  };
}

/**
 * For example, `license-keys`, `windows/win2022` and `license_key` make `LICENSE_KEYS_WINDOWS_WIN2022_LICENSE_KEY`.
 */
function variableName(parts: readonly string[]): string {
  const name = parts
    .map((part) => (part.toUpperCase().match(/[A-Z0-9]+/g) ?? []).join("_"))
    .filter((part) => part !== "")
    .join("_");
  const validName = /^[A-Z]/.test(name) ? name : `SVC_${name}`;
  if (validName.length <= maxVariableLength) return validName;
  const digest = createHash("sha256").update(parts.join("\0")).digest("hex").slice(0, 8).toUpperCase();
  return `${validName.slice(0, maxVariableLength - 9)}_${digest}`;
}

const binary: ScalarTag = {
  tag: "!!binary",
  identify: Buffer.isBuffer,
  resolve: (text: string) => text,
  stringify: ({ value }) => (value as Buffer).toString("base64"),
};

const variable: ScalarTag = {
  tag: "!env",
  identify: isVariable,
  resolve: (text: string) => text,
  stringify: ({ value }) => (value as Variable).variable,
};

export function documentText(kinds: ExportedMap): string {
  const document = new Document(kinds, {
    compat: "yaml-1.1",
    customTags: (tags) => [binary, variable, ...tags],
    aliasDuplicateObjects: false,
  });
  visit(document, {
    Seq: (_, list) => {
      list.flow = isShort(list);
    },
  });
  return formatDocument(document, { flowCollectionPadding: false });
}

const maxFlowTexts = 6;

const isShort = ({ items }: YAMLSeq): boolean =>
  items.length <= maxFlowTexts &&
  items.every(
    (item) =>
      isScalar(item) && typeof item.value !== "object" && /^[\w./:*-]{1,40}$/.test(String(item.value)),
  );
