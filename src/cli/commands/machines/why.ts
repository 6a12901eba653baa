import { group as machines } from "../../../catalogue/groups/machines.ts";
import type { Client } from "../../../client/http/call.ts";
import {
  eventSummary,
  eventText,
  isErrorEvent,
  type MachineEvent,
  readEvents,
  readHistories,
} from "../../../client/lifecycle/history.ts";
import { type MachineView, machineView } from "../../../client/lifecycle/machine-view.ts";
import {
  episodeOf,
  includesWords,
  isExplained,
  judgeIssue,
  messageOfStatus,
} from "../../../client/lifecycle/reasons.ts";
import { resolveNode } from "../../../client/names/resolve.ts";
import { Failure } from "../../../core/failure.ts";
import { isGlob } from "../../../core/text/glob.ts";
import { shellWord } from "../../../core/text/shell-words.ts";
import { formatAge } from "../../../core/text/units.ts";
import { nextCommand } from "../../invocation/globals.ts";
import { type Invocation, printsPage, serviceTime } from "../../invocation/invocation.ts";
import { timeText } from "../../output/cells.ts";
import type { Shape } from "../../output/columns.ts";
import { oneLine } from "../../output/escape.ts";
import { maskFor, noteMasked } from "../../output/mask.ts";
import { colorless, paletteFor } from "../../output/palette.ts";
import { writeLines } from "../../output/sink.ts";
import { measureFor, terminalWidth } from "../../output/text-width.ts";
import { checkColumnNames } from "../../parsing/column-names.ts";
import { type PageStyle, pageLines, type Section, textsOf } from "../describe-node/page.ts";
import { factLines } from "../describe-node/sections.ts";
import { type FailedScriptResult, readFailedScripts, scriptSummary } from "./script-results.ts";

const maxWarningsRead = 100;

export async function explainMachine(name: string, invocation: Invocation): Promise<void> {
  const { context } = invocation;
  await checkColumnNames(invocation.globals, [], { members: explanationMembers });
  if (isGlob(name))
    throw new Failure("usage", `svc machines why explains one machine, not a pattern such as '${name}'`, {
      hint: `svc machines issues --where ${shellWord(`hostname=${name}`)}`,
    });
  const client = await invocation.connect();
  const { systemId: id } = await resolveNode(client, "machine", name);
  const view = await readMachine(client, id);
  const [warnings, histories, scripts] = await Promise.all([
    readEvents(client, [id], maxWarningsRead, "WARNING"),
    readHistories(client, [view], isExplained),
    readFailedScripts(client, id, { withOutput: true }),
  ]);
  const now = serviceTime(client, context.clock);
  const explanation = explain(view, warnings, histories.byId.get(id) ?? [], scripts, now);
  const shape: Shape = { columns: [], identity: "system_id", sensitive: [] };
  if (printsPage(invocation, shape)) {
    const settings = invocation.outputSettings(shape);
    const mask = maskFor(shape, invocation.globals);
    const maskText = (text: string) => mask?.text(text, "parts of texts") ?? text;
    const logsCommand = (script: string) =>
      nextCommand(["machines", "logs", explanation.hostname, script], invocation);
    const sections = explanationSections(explanation, now, logsCommand).map(({ title, lines }) => ({
      title: maskText(title),
      lines: lines.map((line) => ({ ...line, text: maskText(line.text) })),
    }));
    const lines = explanationLines(sections, {
      width: terminalWidth(context.stdout),
      palette: await paletteFor(context.stdout, settings),
      measure: await measureFor([textsOf(sections)]),
    });
    await writeLines(context.stdout, lines);
    noteMasked(mask, settings);
  } else await invocation.print(explanation, shape);
  if (histories.incompleteIds.length > 0)
    invocation.messages.warn("not all events of the machine could be read");
}

async function readMachine(client: Client, systemId: string): Promise<MachineView> {
  const answer = await client.call(machines.operations["machine.read"], { system_id: systemId });
  const view = machineView(await answer.value());
  if (view === undefined) throw new Failure("other", "the service's answer is not a machine");
  return view;
}

const maxWarningsListed = 8;

export type Explanation = ReturnType<typeof explain>;

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

/** `warnings` are the newest events of level WARNING and above. */
function explain(
  view: MachineView,
  warnings: readonly MachineEvent[],
  history: readonly MachineEvent[],
  scripts: readonly FailedScriptResult[],
  now: number,
) {
  const failureIndex = warnings.findIndex(isErrorEvent);
  const eventsAroundFailure =
    failureIndex === -1
      ? warnings.slice(0, maxWarningsListed)
      : warnings.slice(Math.max(0, failureIndex - 2), failureIndex + maxWarningsListed - 2);
  const issue = judgeIssue(view, history, now, scripts);
  const episode = episodeOf(view, history);
  return {
    system_id: view.systemId,
    hostname: view.hostname,
    status: view.status,
    status_name: view.statusName,
    /** When the machine entered this status; null if no event shows it. */
    since: episode.start?.at === undefined ? null : new Date(episode.start.at).toISOString(),
    power_state: view.powerState ?? null,
    status_message: view.statusMessage ?? null,
    error_description: view.errorDescription ?? null,
    issue: issue?.kind ?? null,
    reason: issue?.reason ?? null,
    /** The status message, if it belongs to the current status. */
    message: messageOfStatus(view, episode) ?? null,
    /** The last ERROR or CRITICAL event. */
    failure: warnings.filter(isErrorEvent).map(eventSummary)[0] ?? null,
    /** The events of level WARNING and above, oldest first. */
    events: eventsAroundFailure.map(eventSummary).reverse(),
    failed_scripts: scripts.map(({ data = "", ...script }) => ({
      ...scriptSummary(script),
      // Invalid UTF-8 is replaced.
      output: Buffer.from(data, "base64").toString("utf8"),
    })),
  };
}

type EventSummary = ReturnType<typeof eventSummary>;

/** Of a failed script's output, only the last lines are shown. */
const maxOutputLines = 12;

/** Aligns texts in the same way with and without the line of the last failure. */
const minLabelWidth = "Last failure: ".length;

/** Only the first section has colours. */
export const explanationLines = ([machineSection, ...others]: readonly Section[], style: PageStyle) => [
  ...(machineSection === undefined ? [] : pageLines([machineSection], { ...style, minLabelWidth })),
  ...pageLines(others, { ...style, palette: colorless }),
];

export function explanationSections(
  explanation: Explanation,
  now: number,
  /** Returns the command that prints all output of a script. */
  logsCommand: (script: string) => string,
): readonly Section[] {
  const { hostname, system_id, status_name, since, power_state, failure, events, failed_scripts } =
    explanation;
  const age = since === null ? "" : ` for ${formatAge(now - Date.parse(since))}${timeNote(since)}`;
  const earlierTexts: string[] = [];
  const unlessRepeated = (text: string | null): string | null => {
    if (
      text === null ||
      earlierTexts.some((other) => includesWords(other, text) || includesWords(text, other))
    )
      return null;
    earlierTexts.push(text);
    return text;
  };
  const facts = factLines([
    ["Status", `${status_name}${age}`, "status", status_name],
    ["Power", power_state, "power", power_state],
    ["Reason", unlessRepeated(explanation.reason)],
    ["Error", unlessRepeated(explanation.error_description)],
    ["Message", unlessRepeated(explanation.message)],
    [
      "Last failure",
      failure === null || isRepeated(failure, earlierTexts)
        ? null
        : `${eventText(failure)}${timeNote(failure.created)}`,
    ],
  ]);
  const otherEvents = events.filter((event) => event.id !== failure?.id && !isRepeated(event, earlierTexts));
  const hasNoFailure = failure === null && failed_scripts.length === 0 && explanation.issue === null;
  const noFailure = { title: "No failure of this machine is on record.", lines: [] };
  const eventLines = mergeRepeated(otherEvents).map(([event, count]) => ({
    text:
      `${timeText(event.created ?? "-")}  ${event.level.padEnd(8)}  ${oneLine(eventText(event))}` +
      (count === 1 ? "" : ` (${count} times)`),
  }));
  return [
    { title: `${hostname} (${system_id})`, lines: facts },
    ...(hasNoFailure ? [noFailure] : []),
    ...(otherEvents.length === 0
      ? []
      : [{ title: "Other warnings and errors, oldest first:", lines: eventLines }]),
    ...failed_scripts.map((script) => ({
      title: `Script ${oneLine(script.name)} failed with exit code ${script.script_result}${timeNote(script.updated)}:`,
      lines: lastLines(script.output, logsCommand(script.name)).map((text) => ({ text })),
    })),
  ];
}

const isRepeated = (event: EventSummary, earlierTexts: readonly string[]): boolean =>
  earlierTexts.some((text) => includesWords(text, event.description === "" ? event.type : event.description));

/** Merges events with the same text into the last of them, and counts them. */
function mergeRepeated(events: readonly EventSummary[]): readonly (readonly [EventSummary, number])[] {
  const byText = new Map<string, readonly [EventSummary, number]>();
  for (const event of events) {
    const text = `${event.level} ${eventText(event)}`;
    const count = (byText.get(text)?.[1] ?? 0) + 1;
    byText.delete(text);
    byText.set(text, [event, count]);
  }
  return [...byText.values()];
}

const timeNote = (created: string | null): string => (created === null ? "" : ` (${timeText(created)})`);

function lastLines(output: string, logsCommand: string): readonly string[] {
  const lines = output.trimEnd().split(/\r?\n/);
  if (lines.length === 1 && lines[0] === "") return ["(no output)"];
  const hiddenCount = lines.length - maxOutputLines;
  const tail = lines.slice(-maxOutputLines).map((line) => line.replaceAll("\t", "    "));
  return hiddenCount > 0 ? [`(${hiddenCount} earlier lines: ${logsCommand})`, ...tail] : tail;
}
