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

/** Text up to the next bracket, escape or mark outside strings. */
const flat = (marks: string): string =>
  String.raw`[^"\\[\]{}${marks}]*(?:"[^"\\]*(?:\\[^][^"\\]*)*"[^"\\[\]{}${marks}]*)*`;

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
  for (let start = 0; ; ) {
    const found = elementFrom(text, start);
    if (found === undefined) return undefined;
    const { end, marks } = found;
    const json = bytes.subarray(start, end);
    const isLast = text.charCodeAt(end) === closeList;
    const isEmpty = skipSpace(json, 0) === json.length;
    if (isEmpty && (!isLast || elements.length > 0)) return undefined;
    if (!isEmpty) elements.push({ json, marks });
    start = end + 1;
    if (isLast) return { elements, end: start };
  }
}

/**
 * Where an element ends, which is at a comma or the list's closing bracket, and its marks; undefined where it does not. One call
 * for each element: V8 optimizes a loop that goes on for long much more than a function that is called often.
 */
function elementFrom(text: string, start: number): { end: number; marks: number[] } | undefined {
  const marks: number[] = [];
  const closings: number[] = [];
  for (let at = nextStop(text, start, 0); at < text.length; at = nextStop(text, at + 1, closings.length)) {
    const code = text.charCodeAt(at);
    if (code === openObject || code === openList) {
      // The list itself is a level, and what is passed over may be one more.
      if (closings.length === maxDepth - 2) return undefined;
      closings.push(code === openObject ? closeObject : closeList);
    } else if (closings.length === 0) {
      return code === comma || code === closeList ? { end: at, marks } : undefined;
    } else if (code === comma || code === colon) marks.push(at - start);
    else if (closings.pop() !== code) return undefined;
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
