import { describe, expect, test } from "vitest";
import { statusValues } from "../../../../src/catalogue/statuses.ts";
import { withSuggestion } from "../../../../src/client/values/refused-value.ts";
import { Failure } from "../../../../src/core/failure.ts";
import { operations } from "../../cli/command-line.ts";

const operationNamed = (id: string) => {
  const entry = operations.find((each) => each.id === id);
  if (entry === undefined) throw new Error(`no operation ${id}`);
  return entry.operation;
};

const list = operationNamed("machines.list");
const hintOf = (failure: unknown): unknown => failure instanceof Failure && failure.details.hint;

const refused = (message: string, lines: readonly string[] = []) =>
  new Failure("invalid", message, { status: 400, lines });

/** The forms in which services list the accepted values, or fail to list them. */
const forms: readonly (readonly [string, (word: string) => Failure])[] = [
  [
    "a list in brackets",
    (word) => refused(`status: ${word} is not one of the choices (${statusValues.join(", ")}).`),
  ],
  [
    "a list after a colon",
    (word) => refused(`'${word}' is not valid. It should be one of: ${statusValues.join(", ")}.`),
  ],
  ["quoted words", (word) => refused(`${word}: no such status, use one of: '${statusValues.join("', '")}'`)],
  [
    "several lines",
    (word) => refused("the service rejects the values", ["mem: too large", `status: '${word}' is wrong`]),
  ],
  ["no list", (word) => refused(`Invalid status ${word}`)],
];

describe.each(forms)("a refused value, the refusal with %s", (_name, refusal) => {
  test.each(statusValues.filter((value) => value.length > 4))("near %s", (value) => {
    for (const at of [1, value.length - 2]) {
      const word = value.slice(0, at) + value.slice(at + 1);
      if (statusValues.some((status) => status === word)) continue;
      const hint = hintOf(withSuggestion(refusal(word), list, { status: word }));
      expect({ word, hint }).toEqual({ word, hint: expect.stringMatching(/^did you mean [a-z_]+\?$/) });
    }
  });
});

test("values that only the service lists are suggested too", () => {
  const failure = refused("zone: 'nroth' is not a zone here (default, north, south)");
  expect(hintOf(withSuggestion(failure, list, { zone: "nroth" }))).toBe("did you mean north?");
});

test("there is no suggestion for a value that is allowed, not quoted or secret, or if there is a hint", () => {
  const status = (text: string, failure: Failure) => hintOf(withSuggestion(failure, list, { status: text }));
  expect(status("ready", refused("status: ready is not allowed together with mem"))).toBeUndefined();
  expect(status("redy", refused("mem: not a number"))).toBeUndefined();
  expect(status("redy", refused("redy is unknown").with({ hint: "ask" }))).toBe("ask");
  expect(status("redy", new Failure("conflict", "redy is unknown"))).toBeUndefined();
  const secret = { ...list, fields: [{ name: "pass", type: "string", secret: true, help: "" }] } as const;
  expect(hintOf(withSuggestion(refused("hunter (hunter2, b)"), secret, { pass: "hunter" }))).toBeUndefined();
});
