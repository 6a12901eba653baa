import type { Context, TextInput, TextOutput } from "../../context.ts";

type Streams = Pick<Context, "stdin" | "stderr" | "env">;

function isAutomated({ CI: ci = "" }: Context["env"]): boolean {
  return ci !== "" && ci !== "0" && ci !== "false";
}

/** True where questions can be asked: a person at both ends, standard input and standard error, and no CI. */
export const isInteractive = ({ stdin, stderr, env }: Streams): boolean =>
  stdin.isTTY === true && stderr.isTTY === true && !isAutomated(env);

/** True where standard error is a terminal that can move its cursor and knows its width, and no CI. */
export const canRedraw = ({ stderr, env }: Omit<Streams, "stdin">): boolean =>
  stderr.isTTY === true && stderr.columns !== 0 && env["TERM"] !== "dumb" && !isAutomated(env);

/** The columns of a terminal; 80 where it does not know them. */
export const columnsOf = ({ columns }: TextOutput): number => Math.max(1, columns || 80);

/** True where long output may go through a pager: to a terminal that knows its size, a person before it. */
export const mayPage = ({ stdout, env }: Pick<Context, "stdout" | "env">, isRefused: boolean): boolean =>
  stdout.isTTY === true &&
  !isRefused &&
  (stdout.rows ?? 0) > 1 &&
  env["TERM"] !== "dumb" &&
  !isAutomated(env);

/** A terminal that is read from keeps a process alive; one that is not must let it end. */
export function holdProcess(stdin: TextInput, hold: boolean): void {
  const name = hold ? "ref" : "unref";
  const handle: { ref?: () => unknown; unref?: () => unknown } = stdin as object;
  handle[name]?.();
}
