import { type GlobalOptionName, globalOptions } from "../../catalogue/commands/options.ts";
import type { TypedGlobals } from "../invocation/globals.ts";
import type { Token } from "./tokens.ts";

/** The global options of a line that has not been parsed against its command. */
export function globalsIn(tokens: readonly Token[]): TypedGlobals {
  const names = new Set<string>(globalOptions.map(({ name }) => name));
  const typed: Partial<Record<GlobalOptionName, readonly string[] | true>> = {};
  for (const token of tokens) {
    if (token.kind !== "option" || !names.has(token.option.name)) continue;
    const name = token.option.name as GlobalOptionName;
    const earlier = typed[name];
    if (!token.option.takesValue) typed[name] = true;
    else if (token.value !== undefined)
      typed[name] = [...(Array.isArray(earlier) ? earlier : []), token.value];
  }
  return typed;
}
