import { type Aliases, isAliasName } from "../../../client/profiles/store.ts";
import { changeAliases } from "../../../client/profiles/writer.ts";
import { Failure } from "../../../core/failure.ts";
import { suggestionHint } from "../../../core/text/word-lists.ts";
import { expandAliases, isCommand, wordsOfAlias } from "../../extensions/expansion.ts";
import type { Command, Invocation } from "../../invocation/invocation.ts";
import { configFolderOf, pauseOf } from "./profiles.ts";

export async function storeAlias(
  invocation: Invocation<unknown, { readonly name: string; readonly expansion: string }>,
): Promise<void> {
  const { name, expansion: typedExpansion } = invocation.arguments;
  const expansion = typedExpansion
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ")
    .replace(/^svc(?:\s+|$)/, "");
  refuseName(name, invocation.builtins);
  const words = wordsOfAlias(name, expansion);
  if (words.length === 0)
    throw new Failure("usage", `alias '${name}' has an empty expansion`, {
      hint: "give the command line without svc: svc alias set ready 'machines list --status ready'",
    });
  refuseShellOperators(name, words);
  let previousExpansion: string | undefined;
  const store = (aliases: Aliases) => {
    previousExpansion = aliases.get(name);
    const newAliases = new Map([...aliases, [name, expansion]]);
    refuseLoop(name, newAliases);
    return newAliases;
  };
  await changeAliases(configFolderOf(invocation), store, pauseOf(invocation));
  const isReplaced = previousExpansion !== undefined && previousExpansion !== expansion;
  const previousText = isReplaced ? ` (previously: ${previousExpansion})` : "";
  invocation.messages.note(`alias ${name} = ${expansion}${previousText}`);
}

export async function removeStoredAliases(
  invocation: Invocation<unknown, { readonly name: readonly string[] }>,
): Promise<void> {
  const { name: names } = invocation.arguments;
  const remove = (aliases: Aliases) => {
    const missingName = names.find((name) => !aliases.has(name));
    if (missingName !== undefined) throw unknownAlias(missingName, aliases);
    return new Map([...aliases].filter(([name]) => !names.includes(name)));
  };
  await changeAliases(configFolderOf(invocation), remove, pauseOf(invocation));
  invocation.messages.note(`removed ${names.join(", ")}`);
}

function refuseName(name: string, builtins: readonly Command[]): void {
  if (!isAliasName(name))
    throw new Failure(
      "usage",
      `'${name}' is not a valid alias: it must begin with a letter or digit and have at most 64 letters, digits, '.', '_' and '-'`,
    );
  if (isCommand(name, builtins))
    throw new Failure("usage", `'${name}' is a command of svc and cannot be an alias`);
}

/** Words that only a shell understands; svc would pass them on as arguments. */
const shellOperators = new Set(["|", "||", "|&", "&", "&&", ";", ">", ">>", "<", "2>", "2>&1"]);

function refuseShellOperators(name: string, words: readonly string[]): void {
  const operator = words[0]?.startsWith("!") ? "!" : words.find((word) => shellOperators.has(word));
  if (operator === undefined) return;
  throw new Failure("usage", `an alias is expanded by svc, not by a shell: '${operator}' has no effect`, {
    hint: `an executable script svc-${name} on PATH becomes the command 'svc ${name}'`,
  });
}

/** Expands the alias with placeholder arguments; `expandAliases` throws if an alias refers to itself. */
function refuseLoop(name: string, aliases: Aliases): void {
  const placeholders = Array.from({ length: 9 }, () => "x");
  expandAliases([name, ...placeholders], aliases);
}

const unknownAlias = (name: string, aliases: Aliases): Failure =>
  new Failure("notFound", `there is no alias '${name}'`, {
    hint: suggestionHint(name, aliases.keys(), "svc alias list shows them"),
  });
