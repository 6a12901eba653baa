import type { Context, TextOutput } from "../../context.ts";
import { escapeLine, escapeStyled } from "../output/escape.ts";
import { widthOf } from "../output/width.ts";
import { columnsOf, forDrawing } from "./streams.ts";

const clearBelow = "\r\u001b[J";

/** Redraws the last lines of a terminal; the caller writes the returned text to `out`. */
export function openLiveArea(stream: TextOutput) {
  let drawnLines: readonly string[] = [];
  const erase = () => {
    if (drawnLines.length === 0) return "";
    const columns = columnsOf(stream);
    const rows = drawnLines.reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / columns)), 0);
    drawnLines = [];
    return `\u001b[${rows}A${clearBelow}`;
  };
  return {
    out: forDrawing(stream),
    /** `above` are lines that stay above the drawing. */
    draw: (lines: readonly string[], above: readonly string[] = []) => {
      const erasure = erase();
      drawnLines = lines;
      return `${erasure}${[...above, ...lines].map((line) => `${escapeStyled(line)}\n`).join("")}`;
    },
    erase,
    /** Keeps the drawn lines; later output goes below them. */
    leave: () => {
      drawnLines = [];
    },
  };
}

const clearToEnd = "\u001b[K";

/** The cursor stays at the start, so that messages overwrite the line. Nothing is shown in the first `quietMs`. */
export function openStatusLine(
  { stderr, clock }: Pick<Context, "stderr" | "clock">,
  { redrawMs, quietMs = 0 }: { readonly redrawMs: number; readonly quietMs?: number },
) {
  const out = forDrawing(stderr);
  let isDrawn = false;
  let nextDrawMs = clock.monotonic() + quietMs;
  return {
    /** Does nothing if the line was drawn within `redrawMs`, unless `isLast`. */
    show: (text: () => string, isLast = false) => {
      const now = clock.monotonic();
      if (now < nextDrawMs && !isLast) return;
      nextDrawMs = now + redrawMs;
      isDrawn = true;
      out.write(`${escapeLine(text()).slice(0, Math.max(1, columnsOf(stderr) - 1))}${clearToEnd}\r`);
    },
    clear: () => {
      if (!isDrawn) return;
      isDrawn = false;
      nextDrawMs = clock.monotonic();
      out.write(clearToEnd);
    },
  };
}
