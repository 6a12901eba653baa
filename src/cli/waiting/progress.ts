import { statuses, statusesOfKind } from "../../catalogue/statuses.ts";
import {
  type ProgressEvent,
  type ProgressListener,
  readErrorText,
  stateText,
  statusCounts,
} from "../../client/lifecycle/progress-event.ts";
import { formatOutcome, outcomeRow } from "../../client/lifecycle/wait-result.ts";
import type { Context, TextOutput } from "../../context.ts";
import { isoSeconds } from "../../core/text/times.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { jsonText, oneLine } from "../output/escape.ts";
import { coloredPalette } from "../output/palette.ts";
import type { Messages } from "../terminal/report.ts";
import { canRedraw } from "../terminal/streams.ts";
import type { LiveProgress, Progress } from "./progress-live.ts";

type ProgressForm = "live" | "lines" | "json" | "none";

export function progressForm(invocation: Pick<Invocation, "context" | "globals" | "options">): ProgressForm {
  const { context, globals, options } = invocation;
  const { progress: form } = options;
  if (globals.quiet) return "none";
  if (form === "json" || form === "none" || form === "lines") return form;
  return canRedraw(context) && !globals.debug ? "live" : "lines";
}

/** With more machines than this, only counts are printed. */
const maxListedMachines = 20;

export async function makeProgress(invocation: Invocation, machineCount: number): Promise<Progress> {
  const { context, globals, messages } = invocation;
  const { stderr } = context;
  const isColored = globals.color ?? (stderr.isTTY === true && context.env["TERM"] !== "dumb");
  switch (progressForm(invocation)) {
    case "none":
      return progressWithoutDrawing(() => undefined);
    case "json":
      return progressWithoutDrawing(jsonProgress(stderr));
    case "lines":
      return progressWithoutDrawing(
        machineCount > maxListedMachines
          ? summaryProgress(context, isColored)
          : linesProgress(stderr, isColored),
      );
    case "live": {
      const { machineProgress, fleetProgress } = await import("./progress-live.ts");
      if (machineCount === 1) return withMessages(await machineProgress(context, isColored), messages);
      const palette = isColored ? await coloredPalette() : undefined;
      return withMessages(fleetProgress(context, isColored, palette), messages);
    }
  }
}

export function withMessages(live: LiveProgress, messages: Messages): Progress {
  messages.redirect?.(live.say);
  return {
    ...live,
    stop: () => {
      messages.redirect?.(undefined);
      live.stop();
    },
  };
}

const progressWithoutDrawing = (show: ProgressListener): Progress => ({
  show,
  pause: () => undefined,
  resume: () => undefined,
  stop: () => undefined,
});

export const linesProgress =
  (stderr: TextOutput, isColored: boolean): ProgressListener =>
  (event) => {
    const text = lineOf(event);
    if (text !== undefined) writeLine(stderr, event, text, isColored);
  };

function writeLine(stderr: TextOutput, event: ProgressEvent, text: string, isColored: boolean): void {
  const line = `${isoSeconds(event.at)} ${oneLine(text)}`;
  stderr.write(event.type === "readError" && isColored ? `\u001b[2m${line}\u001b[22m\n` : `${line}\n`);
}

/** Milliseconds between two summaries. */
const summaryMs = 10_000;

/** For many machines: regular counts, and a line for each machine that failed or ended in an unexpected status. */
function summaryProgress(
  { stderr, clock }: Pick<Context, "stderr" | "clock">,
  isColored: boolean,
): ProgressListener {
  const statuses = new Map<string, string>();
  const seenNotes = new Set<string>();
  let total = 0;
  let doneCount = 0;
  let notDoneCount = 0;
  let lastSummaryMs = 0;
  const summary = (): string => {
    const failedText = notDoneCount > 0 ? [`${notDoneCount} not done`] : [];
    return [`${doneCount} of ${total} done`, ...failedText, ...statusCounts(statuses.values())].join(", ");
  };
  const isReported = (event: ProgressEvent): boolean => {
    if (event.type === "settled") return ["failed", "left"].includes(event.outcome.result);
    if (event.type !== "note") return event.type === "readError";
    const isNew = !seenNotes.has(event.text);
    seenNotes.add(event.text);
    return isNew;
  };
  return (event) => {
    if (event.type === "started") {
      total = event.machines.length;
      for (const { systemId } of event.machines) statuses.set(systemId, "not read yet");
      lastSummaryMs = clock.monotonic();
    } else if (event.type === "changed") statuses.set(event.systemId, stateText(event));
    else if (event.type === "settled") {
      statuses.delete(event.outcome.systemId);
      if (event.outcome.result === "done") doneCount += 1;
      else notDoneCount += 1;
    }
    const text = isReported(event) ? lineOf(event) : undefined;
    if (text !== undefined) writeLine(stderr, event, text, isColored);
    const isSummaryDue = event.type === "tick" && clock.monotonic() - lastSummaryMs >= summaryMs;
    if (!isSummaryDue && event.type !== "ended") return;
    lastSummaryMs = clock.monotonic();
    writeLine(stderr, event, summary(), isColored);
  };
}

const failureStatusNames: ReadonlySet<string> = new Set(
  statusesOfKind("failure").map((value) => statuses[value].name),
);

function lineOf(event: ProgressEvent): string | undefined {
  switch (event.type) {
    case "changed": {
      // A failed machine gets another line, which contains the reason.
      if (failureStatusNames.has(event.to) && event.from !== undefined) return undefined;
      const from = event.from === undefined || event.from === event.to ? "" : `${event.from} -> `;
      const isMessageKnown = event.message === event.to || failureStatusNames.has(event.to);
      const message = event.message === undefined || isMessageKnown ? "" : ` (${event.message})`;
      return `${event.hostname}: ${from}${stateText(event)}${message}`;
    }
    case "note":
      return `${event.hostname}: ${event.text}`;
    case "settled":
      return event.outcome.result === "stopped"
        ? undefined
        : `${event.outcome.result}: ${formatOutcome(event.outcome)}`;
    case "readError":
      return isPowerOfTwo(event.consecutiveErrors)
        ? readErrorText(event.text, event.consecutiveErrors)
        : undefined;
    default:
      return undefined;
  }
}

export const jsonProgress =
  (stderr: TextOutput): ProgressListener =>
  (event) => {
    const name = event.type === "readError" ? "read_error" : event.type;
    const time = new Date(event.at).toISOString();
    stderr.write(`${jsonText({ event: name, time, ...fieldsOf(event) })}\n`);
  };

function fieldsOf(event: ProgressEvent): object {
  switch (event.type) {
    case "started":
      return {
        machines: event.machines.map(({ systemId, hostname }) => ({ system_id: systemId, hostname })),
        deadline_seconds: event.deadlineMs === 0 ? null : event.deadlineMs / 1000,
      };
    case "changed":
      return {
        system_id: event.systemId,
        hostname: event.hostname,
        from: event.from ?? null,
        to: event.to,
        message: event.message ?? null,
        ...(event.power === undefined ? {} : { power_state: event.power }),
      };
    case "note":
      return { system_id: event.systemId, hostname: event.hostname, text: event.text };
    case "settled":
      return outcomeRow(event.outcome);
    case "readError":
      return { text: event.text, in_a_row: event.consecutiveErrors };
    case "tick":
      return { pending: event.pending, settled: event.settled, next_seconds: event.untilNextPollMs / 1000 };
    case "ended":
      return {};
  }
}

export const isPowerOfTwo = (count: number): boolean => Number.isInteger(Math.log2(count));
