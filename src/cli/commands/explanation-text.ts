import type { CellForm } from "../../catalogue/operation.ts";
import { eventText, eventTime } from "../../client/lifecycle/history.ts";
import { includes } from "../../client/lifecycle/reasons.ts";
import { formatAge } from "../../core/text/duration.ts";
import { escapeLine } from "../output/escape.ts";
import type { Palette } from "../output/palette.ts";
import { oneLine } from "../waiting/one-line.ts";
import type { EventSummary, Explanation } from "./machine-explanation.ts";

/** The last lines of a failed script's output that are shown. */
const linesShown = 12;

/** Where the value of a fact begins in its line. */
const factStart = 16;

/** An explanation for people, a line each; what a line has shown is not repeated by the next ones. */
export function explanationLines(explanation: Explanation, now: number): readonly string[] {
  const { hostname, system_id, status_name, since, power_state, failure, events, failed_scripts } =
    explanation;
  const age = since === null ? "" : ` for ${formatAge(now - Date.parse(since))}${time(since)}`;
  const shown: string[] = [];
  const unlessShown = (text: string | null): string | null => {
    if (text === null || shown.some((other) => includes(other, text) || includes(text, other))) return null;
    shown.push(text);
    return text;
  };
  const facts = [
    ["Status", `${status_name}${age}`],
    ["Power", power_state],
    ["Reason", unlessShown(explanation.reason)],
    ["Error", unlessShown(explanation.error_description)],
    ["Message", unlessShown(explanation.message)],
    [
      "Last failure",
      failure === null || isShown(failure, shown) ? null : `${eventText(failure)}${time(failure.created)}`,
    ],
  ].filter(([, value]) => typeof value === "string" && value !== "");
  const others = events.filter((event) => event.id !== failure?.id && !isShown(event, shown));
  const isQuiet = failure === null && failed_scripts.length === 0 && explanation.issue === null;
  return [
    `${hostname} (${system_id})`,
    ...facts.map(([label, value]) => `  ${`${label}:`.padEnd(factStart - 2)}${oneLine(value ?? "")}`),
    ...(isQuiet ? ["No failure of this machine is on record."] : []),
    ...(others.length === 0 ? [] : ["Other warnings and errors, oldest first:"]),
    ...counted(others).map(
      ([event, count]) =>
        `  ${clockText(event.created) ?? "-"}  ${event.level.padEnd(8)}  ${oneLine(eventText(event))}` +
        (count === 1 ? "" : ` (${count} times)`),
    ),
    ...failed_scripts.flatMap((script) => [
      `Script ${oneLine(script.name)} failed with ${script.script_result}${time(script.updated)}:`,
      ...lastLines(script.output),
    ]),
  ].map(escapeLine);
}

/** The lines of an explanation in colours: the machine's name, its status and its power state. */
export function paintedLines(
  lines: readonly string[],
  { status_name, power_state }: Explanation,
  { header, cell }: Palette,
): readonly string[] {
  const painted = (line: string, form: CellForm, text: string): string =>
    line.slice(0, factStart) +
    cell(form, text)(line.slice(factStart, factStart + text.length)) +
    line.slice(factStart + text.length);
  return lines.map((line, at) => {
    if (at === 0) return header(line);
    if (at === 1) return painted(line, "status", status_name);
    return at === 2 && power_state !== null && line.startsWith("  Power:")
      ? painted(line, "power", power_state)
      : line;
  });
}

const isShown = (event: EventSummary, shown: readonly string[]): boolean =>
  shown.some((text) => includes(text, event.description === "" ? event.type : event.description));

/** Each event of one text once, with how many there are, at the time of the last. */
function counted(events: readonly EventSummary[]): readonly (readonly [EventSummary, number])[] {
  const byText = new Map<string, readonly [EventSummary, number]>();
  for (const event of events) {
    const text = `${event.level} ${eventText(event)}`;
    const count = (byText.get(text)?.[1] ?? 0) + 1;
    byText.delete(text);
    byText.set(text, [event, count]);
  }
  return [...byText.values()];
}

const time = (created: string | null): string => (created === null ? "" : ` (${clockText(created)})`);

/** To the second, in UTC; a time in a form that is not known stays as it came. */
function clockText(created: string | null): string | null {
  const at = created === null ? undefined : eventTime(created);
  return at === undefined
    ? created
    : new Date(at)
        .toISOString()
        .replace("T", " ")
        .replace(/\.\d+Z$/, "Z");
}

function lastLines(output: string): readonly string[] {
  const lines = output.trimEnd().split(/\r?\n/);
  if (lines.length === 1 && lines[0] === "") return ["  (no output)"];
  const left = lines.length - linesShown;
  const shown = lines.slice(-linesShown).map((line) => `  ${line.replaceAll("\t", "    ")}`);
  return left > 0 ? [`  (${left} lines before)`, ...shown] : shown;
}
