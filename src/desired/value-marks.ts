import { createHmac } from "node:crypto";
import { isRecord } from "../core/json-record.ts";
import { redactText } from "../core/secrets/text.ts";
import type { Claim } from "./claim.ts";
import type { FieldValue } from "./item.ts";
import { type PlainValue, plainValue } from "./plain-value.ts";
import { secretShown, shownStep } from "./shown-change.ts";
import type { Plan } from "./step.ts";

/**
 * What a saved plan keeps of values that it does not show: a mark of each, by which another value is noticed. Marks are
 * keyed by the API key's secret part: who has the plan alone finds no value by trying, however short it is.
 */
export interface ValueMarks {
  /** Makes the marks of two plans differ. */
  readonly salt: string;
  /** The mark of the API key itself: with another one nothing can be compared. */
  readonly key: string;
  /** By what is marked: `license-keys windows/w: license_key`. */
  readonly values: Readonly<Record<string, string>>;
}

/** What marks are made with. */
export interface MarkKey {
  readonly salt: string;
  /** The secret part of the API key; undefined without a key: nothing is marked then. */
  readonly secret: string | undefined;
}

/** The marks of all values of a plan that are not shown by it, and of how the machines of claims are made. */
export function markValues(plan: Plan, claims: readonly Claim[], key: MarkKey): ValueMarks | undefined {
  const { salt, secret } = key;
  if (secret === undefined) return undefined;
  const mark = (text: string) =>
    createHmac("sha256", `svc plan ${secret}`).update(`${salt} ${text}`).digest("hex");
  const values = [...hiddenIn(plan), ...claims.flatMap(partsOf)].map(
    ([about, value]) => [about, mark(JSON.stringify([about, value]))] as const,
  );
  return { salt, key: mark("key"), values: Object.fromEntries(values) };
}

type Marked = readonly [about: string, value: unknown];

function hiddenIn({ steps }: Plan): readonly Marked[] {
  return steps.flatMap(({ step }) => {
    const { kind, name, changes, isLater } = step;
    const { fields } = shownStep(step);
    return changes.flatMap(({ field, to }): readonly Marked[] => {
      const value = storable(plainValue(field.field, to));
      const shown = JSON.stringify(fields[field.name]?.to ?? null, bigintAsText);
      const whole = JSON.stringify(value);
      const isShown = !shown.includes(secretShown) && redactText(whole, "document") === whole;
      return isShown ? [] : [[`${kind.name} ${name}${isLater ? " (afterwards)" : ""}: ${field.name}`, value]];
    });
  });
}

/** A plan shows how many machines a claim has, and not what they are. */
const partsOf = ({ name, allocate, deploy }: Claim): readonly Marked[] => [
  [`claims ${name}: allocate`, storableFields(allocate)],
  [`claims ${name}: deploy`, storableFields(deploy)],
];

const storableFields = (fields: ReadonlyMap<string, FieldValue>): unknown =>
  [...fields].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => [name, storableValue(value)]);

function storableValue(value: FieldValue): unknown {
  if (value.form === "list") return value.values.map(storableValue);
  if (value.form === "map") return sorted([...value.values].map(([key, each]) => [key, storableValue(each)]));
  return value.form === "file" ? value.bytes.toString("base64") : (value.text ?? null);
}

function storable(value: PlainValue): unknown {
  if (value.form === "bytes") return value.bytes?.toString("base64") ?? null;
  if (value.form === "map") return sorted([...value.texts].map(([key, text]) => [key, text ?? null]));
  return (value.form === "list" ? value.texts : value.text) ?? null;
}

const sorted = (entries: readonly (readonly [string, unknown])[]): unknown =>
  [...entries].sort(([a], [b]) => (a < b ? -1 : 1));

const bigintAsText = (_: string, value: unknown): unknown =>
  typeof value === "bigint" ? String(value) : value;

/** What is marked in both and differs, a line each; undefined where the two were made with different keys. */
export function movedMarks(saved: ValueMarks, now: ValueMarks | undefined): readonly string[] | undefined {
  if (saved.key !== now?.key) return undefined;
  return Object.entries(saved.values)
    .filter(([about, mark]) => Object.hasOwn(now.values, about) && now.values[about] !== mark)
    .map(([about]) => `${about} is not as planned`);
}

/** True for marks as a plan keeps them. */
export const areMarks = (value: unknown): value is ValueMarks =>
  isRecord(value) &&
  typeof value["salt"] === "string" &&
  typeof value["key"] === "string" &&
  isRecord(value["values"]) &&
  Object.values(value["values"]).every((mark) => typeof mark === "string");
