import type { IdentifierKind } from "../catalogue/operation.ts";
import type { Client } from "../client/http/call.ts";
import { isSystemId } from "../client/names/names.ts";
import { matchNames } from "../client/names/resolve.ts";
import { Failure } from "../core/failure.ts";
import { addTo } from "../core/grouping.ts";
import { type Directory, textsOf } from "./directory.ts";
import type { Item } from "./item.ts";
import type { LoadedKind } from "./kinds.ts";
import { currentValueOf, type State } from "./observed.ts";
import { comparisonOf, isSame } from "./same.ts";
import { plainValue } from "./values.ts";

export function* changedNames(
  kinds: ReadonlyMap<string, LoadedKind>,
  items: readonly Item[],
  directory: Directory,
) {
  for (const item of items) {
    const kind = kinds.get(item.kind);
    const object = directory.entryOf(item)?.object;
    for (const [name, value] of item.fields) {
      const field = kind?.fields.get(name);
      if (kind === undefined || field === undefined) continue;
      if (field.referredKind === undefined && field.field.kind === undefined) continue;
      const spellings = object?.values.get(name) ?? [];
      if (!isSame(plainValue(field.field, value), spellings, comparisonOf(kind, field)))
        yield { item, kind, field, object };
    }
  }
}

export async function namedNodes(
  client: Client,
  kinds: ReadonlyMap<string, LoadedKind>,
  items: readonly Item[],
  directory: Directory,
): Promise<Pick<State, "nodes" | "hostnames">> {
  const words = new Map<IdentifierKind, string[]>();
  const replacedIds = new Set<string>();
  for (const { item, kind, field, object } of changedNames(kinds, items, directory)) {
    const nodeKind = field.field.kind;
    if (nodeKind === undefined) continue;
    const ids = [currentValueOf(object, field.name) ?? []].flat().map(String).filter(isSystemId);
    for (const id of ids) replacedIds.add(id);
    const texts = textsOf(kind, item, field.name).filter((text) => text.trim() !== "");
    addTo(words, nodeKind, ...texts, ...ids);
  }
  const nodes = new Map<string, string>();
  const hostnames = new Map<string, string>();
  for (const [kind, names] of words)
    for (const [word, matches] of await matchNames(client, kind, [...new Set(names)])) {
      if (matches.length > 1)
        throw new Failure("notFound", `${matches.length} ${kind}s are called '${word}'`);
      const [match] = matches;
      if (match === undefined) continue;
      nodes.set(word, match.view.systemId);
      if (replacedIds.has(word)) hostnames.set(word, match.view.hostname);
    }
  return { nodes, hostnames };
}
