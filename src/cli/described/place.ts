import type { Context } from "../../context.ts";
import { type GlobalOptionName, globalOptions } from "../../contract/options.ts";
import { cacheFolder, descriptionFolder } from "../../description/folder.ts";
import { Failure } from "../../failure.ts";
import { normaliseBaseUrl } from "../../http/address.ts";
import { configFolder } from "../../profiles/folder.ts";
import { type Connection, resolveConnection } from "../../profiles/precedence.ts";
import { readProfiles } from "../../profiles/store.ts";
import { readGlobals, type TypedGlobals } from "../invocation/globals.ts";
import type { Globals } from "../invocation/invocation.ts";
import type { Token } from "../line/tokens.ts";

/** The service that a line means, and where what is known of it is kept. */
export interface Place {
  /** Without a key: a description is asked for without one. */
  readonly connection: Connection;
  readonly globals: Globals;
  /** Undefined where the environment names no folder. */
  readonly folder: string | undefined;
}

/**
 * The service that the line, the environment and the profiles mean; no key is read for it. Undefined where they
 * mean none, or where something about them is wrong: the command that uses them says what.
 */
export async function placeOf(tokens: readonly Token[], context: Context): Promise<Place | undefined> {
  try {
    const globals = await readGlobals(typedIn(tokens), context.env);
    const baseUrl = globals.url === undefined ? undefined : normaliseBaseUrl(globals.url);
    const stored = readProfiles(configFolder(globals.configDir, context.env));
    const connection = resolveConnection({ ...globals, baseUrl }, undefined, stored.profiles);
    return placeAt(connection, globals, context);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** The same for a connection that is known already. */
export function placeAt({ endpoint, ...connection }: Connection, globals: Globals, context: Context): Place {
  const cache = cacheFolder(context.env);
  return {
    connection: { ...connection, endpoint: { ...endpoint, credentials: undefined } },
    globals,
    folder: cache === undefined ? undefined : descriptionFolder(cache, endpoint.baseUrl),
  };
}

/** The global options of a line that has not been parsed against its command. */
function typedIn(tokens: readonly Token[]): TypedGlobals {
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
