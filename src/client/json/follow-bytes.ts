import { maxDepth } from "./faults.ts";
import { bracketsAt, type Follower, maxMarkDepth, outcomes, pieceBytes, places } from "./followed.ts";
import { backslash, closeList, closeObject, colon, comma, openList, openObject, quote } from "./scan.ts";

let marks = new Int32Array(0);

/** Byte by byte: for what is small, and for processors without vectors. */
export const followBytes: Follower = (followed, piece, wantsMarks) => {
  if (marks.length === 0) marks = new Int32Array(pieceBytes);
  const numbers = new DataView(followed.buffer);
  let depth = numbers.getInt32(places.depth, true);
  let isText = numbers.getInt32(places.text, true) !== 0;
  let isEscaped = numbers.getInt32(places.escaped, true) !== 0;
  let count = 0;
  const stop = (outcome: number) => ({ outcome, marks, count });
  for (let index = 0; index < piece.length; index += 1) {
    const byte = piece[index] as number;
    if (isEscaped) isEscaped = false;
    else if (byte === quote) isText = !isText;
    else if (byte === backslash) {
      if (!isText) return stop(outcomes.notJson);
      isEscaped = true;
    } else if (isText) continue;
    else if (byte === comma || byte === colon) {
      if (wantsMarks && depth <= maxMarkDepth) marks[count++] = index * 2 + (depth === 1 ? 1 : 0);
    } else if (byte === openObject || byte === openList) {
      if (depth === maxDepth) return stop(outcomes.tooDeep);
      depth += 1;
      followed[bracketsAt + depth] = byte;
    } else if (byte === closeObject || byte === closeList) {
      const opening = byte === closeObject ? openObject : openList;
      if (followed[bracketsAt + depth] !== opening) return stop(outcomes.notJson);
      depth -= 1;
      if (depth === 0) return stop(index + 1);
    }
  }
  numbers.setInt32(places.depth, depth, true);
  numbers.setInt32(places.text, isText ? -1 : 0, true);
  numbers.setInt32(places.escaped, isEscaped ? 1 : 0, true);
  return stop(outcomes.goesOn);
};
