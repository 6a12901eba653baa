import { describe, expect, test } from "vitest";
import {
  isNews,
  type Kept,
  maxNames,
  maxUnseenMs,
  merged,
  nothingKept,
} from "../../../../src/cli/names-cache/merge.ts";
import type { Name } from "../../../../src/cli/names-cache/name.ts";
import { seeded } from "../../random.ts";

const nowMs = 1_700_000_000_000;

const name = (word: string, id = word, seenMs = nowMs, status = ""): Name => ({
  word,
  also: [id, `${word}.example`],
  about: "",
  status,
  seenMs,
});

const words = ({ names }: Kept): readonly string[] => names.map(({ word }) => word).sort();

describe("what is kept after a list", () => {
  const kept: Kept = { names: [name("a", "1"), name("b", "2")], wholeAtMs: nowMs - 1000 };

  test("a whole list replaces everything", () => {
    const after = merged(kept, { names: [name("c", "3")], isWhole: true, nowMs });
    expect(words(after)).toEqual(["c"]);
    expect(after.wholeAtMs).toBe(nowMs);
  });

  test("an empty whole list leaves nothing", () => {
    expect(merged(kept, { names: [], isWhole: true, nowMs })).toEqual({ names: [], wholeAtMs: nowMs });
  });

  test("a filtered list adds, takes nothing away and does not count as a whole one", () => {
    const after = merged(kept, { names: [name("c", "3")], isWhole: false, nowMs });
    expect(words(after)).toEqual(["a", "b", "c"]);
    expect(after.wholeAtMs).toBe(kept.wholeAtMs);
  });

  test("an object that was renamed is kept by its new name alone", () => {
    expect(words(merged(kept, { names: [name("z", "1")], isWhole: false, nowMs }))).toEqual(["b", "z"]);
  });

  test("a machine that was enlisted anew replaces the one of its name", () => {
    const after = merged(kept, { names: [name("a", "9")], isWhole: false, nowMs });
    expect(after.names.filter(({ word }) => word === "a").map(({ also }) => also[0])).toEqual(["9"]);
  });

  test("what no list has shown for long is forgotten", () => {
    const old: Kept = { names: [name("old", "0", nowMs - maxUnseenMs), ...kept.names], wholeAtMs: 0 };
    expect(words(merged(old, { names: [name("c", "3")], isWhole: false, nowMs }))).toEqual(["a", "b", "c"]);
  });

  test("no more than the bound is kept, the last seen", () => {
    const many = Array.from({ length: maxNames }, (_, index) => name(`n${index}`, `${index}`, nowMs - 5000));
    const after = merged({ names: many, wholeAtMs: 0 }, { names: [name("new", "x")], isWhole: false, nowMs });
    expect(after.names).toHaveLength(maxNames);
    expect(after.names[0]?.word).toBe("new");
  });
});

test("filtered lists never lose what whole lists have shown, whatever their order", () => {
  const random = seeded(14);
  for (let round = 0; round < 300; round++) {
    let kept = nothingKept;
    let expected = new Map<string, string>();
    for (let step = 0; step < 12; step++) {
      const isWhole = random() < 0.3;
      const names = Array.from({ length: Math.floor(random() * 6) }, () => {
        const id = String(Math.floor(random() * 20));
        return name(`m${id}-${Math.floor(random() * 2)}`, id, nowMs + step);
      });
      kept = merged(kept, { names, isWhole, nowMs: nowMs + step });
      if (isWhole) expected = new Map();
      for (const { word, also } of names) expected.set(also[0], word);
      expect(words(kept)).toEqual([...expected.values()].sort());
    }
  }
});

test("a list is news where it shows something else than what is kept", () => {
  const kept: Kept = { names: [name("a", "1", nowMs, "4")], wholeAtMs: nowMs };
  const seen = (names: readonly Name[], later = 0) => ({ names, isWhole: false, nowMs: nowMs + later });
  expect(isNews(kept, seen([name("a", "1", nowMs + 1, "4")]))).toBe(false);
  expect(isNews(kept, seen([name("a", "1", nowMs, "6")]))).toBe(true);
  expect(isNews(kept, seen([name("b", "2")]))).toBe(true);
  expect(isNews(kept, seen([name("a", "1", nowMs, "4")], 25 * 3_600_000))).toBe(true);
  expect(isNews(kept, { ...seen([]), isWhole: true })).toBe(true);
});
