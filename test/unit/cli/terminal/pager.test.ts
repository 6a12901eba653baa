import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { writeWhole } from "../../../../src/cli/output/sink.ts";
import { pagerCommand, withPager } from "../../../../src/cli/terminal/pager.ts";
import type { TextOutput } from "../../../../src/context.ts";
import { systemClock } from "../../../../src/core/clock.ts";
import { Failure } from "../../../../src/core/failure.ts";
import { runSvc } from "../../../svc-run.ts";
import { folderOfTest } from "../../../temporary-folder.ts";
import { rejection } from "../../rejection.ts";

test.each([
  [{}, ["less"]],
  [{ PAGER: "more" }, ["more"]],
  [{ PAGER: "more", SVC_PAGER: "less -S" }, ["less", "-S"]],
  [{ SVC_PAGER: "'my pager' -x" }, ["my pager", "-x"]],
  [{ PAGER: "" }, undefined],
  [{ PAGER: "less", SVC_PAGER: "" }, undefined],
  [{ PAGER: "cat" }, undefined],
  [{ PAGER: "it's" }, undefined],
])("%j names the pager %j", (env, command) => {
  expect(pagerCommand(env)).toEqual(command);
});

/** A pager script that stores its input, or what `script` makes of it, in a file. */
function pager(script = "exec cat >", name = "pager") {
  const folder = folderOfTest();
  const program = join(folder, name);
  const seen = join(folder, "seen");
  writeFileSync(program, `#!/bin/sh\n${script} '${seen}'\n`);
  chmodSync(program, 0o755);
  const env = { PATH: process.env["PATH"] ?? "", SVC_PAGER: program, TERM: "xterm" };
  return { env, seen: () => (existsSync(seen) ? readFileSync(seen, "utf8") : undefined) };
}

const terminal = { isTTY: true, columns: 100, rows: 20 };

describe("output that is longer than the terminal", () => {
  test.each([
    ["operations"],
    ["operations -o json"],
    ["operations --no-color -o ndjson"],
    ["machines --help"],
    ["help values"],
    ["--help"],
  ])("of svc %s goes to the pager, as it would to the terminal", async (line) => {
    const { env, seen } = pager();
    const argv = line.split(" ");
    expect(await runSvc(argv, { env, terminal })).toMatchObject({ code: 0, stdout: "", stderr: "" });
    const plain = await runSvc([...argv, "--no-pager"], { env, terminal });
    expect(plain.stdout.split("\n").length).toBeGreaterThan(20);
    expect(seen()).toBe(plain.stdout);
  });

  test.each<[string, readonly string[], Readonly<Record<string, string>>, object]>([
    ["with --no-pager", ["--no-pager"], {}, terminal],
    ["in a pipe", [], {}, {}],
    ["in CI", [], { CI: "true" }, terminal],
    ["on a dumb terminal", [], { TERM: "dumb" }, terminal],
    ["where cat is the pager", [], { SVC_PAGER: "cat" }, terminal],
    ["where none is wanted", [], { SVC_PAGER: "" }, terminal],
    ["where the pager is missing", [], { SVC_PAGER: "/nonexistent/pager -x" }, terminal],
    ["where the height is not known", [], {}, { isTTY: true, columns: 100 }],
  ])("is written whole %s", async (_, options, change, like) => {
    const { env, seen } = pager();
    const result = await runSvc(["operations", ...options], { env: { ...env, ...change }, terminal: like });
    expect(result.code).toBe(0);
    expect(result.stdout.split("\n").length).toBeGreaterThan(180);
    expect(seen()).toBeUndefined();
  });

  test.each([
    ["at once", "exit 0 #"],
    ["with an error", "exit 3 #"],
    ["after two lines", "head -2 >"],
    ["by a signal", "kill -9 $$ #"],
  ])("a pager that ends %s ends svc with 0", async (_, script) => {
    const { env } = pager(script);
    expect(await runSvc(["operations", "-o", "json"], { env, terminal })).toMatchObject({
      code: 0,
      stderr: "",
    });
  });
});

test.each<[string, string, Readonly<Record<string, string>>, string]>([
  ["operations", "less 633", {}, "FRX --header=1"],
  ["operations", "less 590", {}, "FRX"],
  ["operations", "less 633", { LESS: "R" }, "R"],
  ["operations", "busybox", {}, "FRX"],
  ["operations -o json", "less 633", {}, "FRX"],
  ["operations --no-header", "less 633", {}, "FRX"],
  ["help values", "less 633", {}, "FRX"],
])("svc %s in %s with %j runs it with LESS=%s", async (line, version, change, options) => {
  const script = `[ "$1" = --version ] && echo '${version}' && exit; cat > /dev/null; echo "$LESS" >`;
  const { env, seen } = pager(script, "less");
  await runSvc(line.split(" "), { env: { ...env, ...change }, terminal });
  expect(seen()).toBe(`${options}\n`);
});

test("output that fits is written without a pager, to the last line", async () => {
  const { env, seen } = pager();
  const all = (await runSvc(["help", "exit-codes", "--no-pager"], { env, terminal })).stdout;
  const lines = all.split("\n").length - 1;
  for (const [rows, isPaged] of [
    [lines + 1, false],
    [lines, true],
  ] as const) {
    const result = await runSvc(["help", "exit-codes"], { env, terminal: { ...terminal, rows } });
    expect([result.stdout === all, seen() === all]).toEqual([!isPaged, isPaged]);
  }
});

test("a failure during output is reported after the pager has shown the text before it", async () => {
  const { env, seen } = pager("sleep 0.2; cat >");
  const stdout = Object.assign(new PassThrough(), terminal);
  const failure = new Failure("unreachable", "broken off");
  const listeners: string[] = [];
  const context = {
    stdout,
    env,
    clock: systemClock,
    onSignal: (name: string) => {
      listeners.push(name);
      return () => void listeners.pop();
    },
  };
  const lines = "a line\n".repeat(30);
  const print = async (out: TextOutput) => {
    await writeWhole(out, lines);
    expect(listeners).toEqual(["SIGINT"]);
    throw failure;
  };
  expect(await rejection(() => withPager(context, undefined, print))).toBe(failure);
  expect([seen(), listeners]).toEqual([lines, []]);
});

test.each(["", "trap '' TERM; "])("a signal ends the pager: %j", async (script) => {
  const { env } = pager(`${script}exec sleep 60 #`);
  const stdout = Object.assign(new PassThrough(), terminal);
  const ending = new AbortController();
  const failure = new Failure("terminated", "terminated");
  const print = async (out: TextOutput) => {
    await writeWhole(out, "a line\n".repeat(30));
    ending.abort(failure);
    throw failure;
  };
  const context = { stdout, env, clock: systemClock, onSignal: () => () => undefined };
  expect(await rejection(() => withPager(context, ending.signal, print))).toBe(failure);
});
