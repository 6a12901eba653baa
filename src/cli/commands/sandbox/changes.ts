import { Failure } from "../../../core/failure.ts";
import { isRecord, recordsIn } from "../../../core/json-record.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import type { Shape } from "../../output/columns.ts";
import { escapeLine } from "../../output/escape.ts";
import { controlSandbox } from "./control.ts";

/** In characters; a large rehearsal makes many changes. */
const maxLength = 256 * 1024 * 1024;

/** Each change has a summary in `what`. */
export async function readChanges(invocation: Invocation): Promise<readonly Record<string, unknown>[]> {
  const answer = await controlSandbox(invocation, "GET", "changes", { maxLength });
  return withSummaries(answer["changes"]);
}

export const withSummaries = (changes: unknown): readonly Record<string, unknown>[] =>
  recordsIn(changes).map((change) => ({ ...change, what: summaryOf(change) }));

/** Returns for example `status: Ready -> Deploying -> Deployed; zone: north -> south`, or why a request was refused. */
function summaryOf({ action, fields, statuses, request, status, reason }: Record<string, unknown>): string {
  if (action === "refused") return `${String(request)}: ${String(status)} ${String(reason)}`.trim();
  const statusPath = Array.isArray(statuses) ? [`status: ${statuses.join(" -> ")}`] : [];
  const fieldTexts = recordsIn(fields)
    .filter(({ field }) => field !== "status" || statusPath.length === 0)
    .map(({ field, from, to }) => `${String(field)}: ${valueText(from)} -> ${valueText(to)}`);
  return [...statusPath, ...fieldTexts].join("; ");
}

function valueText(value: unknown): string {
  if (value === undefined || value === null || value === "") return "-";
  if (Array.isArray(value) && !value.some((each) => isRecord(each))) return value.join(",");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

export async function printChanges(
  invocation: Invocation<{ readonly "exit-code"?: boolean }>,
  changes: readonly Record<string, unknown>[],
  shape: Shape,
): Promise<void> {
  if (changes.length === 0) invocation.messages.note("nothing has changed");
  await invocation.print(changes, shape);
  if (invocation.options["exit-code"] === true && changes.length > 0)
    throw new Failure("differences", "the copy has changed", { reported: true });
}

const signs: Readonly<Record<string, string>> = { created: "+", changed: "~", deleted: "-", refused: "!" };

export function changeLines(changes: readonly Record<string, unknown>[]): readonly string[] {
  const counts = new Map<string, number>();
  const lines = changes.map(({ action, kind, name, what: summary }) => {
    counts.set(String(action), (counts.get(String(action)) ?? 0) + 1);
    const subject = action === "refused" ? "" : `${String(kind)} ${String(name)}`;
    return `${signs[String(action)] ?? " "} ${[subject, String(summary)].filter((text) => text !== "").join("  ")}`;
  });
  const totals = Object.keys(signs).flatMap((action) => {
    const count = counts.get(action) ?? 0;
    return count === 0 ? [] : [`${count} ${action}`];
  });
  return [...lines.map(escapeLine), totals.length === 0 ? "nothing has changed" : totals.join(", ")];
}
