import type { BuiltinSpec } from "../../catalogue/commands/command-spec.ts";
import { serviceOptions } from "../../catalogue/commands/options.ts";
import { rowOptions } from "../../catalogue/option-spec.ts";

export const aliasCommands = {
  "alias.list": () =>
    ({
      summary: "List your aliases and their expansions",
      ignores: ["profile", "show-secrets", ...serviceOptions],
      example: "svc alias list",
    }) as const satisfies BuiltinSpec,
  "alias.set": () =>
    ({
      summary: "Define an alias for a command line",
      arguments: [
        { name: "name", help: "name of the alias; not the name of a command", required: true },
        { name: "expansion", help: "the command line without svc, as one quoted word", required: true },
      ],
      notes: [
        "Words after the alias are appended, or replace $1, $2, ... and $@ in it; \\$1 stands for $1 itself.",
        "It is a line of svc, not of a shell: for pipes and the like, put an executable script svc-NAME on PATH.",
        "An alias may begin with another one. A command of the same name always takes precedence.",
        "--verbose shows what an alias expands to when it is used.",
      ],
      ignores: ["profile", ...serviceOptions, ...rowOptions],
      takesLine: true,
      excess: "quote the expansion: svc alias set ready 'machines list --status ready'",
      example: "svc alias set ready 'machines list --status ready'",
    }) as const satisfies BuiltinSpec,
  "alias.remove": () =>
    ({
      summary: "Remove aliases",
      arguments: [{ name: "name", help: "alias", required: true, variadic: true, names: "aliases" }],
      ignores: ["profile", ...serviceOptions, ...rowOptions],
      example: "svc alias remove ready",
      preparation: "svc alias set ready 'machines list --status ready'",
    }) as const satisfies BuiltinSpec,
};
