import { suggestionHint } from "../../core/text/choices.ts";
import type { Place } from "../item.ts";
import type { Problems } from "../problems.ts";

export type Node = ScalarNode | FileNode | BytesNode | VariableNode | ListNode | MapNode;

export interface ScalarNode {
  readonly form: "scalar";
  readonly place: Place;
  readonly text: string;
  readonly type: "text" | "number" | "boolean" | "null";
  readonly integer?: string;
}

export interface FileNode {
  readonly form: "file";
  readonly place: Place;
  readonly path: string;
  readonly location: string;
}

export interface BytesNode {
  readonly form: "bytes";
  readonly place: Place;
  readonly bytes: Buffer;
}

export interface VariableNode {
  readonly form: "variable";
  readonly place: Place;
  readonly name: string;
}

interface ListNode {
  readonly form: "list";
  readonly place: Place;
  readonly items: readonly Node[];
}

export interface MapNode {
  readonly form: "map";
  readonly place: Place;
  readonly entries: ReadonlyMap<string, Entry>;
  readonly isDamaged: boolean;
}

export interface Entry {
  readonly place: Place;
  readonly value: Node;
}

export function formName(node: Node): string {
  switch (node.form) {
    case "scalar":
      return { text: "text", number: "a number", boolean: `${node.text}`, null: "nothing" }[node.type];
    case "file":
      return "!file";
    case "bytes":
      return "!!binary";
    case "variable":
      return "!env";
    case "list":
      return "a list";
    case "map":
      return "a mapping";
  }
}

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
