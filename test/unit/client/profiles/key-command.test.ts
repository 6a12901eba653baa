import { describe, expect, test } from "vitest";
import { runKeyCommand, wordsOfCommand } from "../../../../src/client/profiles/key-command.ts";
import { Failure } from "../../../../src/core/failure.ts";
import { shellWord } from "../../../../src/core/text/shell-words.ts";
import { rejection } from "../../rejection.ts";

const key = `${"c".repeat(18)}:${"t".repeat(18)}:${"s".repeat(32)}`;
const credentials = { consumerKey: "c".repeat(18), tokenKey: "t".repeat(18), tokenSecret: "s".repeat(32) };

const run = (script: string, options: Parameters<typeof runKeyCommand>[3] = {}) =>
  runKeyCommand(`sh -c ${shellWord(script)}`, "the command", process.env, options);

test.each([
  ["a line", `echo ${key}`],
  ["a line without its end", `printf ${key}`],
  ["the first of two lines", `echo ${key}; echo other`],
  ["blanks around it", `echo; echo '  ${key} '`],
  ["words on standard error", `echo >&2; echo ${key}`],
  ["output in pieces", `printf ${key.slice(0, 9)}; printf '%s\\n' ${key.slice(9)}`],
])("a key is read from %s", async (_, script) => {
  expect(await run(script)).toEqual(credentials);
});

test.each([
  ["prints nothing", ":", "is empty"],
  ["prints another text", "echo secret-text", "1 part, 3 expected"],
  ["prints control characters", `printf '\\033[2J${key}'`, "invalid characters"],
  ["fails", "echo secret-text; exit 3", "exit code 3"],
  ["is killed", "kill -9 $$", "SIGKILL"],
  ["prints without an end", "yes secret-text", "more than a key"],
])("a command that %s is no key, and what it prints is not repeated", async (_, script, why) => {
  const failure = await rejection(() => run(script));
  expect(failure).toMatchObject({ kind: "notAuthenticated", message: expect.stringContaining(why) });
  expect(failure.message).not.toContain("secret-text");
});

describe.each([
  ["hangs", "exec sleep 30"],
  ["ignores signals", "trap '' TERM INT; exec sleep 30"],
  ["leaves its output to another process", "sleep 0.2 & exit 0"],
])("a command that %s", (_, script) => {
  test("ends at the limit", async () => {
    await expect(run(script, { limitMs: 50 })).rejects.toMatchObject({
      kind: "notAuthenticated",
      message: expect.stringContaining("no key within 0.05 s"),
    });
  });

  test("ends at a signal", async () => {
    const reason = new Failure("interrupted", "interrupted");
    const stop = new AbortController();
    const result = run(script, { signal: stop.signal });
    stop.abort(reason);
    await expect(result).rejects.toBe(reason);
  });
});

test("a missing command, and one that needs a shell", async () => {
  await expect(runKeyCommand("/no/such/program", "the command", {})).rejects.toMatchObject({
    message: "the command failed: /no/such/program is not installed",
  });
  await expect(runKeyCommand("false x | head -1", "the command", {})).rejects.toMatchObject({
    details: { hint: "it needs a shell: sh -c 'false x | head -1'" },
  });
});

test.each(["", "  ", "echo 'open"])("%j is not a command", (text) => {
  expect(() => wordsOfCommand(text)).toThrow("takes a command with its arguments");
});
