import type { Context, TextInput, TextOutput } from "../../context.ts";

type Streams = Pick<Context, "stdin" | "stderr" | "env">;

function isAutomated({ CI: ci = "" }: Context["env"]): boolean {
  return ci !== "" && ci !== "0" && ci !== "false";
}

/** True with a terminal at both ends and no CI. */
export const isInteractive = ({ stdin, stderr, env }: Streams): boolean =>
  stdin.isTTY === true && stderr.isTTY === true && !isAutomated(env);

/** True if standard error is a terminal with cursor movement and a known width, and no CI. */
export const canRedraw = ({ stderr, env }: Omit<Streams, "stdin">): boolean =>
  stderr.isTTY === true && stderr.columns !== 0 && env["TERM"] !== "dumb" && !isAutomated(env);

/** 80 if unknown. */
export const columnsOf = ({ columns }: TextOutput): number => Math.max(1, columns || 80);

/** True for a terminal of known size with a person. */
export const mayPage = ({ stdout, env }: Pick<Context, "stdout" | "env">, isRefused: boolean): boolean =>
  stdout.isTTY === true &&
  !isRefused &&
  (stdout.rows ?? 0) > 1 &&
  env["TERM"] !== "dumb" &&
  !isAutomated(env);

/** Listens to keys until the returned function is called; `onEnd`: the terminal is gone. */
export function listenToKeys(
  stdin: TextInput,
  onKeys: (chunk: Uint8Array | string) => void,
  onEnd: () => void,
): () => void {
  const ends = ["end", "close", "error"] as const;
  holdProcess(stdin, true);
  stdin.on("data", onKeys);
  for (const event of ends) stdin.on(event, onEnd);
  return () => {
    stdin.off("data", onKeys);
    for (const event of ends) stdin.off(event, onEnd);
    stdin.pause();
    holdProcess(stdin, false);
  };
}

/** Reading from a terminal keeps a process alive; afterwards it must be able to exit. */
function holdProcess(stdin: TextInput, hold: boolean): void {
  const name = hold ? "ref" : "unref";
  const handle: { ref?: () => unknown; unref?: () => unknown } = stdin as object;
  handle[name]?.();
}
