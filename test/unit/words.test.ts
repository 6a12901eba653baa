import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Phrases that read like a translation, and what to write instead. `test/lint/names.grit` checks names. */
const phrases: Readonly<Record<string, string>> = {
  "exclude each other": "cannot be combined",
  "is no error": "is not an error",
  "is no file": "is not a file",
  "\\bmend(?:s|ed|ing)?\\b": "fix",
  "needs? somebody": "needs attention",
  "as it stands": "unchanged",
  "cannot be told(?! apart)": "cannot be determined",
  "\\b(?:is|are) told\\b": "is reported",
  "looks after": "manages",
  "once more leaves": "press again to quit",
  "leaves? all the same": "quits anyway",
  "asks it all the same": "sends the request anyway",
  "signed by itself": "self-signed",
  "\\bgoes on (?:running|by itself)\\b": "continues",
  "what becomes of": "the outcome of",
  "made anew": "recreated, reset",
};

const pattern = new RegExp(Object.keys(phrases).join("|"), "i");

test("comments, messages and pages use common words", () => {
  const within = (folder: string): readonly string[] =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
  const files = [...within("src"), ...within("docs"), "README.md", "CONTRIBUTING.md", "SECURITY.md"];
  const lines = files
    .filter((file) => /\.(?:ts|md)$/.test(file) && !file.includes("node_modules"))
    .flatMap((file) =>
      readFileSync(file, "utf8")
        .split("\n")
        .map((line, index) => ({ file, line, number: index + 1 })),
    );
  expect(lines.length).toBeGreaterThan(10_000);
  expect(
    lines.filter(({ line }) => pattern.test(line)).map((each) => `${each.file}:${each.number} ${each.line}`),
  ).toEqual([]);
});
