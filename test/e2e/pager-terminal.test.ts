import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { sandboxOfFile } from "../sandboxes.ts";
import { openTerminal } from "./real-terminal.ts";
import { hasTerminal } from "./terminal-process.ts";

const hasLess = spawnSync("less", ["--version"]).status === 0;
if (!hasTerminal) console.warn("script of util-linux is absent: the pager is not tried on a terminal");
if (!hasLess) console.warn("less is absent: the pager is not tried with it");

const sandbox = await sandboxOfFile({ instant: true, machines: 400 });

const open = (line: string, env: Readonly<Record<string, string>> = {}) =>
  openTerminal(line.split(" "), {
    env: { SVC_URL: sandbox.url, SVC_API_KEY: sandbox.keys.administrator, ...env },
  });

const interrupt = "\u0003";
/** What less writes after Ctrl-C. It then ignores the next key unless it was waiting for one. */
const bell = "\u0007";
/** The last operation in the output. */
const lastOperation = "version.get";
/** The prompt of less at the end of the screen. */
const prompt = /:\s*(\u001b\[K)?$/;

describe.skipIf(!hasTerminal || !hasLess)("long output on a terminal, with less", () => {
  test("stops after the first screen; quitting it there ends svc with 0", async () => {
    const terminal = await open("operations");
    await terminal.shows(prompt);
    expect(terminal.output()).not.toContain(lastOperation);
    expect(await terminal.leftBy("q")).toBe(0);
    expect(terminal.output()).not.toContain("svc:");
  });

  test("pages to the end, and less receives the keys", async () => {
    const terminal = await open("operations", { PAGER: "less -N" });
    await terminal.shows(/ {5}2 machines\.list/);
    await terminal.pressedUntil("G", lastOperation);
    expect(await terminal.leftBy("q")).toBe(0);
  });

  test("can be quit while output still arrives", async () => {
    const terminal = await open("machines list -o json");
    await terminal.shows(prompt);
    expect(await terminal.leftBy("q")).toBe(0);
    expect(terminal.output()).not.toContain("svc:");
  });

  test("receives Ctrl-C, and svc continues", async () => {
    const terminal = await open("operations");
    await terminal.shows(prompt);
    const before = terminal.output().length;
    await terminal.pressedUntil(interrupt, bell, before);
    await terminal.pressedUntil("G", lastOperation);
    expect(await terminal.leftBy("q")).toBe(0);
    expect(terminal.output()).not.toMatch(/interrupted|svc:/);
  });

  test("adapts to the size of the terminal", async () => {
    const terminal = await open("operations");
    await terminal.shows(prompt);
    const before = terminal.output().length;
    const linesOfScreen = (text: string) => text.slice(text.lastIndexOf("COMMAND")).split("\n").length;
    await terminal.resizedUntil(
      40,
      100,
      (text) => text.includes("COMMAND") && prompt.test(text) && linesOfScreen(text) > 30,
      before,
    );
    expect(await terminal.leftBy("q")).toBe(0);
  });

  test("is not used for output that fits the screen", async () => {
    const terminal = await open("machines list --limit 3 --columns NAME", { PAGER: "less" });
    expect(await terminal.ended).toBe(0);
    expect(terminal.output()).toContain("web-01.svc");
    expect(terminal.output()).not.toContain(":\u001b[K");
  });

  test("ends together with svc on SIGTERM", async () => {
    const terminal = await open("operations");
    await terminal.shows(prompt);
    terminal.signal("SIGTERM");
    expect(await terminal.ended).toBe(143);
  });
});

describe.skipIf(!hasTerminal)("long output on a terminal", () => {
  test.each([
    ["--no-pager", "operations --no-pager", {}],
    ["PAGER=cat", "operations", { PAGER: "cat" }],
    ["PAGER empty", "operations", { PAGER: "" }],
    ["a pager that is missing", "operations", { PAGER: "no-such-pager -x" }],
    ["a pager that cannot be run", "operations", { PAGER: "/dev/null" }],
    ["CI", "operations", { CI: "1" }],
    ["TERM=dumb", "operations", { TERM: "dumb" }],
  ])("is written without a pager with %s", async (_, line, env) => {
    const terminal = await open(line, env);
    expect(await terminal.ended).toBe(0);
    expect(terminal.output()).toContain(lastOperation);
    expect(terminal.output().split("\n").length).toBeGreaterThan(180);
  });

  test("if Ctrl-C ends the pager, svc ends without a message", async () => {
    const terminal = await open("operations", { PAGER: "sh -c 'head -n 1; echo read; exec sleep 60'" });
    await terminal.shows("read");
    terminal.type(interrupt);
    expect(await terminal.ended).toBe(0);
    expect(terminal.output()).not.toContain("svc:");
  });

  test("if the pager fails, svc adds no message", async () => {
    const terminal = await open("operations", { PAGER: "sh -c 'echo broken >&2; exit 7'" });
    expect(await terminal.ended).toBe(0);
    expect(terminal.output().trim().split(/\r?\n/).at(-1)).toBe("broken");
  });
});
