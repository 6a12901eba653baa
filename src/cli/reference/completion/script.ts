import type { Shell } from "../../../catalogue/commands/completion-commands.ts";
import { completion } from "./commands.ts";

/** The completion script of a shell: the documented commands, and how it finds what else a service describes. */
export async function completionScript(shell: Shell): Promise<string> {
  const known = await completion();
  switch (shell) {
    case "bash":
      return (await import("./bash.ts")).bashScript(known);
    case "zsh":
      return (await import("./zsh.ts")).zshScript(known);
    case "fish":
      return (await import("./fish.ts")).fishScript(known);
  }
}

/** The name that a shell looks its script up by. */
export const scriptNames: Readonly<Record<Shell, string>> = {
  bash: "svc.bash",
  zsh: "_svc",
  fish: "svc.fish",
};
