import type { BuiltinSpec } from "../../catalogue/commands/command-spec.ts";
import { serviceOptions } from "../../catalogue/commands/options.ts";
import { option, rowOptions } from "../../catalogue/option-spec.ts";

export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

const completionOf = (shell: Shell) =>
  ({
    summary: `Print the completion script of ${shell}`,
    notes: [
      "The script asks svc at each TAB, so it need not be printed again after an upgrade. svc has names of machines and other objects from the last whole lists.",
      "svc asks the service only if it has no names or they are older than an hour, and for at most 300 milliseconds.",
      "It also completes the commands that the service of the line describes, as far as svc keeps them in its cache.",
    ],
    ignores: ["profile", ...serviceOptions, ...rowOptions],
    example: `svc completion ${shell}`,
  }) as const satisfies BuiltinSpec;

export const completionCommands = {
  "completion.bash": () => completionOf("bash"),
  "completion.zsh": () => completionOf("zsh"),
  "completion.fish": () => completionOf("fish"),
  "completion.install": () =>
    ({
      summary: "Install the completion script where the shell looks for it",
      arguments: [{ name: "shell", help: "shell; that of SHELL when omitted", choices: shells }],
      notes: [
        "It writes one file and says what is still to do; files such as ~/.bashrc and ~/.zshrc stay as they are.",
        "A file of that name that is not svc's is replaced with --force only.",
      ],
      options: [
        option("dry-run", "show where it would be written, without writing it"),
        option("force", "replace a file that is not svc's"),
      ],
      ignores: ["profile", "show-secrets", ...serviceOptions],
      example: "svc completion install bash --dry-run",
    }) as const satisfies BuiltinSpec,
  "completion.uninstall": () =>
    ({
      summary: "Remove the completion scripts that svc has installed",
      arguments: [{ name: "shell", help: "shell; every shell when omitted", choices: shells }],
      options: [option("dry-run", "show what would be removed and remove nothing")],
      ignores: ["profile", "show-secrets", ...serviceOptions],
      example: "svc completion uninstall --dry-run",
    }) as const satisfies BuiltinSpec,
};
