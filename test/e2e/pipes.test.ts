import { type ChildProcessWithoutNullStreams, execFileSync, spawn, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/sandbox.ts";
import { folderOfFile } from "../temporary-folder.ts";
import { launcher, node } from "./terminal.ts";

const folder = folderOfFile();
const pipe = join(folder, "pipe");
const state = join(folder, "site.yaml");
let env: NodeJS.ProcessEnv;

let sandbox: Sandbox;

beforeAll(async () => {
  execFileSync("mkfifo", [pipe]);
  writeFileSync(state, "domains: []\n");
  sandbox = await startSandbox({ instant: true });
  env = {
    ...process.env,
    SVC_URL: sandbox.url,
    SVC_API_KEY: sandbox.keys.administrator,
    SVC_CONFIG_DIR: folder,
  };
  await waitForExit(start(["files", "create", "x", launcher]));
});
afterAll(() => sandbox.stop());

const places: Readonly<Record<string, string>> = { NODE: node, SVC: launcher };
const wordsOf = (line: string) => line.split(" ").map((word) => places[word] ?? word.replace("PIPE", pipe));

const start = (words: readonly string[]) => spawn(node, [launcher, ...words], { env });

async function waitForExit(child: ChildProcessWithoutNullStreams) {
  child.stdin.end();
  const [stdout, stderr, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((done) => child.on("close", done)),
  ]);
  return { status, stdout, stderr };
}

describe.skipIf(process.platform !== "linux")("a named pipe that nobody writes to", () => {
  test.each([
    ["sandbox exec --record PIPE -- true", 1, "no program is reading from this pipe"],
    ["sandbox start --record PIPE", 1, "no program is reading from this pipe"],
    ["sandbox start --state PIPE", 1, "is not a regular file"],
    [`plan ${state} --save PIPE`, 1, "no program is reading from this pipe"],
    ["files get x --to PIPE", 1, "no program is reading from this pipe"],
    ["ssh-config --file PIPE", 2, "is not a regular file"],
    ["boot-resources upload PIPE --name x --architecture amd64/generic", 2, "it is not a regular file"],
    ["version --ca-cert PIPE", 2, "is not a regular file"],
  ])("is refused where it cannot be used: svc %s", async (line, code, reason) => {
    const { status, stderr } = await waitForExit(start(wordsOf(line)));
    expect([status, stderr]).toEqual([code, expect.stringContaining(reason)]);
  });
});

describe.skipIf(process.platform === "win32")("a named pipe with a reader", () => {
  test.each([
    ["files get x --to PIPE", "#!/usr/bin/env node"],
    [`plan ${state} --save PIPE`, '"format": "svc plan"'],
    ["sandbox exec --record PIPE -- NODE SVC version", '"path"'],
  ])("receives the complete output: svc %s", async (line, part) => {
    const reader = spawn("cat", [pipe]);
    const read = waitForExit(reader);
    try {
      let end = await waitForExit(start(wordsOf(line)));
      // The reader may start after svc.
      while (end.stderr.includes("no program reads")) end = await waitForExit(start(wordsOf(line)));
      expect(end).toMatchObject({ status: 0 });
      expect((await read).stdout).toContain(part);
    } finally {
      reader.kill();
    }
  });
});

test.skipIf(process.platform !== "linux")(
  "an argument that is not UTF-8 is refused, and a replacement character is not",
  () => {
    const run = (word: string) =>
      spawnSync("sh", ["-c", `"$0" "$1" fabrics get "$(printf '${word}')" --url x`, node, launcher], {
        encoding: "utf8",
        env: process.env,
      }).stderr;
    expect(run("a\\377b")).toContain("argument 3 is not valid Unicode");
    expect(run("a\\357\\277\\275b")).not.toContain("Unicode");
  },
);
