import { describe, expect, test } from "vitest";
import { createStructure } from "../../../../src/client/json/follow.ts";
import { followBytes } from "../../../../src/client/json/follow-bytes.ts";
import { compileFollower } from "../../../../src/client/json/follow-vectors.ts";
import { type Follower, newFollowed, outcomes, pieceBytes } from "../../../../src/client/json/followed.ts";
import { seeded } from "../../random.ts";
import { damaged, randomJson } from "./random-json.ts";

const followVectors = compileFollower();

/** Everything that a follower says of pieces, up to where it stops. */
function said(follow: Follower, pieces: readonly Buffer[], isOpen: boolean, wantsMarks: boolean) {
  const followed = newFollowed(isOpen);
  const all: unknown[] = [];
  for (const piece of pieces) {
    const { outcome, marks, count } = follow(followed, piece, wantsMarks);
    const isOver = outcome === outcomes.notJson || outcome === outcomes.tooDeep;
    all.push(outcome, ...(isOver ? [] : marks.slice(0, count)));
    if (outcome !== outcomes.goesOn) break;
  }
  return all;
}

/** Strings full of what has a meaning outside them, runs of escapes, and what differs from a sign in a bit. */
const odd = ["\\", "\\\\", '\\"', '"', "[", "}", "\u00db", "\u007b", "Z", ",", ":", "é", "\u0002", "L", "J"];

function randomText(next: () => number): string {
  let text = randomJson(next, 5);
  for (let more = Math.floor(next() * 4); more > 0; more -= 1) {
    const inside = Array.from(
      { length: Math.floor(next() * 150) },
      () => odd[Math.floor(next() * odd.length)],
    );
    text = `[${text},{${JSON.stringify(inside.join(""))}:${randomJson(next, 3)}}]`;
  }
  return next() < 0.3 ? damaged(text, next) : text;
}

describe.runIf(followVectors !== undefined)("following with vectors", () => {
  const vectors = followVectors as Follower;

  test("says the same as byte by byte, wherever pieces end", () => {
    const next = seeded(41);
    const ends = { goesOn: 0, ended: 0, refused: 0 };
    for (let round = 0; round < 8000; round += 1) {
      const isOpen = next() < 0.5;
      const bytes = Buffer.from(isOpen ? `${randomText(next)},${randomText(next)}]` : randomText(next));
      const longest = next() < 0.5 ? 20 : 500;
      const pieces: Buffer[] = [];
      for (let at = 0; at < bytes.length; ) {
        const to = at + Math.floor(next() * longest);
        pieces.push(bytes.subarray(at, to));
        at = to;
      }
      const wantsMarks = next() < 0.7;
      const plain = said(followBytes, pieces, isOpen, wantsMarks);
      expect([bytes.toString(), said(vectors, pieces, isOpen, wantsMarks)]).toEqual([
        bytes.toString(),
        plain,
      ]);
      const last = plain.findLast((one) => typeof one === "number");
      ends[plain.includes(outcomes.notJson) ? "refused" : last === outcomes.goesOn ? "goesOn" : "ended"] += 1;
    }
    expect(Math.min(ends.goesOn, ends.ended, ends.refused)).toBeGreaterThan(500);
  });

  test("goes on where the other has stopped", () => {
    const next = seeded(42);
    for (let round = 0; round < 500; round += 1) {
      const bytes = Buffer.from(`${JSON.stringify(randomText(next))},[1,{"a":"\\\\\\""}]]`);
      const cut = Math.floor(next() * bytes.length);
      const either = (first: Follower, second: Follower) => {
        const followed = newFollowed(true);
        first(followed, bytes.subarray(0, cut), true);
        return second(followed, bytes.subarray(cut), true).outcome;
      };
      expect(either(followBytes, vectors)).toBe(bytes.length - cut);
      expect(either(vectors, followBytes)).toBe(bytes.length - cut);
    }
  });

  test("bounds the depth as byte by byte", () => {
    for (const depth of [998, 999, 1000, 1001]) {
      const bytes = Buffer.from("[".repeat(depth));
      for (const isOpen of [true, false])
        expect(said(vectors, [bytes], isOpen, false)).toEqual(said(followBytes, [bytes], isOpen, false));
    }
  });

  test("finds as many marks as a piece has bytes", () => {
    const bytes = Buffer.alloc(pieceBytes, ",");
    expect(said(vectors, [bytes, bytes], true, true)).toEqual(said(followBytes, [bytes, bytes], true, true));
  });
});

describe("the structure of a large list", () => {
  test("is the same in one chunk as in many", () => {
    const items = Array.from({ length: 4000 }, (_, id) => ({
      id,
      text: '\\"[{,:'.repeat(id % 9),
      more: [[id]],
    }));
    const bytes = Buffer.from(JSON.stringify(items));
    const marksIn = (size: number) => {
      const structure = createStructure();
      const found: number[] = [];
      let end: number | undefined;
      for (let start = 0; start < bytes.length; start += size) {
        const stop = structure.follow(bytes.subarray(start, start + size), (marks, count, from) => {
          for (const mark of marks.subarray(0, count)) found.push(mark + 2 * (start + from));
        });
        if (stop !== undefined) end = start + stop;
      }
      return { end, found };
    };
    const atOnce = marksIn(bytes.length);
    expect(atOnce.end).toBe(bytes.length);
    // A comma between two items, and for each item three colons and two commas.
    expect(atOnce.found).toHaveLength(4000 * 6 - 1);
    expect(marksIn(1000)).toEqual(atOnce);
    expect(marksIn(100_001)).toEqual(atOnce);
  });
});
