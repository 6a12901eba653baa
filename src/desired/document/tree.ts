import { suggestionHint } from "../../core/text/word-lists.ts";
import type { Place } from "../item.ts";
import type { Problems } from "../problems.ts";

interface NodeContents {
  readonly scalar: {
    readonly text: string;
    readonly type: "text" | "number" | "boolean" | "null";
    readonly integer?: string;
  };
  readonly file: { readonly path: string; readonly location: string };
  readonly bytes: { readonly bytes: Buffer };
  readonly variable: { readonly name: string };
  readonly list: { readonly items: readonly Node[] };
  readonly map: { readonly entries: ReadonlyMap<string, Entry>; readonly isDamaged: boolean };
}

type Form = keyof NodeContents;
export type NodeOf<F extends Form> = { readonly form: F; readonly place: Place } & NodeContents[F];
export type Node = { [F in Form]: NodeOf<F> }[Form];

export interface Entry {
  readonly place: Place;
  readonly value: Node;
}

const formNames = { file: "!file", bytes: "!!binary", variable: "!env", list: "a list", map: "a mapping" };

export const formName = (node: Node): string =>
  node.form === "scalar"
    ? { text: "text", number: "a number", boolean: node.text, null: "nothing" }[node.type]
    : formNames[node.form];

export function entriesOf(
  node: Node,
  label: string,
  problems: Problems,
): ReadonlyMap<string, Entry> | undefined {
  if (node.form === "map") return node.entries;
  problems.add(node.place, `${label} takes a mapping, not ${formName(node)}`);
  return undefined;
}

export function itemsOf(node: Node, label: string, problems: Problems): readonly Node[] | undefined {
  if (node.form === "list") return node.items;
  const text =
    node.form === "scalar" && node.type === "null"
      ? `${label} is empty; [] means that there are none`
      : `${label} takes a list, not ${formName(node)}${node.form === "map" ? "; '- ' begins an item" : ""}`;
  problems.add(node.place, text);
  return undefined;
}

export function addUnknownKey(
  place: Place,
  key: string,
  {
    of: owner,
    knownKeys,
    problems,
  }: { readonly of: string; readonly knownKeys: readonly string[]; readonly problems: Problems },
): void {
  // The text after the colon may be a secret.
  const colon = key.search(/[:=]/);
  if (colon > 0 && knownKeys.includes(key.slice(0, colon))) {
    problems.add(place, `${key.slice(0, colon)}: a space is missing after the colon`);
    return;
  }
  const suggestion =
    suggestionHint(key.toLowerCase().replaceAll("-", "_"), knownKeys) ??
    suggestionHint(key.toLowerCase(), knownKeys);
  problems.add(
    place,
    `unknown field '${safeKey(key)}' of ${owner}${suggestion === undefined ? "" : `; ${suggestion}`}`,
  );
}

/** Keeps only the part that looks like a name: if a colon is missing, a secret may follow. */
export function safeKey(key: string): string {
  const [name = ""] = /^[\p{L}\p{N}_.-]{0,60}/u.exec(key) ?? [];
  return name === key ? key : `${name}...`;
}
