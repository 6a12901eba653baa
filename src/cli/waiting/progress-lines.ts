import type { TextOutput } from "../../context.ts";
import type { ProgressEvent, ProgressListener } from "../../lifecycle/progress-event.ts";
import { oneLine, outcomeRow, sentence } from "./outcome.ts";

/** One line for each change, with its time (UTC) and its machine: for logs. */
export function linesProgress(stderr: TextOutput, isColored: boolean): ProgressListener {
  return (event) => {
    const text = lineOf(event);
    if (text === undefined) return;
    const line = `${isoSeconds(event.at)} ${oneLine(text)}`;
    stderr.write(event.type === "readError" && isColored ? `\u001b[2m${line}\u001b[22m\n` : `${line}\n`);
  };
}

function lineOf(event: ProgressEvent): string | undefined {
  switch (event.type) {
    case "changed": {
      const from = event.from === undefined || event.from === event.to ? "" : `${event.from} -> `;
      const message = event.message === undefined || event.message === event.to ? "" : ` (${event.message})`;
      return `${event.hostname}: ${from}${event.to}${message}`;
    }
    case "note":
      return `${event.hostname}: ${event.text}`;
    case "settled":
      return event.outcome.result === "stopped"
        ? undefined
        : `${event.outcome.result}: ${sentence(event.outcome)}`;
    case "readError":
      return isPowerOfTwo(event.inARow) ? readErrorText(event) : undefined;
    default:
      return undefined;
  }
}

/** What a failed read is told as. */
export function readErrorText({ text, inARow }: { readonly text: string; readonly inARow: number }): string {
  return `could not read${inARow > 1 ? ` ${inARow} times in a row` : ""}, still watching: ${text}`;
}

/** Every event as one line of JSON, in the words of the service's fields: for programs. */
export function jsonProgress(stderr: TextOutput): ProgressListener {
  return (event) => {
    stderr.write(
      `${JSON.stringify({ event: eventNames[event.type], time: new Date(event.at).toISOString(), ...fieldsOf(event) })}\n`,
    );
  };
}

const eventNames = {
  started: "started",
  changed: "changed",
  note: "note",
  settled: "settled",
  readError: "read_error",
  tick: "tick",
  ended: "ended",
} as const satisfies Record<ProgressEvent["type"], string>;

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
      };
    case "note":
      return { system_id: event.systemId, hostname: event.hostname, text: event.text };
    case "settled":
      return outcomeRow(event.outcome);
    case "readError":
      return { text: event.text, in_a_row: event.inARow };
    case "tick":
      return { pending: event.pending, settled: event.settled, next_seconds: event.nextMs / 1000 };
    case "ended":
      return {};
  }
}

const isoSeconds = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`;

const isPowerOfTwo = (count: number): boolean => Number.isInteger(Math.log2(count));
