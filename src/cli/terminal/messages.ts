import type { Context } from "../../context.ts";
import { escapeText } from "../../output/escape.ts";

/** Messages for people, on standard error. */
export interface Messages {
  /** Progress and remarks; silent under `--quiet`. */
  note(text: string): void;
  warn(text: string): void;
  /** Under `--verbose` only. */
  detail(text: string): void;
}

/** Messages for people, one line each, on standard error. */
export function makeMessages(
  context: Context,
  globals: { readonly quiet: boolean; readonly verbose: boolean; readonly debug: boolean },
): Messages {
  const write = (text: string) => {
    context.stderr.write(`${escapeText(text)}\n`);
  };
  return {
    note: (text) => {
      if (!globals.quiet) write(text);
    },
    warn: (text) => write(`warning: ${text}`),
    detail: (text) => {
      if (globals.verbose || globals.debug) write(text);
    },
  };
}
