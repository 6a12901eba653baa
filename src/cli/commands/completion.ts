import type { Shell } from "../../contract/completion-commands.ts";
import { writeWhole } from "../../output/sink.ts";
import { completionScript } from "../../reference/completion/script.ts";
import type { Action } from "../invocation/invocation.ts";

/** Prints the script that `completions/` holds for a shell; what a service describes it reads from the cache itself. */
export const printCompletion =
  (shell: Shell): Action =>
  async ({ context }) =>
    await writeWhole(context.stdout, await completionScript(shell));
