import { type Aliases, isAliasName, readAliases } from "../../client/profiles/store.ts";
import { changeAliases } from "../../client/profiles/writer.ts";
import { wordsOf } from "../../client/values/words.ts";
import { Failure } from "../../core/failure.ts";
import { meantHint } from "../../core/text/choices.ts";
import { expandAliases, isCommand, wordsOfAlias } from "../extensions/expansion.ts";
import type { Action } from "../invocation/invocation.ts";
import type { Shape } from "../output/columns.ts";
import { printing } from "./printing.ts";
import { folderOf } from "./stored-profiles.ts";

const shape: Shape = {
  identity: "name",
  columns: [
    { header: "NAME", path: "name", rank: "key" },
    { header: "EXPANSION", path: "expansion" },
  ],
};

export const listAliases = printing(shape, (invocation) => {
  const { aliases, distrust } = readAliases(folderOf(invocation));
  if (distrust !== undefined) invocation.messages.warn(`${distrust.message}: ${distrust.details.hint}`);
  if (aliases.size === 0)
    invocation.messages.note("no aliases yet; try: svc alias set ready 'machines list --status ready'");
  for (const name of [...aliases.keys()].filter(isCommand))
    invocation.messages.warn(`alias '${name}' is not used: '${name}' is a command of svc`);
  return [...aliases].map(([name, expansion]) => ({ name, expansion }));
});

export const setAlias: Action = async (invocation) => {
  const { arguments: words, messages } = invocation;
  const name = String(words["name"] ?? "");
  const expansion = String(words["expansion"] ?? "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ")
    .replace(/^svc(?:\s+|$)/, "");
  refuseName(name);
  if (wordsOfAlias(name, expansion).length === 0) {
    throw new Failure("usage", `alias '${name}' has an empty expansion`, {
      hint: "give the command line without svc: svc alias set ready 'machines list --status ready'",
    });
  }
  refuseShell(name, wordsOfAlias(name, expansion));
  let earlier: string | undefined;
  changeAliases(folderOf(invocation), (aliases) => {
    earlier = aliases.get(name);
    const changed = new Map([...aliases, [name, expansion]]);
    refuseLoop(name, changed);
    return changed;
  });
  const before = earlier === undefined || earlier === expansion ? "" : `; before: svc ${earlier}`;
  messages.note(`'svc ${name}' stands for 'svc ${expansion}'${before}`);
};

export const removeAliases: Action = async (invocation) => {
  const names = wordsOf(invocation.arguments["name"]);
  changeAliases(folderOf(invocation), (aliases) => {
    const missing = names.find((name) => !aliases.has(name));
    if (missing !== undefined) throw unknownAlias(missing, aliases);
    return new Map([...aliases].filter(([name]) => !names.includes(name)));
  });
  invocation.messages.note(
    names.length === 1 ? `alias '${names[0]}' is removed` : `${names.length} aliases are removed`,
  );
};

function refuseName(name: string): void {
  if (!isAliasName(name)) {
    throw new Failure(
      "usage",
      `'${name}' is not a valid alias: it must begin with a letter or digit and contain only letters, digits, '.', '_' and '-', at most 64`,
    );
  }
  if (isCommand(name))
    throw new Failure("usage", `'${name}' is a command of svc, which an alias cannot hide`);
}

/** Words that a shell acts on instead of passing them on. */
const shellOperators = new Set(["|", "||", "|&", "&", "&&", ";", ">", ">>", "<", "2>", "2>&1"]);

function refuseShell(name: string, words: readonly string[]): void {
  const operator = words[0]?.startsWith("!") ? "!" : words.find((word) => shellOperators.has(word));
  if (operator === undefined) return;
  throw new Failure("usage", `an alias is a line of svc, not of a shell: '${operator}' has no effect in it`, {
    hint: `an executable script svc-${name} on PATH is a command 'svc ${name}' too`,
  });
}

/** Expands the alias with placeholder words, which throws if it leads back to itself. */
function refuseLoop(name: string, aliases: Aliases): void {
  const words = Array.from({ length: 9 }, () => "x");
  expandAliases([name, ...words], aliases);
}

function unknownAlias(name: string, aliases: Aliases): Failure {
  return new Failure("notFound", `there is no alias '${name}'`, {
    hint: meantHint(name, aliases.keys(), "svc alias list shows them"),
  });
}
