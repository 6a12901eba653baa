import type { ProgressEvent, ProgressListener } from "../../client/lifecycle/progress-event.ts";
import { formatOutcome } from "../../client/lifecycle/wait-result.ts";
import type { Context } from "../../context.ts";
import { escapeLine } from "../output/escape.ts";
import { colorless, type Palette } from "../output/palette.ts";
import { cutTo } from "../output/width.ts";
import { openLiveArea } from "../terminal/live-area.ts";
import { oneLine } from "./one-line.ts";
import { type Board, emptyBoard, frameOf, paintedLine, singleText, take } from "./progress-board.ts";

/** What shows the events of a wait, on standard error. */
export interface Progress {
  readonly show: ProgressListener;
  /** Takes what is drawn off the terminal, so that a question can be asked; events are still taken in. */
  pause(): void;
  resume(): void;
  /** Ends it and leaves the terminal as it was. May be called again. */
  stop(): void;
}

/** What is drawn on the terminal, and drawn again. */
export interface LiveProgress extends Progress {
  /** Writes a line that stays above what is drawn. */
  say(text: string): void;
}

const redrawMs = 1_000;
const hideCursor = "\u001b[?25l";
const showCursor = "\u001b[?25h";

/** One machine: a spinner with its status and the time that has passed. */
export async function singleLive(context: Context, isColored: boolean): Promise<LiveProgress> {
  const { default: ora } = await import("ora");
  const { stderr, clock } = context;
  const board = emptyBoard();
  const spinner = ora({
    stream: stderr,
    isEnabled: true,
    discardStdin: false,
    color: isColored ? "cyan" : false,
  });
  const draw = () => {
    spinner.text = cutTo(singleText(board, clock.monotonic()), Math.max(1, (stderr.columns ?? 80) - 3));
  };
  return redrawing(context, board, {
    draw: () => {
      draw();
      if (spinner.isSpinning) spinner.render();
      else spinner.start();
    },
    erase: () => {
      spinner.stop();
    },
    note: (event) => {
      if (event.type === "settled" && event.outcome.result === "done") {
        spinner.stop();
        stderr.write(`\u2714 ${oneLine(formatOutcome(event.outcome))}\n`);
      }
    },
  });
}

/**
 * Several machines: a line each up to the terminal's height, else a bar with counts; the last frame of the
 * lines stays.
 */
export function manyLive(context: Context, isColored: boolean, palette: Palette = colorless): LiveProgress {
  const { stderr, clock } = context;
  const board = emptyBoard();
  const area = openLiveArea(stderr);
  const erase = () => {
    const erasure = area.erase();
    if (erasure !== "") area.out.write(`${erasure}${showCursor}`);
  };
  const draw = () => {
    const width = Math.max(1, (stderr.columns ?? 80) - 1);
    const frame = frameOf(board, clock.monotonic(), stderr.rows ?? 24, width);
    const lines = frame.lines.map((line) => paintedLine(line, width, palette));
    const dimmed = frame.dimmed.map((line) => cutTo(line, width));
    const styled = isColored ? dimmed.map((line) => `\u001b[2m${line}\u001b[22m`) : dimmed;
    area.out.write(`${hideCursor}${area.draw([...lines, ...styled], board.permanent.splice(0))}`);
  };
  return redrawing(context, board, {
    draw,
    erase,
    note: (event) => {
      if (event.type === "ended") {
        draw();
        stderr.write(showCursor);
        area.leave();
      }
    },
  });
}

interface Drawing {
  draw(): void;
  erase(): void;
  /** Called when the board has taken an event in. */
  note(event: ProgressEvent): void;
}

/**
 * Events that many others come before: drawing at them alone keeps a tick with a thousand changes to one
 * frame.
 */
const drawnAt: readonly ProgressEvent["type"][] = ["started", "tick", "readError"];

/**
 * Draws once a tick and once a second, so that the time that has passed goes on; not while paused or after
 * the end.
 */
function redrawing({ clock, stderr }: Context, board: Board, drawing: Drawing): LiveProgress {
  const ending = new AbortController();
  let isPaused = false;
  let isTicking = false;
  const isDrawing = () => !isPaused && !ending.signal.aborted && !board.isOver;
  const isDrawn = () => isDrawing() && board.machines.size > 0;
  const tick = async () => {
    while (!ending.signal.aborted) {
      await clock.sleep(redrawMs, ending.signal);
      if (isDrawing()) drawing.draw();
    }
  };
  const stop = () => {
    if (ending.signal.aborted) return;
    ending.abort();
    drawing.erase();
  };
  return {
    show: (event) => {
      // Several waits may be shown on one board.
      if (event.type === "started" && !isTicking) {
        isTicking = true;
        tick().catch(() => undefined);
      }
      if (ending.signal.aborted || (isPaused && event.type === "ended")) return;
      take(board, event, clock.monotonic());
      drawing.note(event);
      if (event.type === "ended") stop();
      else if (isDrawing() && drawnAt.includes(event.type)) drawing.draw();
    },
    pause: () => {
      isPaused = true;
      drawing.erase();
    },
    resume: () => {
      isPaused = false;
      if (isDrawing()) drawing.draw();
    },
    say: (text) => {
      if (isDrawn()) drawing.erase();
      stderr.write(`${escapeLine(text)}\n`);
      if (isDrawn()) drawing.draw();
    },
    stop,
  };
}
