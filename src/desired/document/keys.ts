import { meantHint } from "../../core/text/nearest.ts";
import type { Place } from "../item.ts";
import type { Problems } from "./problems.ts";
import { type Entry, type Node, nodeName } from "./tree.ts";

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
      ? `${label} is empty; [] means that there are none`
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
  }: { readonly of: string; readonly known: readonly string[]; readonly problems: Problems },
): void {
  // What follows may be a secret.
  const colon = key.search(/[:=]/);
  if (colon > 0 && known.includes(key.slice(0, colon))) {
    problems.add(place, `${key.slice(0, colon)}: a space is missing after the colon`);
    return;
  }
  const meant =
    meantHint(key.toLowerCase().replaceAll("-", "_"), known) ?? meantHint(key.toLowerCase(), known);
  problems.add(place, `unknown field '${shownKey(key)}' of ${of}${meant === undefined ? "" : `; ${meant}`}`);
}

/** A key as far as it looks like a name: where a sign is missing, a value follows that may be a secret. */
export function shownKey(key: string): string {
  const [name = ""] = /^[\p{L}\p{N}_.-]{0,60}/u.exec(key) ?? [];
  return name === key ? key : `${name}...`;
}
