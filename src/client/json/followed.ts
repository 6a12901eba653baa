import { maxDepth } from "./faults.ts";
import { openList } from "./scan.ts";

/** At most so many bytes are followed at once. */
export const pieceBytes = 32 * 1024;

/**
 * How far a list or object has been followed, in memory, so that every follower can go on where another stopped: four
 * 32-bit numbers, and from `bracketsAt` on the opening bracket of each level, the outermost one at 1.
 */
export type Followed = Uint8Array;

/** Where each number stands, in bytes; `escaped` is 1 before a byte that an escape takes, `text` is -1 inside a string, `marks` the bytes of marks. */
export const places = { depth: 0, text: 4, escaped: 8, marks: 12 } as const;
export const bracketsAt = 16;
export const followedBytes = Math.ceil((bracketsAt + maxDepth + 1) / 4) * 4;

/** Nothing has been followed, or the opening bracket of a list. */
export function newFollowed(isOpen: boolean): Followed {
  const followed = new Uint8Array(followedBytes);
  if (isOpen) {
    followed[places.depth] = 1;
    followed[bracketsAt + 1] = openList;
  }
  return followed;
}

/** What following may come to besides the index after the bracket that ends the whole. */
export const outcomes = { goesOn: -1, notJson: -2, tooDeep: -3 } as const;

/** Marks stand no deeper than this: between the elements of an outermost list, and among the members of each. */
export const maxMarkDepth = 2;

/**
 * Follows a piece. Where marks are wanted, `marks` holds `count` of them until the next piece is followed: for each
 * comma and colon outside strings, no deeper than `maxMarkDepth`, twice its index, and one more at depth 1.
 */
export type Follower = (
  followed: Followed,
  piece: Uint8Array,
  wantsMarks: boolean,
) => { readonly outcome: number; readonly marks: Int32Array; readonly count: number };
