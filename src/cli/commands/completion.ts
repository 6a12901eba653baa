import type { Action } from "../invocation/invocation.ts";
import { writeWhole } from "../output/sink.ts";
import { completionScripts } from "../reference/completion-scripts.ts";
import type { Shell } from "../specs/completion-commands.ts";

/** Prints the script that `completions/` holds for a shell. */
export const printCompletion =
  (shell: Shell): Action =>
  async ({ context }) =>
    await writeWhole(context.stdout, completionScripts[shell]);
