import type { Context } from "../../context.ts";
import { escapeLine } from "../output/escape.ts";
import { columnsOf } from "./capabilities.ts";
import { forDrawing } from "./guarded-context.ts";

const clearToEnd = "\u001b[K";

/** One line at the end of a terminal that is redrawn in its place. */
export interface StatusLine {
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
