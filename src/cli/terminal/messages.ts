import type { Context, TextOutput } from "../../context.ts";
import { escapeLine } from "../output/escape.ts";
import { asciiWidth, fold, type TextWidth, terminalWidth } from "../output/text-width.ts";

export interface Messages {
  /** Not shown with `--quiet`. */
  note(text: string): void;
  warn(text: string): void;
  /** Shown only with `--verbose` or `--debug`. */
  detail(text: string): void;
  /** Sends messages to `take` while another part of svc uses the terminal; undefined restores standard error. */
  redirect?(take: ((text: string) => void) | undefined): void;
}

const indent = "  ";
const nonBreakingSpace = "\u00a0";

/** Keeps a command on one line if it fits, because half of it, pasted into a shell, would run. */
const withNonBreakingSpaces = (words: string, room: number): string =>
  words.length <= room
    ? words.trimEnd().replaceAll(" ", nonBreakingSpace) + (words.endsWith(" ") ? " " : "")
    : words;

export function foldMessage(line: string, width: number, measure: TextWidth = asciiWidth): readonly string[] {
  const room = width - indent.length;
  if (measure.widthOf(line) <= width) return [line];
  const text = line.replace(/\bsvc [^;,?]+/g, (words) => withNonBreakingSpaces(words, room));
  return fold(text, room, measure, true).map(
    (each, index) => (index === 0 ? "" : indent) + each.replaceAll(nonBreakingSpace, " "),
  );
}

export function messageText(stream: TextOutput, text: string): string {
  const line = escapeLine(text);
  const width = terminalWidth(stream);
  return `${(width === undefined ? [line] : foldMessage(line, width)).join("\n")}\n`;
}

export function makeMessages(
  context: Context,
  globals: { readonly quiet: boolean; readonly verbose: boolean; readonly debug: boolean },
): Messages {
  let redirectTarget: ((text: string) => void) | undefined;
  const write = (text: string) => {
    if (redirectTarget === undefined) context.stderr.write(messageText(context.stderr, text));
    else redirectTarget(text);
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
      redirectTarget = take;
    },
  };
}
