import { knowsServices } from "../../client/description/folder.ts";
import { type Aliases, configFolder, readAliases } from "../../client/profiles/store.ts";
import type { Context } from "../../context.ts";
import { firstWordAt, knownFlags } from "../line/flags.ts";
import { parseWords } from "../line/parser.ts";
import { type ScannedLine, scanLine, valueIn } from "../line/scan.ts";
import { commandTree, findRoot, type ProgramNode } from "../specs/command-tree.ts";

/** The words before the cursor of a line of svc, with the tree of all commands that they are scanned by. */
export interface SvcLine {
  readonly kind: "svc";
  readonly words: readonly string[];
  readonly scanned: ScannedLine;
  readonly tree: ProgramNode;
}

/** The words before the cursor: a line of svc, or of a program `svc-NAME`. */
type TypedLine = SvcLine | { readonly kind: "program"; readonly words: readonly string[] };

/** Reads words by what is known of the service that they mean, an alias at their beginning expanded. */
export async function readTypedLine(words: readonly string[], context: Context): Promise<TypedLine> {
  const tree = await knownTree(words, context);
  const isRoot = (word: string | undefined) =>
    word === undefined || word === "help" || findRoot(tree, word) !== undefined;
  const svcLine = async (line: readonly string[]): Promise<TypedLine> => ({
    kind: "svc",
    words: line,
    scanned: await scanLine(line, tree),
    tree,
  });
  if (isRoot(words[firstWordAt(words)])) return await svcLine(words);
  const { expandedBefore, usableAliases } = await import("../extensions/expansion.ts");
  const line = expandedBefore(words, usableAliases(readOwnAliases(words, context))) ?? words;
  const at = firstWordAt(line);
  if (isRoot(line[at])) return await svcLine(line);
  const { findProgram } = await import("../extensions/programs.ts");
  const program = at === 0 ? findProgram(line[at] ?? "", context.env) : undefined;
  return program === undefined
    ? await svcLine(line)
    : { kind: "program", words: [`svc-${program.name}`, ...line.slice(1)] };
}

/** The aliases of the operator; none where other users could have written them. */
export function readOwnAliases(words: readonly string[], { env }: Context): Aliases {
  const { aliases, distrust } = readAliases(configFolder(valueIn(parseGlobals(words), "config-dir"), env));
  return distrust === undefined ? aliases : new Map();
}

/** The global options of a line; those of commands are passed over. */
export const parseGlobals = (words: readonly string[]): Pick<ScannedLine, "typed"> =>
  parseWords(words, knownFlags(), false);

async function knownTree(words: readonly string[], context: Context): Promise<ProgramNode> {
  if (!knowsServices(context.env)) return commandTree();
  const [{ placeOf }, { readKnown }] = await Promise.all([
    import("../described/known-service.ts"),
    import("../described/known-service.ts"),
  ]);
  const place = await placeOf(parseGlobals(words), context);
  return commandTree((place && readKnown(place, context))?.entries);
}
