import type { TextOutput } from "../../context.ts";
import { escapeStyled } from "../output/escape.ts";
import { widthOf } from "../output/width.ts";
import { columnsOf } from "./capabilities.ts";
import { forDrawing } from "./guarded-context.ts";

const clearBelow = "\r\u001b[J";

/** Lines at the end of a terminal that are redrawn in their place. What it returns is for the caller to write to `out`. */
export interface LiveArea {
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
