import { isAbsolute, join } from "node:path";
import { isAlias, isMap, isScalar, isSeq, type ParsedNode, type Scalar } from "yaml";
import { joinWithAnd } from "../../catalogue/field.ts";
import { suggestionHint } from "../../core/text/word-lists.ts";
import { type Place, placeText } from "../item.ts";
import { excerpt, type Problems } from "../problems.ts";
import type { SourceDocument } from "./parse.ts";
import { type Entry, type Node, type NodeOf, safeKey } from "./tree.ts";

export interface ComposeContext {
  readonly problems: Problems;
  readonly copies: { count: number };
  readonly files: Map<string, NodeOf<"file">>;
  readonly home: string | undefined;
}

/** Maximum number of entries that merge keys (`<<`) may copy in total. */
const maxMerged = 1_000_000;

interface Composition extends ComposeContext {
  readonly document: SourceDocument;
  readonly folder: string;
  /** Nodes by anchor; undefined while the node of the anchor is being read. */
  readonly anchors: Map<string, Node | undefined>;
}

export function composeTree(
  document: SourceDocument,
  folder: string,
  context: ComposeContext,
): Node | undefined {
  const { contents } = document;
  if (contents === null) return undefined;
  const composition = { ...context, document, folder, anchors: new Map() };
  return nodeOf(contents, document.placeOf(contents.range[0]), composition);
}

function nodeOf(parsed: ParsedNode | null, fallback: Place, composition: Composition): Node {
  const { document, anchors } = composition;
  if (parsed === null) return emptyNode(fallback);
  const place = isAbsent(parsed) ? fallback : document.placeOf(parsed.range[0]);
  if (isAlias(parsed)) return aliasTarget(parsed.source, place, composition);
  if (parsed.anchor !== undefined) anchors.set(parsed.anchor, undefined);
  const node = contentNode(parsed, place, composition);
  if (parsed.anchor !== undefined) anchors.set(parsed.anchor, node);
  return node;
}

function aliasTarget(name: string, place: Place, { anchors, problems }: Composition): Node {
  const node = anchors.get(name);
  if (node !== undefined) return node;
  problems.add(
    place,
    anchors.has(name)
      ? "this alias (*name) refers to a value that contains it"
      : // Text that begins with * is parsed as an alias; it may be a secret, so the message does not repeat it.
        "this alias (*name) has no anchor before it; text that begins with * must be quoted",
  );
  return emptyNode(place);
}

function contentNode(parsed: ParsedNode, place: Place, composition: Composition): Node {
  const { problems } = composition;
  if (isScalar(parsed)) return taggedOrPlainScalar(parsed, place, composition);
  const problem = tagProblem(parsed.tag, isMap(parsed) ? "map" : "list");
  if (problem !== undefined) problems.add(place, problem);
  if (isMap(parsed)) return mapNode(parsed.items as readonly ParsedPair[], place, composition);
  const items = isSeq(parsed) ? (parsed.items as readonly ParsedNode[]) : [];
  return { form: "list", place, items: items.map((item) => nodeOf(item, place, composition)) };
}

function taggedOrPlainScalar(parsed: Scalar.Parsed, place: Place, composition: Composition): Node {
  const { problems, files, folder, home } = composition;
  const { tag, source } = parsed;
  if (tag === "!file") {
    if (source.trim() === "") problems.add(place, "!file takes the path of a file");
    const location = locationOf(source, folder, home);
    const node: NodeOf<"file"> = { form: "file", place, path: source, location };
    if (!files.has(location)) files.set(location, node);
    return node;
  }
  if (tag === "!env") {
    // An invalid name may be the secret itself, so it is not repeated.
    if (!/^[A-Za-z_][A-Za-z0-9_]{0,254}$/.test(source))
      problems.add(place, "!env takes the name of a variable: letters, digits and _");
    return { form: "variable", place, name: source };
  }
  if (tag === `${coreTag}binary`) {
    const digits = source.replace(/\s/g, "");
    if (digits.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(digits))
      problems.add(place, "!!binary takes base64");
    return { form: "bytes", place, bytes: Buffer.from(digits, "base64") };
  }
  const problem = source.isWellFormed()
    ? tagProblem(tag, "scalar")
    : "\\uD800 to \\uDFFF must come in pairs, because half a character cannot be sent";
  if (problem !== undefined) problems.add(place, problem);
  return scalarNode(parsed, place);
}

function mapNode(pairs: readonly ParsedPair[], place: Place, composition: Composition): NodeOf<"map"> {
  const { document, problems } = composition;
  const entries = new Map<string, Entry>();
  const merges: Node[] = [];
  const problemsBefore = problems.count;
  for (const { key, value } of pairs) {
    if (isMergeKey(key)) {
      merges.push(nodeOf(value, document.placeOf(key.range[0]), composition));
      continue;
    }
    const parsedKey = keyOf(nodeOf(key, place, composition));
    const problem = parsedKey.problem ?? pairProblem(parsedKey.name, value, entries.get(parsedKey.name));
    const node = nodeOf(value, parsedKey.place, composition);
    if (problem === undefined) entries.set(parsedKey.name, { place: parsedKey.place, value: node });
    else problems.add(parsedKey.place, problem);
  }
  for (const merge of merges) mergeInto(entries, merge, composition);
  return { form: "map", place, entries, isDamaged: problems.count > problemsBefore };
}

function pairProblem(
  name: string,
  value: ParsedNode | null,
  existing: Entry | undefined,
): string | undefined {
  if (existing !== undefined)
    return `'${safeKey(name)}' is repeated here, first at ${placeText(existing.place)}`;
  if (value !== null) return undefined;
  // Text without a colon may be a secret value, so the message does not repeat it.
  return name.includes(":") ? "a space is missing after the colon" : "a value is missing";
}

function mergeInto(target: Map<string, Entry>, from: Node, { problems, copies }: Composition): void {
  const maps = from.form === "list" ? from.items : [from];
  for (const map of maps) {
    if (map.form !== "map") {
      problems.add(map.place, "<< takes a mapping, or a list of mappings");
      continue;
    }
    copies.count += map.entries.size;
    if (copies.count > maxMerged)
      problems.stop(map.place, `merge keys (<<) copy more than ${maxMerged} entries`);
    for (const [name, entry] of map.entries) if (!target.has(name)) target.set(name, entry);
  }
}

function locationOf(path: string, folder: string, home: string | undefined): string {
  if (home !== undefined && path.startsWith("~/")) return join(home, path.slice(2));
  return isAbsolute(path) ? path : join(folder, path);
}

interface ParsedPair {
  readonly key: ParsedNode;
  readonly value: ParsedNode | null;
}

const emptyNode = (place: Place): NodeOf<"scalar"> => ({ form: "scalar", place, text: "", type: "null" });

const isAbsent = (parsed: ParsedNode): boolean =>
  isScalar(parsed) && parsed.type === "PLAIN" && parsed.source === "" && parsed.tag === undefined;

const isMergeKey = (key: ParsedNode): key is Scalar.Parsed =>
  isScalar(key) && key.type === "PLAIN" && key.source === "<<" && key.tag === undefined;

function keyOf(node: Node): { readonly name: string; readonly place: Place; readonly problem?: string } {
  const { place } = node;
  if (node.form !== "scalar") return { name: "", place, problem: "a key must be text" };
  if (node.type === "null" && node.text === "") return { name: "", place, problem: "a key is missing" };
  return { name: node.text, place };
}

function scalarNode({ source, value, type, tag }: Scalar.Parsed, place: Place): NodeOf<"scalar"> {
  if (isTextTag(tag)) return { form: "scalar", place, text: source, type: "text" };
  const isPlainOrTagged = type === "PLAIN" || tag !== undefined;
  if (isPlainOrTagged && value === null) return { form: "scalar", place, text: source, type: "null" };
  if (isPlainOrTagged && typeof value === "boolean")
    return { form: "scalar", place, text: source, type: "boolean" };
  if (isPlainOrTagged && typeof value === "bigint")
    return { form: "scalar", place, text: source, type: "number", integer: value.toString() };
  if (isPlainOrTagged && typeof value === "number")
    return { form: "scalar", place, text: source, type: "number" };
  return { form: "scalar", place, text: source, type: "text" };
}

const coreTag = "tag:yaml.org,2002:";

const standardTags: Readonly<Record<"scalar" | "list" | "map", readonly string[]>> = {
  scalar: ["!", ...["str", "int", "float", "bool", "null"].map((name) => coreTag + name)],
  list: ["!", `${coreTag}seq`],
  map: ["!", `${coreTag}map`],
};

const valuesByTag = new Map([
  ["!file", "the path of a file"],
  ["!env", "the name of a variable"],
  ["!!binary", "base64"],
]);

const isTextTag = (tag: string | undefined): boolean => tag === "!" || tag === `${coreTag}str`;

function tagProblem(tag: string | undefined, form: "scalar" | "list" | "map"): string | undefined {
  if (tag === undefined || standardTags[form].includes(tag)) return undefined;
  const tagText = tag.startsWith(coreTag) ? `!!${tag.slice(coreTag.length)}` : tag;
  const value = valuesByTag.get(tagText);
  if (value !== undefined)
    return `${tagText} takes ${value}, not ${form === "list" ? "a list" : "a mapping"}`;
  // Text that begins with ! is parsed as a tag and may be a secret; !! is unlikely in a secret.
  const quotedTag = tagText.startsWith("!!") ? ` '${excerpt(tagText)}'` : "";
  const tags = [...valuesByTag.keys()];
  const tagList = `the tags are ${joinWithAnd(tags)}; text that begins with ! must be quoted`;
  return `unknown tag${quotedTag}; ${suggestionHint(tagText, tags, tagList)}`;
}
