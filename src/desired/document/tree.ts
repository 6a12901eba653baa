import type { Place } from "../item.ts";

/** A document as its reader sees it: aliases, merge keys and tags are resolved, and everything has its place. */
export type Node = ScalarNode | FileNode | BytesNode | VariableNode | ListNode | MapNode;

export interface ScalarNode {
  readonly form: "scalar";
  readonly place: Place;
  /** As it is spelled, without its quotes. */
  readonly text: string;
  /** What it is by its spelling; a quoted one is text. */
  readonly type: "text" | "number" | "boolean" | "null";
  /** A whole number in decimal digits, whatever the spelling. */
  readonly integer?: string;
}

/** `!file path`. */
export interface FileNode {
  readonly form: "file";
  readonly place: Place;
  /** As it is written. */
  readonly path: string;
  /** Where it stands, seen from the folder of its document. */
  readonly location: string;
}

/** `!!binary base64`. */
export interface BytesNode {
  readonly form: "bytes";
  readonly place: Place;
  readonly bytes: Buffer;
}

/** `!env NAME`. */
export interface VariableNode {
  readonly form: "variable";
  readonly place: Place;
  readonly name: string;
}

export interface ListNode {
  readonly form: "list";
  readonly place: Place;
  readonly items: readonly Node[];
}

export interface MapNode {
  readonly form: "map";
  readonly place: Place;
  readonly entries: ReadonlyMap<string, Entry>;
  /** Some of its keys could not be read. */
  readonly isDamaged: boolean;
}

export interface Entry {
  /** Of the key. */
  readonly place: Place;
  readonly value: Node;
}

/** What stands there, for a sentence: "not a list". */
export function nodeName(node: Node): string {
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
