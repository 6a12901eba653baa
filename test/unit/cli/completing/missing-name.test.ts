import { afterAll, describe, expect, test } from "vitest";
import { startSandbox } from "../../../../src/sandbox/sandbox.ts";
import { startSvc } from "../../../svc-run.ts";
import { folderOfFile } from "../../../temporary-folder.ts";

const sandbox = await startSandbox({ instant: true });
afterAll(() => sandbox.stop());
const env = {
  SVC_CACHE_DIR: folderOfFile(),
  SVC_URL: sandbox.url,
  SVC_API_KEY: sandbox.keys.administrator,
  PATH: "",
};

/** Runs a command and types each of the keys when the text it belongs to appears. */
async function runTyping(
  line: string,
  keys: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {},
) {
  const running = startSvc(line.split(" "), {
    env: { ...env, ...more },
    terminal: { isTTY: true, columns: 60, rows: 12 },
    isTyped: true,
    isMerged: true,
  });
  let isOver = false;
  const result = running.ended.finally(() => {
    isOver = true;
  });
  for (const [prompt, key] of Object.entries(keys)) {
    while (!running.shown().includes(prompt) && !isOver)
      await new Promise((resolve) => setTimeout(resolve, 2));
    running.type(key);
  }
  const { code, stdout } = await result;
  return { code, text: stdout.replaceAll(/\u001b\[[\d;]*m/g, "") };
}

describe("a person chooses the name that a line lacks", () => {
  test.each([
    [
      "machines get --columns NAME,STATUS",
      { "of 12": "gpu\r" },
      /machines get: gpu-01\n.*gpu-01\.svc.*Ready/s,
    ],
    ["machines ssh --dry-run", { "of 2": "02\r" }, /machines ssh: app-02\nssh .*10\.10\.0\.\d+/],
    [
      "vlans get",
      { "of 3": "prod\r", mgmt: "\r" },
      /vlans get: fabric-prod\n.*vlans get fabric-prod: 0\n.*VID +0/s,
    ],
    ["tags get", { "of 6": "ssd\r" }, /tags get: ssd\nTAG +ssd/],
  ])("%s", async (line, keys, output) => {
    const { code, text } = await runTyping(line, keys);
    expect(text).toMatch(output);
    expect(code).toBe(0);
  });

  test("only machines that the command is for are listed, and a change asks as ever", async () => {
    const { code, text } = await runTyping("machines release", { "of 5": "app-02\r", "[y/N]": "n\r" });
    expect(text).toMatch(/5 of 5 {2}enter/);
    expect(text).toMatch(/release \S+\? \[y\/N\]/);
    expect(code).toBe(13);
  });
});

const usage = /^svc: (?:missing argument <system_id>|name a machine, or use --where)\n/;

test.each([
  ["machines get", { CI: "1" }],
  ["machines get", { TERM: "dumb" }],
  ["machines ssh --yes", {}],
  ["machines get", { SVC_URL: "http://127.0.0.1:9/SVC", SVC_CACHE_DIR: folderOfFile() }],
])("'%s' stays a usage error with %j", async (line, more) => {
  const { code, text } = await runTyping(line, {}, more);
  expect(text).toMatch(usage);
  expect(code).toBe(2);
});
