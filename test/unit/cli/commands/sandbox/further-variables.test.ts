import { describe, expect, test } from "vitest";
import { checkVariables, requestedVariables } from "../../../../../src/cli/commands/sandbox/exec.ts";

const sandbox = { url: "http://127.0.0.1:1/SVC", keys: { administrator: "a:b:c", user: "d:e:f" } };

describe("--env of sandbox exec", () => {
  test.each([
    [[], {}],
    [["LAB"], { LAB_URL: "http://127.0.0.1:1/SVC", LAB_API_KEY: "a:b:c", LAB_USER_KEY: "d:e:f" }],
    [["LAB_"], { LAB_URL: "http://127.0.0.1:1/SVC", LAB_API_KEY: "a:b:c", LAB_USER_KEY: "d:e:f" }],
    [["_x=url", "TOKEN=key", "T2=user-key"], { _x: "http://127.0.0.1:1/SVC", TOKEN: "a:b:c", T2: "d:e:f" }],
    [["TOKEN=key", "TOKEN=user-key"], { TOKEN: "d:e:f" }],
  ])("%j gives %j", (typed, expected) => {
    checkVariables(typed);
    expect(requestedVariables(typed, sandbox)).toEqual(expected);
  });

  test.each([[""], ["1X"], ["A-B"], ["A="], ["A=secret"], ["=key"], ["A=url=key"], ["A B"], ["A\n=url"]])(
    "%j is refused before the sandbox starts",
    (text) => {
      expect(() => checkVariables([text])).toThrow("--env takes PREFIX or NAME=url");
      expect(() => requestedVariables([text], sandbox)).toThrow("--env takes PREFIX or NAME=url");
    },
  );
});
