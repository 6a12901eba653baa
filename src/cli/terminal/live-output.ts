import type { Context, TextOutput } from "../../context.ts";
import { escapeLine, escapeStyled } from "../output/escape.ts";
import { widthOf } from "../output/width.ts";
import { columnsOf } from "./capabilities.ts";
import { forDrawing } from "./guarded-context.ts";

const clearBelow = "\r\u001b[J";

/** Redraws the last lines of a terminal; the caller writes the returned text to `out`. */
interface LiveArea {
  readonly out: TextOutput;
  /** `above` are lines that stay above the drawing. */
  draw(lines: readonly string[], above?: readonly string[]): string;
  /** Empty if nothing is drawn. */
  erase(): string;
  /** Keeps the drawn lines; later output goes below them. */
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

interface StatusLine {
  /** Skips a text if one was drawn just before, unless `isLast`. */
  show(text: () => string, isLast?: boolean): void;
  clear(): void;
}

/**
 * Redraws at most every `redrawMs`, and not before `quietMs`. The cursor stays at the start, so that messages
 * overwrite the line.
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
