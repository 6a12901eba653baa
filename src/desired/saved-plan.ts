import { createHmac } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { parseJson } from "../client/json/check.ts";
import { Failure } from "../core/failure.ts";
import { isRecord } from "../core/json-record.ts";
import { cutList } from "../core/text/word-lists.ts";
import type { Plan } from "./change.ts";
import type { Claim, FieldValue } from "./item.ts";
import { type ShownStep, secretMask, shownStep, shownText } from "./shown-change.ts";
import { type PlainValue, plainValue } from "./values.ts";

export interface SavedPlan {
  readonly format: "svc plan";
  readonly version: 1;
  readonly service: string;
  /** Absolute paths; `-` for standard input, which must be provided again. */
  readonly sources: readonly string[];
  readonly prune: boolean;
  readonly replaceFailed: boolean;
  /** Names of machines that must not be released, as typed. */
  readonly keep: readonly string[];
  readonly changes: readonly SavedStep[];
  readonly marks?: ValueHashes | undefined;
}

/** Leaves out places in the sources, which may move without changing the meaning. */
type SavedStep = Pick<ShownStep, "action" | "kind" | "name" | "fields">;

export const savedSteps = ({ steps }: Plan, claimSteps: readonly ShownStep[] = []): readonly SavedStep[] =>
  [...steps.map(({ step }) => shownStep(step)), ...claimSteps].map(
    ({ file: _file, line: _line, ...step }) => step,
  );

export function planText(plan: Omit<SavedPlan, "format" | "version">): string {
  return `${JSON.stringify({ format: "svc plan", version: 1, ...plan }, bigintAsText, 2)}\n`;
}

/** Numbers beyond 2^53 become text: they are only compared. */
const bigintAsText = (_: string, value: unknown): unknown =>
  typeof value === "bigint" ? String(value) : value;

const planCommand = "svc plan FILE... --save PLAN";

export function readPlan(text: string, file: string): SavedPlan {
  const value = parseJson(text)?.value;
  if (!isRecord(value) || value["format"] !== "svc plan")
    throw new Failure("usage", `${file} is not a saved plan`, { hint: `${planCommand} writes one` });
  if (value["version"] !== 1) throw new Failure("usage", `${file} was saved by another version of svc`);
  const { service, sources, prune, replaceFailed, keep, changes, marks } = value;
  const areFlags = typeof prune === "boolean" && typeof replaceFailed === "boolean";
  const areHashesValid = marks === undefined || areHashes(marks);
  const isComplete = areFlags && areHashesValid && areTexts(sources) && areTexts(keep) && areSteps(changes);
  if (typeof service !== "string" || !isComplete)
    throw new Failure("usage", `${file} is a damaged plan`, {
      hint: `create it again: ${planCommand}`,
    });
  return { format: "svc plan", version: 1, service, sources, prune, replaceFailed, keep, changes, marks };
}

const areTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === "string");

const areSteps = (value: unknown): value is readonly SavedStep[] =>
  Array.isArray(value) &&
  value.every(
    (each) =>
      isRecord(each) &&
      [each["action"], each["kind"], each["name"]].every((text) => typeof text === "string") &&
      isRecord(each["fields"]),
  );

const maxLines = 20;

export function requireSame(
  saved: Pick<SavedPlan, "changes">,
  plan: Plan,
  subject: string | { readonly message: string; readonly hint: string },
  claimSteps: readonly ShownStep[] = [],
  changedValues: readonly string[] = [],
): void {
  const currentSteps = asJson(savedSteps(plan, claimSteps));
  const savedById = byId(asJson(saved.changes));
  const currentById = byId(currentSteps);
  const changedSteps = [...new Set([...savedById.keys(), ...currentById.keys()])].flatMap((id) => {
    const old = savedById.get(id);
    const current = currentById.get(id);
    if (old === undefined) return [`${id}: ${current?.action} is needed now, but is not in the plan`];
    if (current === undefined) return [`${id}: no longer needs a change (planned: ${old.action})`];
    if (old.action !== current.action)
      return [`${id}: ${current.action} is needed now (planned: ${old.action})`];
    return [...new Set([...Object.keys(old.fields), ...Object.keys(current.fields)])]
      .filter((name) => !isDeepStrictEqual(old.fields[name], current.fields[name]))
      .map((name) => differsText(`${id}: ${name}`));
  });
  const differences = [...new Set([...changedSteps, ...changedValues])];
  if (differences.length === 0) return;
  const { message, hint } =
    typeof subject === "string"
      ? {
          message: `the plan ${subject} is no longer valid: the service or the files have changed since`,
          hint: `nothing was changed; make a new plan with: ${planCommand}`,
        }
      : subject;
  throw new Failure("conflict", message, {
    lines: cutList(differences, maxLines),
    hint,
    outcome: "not_sent",
  });
}

function byId(steps: readonly SavedStep[]): ReadonlyMap<string, SavedStep> {
  const stepsById = new Map<string, SavedStep>();
  for (const step of steps) {
    const id = `${step.kind} ${step.name}`;
    stepsById.set(stepsById.has(id) ? `${id} (afterwards)` : id, step);
  }
  return stepsById;
}

const differsText = (subject: string): string => `${subject} differs from the plan`;

const asJson = (steps: readonly SavedStep[]): readonly SavedStep[] =>
  JSON.parse(JSON.stringify(steps, bigintAsText)) as readonly SavedStep[];

/**
 * Hashes that reveal whether hidden values have changed. They are keyed with the API key's secret, so that even short
 * values cannot be guessed.
 */
export interface ValueHashes {
  /** Random, so that equal values have different hashes in two plans. */
  readonly salt: string;
  /** The hash of the API key: hashes with different keys cannot be compared. */
  readonly key: string;
  /** Hashes by change, for example `license-keys windows/w: license_key`. */
  readonly values: Readonly<Record<string, string>>;
}

export function hashValues(
  plan: Plan,
  claims: readonly Claim[],
  { salt, secret }: { readonly salt: string; readonly secret: string | undefined },
): ValueHashes | undefined {
  if (secret === undefined) return undefined;
  const hash = (text: string) =>
    createHmac("sha256", `svc plan ${secret}`).update(`${salt} ${text}`).digest("hex");
  const values = [...hiddenValuesOf(plan), ...claims.flatMap(claimValuesOf)].map(
    ([about, value]) => [about, hash(JSON.stringify([about, value]))] as const,
  );
  return { salt, key: hash("key"), values: Object.fromEntries(values) };
}

type HiddenValue = readonly [about: string, value: unknown];

function hiddenValuesOf({ steps }: Plan): readonly HiddenValue[] {
  return steps.flatMap(({ step }) => {
    const { kind, name, changes, isFollowUp } = step;
    const { fields } = shownStep(step);
    return changes.flatMap(({ field, to }): readonly HiddenValue[] => {
      const plain = plainValue(field.definition, to);
      const value = hashablePlainValue(plain);
      const displayJson = JSON.stringify(fields[field.name]?.to ?? null, bigintAsText);
      const isVisible =
        !displayJson.includes(secretMask) && textsOf(plain).every((text) => shownText(text) === text);
      return isVisible
        ? []
        : [[`${kind.name} ${name}${isFollowUp ? " (afterwards)" : ""}: ${field.name}`, value]];
    });
  });
}

/** A plan shows only the number of machines of a claim, so its other values are hashed. */
const claimValuesOf = ({ name, allocate, deploy }: Claim): readonly HiddenValue[] => [
  [`claims ${name}: allocate`, hashableFields(allocate)],
  [`claims ${name}: deploy`, hashableFields(deploy)],
];

const hashableFields = (fields: ReadonlyMap<string, FieldValue>): unknown =>
  sortedEntries([...fields].map(([name, value]) => [name, hashableValue(value)]));

function hashableValue(value: FieldValue): unknown {
  if (value.form === "list") return value.values.map(hashableValue);
  if (value.form === "map") return hashableFields(value.values);
  return value.form === "file" ? value.bytes.toString("base64") : (value.text ?? null);
}

function hashablePlainValue(value: PlainValue): unknown {
  if (value.form === "bytes") return value.bytes?.toString("base64") ?? null;
  if (value.form === "map") return sortedEntries([...value.texts].map(([key, text]) => [key, text ?? null]));
  return (value.form === "list" ? value.texts : value.text) ?? null;
}

function textsOf(value: PlainValue): readonly string[] {
  if (value.form === "bytes") return [];
  if (value.form === "map") return [...value.texts.values()].filter((text) => text !== undefined);
  return value.form === "list" ? (value.texts ?? []) : [value.text ?? ""];
}

const sortedEntries = (entries: readonly (readonly [string, unknown])[]): unknown =>
  [...entries].sort(([a], [b]) => (a < b ? -1 : 1));

export function hashDiff(
  saved: ValueHashes,
  current: ValueHashes | undefined,
): readonly string[] | undefined {
  if (saved.key !== current?.key) return undefined;
  return Object.entries(saved.values)
    .filter(([about, hash]) => Object.hasOwn(current.values, about) && current.values[about] !== hash)
    .map(([about]) => differsText(about));
}

const areHashes = (value: unknown): value is ValueHashes =>
  isRecord(value) &&
  typeof value["salt"] === "string" &&
  typeof value["key"] === "string" &&
  isRecord(value["values"]) &&
  Object.values(value["values"]).every((hash) => typeof hash === "string");
