import type { CellForm } from "../../catalogue/operation.ts";
import {
  type ProgressEvent,
  type ProgressListener,
  readErrorText,
  stateText,
  statusCounts,
} from "../../client/lifecycle/progress-event.ts";
import { formatOutcome } from "../../client/lifecycle/wait-result.ts";
import type { Context } from "../../context.ts";
import { formatElapsed } from "../../core/text/units.ts";
import { oneLine } from "../output/escape.ts";
import { colorless, type Palette } from "../output/palette.ts";
import { cutTo } from "../output/width.ts";
import { openLiveArea } from "../terminal/live-output.ts";
import { foldMessage, messageText } from "../terminal/report.ts";

export interface Progress {
  readonly show: ProgressListener;
  /** Clears the drawing for a question; events are still recorded. */
  pause(): void;
  resume(): void;
  /** Has no effect if called again. */
  stop(): void;
}

export interface LiveProgress extends Progress {
  /** Writes a line above the drawing. */
  say(text: string): void;
}

const redrawMs = 1_000;
const hideCursor = "\u001b[?25l";
const showCursor = "\u001b[?25h";

export async function machineProgress(context: Context, isColored: boolean): Promise<LiveProgress> {
  const { default: ora } = await import("ora");
  const { stderr, clock } = context;
  const board = emptyBoard();
  const spinner = ora({
    stream: stderr,
    isEnabled: true,
    discardStdin: false,
    color: isColored ? "cyan" : false,
  });
  return startRedrawing(context, board, {
    draw: () => {
      spinner.text = cutTo(singleText(board, clock.monotonic()), Math.max(1, (stderr.columns ?? 80) - 3));
      if (spinner.isSpinning) spinner.render();
      else spinner.start();
    },
    erase: () => {
      spinner.stop();
    },
    onEvent: (event) => {
      if (event.type !== "settled" || event.outcome.result !== "done") return;
      spinner.stop();
      stderr.write(messageText(stderr, `\u2714 ${oneLine(formatOutcome(event.outcome))}`));
    },
  });
}

/** Leaves the last frame on the screen. */
export function fleetProgress(
  context: Context,
  isColored: boolean,
  palette: Palette = colorless,
): LiveProgress {
  const { stderr, clock } = context;
  const board = emptyBoard();
  const area = openLiveArea(stderr);
  const erase = () => {
    const erasure = area.erase();
    if (erasure !== "") area.out.write(`${erasure}${showCursor}`);
  };
  const draw = () => {
    const width = Math.max(1, (stderr.columns ?? 80) - 1);
    const rows = stderr.rows || 24;
    const frame = frameOf(board, clock.monotonic(), rows, width);
    const lines = frame.lines.map((line) => paintedLine(line, width, palette));
    const dimmed = frame.dimmed.map((line) => cutTo(line, width));
    const above = board.permanentLines.splice(0).flatMap((line) => foldMessage(line, width));
    const styledLines = isColored ? dimmed.map((line) => `\u001b[2m${line}\u001b[22m`) : dimmed;
    // The cursor is on the row below; rows above the terminal could not be erased.
    area.out.write(`${hideCursor}${area.draw([...lines, ...styledLines].slice(0, rows - 1), above)}`);
  };
  return startRedrawing(context, board, {
    draw,
    erase,
    onEvent: (event) => {
      if (event.type !== "ended") return;
      draw();
      stderr.write(showCursor);
      area.leave();
    },
  });
}

interface Drawing {
  draw(): void;
  erase(): void;
  onEvent(event: ProgressEvent): void;
}

/** Drawing only at these events limits a tick with a thousand changes to one frame. */
const drawingEvents: readonly ProgressEvent["type"][] = ["started", "tick", "readError"];

function startRedrawing({ clock, stderr }: Context, board: Board, drawing: Drawing): LiveProgress {
  const endController = new AbortController();
  let isPaused = false;
  let isTicking = false;
  const mayDraw = () => !isPaused && !endController.signal.aborted && !board.isOver;
  const isDrawn = () => mayDraw() && board.machines.size > 0;
  const tick = async () => {
    while (!endController.signal.aborted) {
      await clock.sleep(redrawMs, endController.signal);
      if (mayDraw()) drawing.draw();
    }
  };
  const stop = () => {
    if (endController.signal.aborted) return;
    endController.abort();
    drawing.erase();
  };
  return {
    show: (event) => {
      // Several waits may share a board, so the timer starts only once.
      if (event.type === "started" && !isTicking) {
        isTicking = true;
        tick().catch(() => undefined);
      }
      if (endController.signal.aborted || (isPaused && event.type === "ended")) return;
      recordEvent(board, event, clock.monotonic());
      drawing.onEvent(event);
      if (event.type === "ended") stop();
      else if (mayDraw() && drawingEvents.includes(event.type)) drawing.draw();
    },
    pause: () => {
      isPaused = true;
      drawing.erase();
    },
    resume: () => {
      isPaused = false;
      if (mayDraw()) drawing.draw();
    },
    say: (text) => {
      if (isDrawn()) drawing.erase();
      stderr.write(messageText(stderr, text));
      if (isDrawn()) drawing.draw();
    },
    stop,
  };
}

/** Longer names shift only their own line. */
const maxNameWidth = 30;

interface MachineProgress {
  hostname: string;
  status?: string;
  result?: string;
  sinceMs: number;
  tookMs?: number;
}

export const emptyBoard = () => ({
  machines: new Map<string, MachineProgress>(),
  permanentLines: [] as string[],
  startedAtMs: 0,
  readError: undefined as string | undefined,
  isOver: false,
});

type Board = ReturnType<typeof emptyBoard>;

/** `nowMs` is the event's time by a monotonic clock. */
export function recordEvent(board: Board, event: ProgressEvent, nowMs: number): void {
  switch (event.type) {
    case "started":
      board.startedAtMs = nowMs;
      for (const { systemId, hostname } of event.machines)
        board.machines.set(systemId, { hostname, sinceMs: nowMs });
      return;
    case "changed": {
      const machine = board.machines.get(event.systemId);
      if (machine === undefined) return;
      machine.hostname = event.hostname;
      machine.status = stateText(event);
      machine.sinceMs = nowMs;
      return;
    }
    case "note":
      board.permanentLines.push(oneLine(`${event.hostname}: ${event.text}`));
      return;
    case "settled": {
      const { outcome } = event;
      const machine = board.machines.get(outcome.systemId);
      if (machine === undefined) return;
      machine.hostname = outcome.hostname;
      if (outcome.to !== undefined) machine.status = stateText({ ...outcome, to: outcome.to });
      machine.result = outcome.result;
      machine.tookMs = outcome.elapsedMs;
      // The frame shows unfinished machines, and the final message names them.
      if (outcome.result !== "done" && outcome.result !== "stopped" && outcome.result !== "timeout")
        board.permanentLines.push(oneLine(`${resultSymbol(outcome.result)} ${formatOutcome(outcome)}`));
      return;
    }
    case "readError":
      board.readError = oneLine(readErrorText(event.text, event.consecutiveErrors));
      return;
    case "tick":
      return;
    case "ended":
      board.isOver = true;
      return;
  }
}

function singleText(board: Board, nowMs: number): string {
  const [onlyMachine] = board.machines.values();
  const status = onlyMachine?.status === undefined ? "" : ` ${onlyMachine.status}`;
  const error = board.readError === undefined ? "" : ` - ${board.readError}`;
  return oneLine(
    `${onlyMachine?.hostname ?? ""}${status} ${formatElapsed(nowMs - board.startedAtMs)}${error}`,
  );
}

type FrameLine = readonly { readonly text: string; readonly as?: CellForm }[];

function frameOf(board: Board, nowMs: number, rows: number, columns: number) {
  const machines = [...board.machines.values()];
  const dimmed = board.readError === undefined || board.isOver ? [] : [board.readError];
  const fitTerminal = machines.length + dimmed.length + 1 < rows;
  return { lines: fitTerminal ? machineLines(machines, nowMs) : summaryLines(board, nowMs, columns), dimmed };
}

function paintedLine(line: FrameLine, width: number, palette: Palette): string {
  const visibleText = cutTo(line.map(({ text }) => text).join(""), width);
  let at = 0;
  const parts = line.map(({ text, as }) => {
    const visible = visibleText.slice(at, at + text.length);
    at += text.length;
    return visible === "" ? "" : palette.cell(as, text)(visible);
  });
  return parts.join("");
}

function machineLines(machines: readonly MachineProgress[], nowMs: number): readonly FrameLine[] {
  const names = machines.map(({ hostname }) => oneLine(hostname));
  const nameWidth = Math.min(maxNameWidth, Math.max(...names.map((name) => name.length)));
  return machines.map(({ status, result, sinceMs, tookMs }, index) => {
    const name = (names[index] ?? "").padEnd(nameWidth);
    return [
      { text: resultSymbol(result), as: "outcome" },
      { text: ` ${name}  ` },
      { text: oneLine(status ?? "..."), as: "status" },
      { text: `  ${formatElapsed(tookMs ?? nowMs - sinceMs)}` },
    ];
  });
}

function summaryLines(board: Board, nowMs: number, columns: number): readonly FrameLine[] {
  const machines = [...board.machines.values()];
  const settledMachines = machines.filter(({ result }) => result !== undefined);
  const doneCount = settledMachines.filter(({ result }) => result === "done").length;
  const notDoneCount = settledMachines.length - doneCount;
  const tail = ` ${doneCount + notDoneCount}/${machines.length}${notDoneCount > 0 ? `, ${notDoneCount} not done` : ""}  ${formatElapsed(nowMs - board.startedAtMs)}`;
  const barWidth = Math.min(40, columns - tail.length - 2);
  const filledWidth = Math.floor((barWidth * (doneCount + notDoneCount)) / Math.max(1, machines.length));
  const bar = barWidth < 4 ? "" : `[${"#".repeat(filledWidth)}${".".repeat(barWidth - filledWidth)}]`;
  const counts = statusCounts(machines.map(({ status = "not read yet" }) => status));
  return [[{ text: `${bar}${tail}` }], [{ text: counts.map(oneLine).join("  ") }]];
}

function resultSymbol(result: string | undefined): string {
  if (result === undefined || result === "stopped") return "\u00b7";
  return result === "done" ? "\u2714" : "\u2716";
}
