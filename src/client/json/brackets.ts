import type { JsonCheck } from "./check.ts";
import { endedEarly, followed } from "./faults.ts";
import { createStructure } from "./follow.ts";
import { isSpace, skipSpace } from "./scan.ts";

/**
 * Follows the strings and brackets of a list or object that arrives in pieces, cut anywhere: whether it is whole
 * and nothing follows it. What stands between the brackets is not checked, which makes it quicker than the check
 * of the whole grammar: it decides how fast a large answer is passed on.
 */
export function createBracketCheck(): JsonCheck {
  const structure = createStructure();
  let hasEnded = false;
  return {
    push: (chunk) => {
      if (hasEnded) {
        if (!chunk.every(isSpace)) throw followed();
        return;
      }
      const end = structure.follow(chunk);
      hasEnded = end !== undefined;
      if (end !== undefined && skipSpace(chunk, end) < chunk.length) throw followed();
    },
    end: () => {
      if (!hasEnded) throw endedEarly();
    },
  };
}
