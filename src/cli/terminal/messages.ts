import type { Context } from "../../context.ts";
import { escapeLine } from "../output/escape.ts";

/** Messages for people, on standard error. */
export interface Messages {
  /** Progress and remarks; silent under `--quiet`. */
  note(text: string): void;
  warn(text: string): void;
  /** Under `--verbose` only. */
  detail(text: string): void;
  /**
   * Hands what is said to `take`, which shows it, as long as something else has the terminal; undefined: to standard
   * error again.
   */
  redirect?(take: ((text: string) => void) | undefined): void;
}

/** Messages for people, one line each, on standard error. */
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
