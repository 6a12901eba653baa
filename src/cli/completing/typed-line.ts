import { statSync } from "node:fs";
import { hasStoredDescriptions } from "../../client/description/folder.ts";
import { type Connection, findConnection } from "../../client/profiles/connection.ts";
import { type Aliases, configFolder, readAliases } from "../../client/profiles/store.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../core/failure.ts";
import { builtinCommands } from "../commands/index.ts";
import { readGlobals } from "../invocation/globals.ts";
import type { Globals } from "../invocation/invocation.ts";
import { firstWordAt, knownFlags } from "../line/flags.ts";
import { parseWords } from "../line/parser.ts";
import { type ScannedLine, scanLine, valueIn } from "../line/scan.ts";
import { commandTree, findRoot, type ProgramNode } from "../tree/command-tree.ts";

export interface SvcLine {
  readonly kind: "svc";
  readonly words: readonly string[];
  readonly scannedLine: ScannedLine;
}

type TypedLine = SvcLine | { readonly kind: "program"; readonly words: readonly string[] };

export async function readTypedLine(words: readonly string[], context: Context): Promise<TypedLine> {
  const tree = await cachedTree(words, context);
  const isRoot = (word: string | undefined) =>
    word === undefined || word === "help" || findRoot(tree, word) !== undefined;
  const svcLine = async (line: readonly string[]): Promise<TypedLine> => ({
    kind: "svc",
    words: line,
    scannedLine: await scanLine(line, tree),
  });
  if (isRoot(words[firstWordAt(words)])) return await svcLine(words);
  const { expandBeforeCursor, usableAliases } = await import("../extensions/expansion.ts");
  const line =
    expandBeforeCursor(words, usableAliases(readUserAliases(words, context), builtinCommands)) ?? words;
  const at = firstWordAt(line);
  if (isRoot(line[at])) return await svcLine(line);
  const { findProgram } = await import("../extensions/programs.ts");
  const program = at === 0 ? findProgram(line[at] ?? "", context.env) : undefined;
  return program === undefined
    ? await svcLine(line)
    : { kind: "program", words: [`svc-${program.name}`, ...line.slice(1)] };
}

/** Empty if other users could have written the file. */
export function readUserAliases(words: readonly string[], { env }: Context): Aliases {
  const { aliases, accessFailure } = readAliases(
    configFolder(valueIn(parseGlobals(words), "config-dir"), env),
  );
  return accessFailure === undefined ? aliases : new Map();
}

const parseGlobals = (words: readonly string[]): Pick<ScannedLine, "optionValues"> =>
  parseWords(words, knownFlags(), false);

async function cachedTree(words: readonly string[], context: Context): Promise<ProgramNode> {
  if (!hasStoredDescriptions(context.env)) return commandTree(builtinCommands);
  const { locateService, readCachedCatalogue } = await import("../described/service-catalogue.ts");
  const location = await locateService(parseGlobals(words), context);
  return commandTree(builtinCommands, (location && readCachedCatalogue(location, context))?.groups);
}

export interface SelectedService {
  readonly connection: Connection;
  readonly globals: Globals;
}

export const globalsOf = async (words: readonly string[], { env }: Context): Promise<Globals> =>
  await readGlobals(parseGlobals(words).optionValues, env);

/**
 * Undefined if the key comes from standard input or a pipe, which only the command may read. `site` replaces the typed
 * profiles.
 */
export async function serviceOf(
  words: readonly string[],
  context: Context,
  site?: string,
): Promise<SelectedService | undefined> {
  try {
    const { optionValues } = parseGlobals(words);
    const profile = site === undefined ? {} : { profile: [site] };
    const globals = await readGlobals({ ...optionValues, ...profile }, context.env);
    const { apiKeyFile, apiKeyStdin } = globals;
    if (apiKeyStdin || (apiKeyFile !== undefined && !statSync(apiKeyFile).isFile())) return undefined;
    const { connection } = await findConnection(globals, context);
    return connection.endpoint.credentials === undefined ? undefined : { connection, globals };
  } catch (error) {
    if (error instanceof Failure || (error instanceof Error && "code" in error)) return undefined;
    throw error;
  }
}
