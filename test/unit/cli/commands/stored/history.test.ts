import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import {
  appendLine,
  readHistory,
  recordRun,
  stateFolder,
} from "../../../../../src/cli/commands/stored/history.ts";
import { createLedger } from "../../../../../src/client/http/ledger.ts";
import type { Connection } from "../../../../../src/client/profiles/connection.ts";
import { sandboxOfTest } from "../../../../sandboxes.ts";
import { runSvc } from "../../../../svc-run.ts";
import { folderOfTest } from "../../../../temporary-folder.ts";
import { listenForTest } from "../../../../wire/raw-server.ts";
import { endpoint } from "../../command-line.ts";
import { openTerminal } from "../../terminal/terminal.ts";

test("the history is in the user's state folder", () => {
  expect(stateFolder({ XDG_STATE_HOME: "/state", HOME: "/home/me" })).toBe("/state/svc");
  expect(stateFolder({ XDG_STATE_HOME: "state", HOME: "/home/me" })).toBe("/home/me/.local/state/svc");
  expect(stateFolder({})).toBeUndefined();
});

test("full files are rotated, and numbers stay the same", () => {
  const folder = join(folderOfTest(), "svc");
  const text = "x".repeat(512 * 1024);
  for (let index = 1; index <= 25; index += 1) appendLine(folder, JSON.stringify({ index, text }), 0);
  const entries = readHistory(folder);
  expect(entries.map(({ number, entry }) => [number, entry["index"]])).toEqual(
    entries.map(({ number }) => [number, number]),
  );
  expect(entries.at(-1)?.number).toBe(25);
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
  expect(sizes).toHaveLength(2);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(10 * 1024 * 1024);
});

test("numbers are unique although a line reaches the older file after the newer one was begun", () => {
  const folder = join(folderOfTest(), "svc");
  const text = "x".repeat(3 * 1024 * 1024);
  const numbers = () => readHistory(folder).map(({ number }) => number);
  for (const _ of [1, 2]) appendLine(folder, JSON.stringify({ text }), 0);
  writeFileSync(join(folder, "history.1.ndjson"), '{"late":1}\n', { flag: "a" });
  expect(numbers()).toEqual([1, 2, 3]);
  appendLine(folder, JSON.stringify({ text }), 0);
  expect(numbers()).toEqual([3, 4]);
});

test.each(["web-01", "WEB-01.lab", "abcxyz", "db-02"])("the changes of machine %s", async (machine) => {
  const state = folderOfTest();
  const entry = { machines: ["web-01"], requests: [{ request: "POST /machines/abcxyz/op-release" }] };
  const others = { machines: ["web-02"], command: "svc machines release web-02" };
  for (const each of [{ ...entry, command: "svc machines release db-[01-03].lab" }, others])
    appendLine(join(state, "svc"), JSON.stringify(each), 0);
  const { stdout } = await runSvc(["history", "--machine", machine, "-o", "name"], {
    env: { XDG_STATE_HOME: state },
  });
  expect(stdout).toBe("1\n");
});

test("damaged lines are skipped", () => {
  const folder = join(folderOfTest(), "svc");
  appendLine(folder, '{"a":1}', 0);
  writeFileSync(join(folder, "history.ndjson"), 'half a li\n[1]\n{"a":2}\n', { flag: "a" });
  writeFileSync(join(folder, "history.ndjson"), '{"a":"cut of', { flag: "a" });
  appendLine(folder, '{"a":3}', 0);
  expect(readHistory(folder).map(({ entry }) => entry["a"])).toEqual([1, 2, 3]);
});

test("a history that is not used is not reported as empty", async () => {
  const state = folderOfTest();
  const file = join(state, "svc", "history.ndjson");
  mkdirSync(file, { recursive: true });
  expect(await runSvc(["history", "-o", "name"], { env: { XDG_STATE_HOME: state } })).toMatchObject({
    code: 0,
    stdout: "",
    stderr: `warning: the history in ${file} is not used: svc cannot read it, or other users can change it\n`,
  });
});

test("entries with members of other types do not end svc history", async () => {
  const state = folderOfTest();
  for (const odd of [{ toString: 1 }, null, 5])
    appendLine(join(state, "svc"), JSON.stringify({ command: odd, machines: [odd, "web-01"] }), 0);
  const env = { XDG_STATE_HOME: state };
  expect(await runSvc(["history", "--machine", "web-02"], { env })).toMatchObject({ code: 0, stderr: "" });
  const { stdout } = await runSvc(["history", "--machine", "web-01", "-o", "name"], { env });
  expect(stdout).toBe("3\n2\n1\n");
});

const connection: Connection = { endpoint, profile: "lab", caCert: undefined, insecure: false };

test.each([
  [{}, connection, 1],
  [{ SVC_HISTORY: "off" }, connection, 0],
  [{}, { ...connection, safeguards: { sandbox: true } }, 0],
  [{}, { ...connection, safeguards: { history: "off" } }, 0],
] as const)("a change is recorded without secrets if history is on: %j %#", (env, used, count) => {
  const state = folderOfTest();
  const { context } = openTerminal({ env: { XDG_STATE_HOME: state, ...env } });
  const argv = ["machines", "update", "web-01", "--power-parameters", "power_pass=sesame"];
  argv.push("--description", "see http://u:sesame@proxy:3128");
  const ledger = createLedger();
  ledger.begin("PUT /machines/abcdef/")("done");
  ledger.begin("PUT /machines/abcxyz/password%3Dsesame/")("done");
  ledger.hostnames.set("abcdef", "web-01");
  recordRun({ ledger, connections: new Set([used]), exitCode: 0, argv, secrets: ["sesame"] }, context);
  const entries = readHistory(join(state, "svc"));
  expect(entries).toHaveLength(count);
  if (count === 0) return;
  expect(entries[0]?.entry).toMatchObject({
    profile: "lab",
    command:
      "svc machines update web-01 --power-parameters 'power_pass=********' --description 'see http://********@proxy:3128'",
    machines: ["web-01", "abcxyz"],
    outcome: "done",
    requests: [
      { request: "PUT /machines/abcdef/", outcome: "done" },
      { request: "PUT /machines/abcxyz/password%3D********" },
    ],
  });
});

test("a sandbox is recognized by its answers, even if only its address is known", async () => {
  const sandbox = await sandboxOfTest();
  const server = createServer((request, response) => request.resume().on("end", () => response.end("null")));
  const port = await listenForTest(server);
  for (const [url, isKept] of [
    [sandbox.url, false],
    [`http://127.0.0.1:${port}/SVC`, true],
  ] as const) {
    const state = folderOfTest();
    const env = { SVC_URL: url, SVC_API_KEY: sandbox.keys.administrator, XDG_STATE_HOME: state };
    const result = await runSvc(["api", "POST", "zones/", "-f", "name=lab"], { env });
    expect(result).toMatchObject({ code: 0, stderr: "" });
    expect(existsSync(join(state, "svc", "history.ndjson"))).toBe(isKept);
  }
});

test("a change without an answer is recorded as done if the wait shows it", async () => {
  const sandbox = await sandboxOfTest({ machines: 1, instant: true });
  const server = createServer(async (request, response) => {
    const { method = "", url = "", headers } = request;
    const body = await buffer(request);
    const answer = await fetch(new URL(url, sandbox.url), {
      method,
      headers: {
        authorization: String(headers.authorization),
        "content-type": headers["content-type"] ?? "",
      },
      ...(body.length > 0 && { body }),
    });
    if (url.includes("op-deploy")) request.socket.destroy();
    response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
  });
  const port = await listenForTest(server);
  const state = folderOfTest();
  const { code, stderr } = await runSvc(["machines", "deploy", "web-01", "--wait"], {
    env: {
      SVC_URL: `http://127.0.0.1:${port}/SVC`,
      SVC_API_KEY: sandbox.keys.administrator,
      XDG_STATE_HOME: state,
    },
  });
  expect([code, stderr]).toEqual([0, expect.stringContaining("no clear answer; watching web-01")]);
  expect(readHistory(join(state, "svc"))[0]?.entry).toMatchObject({ outcome: "done", exit_code: 0 });
});
