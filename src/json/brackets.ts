import type { JsonCheck } from "./check.ts";
import { endedEarly, followed, maxDepth, notJson, tooDeep } from "./faults.ts";
import {
  backslash,
  closeList,
  closeObject,
  isSpace,
  nesting,
  openList,
  openObject,
  quote,
  skipSpace,
  textBreaks,
} from "./scan.ts";

/**
 * Follows the strings and brackets of a list or object that arrives in pieces, cut anywhere: whether it is whole
 * and nothing follows it. What stands between the brackets is not checked, which makes it quicker than the check
 * of the whole grammar: this loop decides how fast a large answer is passed on.
 */
export function createBracketCheck(): JsonCheck {
  const open = new Uint8Array(maxDepth + 1);
  let savedDepth = 0;
  let hasEnded = false;
  let stringGoesOn = false;
  let escapeGoesOn = false;

  const push = (chunk: Uint8Array): void => {
    const length = chunk.length;
    // All that the inner loops touch is local: a variable of a closure or a module is fetched anew for each
    // byte.
    const outside = nesting;
    const inside = textBreaks;
    const closings = open;
    let depth = savedDepth;
    let isString = stringGoesOn;
    let index = escapeGoesOn ? 1 : 0;
    while (!hasEnded) {
      if (isString) {
        while (index < length && inside[chunk[index] as number] === 0) index += 1;
        if (index >= length) break;
        const isEscape = chunk[index] === backslash;
        index += isEscape ? 2 : 1;
        isString = isEscape;
        continue;
      }
      while (index < length && outside[chunk[index] as number] === 0) index += 1;
      if (index >= length) break;
      const byte = chunk[index] as number;
      index += 1;
      if (byte === quote) isString = true;
      else if (byte === openObject || byte === openList) {
        if (depth === maxDepth) throw tooDeep();
        depth += 1;
        closings[depth] = byte === openObject ? closeObject : closeList;
      } else {
        if (closings[depth] !== byte) throw notJson();
        depth -= 1;
        hasEnded = depth === 0;
      }
    }
    savedDepth = depth;
    stringGoesOn = isString;
    escapeGoesOn = index > length;
    if (hasEnded && skipSpace(chunk, index) < length) throw followed();
  };

  return {
    push: (chunk) => {
      if (!hasEnded) push(chunk);
      else if (!chunk.every(isSpace)) throw followed();
    },
    end: () => {
      if (!hasEnded) throw endedEarly();
    },
  };
}
