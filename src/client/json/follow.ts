import { notJson, tooDeep } from "./faults.ts";
import { followBytes } from "./follow-bytes.ts";
import { compileFollower } from "./follow-vectors.ts";
import { type Followed, type Follower, newFollowed, outcomes, pieceBytes } from "./followed.ts";

/** Fewer bytes are followed before the faster follower is compiled. */
const fewBytes = 32 * 1024;

let vectors: Follower | undefined;

/** The follower for so many bytes. It is compiled once; where the processor has no vectors, there is one alone. */
function followerFor(bytes: number): Follower {
  if (bytes < fewBytes) return followBytes;
  vectors ??= compileFollower() ?? followBytes;
  return vectors;
}

/** Called with marks and with where in the chunk the piece that they stand in begins; see `Follower`. */
type MarksListener = (marks: Int32Array, count: number, from: number) => void;

/** Follows one list or object that arrives in chunks, cut anywhere. */
export interface Structure {
  /**
   * Takes a chunk; returns the index after the bracket that ends the whole, undefined where that has not come. A
   * `Failure` where the brackets do not match, are too deep, or an escape stands outside strings.
   */
  follow(chunk: Uint8Array, onMarks?: MarksListener): number | undefined;
}

/**
 * Strings and brackets from the first byte on, or, with `isOpen`, from the one after the opening bracket of a
 * list. What stands between them is not checked.
 */
export function createStructure(isOpen = false): Structure {
  const followed: Followed = newFollowed(isOpen);
  return {
    follow(chunk, onMarks) {
      const follow = followerFor(chunk.length);
      for (let from = 0; from < chunk.length; from += pieceBytes) {
        const piece = chunk.subarray(from, from + pieceBytes);
        const { outcome, marks, count } = follow(followed, piece, onMarks !== undefined);
        if (outcome === outcomes.notJson) throw notJson();
        if (outcome === outcomes.tooDeep) throw tooDeep();
        onMarks?.(marks, count, from);
        if (outcome !== outcomes.goesOn) return from + outcome;
      }
      return undefined;
    },
  };
}
