import { groupNames } from "../../catalogue/index.ts";
import { homeFolder } from "../../core/files.ts";
import { nearestOrAll } from "../../core/text/word-lists.ts";
import type { Claim, Desired, Item, Scope } from "../item.ts";
import { type LoadedKind, topLevel } from "../kinds.ts";
import { makeProblems } from "../problems.ts";
import { readClaims } from "./claims.ts";
import { type ComposeContext, composeTree } from "./compose.ts";
import { type ItemContext, readKind } from "./items.ts";
import { documentsOf } from "./parse.ts";
import { readFiles, readSources } from "./sources.ts";
import { formName, type Node, type NodeOf, safeKey } from "./tree.ts";

export interface DocumentContext {
  readonly kinds: ReadonlyMap<string, LoadedKind>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readStandardInput(): Promise<Buffer>;
  conceal(secret: string): void;
}

export interface Documents extends Desired {
  readonly claims: readonly Claim[];
}

export async function readDocuments(
  names: readonly string[],
  { kinds, env, readStandardInput, conceal }: DocumentContext,
): Promise<Documents> {
  const problems = makeProblems();
  const files = new Map<string, NodeOf<"file">>();
  const composeContext: ComposeContext = { problems, copies: { count: 0 }, files, home: homeFolder(env) };
  const trees: Node[] = [];
  for (const source of await readSources(names, readStandardInput, problems))
    for (const document of documentsOf(source, problems)) {
      const tree = composeTree(document, source.folder, composeContext);
      if (tree !== undefined) trees.push(tree);
    }
  const items: Item[] = [];
  const scopes: Scope[] = [];
  const claims: Claim[] = [];
  const readContext = { problems, files: await readFiles(files), env, conceal, values: { count: 0 } };
  const itemContext: ItemContext = { readContext, kinds, items, scopes, places: new Map() };
  for (const tree of trees) readTree(tree, itemContext, claims);
  problems.throwAny();
  return { items, scopes, claims };
}

function readTree(tree: Node, itemContext: ItemContext, claims: Claim[]): void {
  const { kinds, readContext } = itemContext;
  if (tree.form === "scalar" && tree.type === "null") return;
  if (tree.form !== "map") {
    readContext.problems.add(
      tree.place,
      `a document is a mapping of kinds, such as domains:, not ${formName(tree)}`,
    );
    return;
  }
  const topKinds = new Map(topLevel(kinds).map((kind) => [kind.name, kind]));
  for (const [name, entry] of tree.entries) {
    const kind = topKinds.get(name);
    if (kind !== undefined) readKind(kind, entry.value, itemContext);
    else if (name === "claims") readClaims(entry.value, claims, readContext);
    // Keys that begin with `x-` are ignored; they can hold anchors.
    else if (!name.startsWith("x-")) readContext.problems.add(entry.place, unknownKind(name, kinds));
  }
}

function unknownKind(name: string, kinds: ReadonlyMap<string, LoadedKind>): string {
  const parentLink = kinds.get(name)?.kind.parent;
  if (parentLink !== undefined) {
    const childKinds = kinds.get(parentLink.kind)?.kind.children ?? {};
    const member = Object.keys(childKinds).find((each) => childKinds[each] === name);
    return `${name} belong inside ${parentLink.kind}, as ${member} of an item`;
  }
  if ((groupNames as readonly string[]).includes(name)) return `${name} cannot be part of desired state`;
  const kindNames = [...topLevel(kinds).map((kind) => kind.name), "claims"];
  const [longer, another] = kindNames.filter((each) => each.endsWith(name));
  if (longer !== undefined && another === undefined)
    return `unknown kind '${safeKey(name)}'; did you mean ${longer}?`;
  return `unknown kind '${safeKey(name)}'; ${nearestOrAll(name.toLowerCase(), kindNames, "kinds", "svc schema")}`;
}
