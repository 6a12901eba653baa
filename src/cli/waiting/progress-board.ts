import type { CellForm } from "../../catalogue/operation.ts";
import type { ProgressEvent } from "../../client/lifecycle/progress-event.ts";
import { formatOutcome } from "../../client/lifecycle/wait-result.ts";
import { formatElapsed } from "../../core/text/duration.ts";
import type { Palette } from "../output/palette.ts";
import { cutTo } from "../output/width.ts";
import { oneLine } from "./one-line.ts";
import { countsOf, readErrorText } from "./progress-lines.ts";

/** Longer names push their own line aside, not every other one. */
const widestName = 30;

/** What a live display knows: built from events, drawn as text. */
export interface Board {
  readonly machines: Map<string, Shown>;
  /** Lines to leave above the frame for good. */
  readonly permanent: string[];
  startedAt: number;
  readError: string | undefined;
  /** Nothing is left to draw. */
  isOver: boolean;
}

interface Shown {
  hostname: string;
  status?: string;
  result?: string;
  since: number;
  tookMs?: number;
}

export const emptyBoard = (): Board => ({
  machines: new Map(),
  permanent: [],
  startedAt: 0,
  readError: undefined,
  isOver: false,
});

/** Takes in one event, which came at `now` of a monotonic clock. */
export function take(board: Board, event: ProgressEvent, now: number): void {
  switch (event.type) {
    case "started":
      board.startedAt = now;
      for (const { systemId, hostname } of event.machines)
        board.machines.set(systemId, { hostname, since: now });
      return;
    case "changed": {
      const shown = board.machines.get(event.systemId);
      if (shown === undefined) return;
      shown.hostname = event.hostname;
      shown.status = event.to;
      shown.since = now;
      return;
    }
    case "note":
      board.permanent.push(oneLine(`${event.hostname}: ${event.text}`));
      return;
    case "settled": {
      const { outcome } = event;
      const shown = board.machines.get(outcome.systemId);
      if (shown === undefined) return;
      shown.hostname = outcome.hostname;
      if (outcome.to !== undefined) shown.status = outcome.to;
      shown.result = outcome.result;
      shown.tookMs = outcome.elapsedMs;
      // What has not ended yet is in the frame, and by name in what the command says at its end.
      if (outcome.result !== "done" && outcome.result !== "stopped" && outcome.result !== "timeout")
        board.permanent.push(oneLine(`${mark(outcome.result)} ${formatOutcome(outcome)}`));
      return;
    }
    case "readError":
      board.readError = oneLine(readErrorText(event));
      return;
    case "tick":
      return;
    case "ended":
      board.isOver = true;
      return;
  }
}

/** The text beside the spinner of a single machine. */
export function singleText(board: Board, now: number): string {
  const [only] = board.machines.values();
  const status = only?.status === undefined ? "" : ` ${only.status}`;
  const error = board.readError === undefined ? "" : ` - ${board.readError}`;
  return oneLine(`${only?.hostname ?? ""}${status} ${formatElapsed(now - board.startedAt)}${error}`);
}

/** A line of a frame: its parts with what they are, for their colours. */
export type FrameLine = readonly { readonly text: string; readonly as?: CellForm }[];

/**
 * The frame for so many rows and columns: a line a machine where they fit, else a bar and counts by status.
 */
export function frameOf(
  board: Board,
  now: number,
  rows: number,
  columns: number,
): { readonly lines: readonly FrameLine[]; readonly dimmed: readonly string[] } {
  const machines = [...board.machines.values()];
  const dimmed = board.readError === undefined || board.isOver ? [] : [board.readError];
  const fits = machines.length + dimmed.length + 1 < rows;
  return { lines: fits ? machineLines(machines, now) : summaryLines(board, now, columns), dimmed };
}

/** The line in at most `width` columns, its parts painted. */
export function paintedLine(line: FrameLine, width: number, palette: Palette): string {
  const cut = cutTo(line.map(({ text }) => text).join(""), width);
  let at = 0;
  const parts = line.map(({ text, as }) => {
    const shown = cut.slice(at, at + text.length);
    at += text.length;
    return shown === "" ? "" : palette.cell(as, text)(shown);
  });
  return parts.join("");
}

function machineLines(machines: readonly Shown[], now: number): readonly FrameLine[] {
  const names = machines.map(({ hostname }) => oneLine(hostname));
  const nameWidth = Math.min(widestName, Math.max(...names.map((name) => name.length)));
  return machines.map(({ status, result, since, tookMs }, index) => {
    const name = (names[index] ?? "").padEnd(nameWidth);
    return [
      { text: mark(result), as: "outcome" },
      { text: ` ${name}  ` },
      { text: oneLine(status ?? "..."), as: "status" },
      { text: `  ${formatElapsed(tookMs ?? now - since)}` },
    ];
  });
}

function summaryLines(board: Board, now: number, columns: number): readonly FrameLine[] {
  const machines = [...board.machines.values()];
  const settled = machines.filter(({ result }) => result !== undefined);
  const done = settled.filter(({ result }) => result === "done").length;
  const other = settled.length - done;
  const tail = ` ${done + other}/${machines.length}${other > 0 ? `, ${other} not done` : ""}  ${formatElapsed(now - board.startedAt)}`;
  const barWidth = Math.min(40, columns - tail.length - 2);
  const filled = Math.floor((barWidth * (done + other)) / Math.max(1, machines.length));
  const bar = barWidth < 4 ? "" : `[${"#".repeat(filled)}${".".repeat(barWidth - filled)}]`;
  const counts = countsOf(machines.map(({ status = "not read yet" }) => status));
  return [[{ text: `${bar}${tail}` }], [{ text: counts.map(oneLine).join("  ") }]];
}

function mark(result: string | undefined): string {
  if (result === undefined || result === "stopped") return "\u00b7";
  return result === "done" ? "\u2714" : "\u2716";
}
