import { describe, expect, test } from "vitest";
import { isAboutCommand, libraryText } from "../../../../src/catalogue/commands/library-text.ts";
import { text } from "../../../../src/catalogue/field.ts";
import { loadAllOperations } from "../../../../src/catalogue/index.ts";
import type { Operation } from "../../../../src/catalogue/operation.ts";

const operation: Operation = {
  verb: "try",
  method: "POST",
  path: "/things/",
  summary: "Try",
  fields: [text("distro_series", "release"), text("url", "address", { flag: "source-url" })],
  success: 200,
  result: "json",
  who: "anyone",
};

describe("a text of the catalogue in the words of the library", () => {
  test.each([
    ["--distro-series and --source-url cannot be combined", "distroSeries and url cannot be combined"],
    ["commissioned unless --no-commission", "commissioned unless commission: false"],
    ["user data: text or @file, encoded by svc", "user data: text, bytes or a file"],
    ["keyring: @file, encoded by svc", "keyring: text, bytes or a file"],
    ["password, as @file or @-", "password"],
    ["configuration, or @file", "configuration"],
    ["send them with --set name=value", "send them with the option 'set'"],
    ["<system_id> is taken", "systemId is taken"],
    ["a -- b", "a -- b"],
  ])("%s", (text, expected) => {
    expect(libraryText(operation, text)).toBe(expected);
  });

  test("is left out if it is about the command line", () => {
    expect(isAboutCommand(operation, "With --deploy it is released again")).toBe(true);
    expect(isAboutCommand(operation, "svc releases it again")).toBe(true);
    expect(isAboutCommand(operation, "needs --source-url; --set name=value sends others")).toBe(false);
  });

  test("names no option of the command line in any operation", async () => {
    for (const { id, operation: each } of await loadAllOperations()) {
      const { notes = [], fields = [], rules = [] } = each;
      const texts = [
        ...notes.filter((note) => !isAboutCommand(each, note)),
        ...fields.map(({ help }) => help),
        ...rules.map(({ message }) => message),
      ];
      for (const text of texts)
        expect(libraryText(each, text), id).toEqual(expect.not.stringMatching(/--[a-z]|@file|<\w+>/));
    }
  });
});
