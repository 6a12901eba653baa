import { type Shell, shells } from "../../contract/builtin-commands.ts";
import { commandTree } from "../../contract/command-tree.ts";
import { Failure } from "../../failure.ts";
import { writeWhole } from "../../output/sink.ts";
import { completionScript } from "../../reference/completion/script.ts";
import { meantHint } from "../../text/nearest.ts";
import { readKnown } from "../described/known.ts";
import { placeOf } from "../described/place.ts";
import type { Action } from "../invocation/invocation.ts";

/** Prints the script that `completions/` holds for a shell, with what is known of the service in use. */
export const printCompletion: Action = async (invocation) => {
  const shell = String(invocation.arguments["shell"] ?? "");
  if (!isShell(shell)) {
    throw new Failure("usage", `no completion for '${shell}': svc knows ${shells.join(", ")}`, {
      hint: meantHint(shell, shells, undefined, (meant) => `'svc completion ${meant}'`),
    });
  }
  const { context } = invocation;
  const place = await placeOf([], context);
  const known = place && readKnown(place, context);
  await writeWhole(context.stdout, await completionScript(shell, known && commandTree(known.entries)));
};

const isShell = (word: string): word is Shell => (shells as readonly string[]).includes(word);
