import type { Shell } from "../../catalogue/commands/completion-commands.ts";
import type { Action } from "../invocation/invocation.ts";
import { writeWhole } from "../output/sink.ts";
import { completionScript } from "../reference/completion/script.ts";

/** Prints the script that `completions/` holds for a shell; what a service describes it reads from the cache itself. */
export const printCompletion =
  (shell: Shell): Action =>
  async ({ context }) =>
    await writeWhole(context.stdout, await completionScript(shell));
