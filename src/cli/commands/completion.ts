import { type Shell, shells } from "../../contract/builtin-commands.ts";
import { Failure } from "../../failure.ts";
import { writeWhole } from "../../output/sink.ts";
import { completionScript } from "../../reference/completion/script.ts";
import { meantHint } from "../../text/nearest.ts";
import type { Action } from "../invocation/invocation.ts";

/** Prints the script that `completions/` holds for a shell; what a service describes it reads from the cache itself. */
export const printCompletion: Action = async (invocation) => {
  const shell = String(invocation.arguments["shell"] ?? "");
  if (!isShell(shell)) {
    throw new Failure("usage", `no completion for '${shell}': svc knows ${shells.join(", ")}`, {
      hint: meantHint(shell, shells, undefined, (meant) => `'svc completion ${meant}'`),
    });
  }
  await writeWhole(invocation.context.stdout, await completionScript(shell));
};

const isShell = (word: string): word is Shell => (shells as readonly string[]).includes(word);
