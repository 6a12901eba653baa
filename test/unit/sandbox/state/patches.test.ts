import { expect, test } from "vitest";
import { differences } from "../../../../src/sandbox/state/patches.ts";

test("a member of a site may have the name of a method of every object", () => {
  const site: unknown = JSON.parse('{"toString":1,"constructor":{"a":1},"__proto__":2}');
  expect(differences({}, site)).toEqual([
    { path: ["toString"], to: 1 },
    { path: ["constructor"], to: { a: 1 } },
    { path: ["__proto__"], to: 2 },
  ]);
});
