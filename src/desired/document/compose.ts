import { isAbsolute, join } from "node:path";
import { isAlias, isMap, isScalar, isSeq, type ParsedNode, type Scalar } from "yaml";
import { type Place, placeText } from "../item.ts";
import type { SourceDocument } from "./documents.ts";
import { shownKey } from "./keys.ts";
import type { Problems } from "./problems.ts";
import { binaryNode, fileNode, isTextTag, tagProblem, variableNode } from "./tags.ts";
import type { Entry, FileNode, MapNode, Node, ScalarNode } from "./tree.ts";

/** What is shared by the documents of all sources. */
export interface Composing {
  readonly problems: Problems;
  /** Counts what merge keys copied. */
  readonly merged: { count: number };
  /** The files that `!file` names, by location, each with the first place that names it. */
  readonly files: Map<string, FileNode>;
  /** What `~/` stands for. */
  readonly home: string | undefined;
}

/** Entries that merge keys may copy in all: each can copy thousands. */
const maxMerged = 1_000_000;

/**
 * The tree of a document: aliases stand for the very node of their anchor, merge keys (`<<`) are carried out, tags
 * are read. Relative paths are seen from `folder`. What is wrong is noted; the tree holds the rest.
 */
export function composeTree(
  document: SourceDocument,
  folder: string,
  { problems, merged, files, home }: Composing,
): Node | undefined {
  /** By name, in the order of the text; undefined while the anchor's own value is being read. */
  const anchors = new Map<string, Node | undefined>();

  const nodeOf = (parsed: ParsedNode | null, fallback: Place): Node => {
    if (parsed === null) return empty(fallback);
    const place = isBlank(parsed) ? fallback : document.placeOf(parsed.range[0]);
    if (isAlias(parsed)) {
      if (anchors.get(parsed.source) !== undefined) return anchors.get(parsed.source) ?? empty(place);
      problems.add(
        place,
        anchors.has(parsed.source)
          ? "this alias (*name) stands within what it repeats"
          : // A text that begins with * is taken for an alias, and may be a secret.
            "this alias (*name) repeats nothing that stands before it; text that begins with * has to be in quotes",
      );
      return empty(place);
    }
    if (parsed.anchor !== undefined) anchors.set(parsed.anchor, undefined);
    const node = ownNode(parsed, place);
    if (parsed.anchor !== undefined) anchors.set(parsed.anchor, node);
    return node;
  };

  const ownNode = (parsed: ParsedNode, place: Place): Node => {
    const { tag } = parsed;
    if (isScalar(parsed)) {
      const text = parsed.source;
      if (tag === "!file") {
        const node = fileNode(text, locationOf(text, folder, home), place, problems);
        if (!files.has(node.location)) files.set(node.location, node);
        return node;
      }
      if (tag === "!env") return variableNode(text, place, problems);
      if (tag === "tag:yaml.org,2002:binary") return binaryNode(text, place, problems);
      const problem = tagProblem(tag, "scalar");
      if (problem !== undefined) problems.add(place, problem);
      return scalarNode(parsed, place);
    }
    const problem = tagProblem(tag, isMap(parsed) ? "map" : "list");
    if (problem !== undefined) problems.add(place, problem);
    if (isSeq(parsed))
      return {
        form: "list",
        place,
        items: (parsed.items as readonly ParsedNode[]).map((item) => nodeOf(item, place)),
      };
    return isMap(parsed) ? mapNode(parsed.items as readonly ParsedPair[], place) : empty(place);
  };

  const mapNode = (pairs: readonly ParsedPair[], place: Place): MapNode => {
    const own = new Map<string, Entry>();
    const merges: Node[] = [];
    const before = problems.count;
    for (const { key, value } of pairs) {
      if (isMergeKey(key)) {
        merges.push(nodeOf(value, document.placeOf(key.range[0])));
        continue;
      }
      const read = keyOf(nodeOf(key, place));
      if (value === null && read.problem === undefined) {
        // What has no colon may be a value, and a secret.
        const missing = read.name.includes(":") ? "a space is missing after the colon" : "a value is missing";
        problems.add(read.place, missing);
        continue;
      }
      const node = nodeOf(value, read.place);
      const same = own.get(read.name);
      if (read.problem !== undefined) problems.add(read.place, read.problem);
      else if (same === undefined) own.set(read.name, { place: read.place, value: node });
      else
        problems.add(
          read.place,
          `'${shownKey(read.name)}' stands here again, first at ${placeText(same.place)}`,
        );
    }
    for (const merge of merges) mergeInto(own, merge);
    return { form: "map", place, entries: own, isDamaged: problems.count > before };
  };

  /** Entries of the mapping itself, and of merges before this one, stay. */
  const mergeInto = (own: Map<string, Entry>, from: Node) => {
    const maps = from.form === "list" ? from.items : [from];
    for (const map of maps) {
      if (map.form !== "map") {
        problems.add(map.place, "<< takes a mapping, or a list of mappings");
        continue;
      }
      merged.count += map.entries.size;
      if (merged.count > maxMerged)
        problems.stop(map.place, `merge keys (<<) copy more than ${maxMerged} entries`);
      for (const [name, entry] of map.entries) if (!own.has(name)) own.set(name, entry);
    }
  };

  const { contents } = document;
  return contents === null ? undefined : nodeOf(contents, document.placeOf(contents.range[0]));
}

function locationOf(path: string, folder: string, home: string | undefined): string {
  if (home !== undefined && path.startsWith("~/")) return join(home, path.slice(2));
  return isAbsolute(path) ? path : join(folder, path);
}

interface ParsedPair {
  readonly key: ParsedNode;
  readonly value: ParsedNode | null;
}

const empty = (place: Place): ScalarNode => ({ form: "scalar", place, text: "", type: "null" });

/** True for nothing at all, whose range begins somewhere behind its key. */
const isBlank = (parsed: ParsedNode): boolean =>
  isScalar(parsed) && parsed.type === "PLAIN" && parsed.source === "" && parsed.tag === undefined;

const isMergeKey = (key: ParsedNode): key is Scalar.Parsed =>
  isScalar(key) && key.type === "PLAIN" && key.source === "<<" && key.tag === undefined;

function keyOf(node: Node): { readonly name: string; readonly place: Place; readonly problem?: string } {
  const { place } = node;
  if (node.form !== "scalar") return { name: "", place, problem: "a key has to be text" };
  if (node.type === "null" && node.text === "") return { name: "", place, problem: "a key is missing" };
  return { name: node.text, place };
}

function scalarNode({ source, value, type, tag }: Scalar.Parsed, place: Place): ScalarNode {
  if (isTextTag(tag)) return { form: "scalar", place, text: source, type: "text" };
  const isSpelled = type === "PLAIN" || tag !== undefined;
  if (isSpelled && value === null) return { form: "scalar", place, text: source, type: "null" };
  if (isSpelled && typeof value === "boolean")
    return { form: "scalar", place, text: source, type: "boolean" };
  if (isSpelled && typeof value === "bigint")
    return { form: "scalar", place, text: source, type: "number", integer: value.toString() };
  if (isSpelled && typeof value === "number") return { form: "scalar", place, text: source, type: "number" };
  return { form: "scalar", place, text: source, type: "text" };
}
