import type { Context, TextOutput } from "../../context.ts";
import { escapeLine } from "../output/escape.ts";
import { asciiWidth, fold, type TextWidth, terminalWidth } from "../output/text-width.ts";

export interface Messages {
  /** Silent under `--quiet`. */
  note(text: string): void;
  warn(text: string): void;
  /** Only under `--verbose`. */
  detail(text: string): void;
  /** Sends messages to `take` while something else has the terminal; undefined restores standard error. */
  redirect?(take: ((text: string) => void) | undefined): void;
}

/** Further lines of a folded one begin below its text. */
const indent = "  ";
const boundSpace = "\u00a0";

/** A command that fits on a line is not broken: a pasted half would run. */
const bound = (words: string, room: number): string =>
  words.length <= room
    ? words.trimEnd().replaceAll(" ", boundSpace) + (words.endsWith(" ") ? " " : "")
    : words;

/** Folds a line at spaces. */
export function foldMessage(line: string, width: number, measure: TextWidth = asciiWidth): readonly string[] {
  const room = width - indent.length;
  if (measure.widthOf(line) <= width) return [line];
  const text = line.replace(/\bsvc [^;,?]+/g, (words) => bound(words, room));
  return fold(text, room, measure, true).map(
    (each, index) => (index === 0 ? "" : indent) + each.replaceAll(boundSpace, " "),
  );
}

/** A line of a message, folded on a terminal. */
export function messageText(stream: TextOutput, text: string): string {
  const line = escapeLine(text);
  const width = terminalWidth(stream);
  return `${(width === undefined ? [line] : foldMessage(line, width)).join("\n")}\n`;
}

export function makeMessages(
  context: Context,
  globals: { readonly quiet: boolean; readonly verbose: boolean; readonly debug: boolean },
): Messages {
  let redirected: ((text: string) => void) | undefined;
  const write = (text: string) => {
    if (redirected === undefined) context.stderr.write(messageText(context.stderr, text));
    else redirected(text);
  };
  return {
    note: (text) => {
      if (!globals.quiet) write(text);
    },
    warn: (text) => write(`warning: ${text}`),
    detail: (text) => {
      if (globals.verbose || globals.debug) write(text);
    },
    redirect: (take) => {
      redirected = take;
    },
  };
}
