import type { Context, TextInput, TextOutput } from "../../context.ts";

type Streams = Pick<Context, "stdin" | "stderr" | "env">;

const isAutomated = ({ CI: ci = "" }: Context["env"]): boolean => ci !== "" && ci !== "0" && ci !== "false";

export const isInteractive = ({ stdin, stderr, env }: Streams): boolean =>
  stdin.isTTY === true && stderr.isTTY === true && !isAutomated(env);

export const canRedraw = ({ stderr, env }: Omit<Streams, "stdin">): boolean =>
  stderr.isTTY === true && stderr.columns !== 0 && env["TERM"] !== "dumb" && !isAutomated(env);

export const columnsOf = ({ columns }: TextOutput): number => Math.max(1, columns || 80);

export const mayPage = ({ stdout, env }: Pick<Context, "stdout" | "env">, isDisabled: boolean): boolean =>
  stdout.isTTY === true &&
  !isDisabled &&
  (stdout.rows ?? 0) > 1 &&
  env["TERM"] !== "dumb" &&
  !isAutomated(env);

/** Listens to keys until the returned function is called. `onEnd` is called when the terminal is closed. */
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

/** Reading from a terminal keeps the process alive; afterwards the process must be able to exit. */
function holdProcess(stdin: TextInput, isHeld: boolean): void {
  const name = isHeld ? "ref" : "unref";
  const handle: { ref?: () => unknown; unref?: () => unknown } = stdin as object;
  handle[name]?.();
}
