import type { Context, TextOutput } from "../../context.ts";
import { escapeLine, escapeStyled } from "../output/escape.ts";
import { widthOf } from "../output/width.ts";
import { columnsOf } from "./capabilities.ts";
import { forDrawing } from "./guarded-context.ts";

const clearBelow = "\r\u001b[J";

/** Lines at the end of a terminal that are redrawn in their place. What it returns is for the caller to write to `out`. */
interface LiveArea {
  readonly out: TextOutput;
  /** Puts `lines` in the place of those drawn before; `above` are lines that stay. */
  draw(lines: readonly string[], above?: readonly string[]): string;
  /** Takes off the lines that are drawn; empty where none are. */
  erase(): string;
  /** Leaves the lines that are drawn where they are: what follows comes below. */
  leave(): void;
}

export function openLiveArea(stream: TextOutput): LiveArea {
  let drawn: readonly string[] = [];
  const erase = () => {
    if (drawn.length === 0) return "";
    const columns = columnsOf(stream);
    const rows = drawn.reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / columns)), 0);
    drawn = [];
    return `\u001b[${rows}A${clearBelow}`;
  };
  return {
    out: forDrawing(stream),
    draw: (lines, above = []) => {
      const erasure = erase();
      drawn = lines;
      return `${erasure}${[...above, ...lines].map((line) => `${escapeStyled(line)}\n`).join("")}`;
    },
    erase,
    leave: () => {
      drawn = [];
    },
  };
}

const clearToEnd = "\u001b[K";

/** One line at the end of a terminal that is redrawn in its place. */
interface StatusLine {
  /** Draws the text, unless it was drawn just before; `isLast` draws it all the same. */
  show(text: () => string, isLast?: boolean): void;
  /** Takes the line off the terminal, so that something else can be written. */
  clear(): void;
}

/**
 * A line on standard error, redrawn every `redrawMs` at most, and not before `quietMs` have passed. The cursor
 * stays at its beginning, so that a message is written over it.
 */
export function openStatusLine(
  { stderr, clock }: Pick<Context, "stderr" | "clock">,
  { redrawMs, quietMs = 0 }: { readonly redrawMs: number; readonly quietMs?: number },
): StatusLine {
  const out = forDrawing(stderr);
  let isDrawn = false;
  let drawsAt = clock.monotonic() + quietMs;
  return {
    show: (text, isLast = false) => {
      const now = clock.monotonic();
      if (now < drawsAt && !isLast) return;
      drawsAt = now + redrawMs;
      isDrawn = true;
      out.write(`${escapeLine(text()).slice(0, Math.max(1, columnsOf(stderr) - 1))}${clearToEnd}\r`);
    },
    clear: () => {
      if (!isDrawn) return;
      isDrawn = false;
      drawsAt = clock.monotonic();
      out.write(clearToEnd);
    },
  };
}
