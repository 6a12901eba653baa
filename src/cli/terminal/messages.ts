import type { Context } from "../../context.ts";
import { escapeText } from "../../output/escape.ts";
import type { Globals, Messages } from "../action.ts";

/** Messages for people, one line each, on standard error. */
export function makeMessages(
  context: Context,
  globals: Pick<Globals, "quiet" | "verbose" | "debug">,
): Messages {
  const say = (text: string) => {
    context.stderr.write(`${escapeText(text)}\n`);
  };
  return {
    note: (text) => {
      if (!globals.quiet) say(text);
    },
    warn: (text) => say(`warning: ${text}`),
    detail: (text) => {
      if (globals.verbose || globals.debug) say(text);
    },
  };
}
