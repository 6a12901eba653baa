import { meantHint } from "../../text/nearest.ts";
import type { Place } from "../item.ts";
import { type Problems, shown } from "./problems.ts";
import { type Entry, type MapNode, type Node, nodeName } from "./tree.ts";

/** The entries of a mapping that is called `label`; a problem, and none, for anything else. */
export function entriesOf(
  node: Node,
  label: string,
  problems: Problems,
): ReadonlyMap<string, Entry> | undefined {
  if (node.form === "map") return node.entries;
  problems.add(node.place, `${label} takes a mapping, not ${nodeName(node)}`);
  return undefined;
}

/** The items of a list that is called `label`; a problem, and none, for anything else. */
export function itemsOf(node: Node, label: string, problems: Problems): readonly Node[] | undefined {
  if (node.form === "list") return node.items;
  const text =
    node.form === "scalar" && node.type === "null"
      ? `${label} holds nothing; [] says that there are none`
      : `${label} takes a list, not ${nodeName(node)}${node.form === "map" ? "; '- ' begins an item" : ""}`;
  problems.add(node.place, text);
  return undefined;
}

/** Notes a key that nothing here has, with the nearest of those that are there. */
export function unknownKey(
  place: Place,
  key: string,
  {
    of,
    known,
    problems,
  }: { readonly of: string; readonly known: Iterable<string>; readonly problems: Problems },
): void {
  const hint =
    meantHint(key.toLowerCase().replaceAll("-", "_"), known) ?? meantHint(key.toLowerCase(), known);
  problems.add(place, `${of} have no '${shown(key)}'${hint === undefined ? "" : `; ${hint}`}`);
}

/** A mapping without one entry that something else reads. */
export const without = (
  { entries }: MapNode,
  ...names: readonly string[]
): readonly (readonly [string, Entry])[] => [...entries].filter(([name]) => !names.includes(name));
