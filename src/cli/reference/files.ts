import { shells } from "../../catalogue/commands/completion-commands.ts";
import { completionScripts, scriptNames } from "./completion-scripts.ts";
import { manualText } from "./man.ts";
import { manuals } from "./manuals.ts";

/** Every file of the reference with its content, by its path below the project's folder. */
export async function referenceFiles(): Promise<ReadonlyMap<string, string>> {
  const pages = (await manuals()).map(
    (manual) => [`man/${manual.name}.${manual.section}`, manualText(manual)] as const,
  );
  const scripts = shells.map(
    (shell) => [`completions/${scriptNames[shell]}`, completionScripts[shell]] as const,
  );
  return new Map([...pages, ...scripts]);
}
