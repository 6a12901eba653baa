import { option, rowOptions } from "../api/option-spec.ts";
import type { CommandSpec } from "./command-spec.ts";
import { serviceOptions } from "./options.ts";

/** The shells that svc writes a completion script for. */
export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

const completionOf = <const Name extends Shell>(shell: Name) =>
  ({
    command: ["completion", shell],
    summary: `Print the completion script of ${shell}`,
    notes: [
      "Commands, options and fixed values complete by the script alone. For names of machines and other objects it asks svc, which has them from the last lists.",
      "svc asks the service itself only where it has no names or those are older than an hour, and for no longer than 300 milliseconds.",
      "It also completes the commands that a service describes, as svc keeps them in its cache: those of the service that a described command was last used with. It need not be printed again.",
    ],
    ignores: ["profile", ...serviceOptions, ...rowOptions],
    example: `svc completion ${shell}`,
  }) as const satisfies CommandSpec;

/** Everything about completion; the compiler asks for an action in `cli/commands` for each. */
export const completionCommands = {
  "completion.bash": completionOf("bash"),
  "completion.zsh": completionOf("zsh"),
  "completion.fish": completionOf("fish"),
  "completion.install": {
    command: ["completion", "install"],
    summary: "Put the completion script where a shell looks for it",
    arguments: [{ name: "shell", help: "shell; that of SHELL when left out", choices: shells }],
    notes: [
      "It writes one file and says what is still to do; files such as ~/.bashrc and ~/.zshrc stay as they are.",
      "A file of that name that is not svc's is replaced with --force only.",
    ],
    options: [
      option("dry-run", "show where it would be written and write nothing"),
      option("force", "replace a file that is not svc's"),
    ],
    ignores: ["profile", "show-secrets", ...serviceOptions],
    example: "svc completion install bash --dry-run",
  },
  "completion.uninstall": {
    command: ["completion", "uninstall"],
    summary: "Remove the completion scripts that svc has put there",
    arguments: [{ name: "shell", help: "shell; every shell when left out", choices: shells }],
    options: [option("dry-run", "show what would be removed and remove nothing")],
    ignores: ["profile", "show-secrets", ...serviceOptions],
    example: "svc completion uninstall --dry-run",
  },
} as const satisfies Record<string, CommandSpec>;
