import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { sandboxOfTest } from "../sandboxes.ts";
import { node } from "./terminal.ts";

const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/library.md"), "utf8");

/** The programs on the page, which import the built package by its name. */
const [library = "", fleet = "", testing = "", ...others] = [...page.matchAll(/```js\n([\s\S]*?)```\n/g)].map(
  ([, code = ""]) => code,
);

/** Runs a program in the package's folder, where its own name can be imported. */
async function runProgram(code: string, env: Readonly<Record<string, string>>) {
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(node, ["--input-type=module", "--eval", code], {
    cwd: root,
    env: { PATH, HOME, ...env },
  });
  const outputs = Promise.all([text(child.stdout), text(child.stderr)]);
  const [status] = await once(child, "close");
  const [stdout, stderr] = await outputs;
  return { status, stdout, stderr };
}

/** Environment of a sandbox that stops after the test. */
async function environment(): Promise<Readonly<Record<string, string>>> {
  const sandbox = await sandboxOfTest({ instant: true });
  return { SVC_URL: sandbox.url, SVC_API_KEY: sandbox.keys.administrator };
}

test("the page has exactly the programs that this test runs", () => {
  expect(others).toEqual([]);
});

test("the first program runs against a sandbox from the environment", async () => {
  expect(await runProgram(library, await environment())).toEqual({
    status: 0,
    stderr: "",
    stdout: "web-01 Deployed\nweb-02.svc\ndb-01.svc\ngpu-01.svc\narm-01.svc\n4\n",
  });
});

test("the fleet program deploys every ready machine", async () => {
  expect(await runProgram(fleet, await environment())).toEqual({
    status: 0,
    stderr: "",
    stdout: "web-01 Deployed\nweb-02 Deployed\n",
  });
});

test("the test of the page with a sandbox in its own process passes and exits", async () => {
  const result = await runProgram(testing, {});
  expect(result).toMatchObject({ status: 0, stderr: "" });
  expect(result.stdout).toMatch(/pass 1\b/);
});

test("importing the library does nothing, and lets the process exit", async () => {
  const code = `
    const seen = () => JSON.stringify([process.eventNames(), Object.keys(globalThis)]);
    const before = seen();
    await import("svc");
    await import("svc/sandbox");
    console.log(before === seen());
  `;
  expect(await runProgram(code, {})).toEqual({ status: 0, stdout: "true\n", stderr: "" });
});
