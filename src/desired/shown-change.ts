import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { isFlag } from "../catalogue/commands/command-spec.ts";
import { isSecretName } from "../core/secrets/names.ts";
import { redactText } from "../core/secrets/text.ts";
import type { Change, Step } from "./change.ts";
import { type FieldValue, isFromVariable } from "./item.ts";
import { isSecretMember, secretKeyTest } from "./kinds.ts";
import { normalBoolean, normalNumber } from "./normal-text.ts";
import { isReadMap, type ReadScalar, type ReadValue } from "./service-objects.ts";
import { isSame, type PlainValue, plainValue } from "./values.ts";

export const secretMask = "(secret)";

export type ShownValue = ReadScalar | readonly ReadScalar[] | Readonly<Record<string, ReadScalar>>;

export interface ShownField {
  readonly from: ShownValue;
  readonly to: ShownValue;
}

export interface ShownStep {
  readonly action: Step["action"];
  readonly kind: string;
  readonly name: string;
  readonly fields: Readonly<Record<string, ShownField>>;
  readonly file: string | null;
  readonly line: number | null;
}

export function shownStep(step: Step): ShownStep {
  const { action, kind, name, place, changes } = step;
  return {
    action,
    kind: kind.name,
    name,
    fields: Object.fromEntries(changes.map((change) => [change.field.name, shownField(step, change)])),
    file: place?.file ?? null,
    line: place?.line ?? null,
  };
}

function isSecretChange({ kind, entry }: Step, { field }: Change): boolean {
  const isMember = kind.spec.map?.value === field.name && isSecretMember(kind, entry.ownName);
  return field.definition.secret === true || isSecretName(field.name) || isMember;
}

const maxTextLength = 200_000;

export function changedTexts(step: Step, change: Change): Record<"before" | "after", string> | undefined {
  const { field, from, to } = change;
  if (isSecretChange(step, change) || isFromVariable(to)) return undefined;
  const plain = plainValue(field.definition, to);
  const after = plain.form === "bytes" ? textIn(plain.bytes) : plain.form === "text" ? plain.text : undefined;
  const before = Buffer.isBuffer(from) ? textIn(from) : (from ?? "");
  if (after === undefined || typeof before !== "string") return undefined;
  if (!/\n./.test(before) && !/\n./.test(after)) return undefined;
  return { before: shownText(before), after: shownText(after) };
}

function textIn(bytes: Buffer | undefined): string | undefined {
  const isText = bytes !== undefined && bytes.length <= maxTextLength && isUtf8(bytes) && !bytes.includes(0);
  return isText ? bytes.toString("utf8") : undefined;
}

function shownField(step: Step, change: Change): ShownField {
  const { kind } = step;
  const { field, from, to } = change;
  const isSecret = isSecretChange(step, change);
  const plain = plainValue(field.definition, to);
  const isSecretKey = (key: string): boolean => isSecret || secretKeyTest(kind, field.name)(key);
  if (plain.form === "map")
    return shownMap(plain, from, to.form === "map" ? to.values : new Map(), isSecretKey);
  if (isSecret || isFromVariable(to))
    return { from: from === "" || (from ?? null) === null ? null : secretMask, to: secretMask };
  const { type } = field.definition;
  const isNumeric = type === "integer" || typeof from === "number" || typeof from === "bigint";
  return {
    from: from === kind.spec.emptyMarkers?.[field.name] ? null : shownReadValue(from, isSecretKey),
    to: shownPlainValue(plain, isNumeric, isFlag(type) || typeof from === "boolean"),
  };
}

type MapValue = Extract<PlainValue, { form: "map" }>;

function shownMap(
  plain: MapValue,
  from: ReadValue | undefined,
  valuesByKey: ReadonlyMap<string, FieldValue>,
  isSecretKey: (key: string) => boolean,
): ShownField {
  const currentMap = isReadMap(from) ? from : {};
  const before: Record<string, ReadScalar> = {};
  const after: Record<string, ReadScalar> = {};
  for (const [key, text] of plain.texts) {
    const oldValue = currentMap[key] ?? null;
    if (isReadMap(from) && isSame({ form: "text", text }, [oldValue], {})) continue;
    const value = valuesByKey.get(key);
    const isHidden = isSecretKey(key) || (value !== undefined && isFromVariable(value));
    before[key] = isHidden && oldValue !== null ? secretMask : shownScalar(oldValue);
    after[key] = isHidden ? secretMask : shownText(text ?? "");
  }
  return { from: isReadMap(from) ? before : null, to: after };
}

function shownReadValue(value: ReadValue | undefined, isSecretKey: (key: string) => boolean): ShownValue {
  if (value === undefined) return null;
  if (Buffer.isBuffer(value)) return shownBytes(value);
  if (Array.isArray(value)) return value.map(shownScalar);
  return isReadMap(value)
    ? Object.fromEntries(
        Object.entries(value).map(([key, each]) => [key, isSecretKey(key) ? secretMask : shownScalar(each)]),
      )
    : shownScalar(value as ReadScalar);
}

function shownPlainValue(
  plain: Exclude<PlainValue, MapValue>,
  isNumeric: boolean,
  isBoolean: boolean,
): ShownValue {
  if (plain.form === "bytes") return plain.bytes === undefined ? secretMask : shownBytes(plain.bytes);
  if (plain.form === "list") return (plain.texts ?? []).map(shownText);
  const text = plain.text ?? "";
  const flag = isBoolean ? normalBoolean(text) : undefined;
  if (flag !== undefined) return flag === "true";
  const number = isNumeric ? normalNumber(text) : undefined;
  if (number !== undefined && Number.isSafeInteger(Number(number))) return Number(number);
  return text === "" ? null : shownText(text);
}

const shownScalar = (value: ReadScalar): ReadScalar => (typeof value === "string" ? shownText(value) : value);

export const shownText = (text: string): string => redactText(text, "document");

function shownBytes(bytes: Buffer): string {
  const digest = createHash("sha256").update(bytes).digest("hex").slice(0, 12);
  return `(${bytes.length} bytes, sha256 ${digest})`;
}
