import { group as machines } from "../../api/groups/machines.ts";
import { Failure } from "../../failure.ts";
import type { Client } from "../../http/call.ts";
import { episodeOf, fittingMessage, includes } from "../../lifecycle/episode.ts";
import { eventTime } from "../../lifecycle/event-time.ts";
import {
  eventText,
  isFailure,
  type MachineEvent,
  readEvents,
  readHistories,
} from "../../lifecycle/history.ts";
import { isExplainedBy, judgeIssue } from "../../lifecycle/issue.ts";
import { type MachineView, machineView } from "../../lifecycle/machine-view.ts";
import { escapeLine } from "../../output/escape.ts";
import { openSink } from "../../output/sink.ts";
import { formatAge } from "../../text/duration.ts";
import type { Action, Invocation } from "../invocation/invocation.ts";
import { resolveNodes } from "../selection/resolve.ts";
import { checkColumnNames } from "../typed/column-names.ts";
import { oneLine } from "../waiting/outcome.ts";
import { readFailedScripts, type ScriptResult } from "./failed-scripts.ts";

/** Warnings and errors that are read, and those of them that are shown. */
const eventsRead = 100;
const eventsShown = 8;
/** The last lines of a failed script's output that are shown. */
const linesShown = 12;

/** What is known about the last failure of a machine. */
interface Explanation {
  readonly system_id: string;
  readonly hostname: string;
  readonly status: number;
  readonly status_name: string;
  /** When it came into this status; null where no event tells. */
  readonly since: string | null;
  readonly power_state: string | null;
  readonly status_message: string | null;
  readonly error_description: string | null;
  /** What kind of attention it needs now; null for none. */
  readonly issue: string | null;
  readonly reason: string | null;
  /** The status message where it is about this status. */
  readonly message: string | null;
  /** The last ERROR or CRITICAL event. */
  readonly failure: Told | null;
  /** WARNING and above around it, oldest first. */
  readonly events: readonly Told[];
  readonly failed_scripts: readonly ShownScript[];
}

const explanationMembers: readonly (keyof Explanation)[] = [
  "system_id",
  "hostname",
  "status",
  "status_name",
  "since",
  "power_state",
  "status_message",
  "error_description",
  "issue",
  "reason",
  "message",
  "failure",
  "events",
  "failed_scripts",
];

interface Told {
  readonly id: number;
  readonly level: string;
  readonly type: string;
  readonly description: string;
  readonly created: string | null;
}

interface ShownScript {
  readonly name: string;
  readonly script_result: number;
  readonly result_type: number | null;
  readonly updated: string | null;
  /** Text; undefined bytes are replaced. */
  readonly output: string;
}

/** `svc machines why ID`: text for people, one object for programs. */
export const explainFailure: Action = async (invocation) => {
  const { context } = invocation;
  await checkColumnNames(invocation.globals, [], { members: explanationMembers });
  const name = String(invocation.arguments["system_id"]);
  const client = await invocation.connect();
  const [node] = await resolveNodes(client, "machine", [name]);
  if (node === undefined) throw new Failure("notFound", `no machine is called '${name}'`);
  const id = node.systemId;
  const view = await readMachine(client, id);
  const [warnings, histories, scripts] = await Promise.all([
    readEvents(client, [id], eventsRead, "WARNING"),
    readHistories(client, [view], (_, history) => isExplainedBy(view, history)),
    readFailedScripts(client, id),
  ]);
  const now = context.clock.now() + client.endpoint.clockOffsetMs + (client.clockSkewMs() ?? 0);
  const explanation = explain(view, warnings, histories.byId.get(id) ?? [], scripts, now);
  const { format } = invocation.outputSettings({ columns: [], identity: "system_id" });
  const isText = (format === "table" || format === "wide") && invocation.globals.query === undefined;
  if (isText && invocation.globals.columns === undefined) {
    await writeText(linesOf(explanation, now), invocation);
  } else await invocation.print(explanation, { columns: [], identity: "system_id" });
  if (histories.cut.length > 0) invocation.messages.warn("not all events of the machine could be read");
};

async function readMachine(client: Client, systemId: string): Promise<MachineView> {
  const answer = await client.call(machines.operations["machine.read"], { system_id: systemId });
  const view = machineView(await answer.value());
  if (view === undefined) throw new Failure("other", "the service's answer is not a machine");
  return view;
}

function explain(
  view: MachineView,
  warnings: readonly MachineEvent[],
  history: readonly MachineEvent[],
  scripts: readonly ScriptResult[],
  now: number,
): Explanation {
  const at = warnings.findIndex(isFailure);
  const around =
    at === -1 ? warnings.slice(0, eventsShown) : warnings.slice(Math.max(0, at - 2), at + eventsShown - 2);
  const issue = judgeIssue(view, history, now, scripts);
  const episode = episodeOf(view, history);
  return {
    system_id: view.systemId,
    hostname: view.hostname,
    status: view.status,
    status_name: view.statusName,
    since: timeOf(episode.began?.at),
    power_state: view.powerState ?? null,
    status_message: view.statusMessage ?? null,
    error_description: view.errorDescription ?? null,
    issue: issue?.kind ?? null,
    reason: issue?.reason ?? null,
    message: fittingMessage(view, episode) ?? null,
    failure: at === -1 ? null : told(warnings[at]),
    events: around.flatMap((event) => told(event) ?? []).reverse(),
    failed_scripts: scripts.map(({ name, exitStatus, resultType, updated, data }) => ({
      name,
      script_result: exitStatus,
      result_type: resultType ?? null,
      updated: updated ?? null,
      output: Buffer.from(data ?? "", "base64").toString("utf8"),
    })),
  };
}

const timeOf = (at: number | undefined): string | null =>
  at === undefined ? null : new Date(at).toISOString();

function told(event: MachineEvent | undefined): Told | null {
  if (event === undefined) return null;
  const { id, level, type, description, created } = event;
  return { id, level, type, description, created: created ?? null };
}

/** What one line says is not repeated by the next ones. */
function linesOf(explanation: Explanation, now: number): readonly string[] {
  const { hostname, system_id, status_name, since, power_state, failure, events, failed_scripts } =
    explanation;
  const age = since === null ? "" : ` for ${formatAge(Math.max(0, now - Date.parse(since)))}${time(since)}`;
  const said: string[] = [];
  const unsaid = (text: string | null): string | null => {
    if (text === null || said.some((other) => includes(other, text) || includes(text, other))) return null;
    said.push(text);
    return text;
  };
  const facts = [
    ["Status", `${status_name}${age}`],
    ["Power", power_state],
    ["Reason", unsaid(explanation.reason)],
    ["Error", unsaid(explanation.error_description)],
    ["Message", unsaid(explanation.message)],
    [
      "Last failure",
      failure === null || isSaid(failure, said) ? null : `${eventText(failure)}${time(failure.created)}`,
    ],
  ].filter(([, value]) => typeof value === "string" && value !== "");
  const others = events.filter((event) => event.id !== failure?.id && !isSaid(event, said));
  const isQuiet = failure === null && failed_scripts.length === 0 && explanation.issue === null;
  return [
    `${hostname} (${system_id})`,
    ...facts.map(([label, value]) => `  ${`${label}:`.padEnd(14)}${oneLine(value ?? "")}`),
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

const isSaid = (event: Told, said: readonly string[]): boolean =>
  said.some((text) => includes(text, event.description === "" ? event.type : event.description));

/** Events that say the same once, with how many there are, at the time of the last. */
function counted(events: readonly Told[]): readonly (readonly [Told, number])[] {
  const byText = new Map<string, readonly [Told, number]>();
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

async function writeText(lines: readonly string[], { context }: Invocation): Promise<void> {
  const sink = openSink(context.stdout);
  try {
    await sink.text(lines.map((line) => `${line}\n`).join(""));
    await sink.end();
  } finally {
    sink.release();
  }
}
