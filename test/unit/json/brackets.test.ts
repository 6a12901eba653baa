import { describe, expect, test } from "vitest";
import { createBracketCheck } from "../../../src/json/brackets.ts";

const check = (json: string, cut: number) => {
  const bytes = Buffer.from(json);
  const follow = createBracketCheck();
  for (let at = 0; at < bytes.length; at += cut) follow.push(bytes.subarray(at, at + cut));
  follow.end();
};

const whole = [
  "[]",
  "{} \n\t",
  '[{"a":[1,{"b":"]}"}],"c\\"[":"\\\\"},"\\\\\\"{"]',
  JSON.stringify({ text: 'é"\\[]{}', deep: [[[{}]]] }, undefined, 2),
];

describe.each([1, 2, 3, 7, 1000])("brackets in pieces of %i bytes", (cut) => {
  test.each(whole)("%s is whole", (json) => {
    expect(() => check(json, cut)).not.toThrow();
  });

  test.each(whole.filter((json) => json.trim().length > 2))("%s is not whole before its end", (json) => {
    const end = json.trimEnd().length;
    for (let length = 1; length < end; length += 1)
      expect(() => check(json.slice(0, length), cut), json.slice(0, length)).toThrow("ended early");
  });

  test.each(["x", "[]", "{", '"', "]"])("%s after the end", (more) => {
    for (const json of whole) expect(() => check(`${json}${more}`, cut)).toThrow("goes on");
  });

  test.each(["[}", "{]", '[{"a":1]]', '{"a":[}'])("%s does not match", (json) => {
    expect(() => check(json, cut)).toThrow("not valid JSON");
  });

  test("depth is bounded", () => {
    expect(() => check(`${"[".repeat(1000)}${"]".repeat(1000)}`, cut)).not.toThrow();
    expect(() => check("[".repeat(1001), cut)).toThrow("nested too deeply");
  });
});
