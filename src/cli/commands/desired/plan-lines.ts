import {
  type ShownField,
  type ShownStep,
  type ShownValue,
  shownStep,
} from "../../../desired/shown-change.ts";
import { type Action, countActions, type Plan, type Step } from "../../../desired/step.ts";
import { escapeLine } from "../../../output/escape.ts";
import type { Palette } from "../../../output/palette.ts";

const signs: Readonly<Record<Action, string>> = { create: "+", update: "~", replace: "-/+", delete: "-" };

const paintOf = (action: Action, palette: Palette) =>
  action === "create" ? palette.added : action === "update" ? palette.changed : palette.removed;

/** A plan as people read it, a line for each step and one for each field of it. */
export function planLines(
  { steps }: Plan,
  palette: Palette,
  claims: readonly ShownStep[] = [],
): readonly string[] {
  return [
    ...steps.flatMap(({ step }) => stepLines(step, palette)),
    ...claims.flatMap((claim) => claimLines(claim, palette)),
    summaryLine(countsOf(steps, claims)),
  ];
}

/** How many changes there are of each action. */
export function countsOf(steps: Plan["steps"], claims: readonly ShownStep[]): Record<Action, number> {
  const counts = { ...countActions(steps) };
  for (const { action } of claims) counts[action] += 1;
  return counts;
}

const claimLines = ({ action, name, fields }: ShownStep, palette: Palette): readonly string[] => [
  paintOf(action, palette)(`${signs[action]} claims ${escapeLine(name)}`),
  ...Object.entries(fields).flatMap(([field, values]) => fieldLines(field, values, action)),
];

/** The fields of a key say what the name says. */
function stepLines(step: Step, palette: Palette): readonly string[] {
  const { action, kind, name } = step;
  const fields = Object.entries(shownStep(step).fields).filter(
    ([field]) => action === "update" || !kind.kind.key.includes(field),
  );
  return [
    paintOf(action, palette)(`${signs[action]} ${kind.name} ${escapeLine(name)}`),
    ...fields.flatMap(([field, values]) => fieldLines(field, values, action)),
  ];
}

/** `Plan: 2 to create, 1 to update, 0 to replace, 0 to delete.` */
function summaryLine(counts: Readonly<Record<Action, number>>): string {
  const parts = (["create", "update", "replace", "delete"] as const).map(
    (each) => `${counts[each]} to ${each}`,
  );
  return `Plan: ${parts.join(", ")}.`;
}

function fieldLines(name: string, { from, to }: ShownField, action: Action): readonly string[] {
  if (isMap(to)) {
    const before = isMap(from) ? from : {};
    return Object.entries(to).flatMap(([key, value]) =>
      fieldLines(`${name}.${key}`, { from: before[key] ?? null, to: value }, action),
    );
  }
  const isNew = action === "create";
  const change = isNew ? shownValue(to) : `${shownValue(from)} -> ${shownValue(to)}`;
  return [`    ${escapeLine(name)}: ${change}`];
}

const isMap = (value: ShownValue): value is Extract<ShownValue, Readonly<Record<string, unknown>>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Of a longer text only the beginning is shown; `-o json` has all of it. */
const maxLength = 120;

function shownValue(value: ShownValue): string {
  if (value === null || value === "") return "(none)";
  if (Array.isArray(value)) return `[${value.map((each) => shownValue(each)).join(", ")}]`;
  if (typeof value !== "string") return String(value);
  const text = value.length > maxLength ? `${value.slice(0, maxLength)}...` : value;
  return /^[\s"]|[\s"]$|[\n\r\t]|^\(none\)$/.test(text) ? escapeLine(JSON.stringify(text)) : escapeLine(text);
}
