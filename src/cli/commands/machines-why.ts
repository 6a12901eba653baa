import { group as results } from "../../api/groups/installation-results.ts";
import { group as machines } from "../../api/groups/machines.ts";
import { Failure } from "../../failure.ts";
import type { Client } from "../../http/call.ts";
import { eventTime } from "../../lifecycle/event-time.ts";
import { eventText, isFailure, type MachineEvent, readEvents } from "../../lifecycle/history.ts";
import { suspect } from "../../lifecycle/issue.ts";
import { isRecord, type MachineView, machineView, textOf } from "../../lifecycle/machine-view.ts";
import { escapeLine } from "../../output/escape.ts";
import { openSink } from "../../output/sink.ts";
import type { Action, Invocation } from "../action.ts";
import { resolveNodes } from "../fleet/resolve.ts";
import { oneLine } from "../waiting/outcome.ts";

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
  readonly power_state: string | null;
  readonly status_message: string | null;
  readonly error_description: string | null;
  /** What kind of attention it needs now; null for none. */
  readonly issue: string | null;
  /** The last ERROR or CRITICAL event. */
  readonly failure: Told | null;
  /** WARNING and above around it, oldest first. */
  readonly events: readonly Told[];
  readonly failed_scripts: readonly FailedScript[];
}

interface Told {
  readonly id: number;
  readonly level: string;
  readonly type: string;
  readonly description: string;
  readonly created: string | null;
}

interface FailedScript {
  readonly name: string;
  readonly script_result: number;
  readonly result_type: number | null;
  readonly updated: string | null;
  /** Text; undefined bytes are replaced. */
  readonly output: string;
}

/** `svc machines why ID`: text for people, one object for programs. */
export const explainFailure: Action = async (invocation) => {
  const name = String(invocation.arguments["system_id"]);
  const client = await invocation.connect();
  const [node] = await resolveNodes(client, "machine", [name]);
  if (node === undefined) throw new Failure("notFound", `no machine is called '${name}'`);
  const id = node.systemId;
  const [view, events, scripts] = await Promise.all([
    readMachine(client, id),
    readEvents(client, [id], eventsRead, "WARNING"),
    readFailedScripts(client, id),
  ]);
  const explanation = explain(view, events, scripts);
  const { format } = invocation.outputSettings({ columns: [], identity: "system_id" });
  const isText = (format === "table" || format === "wide") && invocation.globals.query === undefined;
  if (isText && invocation.globals.columns === undefined) {
    return await writeText(linesOf(explanation), invocation);
  }
  await invocation.print(explanation, { columns: [], identity: "system_id" });
};

async function readMachine(client: Client, systemId: string): Promise<MachineView> {
  const answer = await client.call(machines.operations["machine.read"], { system_id: systemId });
  const view = machineView(await answer.value());
  if (view === undefined) throw new Failure("other", "the service's answer holds no machine");
  return view;
}

/** Document 2, "Installation results"; a result that is not 0 failed. */
async function readFailedScripts(client: Client, systemId: string): Promise<readonly FailedScript[]> {
  const answer = await client.call(results.operations["installation-results.list"], {
    system_id: [systemId],
  });
  const list = await answer.value();
  return (Array.isArray(list) ? list : []).flatMap((item: unknown) => {
    if (!isRecord(item)) return [];
    const result = item["script_result"];
    if (typeof result !== "number" || result === 0) return [];
    const type = item["result_type"];
    return [
      {
        name: textOf(item["name"]) ?? "",
        script_result: result,
        result_type: typeof type === "number" ? type : null,
        updated: textOf(item["updated"]) ?? null,
        output: Buffer.from(textOf(item["data"]) ?? "", "base64").toString("utf8"),
      },
    ];
  });
}

function explain(
  view: MachineView,
  events: readonly MachineEvent[],
  scripts: readonly FailedScript[],
): Explanation {
  const at = events.findIndex(isFailure);
  const around =
    at === -1 ? events.slice(0, eventsShown) : events.slice(Math.max(0, at - 2), at + eventsShown - 2);
  const issue = suspect(view);
  return {
    system_id: view.systemId,
    hostname: view.hostname,
    status: view.status,
    status_name: view.statusName,
    power_state: view.powerState ?? null,
    status_message: view.statusMessage ?? null,
    error_description: view.errorDescription ?? null,
    issue: issue === undefined || issue === "stuck" ? null : issue,
    failure: at === -1 ? null : told(events[at]),
    events: around.flatMap((event) => told(event) ?? []).reverse(),
    failed_scripts: scripts,
  };
}

function told(event: MachineEvent | undefined): Told | null {
  if (event === undefined) return null;
  const { id, level, type, description, created } = event;
  return { id, level, type, description, created: created ?? null };
}

function linesOf(explanation: Explanation): readonly string[] {
  const { hostname, system_id, status_name, power_state, failure, events, failed_scripts } = explanation;
  const facts = [
    ["Status", status_name],
    ["Power", power_state],
    ["Message", explanation.status_message === status_name ? null : explanation.status_message],
    ["Error", explanation.error_description],
    ["Last failure", failure === null ? null : `${eventText(failure)}${time(failure.created)}`],
  ].filter(([, value]) => typeof value === "string" && value !== "");
  const isQuiet = failure === null && failed_scripts.length === 0 && explanation.issue === null;
  return [
    `${hostname} (${system_id})`,
    ...facts.map(([label, value]) => `  ${`${label}:`.padEnd(14)}${oneLine(value ?? "")}`),
    ...(isQuiet ? ["No failure of this machine is on record."] : []),
    ...(events.length === 0 ? [] : ["Warnings and errors, oldest first:"]),
    ...events.map(
      (event) =>
        `  ${clockText(event.created) ?? "-"}  ${event.level.padEnd(8)}  ${oneLine(eventText(event))}`,
    ),
    ...failed_scripts.flatMap((script) => [
      `Script ${oneLine(script.name)} failed with ${script.script_result}${time(script.updated)}:`,
      ...lastLines(script.output),
    ]),
  ].map(escapeLine);
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
