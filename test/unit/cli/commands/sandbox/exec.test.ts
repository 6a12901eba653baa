import { describe, expect, test } from "vitest";
import { parseVariables } from "../../../../../src/cli/commands/sandbox/exec.ts";

describe("--env of sandbox exec", () => {
  test.each([
    [[], {}],
    [["LAB"], { LAB_URL: "url", LAB_API_KEY: "key", LAB_USER_KEY: "user-key" }],
    [["LAB_"], { LAB_URL: "url", LAB_API_KEY: "key", LAB_USER_KEY: "user-key" }],
    [["_x=url", "TOKEN=key", "T2=user-key"], { _x: "url", TOKEN: "key", T2: "user-key" }],
    [["TOKEN=key", "TOKEN=user-key"], { TOKEN: "user-key" }],
  ])("%j gives %j", (text, expected) => {
    expect(Object.fromEntries(parseVariables(text))).toEqual(expected);
  });

  test.each([[""], ["1X"], ["A-B"], ["A="], ["A=secret"], ["=key"], ["A=url=key"], ["A B"], ["A\n=url"]])(
    "%j is refused",
    (text) => {
      expect(() => parseVariables([text])).toThrow("--env takes PREFIX or NAME=url");
    },
  );
});
