import type { Shell } from "../../catalogue/commands/completion-commands.ts";
import type { Action } from "../invocation/invocation.ts";
import { writeWhole } from "../output/sink.ts";
import { completionScripts } from "../reference/completion-scripts.ts";

/** Prints the script that `completions/` holds for a shell. */
export const printCompletion =
  (shell: Shell): Action =>
  async ({ context }) =>
    await writeWhole(context.stdout, completionScripts[shell]);
