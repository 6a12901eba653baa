import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openRecording } from "../../../../../src/cli/commands/sandbox/launch.ts";
import type { Exchange } from "../../../../../src/sandbox/wire/exchange-log.ts";
import { folderOfTest } from "../../../../temporary-folder.ts";

const exchange = (path: string) => ({ path, status: 200 }) as Exchange;
const pathsIn = (file: string): string[] =>
  readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).path);
const never = (text: string) => {
  throw new Error(text);
};

test.each([40, 100, 1000, 5000])(
  "a file stays within %d bytes, and the previous file is kept",
  (maxBytes) => {
    const file = join(folderOfTest(), "log.jsonl");
    const recording = openRecording(file, never, maxBytes);
    const count = 500;
    for (let each = 0; each < count; each += 1) recording.write(exchange(`/${each}`));
    for (const name of [file, `${file}.1`]) {
      expect(statSync(name).size).toBeLessThanOrEqual(maxBytes);
      expect(statSync(name).mode & 0o777).toBe(0o600);
    }
    const keptPaths = [...pathsIn(`${file}.1`), ...pathsIn(file)];
    expect(keptPaths).toEqual(keptPaths.map((_, index) => `/${count - keptPaths.length + index}`));
    expect(keptPaths.length).toBeGreaterThan(1);
    expect(readdirSync(join(file, ".."))).toHaveLength(2);
  },
);

test("a line that is larger than the limit gets a file of its own", () => {
  const file = join(folderOfTest(), "log.jsonl");
  const recording = openRecording(file, never, 100);
  for (const path of ["/a", `/${"é".repeat(5000)}`, "/b"]) recording.write(exchange(path));
  expect(pathsIn(`${file}.1`)).toEqual([`/${"é".repeat(5000)}`]);
  expect(pathsIn(file)).toEqual(["/b"]);
});

test("existing content counts, and a file that another program has renamed is kept", () => {
  const file = join(folderOfTest(), "log.jsonl");
  writeFileSync(file, `${JSON.stringify(exchange("/before"))}\n`.repeat(10));
  const [one, two] = [openRecording(file, never, 300), openRecording(file, never, 300)];
  one.write(exchange("/one"));
  expect(pathsIn(`${file}.1`)).toHaveLength(10);
  two.write(exchange("/two"));
  expect(pathsIn(`${file}.1`)).toHaveLength(10);
  expect(pathsIn(file)).toEqual(["/one", "/two"]);
  renameSync(file, `${file}.moved`);
  one.write(exchange("/moved"));
  expect(pathsIn(`${file}.moved`)).toEqual(["/one", "/two", "/moved"]);
});

test("a pipe is never full, and is not renamed", async () => {
  const file = join(folderOfTest(), "pipe");
  execFileSync("mkfifo", [file]);
  const { openSync, readSync, closeSync, constants } = await import("node:fs");
  const reader = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const recording = openRecording(file, never, 10);
    for (const path of ["/a", "/b"]) recording.write(exchange(path));
    const buffer = Buffer.alloc(1000);
    const text = buffer.toString("utf8", 0, readSync(reader, buffer));
    expect(text.trimEnd().split("\n")).toHaveLength(2);
    expect(existsSync(`${file}.1`)).toBe(false);
  } finally {
    closeSync(reader);
  }
});

test("if no new file can be started, that is reported once and earlier lines are kept", () => {
  const file = join(folderOfTest(), "log.jsonl");
  const problems: string[] = [];
  const recording = openRecording(file, (text) => problems.push(text), 100);
  mkdirSync(`${file}.1`);
  for (let each = 0; each < 10; each += 1) recording.write(exchange(`/${each}`));
  expect(problems).toEqual([
    expect.stringMatching(
      /^requests are no longer recorded: .*log\.jsonl cannot be written \(illegal operation on a directory\)$/,
    ),
  ]);
  expect(pathsIn(file)[0]).toBe("/0");
});
