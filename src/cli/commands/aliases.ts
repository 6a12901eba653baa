import { serviceOptions } from "../../catalogue/commands/options.ts";
import { rowOptions } from "../../catalogue/option-spec.ts";
import { command } from "../invocation/invocation.ts";
import type { Shape } from "../output/columns.ts";

const shape: Shape = {
  identity: "name",
  columns: [
    { header: "NAME", path: "name", rank: "key" },
    { header: "EXPANSION", path: "expansion" },
  ],
};

export const listAliases = command({
  command: ["alias", "list"],
  summary: "List your aliases and their expansions",
  refusedGlobals: ["profile", "show-secrets", ...serviceOptions],
  example: "svc alias list",
  shape,
  run: async ({ context, globals, messages, builtins }) => {
    const { configFolder, readAliases } = await import("../../client/profiles/store.ts");
    const { isCommand } = await import("../extensions/expansion.ts");
    const { aliases, accessFailure, problem } = readAliases(configFolder(globals.configDir, context.env));
    if (problem !== undefined) messages.warn(problem);
    if (accessFailure !== undefined) messages.warn(`${accessFailure.message}: ${accessFailure.details.hint}`);
    if (aliases.size === 0 && problem === undefined)
      messages.note("no aliases yet; try: svc alias set ready 'machines list --status ready'");
    for (const name of aliases.keys())
      if (isCommand(name, builtins))
        messages.warn(`alias '${name}' is not used: '${name}' is a command of svc`);
    return [...aliases].map(([name, expansion]) => ({ name, expansion }));
  },
});

export const setAlias = command({
  command: ["alias", "set"],
  summary: "Define an alias for a command line",
  arguments: [
    { name: "name", help: "name of the alias; not the name of a command", required: true },
    { name: "expansion", help: "the command line without svc, as one quoted word", required: true },
  ],
  notes: [
    "Words after the alias are appended to its expansion, or replace $1, $2, ... and $@ in it; \\$1 is a literal $1.",
    "An alias is expanded by svc, not by a shell: for pipes, put an executable script called svc-NAME on PATH.",
    "An alias can begin with another alias. A command of the same name always takes precedence.",
    "--verbose shows what an alias expands to when it is used.",
  ],
  refusedGlobals: ["profile", ...serviceOptions, ...rowOptions],
  takesLine: true,
  extraWordsHint: "quote the expansion: svc alias set ready 'machines list --status ready'",
  example: "svc alias set ready 'machines list --status ready'",
  run: async (invocation) => (await import("./stored/aliases.ts")).storeAlias(invocation),
});

export const removeAliases = command({
  command: ["alias", "remove"],
  summary: "Remove aliases",
  arguments: [{ name: "name", help: "alias", required: true, variadic: true, nameOf: "aliases" }],
  refusedGlobals: ["profile", ...serviceOptions, ...rowOptions],
  example: "svc alias remove ready",
  preparation: "svc alias set ready 'machines list --status ready'",
  run: async (invocation) => (await import("./stored/aliases.ts")).removeStoredAliases(invocation),
});
