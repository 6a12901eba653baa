import { maxDepth } from "./faults.ts";
import { closeList, closeObject, colon, comma, openList, openObject, skipSpace } from "./scan.ts";

/** One element of a list, delimited and not checked. */
export interface Element {
  /** Its JSON as it came, with the white space around it. */
  readonly json: Buffer;
  /** Where in `json` the colons and commas of its own level stand: of an object colon, comma, colon, ... */
  readonly marks: readonly number[];
}

/** What a list that was there as a whole consists of. */
interface SplitList {
  readonly elements: readonly Element[];
  /** The index after the list's closing bracket. */
  readonly end: number;
}

/** In bytes. A pattern keeps a place to return to for each string that it passes, in memory that is bounded. */
const maxWholeBytes = 1024 * 1024;

/** Text up to the next bracket or mark outside strings. */
const flat = (marks: string): string =>
  String.raw`[^"[\]{}${marks}]*(?:"[^"\\]*(?:\\[^][^"\\]*)*"[^"[\]{}${marks}]*)*`;

/** The same, which also passes over lists and objects that hold no others. */
const passing = (marks: string): string =>
  String.raw`${flat(marks)}(?:(?:\{${flat("")}\}|\[${flat("")}\])${flat(marks)})*`;

/** What is passed over between elements, among the members of one, and deeper. */
const patterns = [flat(",:"), passing(",:"), passing("")].map((source) => new RegExp(source, "y"));

/** The next index that is not passed over, at most that of the text's end. */
function nextStop(text: string, from: number, depth: number): number {
  const pattern = patterns[Math.min(depth, 2)] as RegExp;
  pattern.lastIndex = from;
  pattern.test(text);
  return pattern.lastIndex;
}

/**
 * Splits what follows a list's opening bracket where all of the list is in `bytes`; undefined where it is not, where
 * it is large, or where its brackets do not match. A pattern is fast from its first use on; a loop over bytes
 * only when it has been optimized, which takes longer than all of a command that shows a few machines.
 */
export function splitWhole(bytes: Buffer): SplitList | undefined {
  if (bytes.length > maxWholeBytes) return undefined;
  const text = bytes.toString("latin1");
  if (!text.trimEnd().endsWith("]")) return undefined;
  const elements: Element[] = [];
  const closings: number[] = [];
  let marks: number[] = [];
  let start = 0;
  for (let at = nextStop(text, 0, 0); at < text.length; at = nextStop(text, at + 1, closings.length)) {
    const code = text.charCodeAt(at);
    if (code === openObject || code === openList) {
      // What is passed over may be one level deeper.
      if (closings.length === maxDepth - 1) return undefined;
      closings.push(code === openObject ? closeObject : closeList);
    } else if (closings.length > 0) {
      if (code === comma || code === colon) marks.push(at - start);
      else if (closings.pop() !== code) return undefined;
    } else {
      if (code !== comma && code !== closeList) return undefined;
      const json = bytes.subarray(start, at);
      const isEmpty = skipSpace(json, 0) === json.length;
      if (isEmpty && (code === comma || elements.length > 0)) return undefined;
      if (!isEmpty) elements.push({ json, marks });
      if (code === closeList) return { elements, end: at + 1 };
      marks = [];
      start = at + 1;
    }
  }
  return undefined;
}

/** True for JSON that is not large and nested no deeper than the bound. */
export function nestsWithinBound(text: string): boolean {
  if (text.length > maxWholeBytes) return false;
  let depth = 0;
  for (let at = nextStop(text, 0, 2); at < text.length; at = nextStop(text, at + 1, 2)) {
    const code = text.charCodeAt(at);
    depth += code === openObject || code === openList ? 1 : -1;
    if (depth === maxDepth) return false;
  }
  return true;
}
