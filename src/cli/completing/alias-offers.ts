import { type Aliases, readAliases } from "../../client/profiles/aliases.ts";
import { configFolder } from "../../client/profiles/folder.ts";
import type { Context } from "../../context.ts";
import type { Offer } from "./offers.ts";
import { globalsOf } from "./service.ts";

/** The aliases of the operator, and what each stands for. */
export async function aliasOffers(
  words: readonly string[],
  part: string,
  context: Context,
): Promise<readonly Offer[]> {
  const aliases = await aliasesFor(words, context);
  return [...aliases]
    .filter(([name]) => name.startsWith(part) && !words.includes(name))
    .map(([word, text]) => ({ word, about: /^[ -~]{1,200}$/.test(text) ? `svc ${text}` : "" }));
}

/** The words before the cursor with the alias at their beginning expanded; undefined where there is none. */
export async function expandedWords(
  words: readonly string[],
  context: Context,
): Promise<readonly string[] | undefined> {
  const { expandedBefore, usableAliases } = await import("../extensions/expansion.ts");
  return expandedBefore(words, usableAliases(await aliasesFor(words, context)));
}

/** None where other users could have written them. */
async function aliasesFor(words: readonly string[], context: Context): Promise<Aliases> {
  const { configDir } = await globalsOf(words, context);
  const { aliases, distrust } = readAliases(configFolder(configDir, context.env));
  return distrust === undefined ? aliases : new Map();
}
