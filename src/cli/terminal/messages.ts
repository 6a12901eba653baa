import type { Context } from "../../context.ts";
import { escapeLine } from "../output/escape.ts";

export interface Messages {
  /** Silent under `--quiet`. */
  note(text: string): void;
  warn(text: string): void;
  /** Only under `--verbose`. */
  detail(text: string): void;
  /** Sends messages to `take` while something else has the terminal; undefined restores standard error. */
  redirect?(take: ((text: string) => void) | undefined): void;
}

export function makeMessages(
  context: Context,
  globals: { readonly quiet: boolean; readonly verbose: boolean; readonly debug: boolean },
): Messages {
  let taking: ((text: string) => void) | undefined;
  const write = (text: string) => {
    if (taking === undefined) context.stderr.write(`${escapeLine(text)}\n`);
    else taking(text);
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
      taking = take;
    },
  };
}
