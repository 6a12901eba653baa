import { execFileSync } from "node:child_process";
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
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

async function withPipe(work: (file: string, read: () => string) => Promise<void>): Promise<void> {
  const file = join(folderOfTest(), "pipe");
  execFileSync("mkfifo", [file]);
  const reader = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  const buffer = Buffer.alloc(1_000_000);
  try {
    await work(file, () => {
      try {
        return buffer.toString("utf8", 0, readSync(reader, buffer));
      } catch {
        return "";
      }
    });
  } finally {
    closeSync(reader);
  }
}

test("a pipe is never full, and is not renamed", async () => {
  await withPipe(async (file, read) => {
    const recording = openRecording(file, never, 10);
    for (const path of ["/a", "/b"]) recording.write(exchange(path));
    await recording.close();
    expect(read().trimEnd().split("\n")).toHaveLength(2);
    expect(existsSync(`${file}.1`)).toBe(false);
  });
});

test("requests that the reader of a pipe is too slow for are left out and counted", async () => {
  await withPipe(async (file, read) => {
    const problems: string[] = [];
    const recording = openRecording(file, (text) => problems.push(text));
    const path = `/${"x".repeat(9_000)}`;
    for (let each = 0; each < 200; each += 1) recording.write(exchange(path));
    expect(problems).toEqual([`requests are not recorded until the reader of ${file} catches up`]);
    let text = "";
    for (let piece = ""; problems.length < 2 || piece !== ""; await new Promise(setImmediate)) {
      piece = read();
      text += piece;
    }
    const lines = text.trimEnd().split("\n");
    for (const line of lines) expect(JSON.parse(line)).toEqual(exchange(path));
    expect(problems[1]).toBe(
      `${200 - lines.length} requests were not recorded in ${file}: its reader was too slow; later ones are recorded`,
    );
    for (let each = 0; each < 10; each += 1) recording.write(exchange(path));
    await recording.close();
    expect(problems[2]).toMatch(/^\d requests? \w+ not recorded in .*: its reader was too slow$/);
  });
});

test("a pipe whose reader ends is reported once and does not delay the end", async () => {
  const problems: string[] = [];
  let recording: ReturnType<typeof openRecording> | undefined;
  await withPipe(async (file) => {
    recording = openRecording(file, (text) => problems.push(text));
  });
  recording?.write(exchange("/a"));
  await new Promise(setImmediate);
  recording?.write(exchange("/b"));
  await recording?.close();
  expect(problems).toEqual([expect.stringMatching(/^requests are no longer recorded: .*broken pipe/)]);
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
