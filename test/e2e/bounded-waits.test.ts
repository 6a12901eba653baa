import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, openSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "../../src/core/clock.ts";
import { eventually } from "../eventually.ts";
import { sandboxOfFile } from "../sandboxes.ts";
import { runSvc, startSvc } from "../svc-run.ts";
import { folderOfFile } from "../temporary-folder.ts";
import { launcher, node } from "./terminal.ts";

const folder = folderOfFile();
const sandbox = await sandboxOfFile({ instant: true });

const onWindows = process.platform === "win32";

function svc(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input: "ignore" | "pipe" = "ignore",
) {
  const child = spawn(node, [launcher, ...words], {
    cwd: folder,
    stdio: [input, "pipe", "pipe"],
    env: {
      ...process.env,
      HOME: folder,
      SVC_CONFIG_DIR: folder,
      SVC_URL: sandbox.url,
      SVC_API_KEY: sandbox.keys.administrator,
      ...env,
    },
  });
  let stderr = "";
  child.stderr?.on("data", (chunk) => {
    stderr += chunk;
  });
  child.stdout?.resume();
  return { child, ended: once(child, "close").then(([code]) => ({ code, stderr })) };
}

function makeFifo(name: string): string {
  const fifo = join(folder, name.replaceAll(" ", "-"));
  spawnSync("mkfifo", [fifo]);
  return fifo;
}

/** Resolves when a program has opened the named pipe for reading. Returns the writing side. */
async function whenOpened(fifo: string): Promise<number> {
  let opened: number | undefined;
  const isOpened = () => {
    try {
      opened = openSync(fifo, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch {
      // No program has opened it yet.
    }
    return opened !== undefined;
  };
  await eventually(isOpened, () => `nothing opens ${fifo}`);
  return opened ?? -1;
}

describe("the first signal ends a wait for", () => {
  const signals = [
    ["SIGINT", 130, "interrupted"],
    ["SIGTERM", 143, "terminated"],
  ] as const;

  test.skipIf(onWindows).concurrent.each([
    ["a document", ["plan", "FIFO"]],
    ["a body", ["api", "POST", "tags/", "--input", "FIFO"]],
    ["names from standard input", ["machines", "power-on", "-"]],
    ["a value from standard input", ["tokens", "create", "--name", "@-"]],
    ["a document from standard input", ["plan", "-"]],
    ["a body from standard input", ["api", "POST", "tags/", "--input", "-"]],
  ])("%s, and the process", async (name, words) => {
    const fifo = makeFifo(name);
    const running = svc(
      words.map((word) => word.replace("FIFO", fifo)),
      {},
      "pipe",
    );
    const { child } = running;
    // More than fits in a pipe is accepted only when svc reads.
    if (words.includes("FIFO")) await whenOpened(fifo);
    else await new Promise((resolve) => child.stdin?.write(Buffer.alloc(2 ** 20, " "), resolve));
    const [signal, code, message] = signals[words.length % 2] ?? signals[0];
    child.kill(signal);
    expect(await running.ended).toEqual({ code, stderr: `svc: ${message}\n` });
  });

  test.skipIf(onWindows).each([
    ["a saved plan", ["apply", "--plan", "FIFO"]],
    ["a value", ["tokens", "create", "--name", "@FIFO"]],
    ["user data", ["machines", "deploy", "aaaaaa", "--user-data", "@FIFO"]],
    ["bytes", ["boot-sources", "create", "--source-url", "http://x", "--keyring-data", "@FIFO"]],
    ["a file", ["files", "create", "a", "--file", "FIFO"]],
    ["a field from a file", ["api", "POST", "tags/", "-F", "name=@FIFO"]],
    ["a key", ["--api-key-file", "FIFO", "machines", "list"]],
    ["a seed file", ["sandbox", "exec", "--seed-file", "FIFO", "--", "true"]],
    ["a snapshot", ["sandbox", "start", "--from", "FIFO"]],
  ])("%s", async (name, words) => {
    const fifo = makeFifo(name);
    const env = { SVC_CONFIG_DIR: folder, SVC_URL: sandbox.url, SVC_API_KEY: sandbox.keys.administrator };
    const running = startSvc(
      words.map((word) => word.replace("FIFO", fifo)),
      { env },
    );
    const writer = await whenOpened(fifo);
    const [signal, code, message] = signals[words.length % 2] ?? signals[0];
    expect(running.signal(signal)).toBe(true);
    expect(await running.ended).toMatchObject({ code, stderr: `svc: ${message}\n` });
    closeSync(writer);
  });
});

describe("a wait ends at its own limit", () => {
  const silent = createServer(() => undefined);
  let url = "";
  beforeAll(async () => {
    silent.listen(0, "127.0.0.1");
    await once(silent, "listening");
    const address = silent.address();
    url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/SVC`;
  });
  afterAll(() => silent.close());

  test.each([
    ["list", ["machines", "list"]],
    ["operation with a longer limit of its own", ["machines", "query-power-state", "abcdef"]],
    ["change", ["fabrics", "create", "--name", "a"]],
    ["upload", ["files", "create", "a", "--file", import.meta.filename]],
  ])("for the answer to: %s", async (_, words) => {
    const env = { SVC_CONFIG_DIR: folder, SVC_URL: url, SVC_API_KEY: "a:b:c" };
    const options = { env, clock: systemClock };
    expect(await runSvc([...words, "--timeout", "1", "--retries", "0"], options)).toMatchObject({
      code: 11,
      stderr: expect.stringContaining("1 s"),
    });
  });

  test("for a proxy that never connects", async () => {
    const { host } = new URL(url);
    const env = { SVC_URL: "https://service.example/SVC", HTTPS_PROXY: `http://${host}` };
    const running = svc(["machines", "list", "--timeout", "1", "--retries", "0"], env);
    expect(await running.ended).toMatchObject({ code: 11 });
  });

  test("for a name that no resolver answers, and the process exits", async () => {
    const preload = join(folder, "resolver.cjs");
    writeFileSync(preload, 'require("node:dns").lookup = () => setInterval(() => {}, 1000);');
    const env = { SVC_URL: "http://nowhere.example/SVC", NODE_OPTIONS: `--require ${preload}` };
    const running = svc(["machines", "list", "--timeout", "1", "--retries", "0"], env);
    expect(await running.ended).toMatchObject({ code: 11 });
  });

  test.skipIf(onWindows)("for a reader of the recording that stopped reading", async () => {
    const fifo = makeFifo("fifo");
    // Opened for reading and writing, so that no other side is needed. Nobody reads it.
    openSync(fifo, "r+");
    const calls = `for (let i = 0; i < 400; i++) await fetch(process.env.SVC_URL + "/api/version/?x=" + "x".repeat(500))`;
    const words = ["sandbox", "exec", "--record", "fifo", "--", node, "--input-type=module", "-e", calls];
    const running = svc(words);
    expect(await running.ended).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/requests were not recorded in fifo: its reader was too slow/),
    });
  });
});

describe.skipIf(process.platform !== "linux")(
  "a file without an end is refused after withDeadline bytes",
  () => {
    test.each([
      [["plan", "/dev/zero"]],
      [["apply", "--plan", "/dev/zero"]],
      [["tokens", "create", "--name", "@/dev/zero"]],
      [["files", "create", "a", "--file", "/dev/zero"]],
      [["files", "create", "a", "--file", "/dev/full"]],
      [["api", "POST", "tags/", "--input", "/dev/zero"]],
      [["api", "POST", "tags/", "-F", "name=@/dev/zero"]],
      [["--api-key-file", "/dev/zero", "machines", "list"]],
      [["--ca-cert", "/dev/zero", "machines", "list"]],
      [["ssh-config", "--file", "/dev/full"]],
      [["ssh-config", "--file", "/dev/zero"]],
      [["ssh-config", "--file", join(folder, "huge")]],
      [
        [
          "boot-resources",
          "upload",
          "--name",
          "a/b",
          "--architecture",
          "amd64/generic",
          "--file",
          "/dev/zero",
        ],
      ],
      [["sandbox", "exec", "--state", "/dev/zero", "--", "true"]],
    ])("svc %j", async (words) => {
      writeFileSync(join(folder, "huge"), "");
      truncateSync(join(folder, "huge"), 3_000_000_000);
      const env = { SVC_CONFIG_DIR: folder, SVC_URL: sandbox.url, SVC_API_KEY: sandbox.keys.administrator };
      const { code, stderr } = await runSvc(words, { env });
      expect([1, 2, 4]).toContain(code);
      expect(stderr).not.toMatch(/string longer|Invalid string|heap|ERR_/i);
    });
  },
);
