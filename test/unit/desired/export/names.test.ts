import { expect, test } from "vitest";
import { compareTexts, variableNames } from "../../../../src/desired/export/values.ts";
import { createRandom, seedsOfRun } from "../../random.ts";

test("texts are sorted in natural order", () => {
  const sorted = [
    ...["", "0", "00", "2", "10", "10.0.0.9", "10.0.0.10", "A", "a", "a01", "a1", "a2b", "a10", "web-2"],
    ...["web-10", "é"],
  ];
  const random = createRandom(3);
  for (let round = 0; round < 200; round++) {
    const shuffled = [...sorted];
    for (let index = shuffled.length - 1; index > 0; index--) {
      const other = random.below(index + 1);
      [shuffled[index], shuffled[other]] = [shuffled[other] ?? "", shuffled[index] ?? ""];
    }
    expect(shuffled.sort(compareTexts)).toEqual(sorted);
  }
});

test.each(seedsOfRun(1))("the order does not depend on what comes before what (seed %i)", (seed) => {
  const random = createRandom(seed);
  const text = () =>
    Array.from({ length: random.below(5) }, () =>
      random.pick(["a", "B", "0", "1", "12", "-", "é", "."]),
    ).join("");
  const disordered: string[][] = [];
  for (let round = 0; round < 20_000; round++) {
    const [a, b, c] = [text(), text(), text()];
    const isOne =
      Math.sign(compareTexts(a, b)) + Math.sign(compareTexts(b, a)) === 0 &&
      (compareTexts(a, b) === 0) === (a === b) &&
      (compareTexts(a, b) > 0 || compareTexts(b, c) > 0 || compareTexts(a, c) <= 0);
    if (!isOne) disordered.push([a, b, c]);
  }
  expect(disordered).toEqual([]);
});

test("variables have unique names made of kind, object and field", () => {
  const name = variableNames();
  expect(name("license-keys", "windows/win2022", "license_key")).toBe(
    "LICENSE_KEYS_WINDOWS_WIN2022_LICENSE_KEY",
  );
  expect(name("license-keys", "windows/win2022", "license_key")).toBe(
    "LICENSE_KEYS_WINDOWS_WIN2022_LICENSE_KEY",
  );
  expect(name("license-keys", "windows-win2022", "license_key")).toBe(
    "LICENSE_KEYS_WINDOWS_WIN2022_LICENSE_KEY_2",
  );
  expect(name("config", "日本")).toBe("CONFIG");
  expect(name("1", "2")).toBe("SVC_1_2");
  const random = createRandom(7);
  const names = new Map<string, string>();
  const wrong: string[] = [];
  for (let round = 0; round < 5_000; round++) {
    const parts = Array.from({ length: 3 }, () =>
      random.pick(["a", "a-b", "a_b", "A", "-", "é", "x".repeat(70), `${random.below(9)}`]),
    );
    const variable = name(...parts);
    const isOwn = (names.get(variable) ?? parts.join("\0")) === parts.join("\0");
    if (!/^[A-Z][A-Z0-9_]{0,129}$/.test(variable) || !isOwn) wrong.push(`${variable} for ${parts}`);
    names.set(variable, parts.join("\0"));
  }
  expect(wrong).toEqual([]);
});
