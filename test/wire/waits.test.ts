import { existsSync, writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readHistory } from "../../src/cli/commands/stored/history.ts";
import { exitCodes } from "../../src/core/failure.ts";
import { startSandbox } from "../../src/sandbox/sandbox.ts";
import { eventually } from "../eventually.ts";
import { startSvc } from "../svc-run.ts";
import { folderOfFile, folderOfTest } from "../temporary-folder.ts";
import { partOfRun } from "../unit/random.ts";
import { sideBySide } from "./changing-operations.ts";
import { type FaultyService, faultyService } from "./faulty-service.ts";
import { listen } from "./raw-server.ts";

const folder = folderOfFile();
const file = join(folder, "file");
writeFileSync(file, "a:b:c\n");
const site = join(folder, "site.yaml");
writeFileSync(site, "domains: [{name: one.test}]\n");

const head = (status: string, ...lines: readonly string[]) =>
  [`HTTP/1.1 ${status}`, "Content-Length: 1000", ...lines, "", ""].join("\r\n");

/** The bytes with which a service answers before it falls silent. */
const services = {
  "no answer": "",
  "no handshake": "",
  "half a head": "HTTP/1.1 200 OK\r\nContent-Ty",
  "a head": head("200 OK", "Content-Type: application/json"),
  "the beginning of a body": `${head("200 OK", "Content-Type: application/json")}[`,
  "the beginning of a refusal": `${head("400 Bad Request")}no`,
  "a request to wait": "HTTP/1.1 503 Busy\r\nRetry-After: 50\r\nContent-Length: 0\r\n\r\n",
} as const;

type ServiceName = keyof typeof services;

/** Command lines that send requests. */
const lines = (url: string): readonly (readonly string[])[] => [
  ["machines", "list"],
  ["machines", "list", "--watch"],
  ["machines", "get", "web-01"],
  ["machines", "describe", "web-01"],
  ["machines", "why", "web-01"],
  ["machines", "issues"],
  ["machines", "deploy", "web-01", "--wait"],
  ["machines", "wait", "web-01", "--for", "ssh"],
  ["machines", "allocate", "--deploy"],
  ["machines", "ssh", "web-01"],
  ["fabrics", "create"],
  ["files", "create", "a", "--file", file],
  ["files", "get", "a"],
  ["boot-resources", "import", "--wait", "--wait-timeout", "5s"],
  [
    ...["boot-resources", "upload", file, "--name", "custom/a", "--architecture", "amd64/generic"],
    ...["--base-image", "ubuntu/jammy"],
  ],
  ["events", "query", "--follow"],
  ["config", "list"],
  ["tokens", "create"],
  ["claims", "list"],
  ["inventory"],
  ["ssh-config"],
  ["status"],
  ["status", "--watch"],
  ["export"],
  ["plan", site],
  ["apply", site, "-y"],
  ["describe"],
  ["doctor"],
  ["login", "lab", url, "--api-key-file", file],
  ["api", "GET", "machines/"],
];

async function serviceOf(name: ServiceName) {
  const sockets = new Set<Socket>();
  const requests = { count: 0 };
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => undefined));
    socket.once("data", () => {
      requests.count += 1;
      socket.write(services[name]);
      socket.resume();
    });
  });
  const port = await listen(server);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `${name === "no handshake" ? "https" : "http"}://127.0.0.1:${port}/SVC`, requests };
}

function start(words: readonly string[], url: string) {
  const key = words[0] === "login" ? {} : { SVC_URL: url, SVC_API_KEY: "a:b:c" };
  return startSvc(words, { env: { ...key, SVC_CONFIG_DIR: folder, SVC_CACHE_DIR: folder, HOME: folder } });
}

const names = Object.keys(services) as ServiceName[];

/** Some lines for each of the services; which ones depends on the day. */
const linesOfRun = names.flatMap((name, shift) =>
  partOfRun([...lines("").keys()], 4, shift).map((index) => ({ name, index })),
);

test("the first signal ends every wait for a service", async () => {
  const ends: unknown[] = [];
  await sideBySide(linesOfRun, async ({ name, index }) => {
    const { url, requests } = await serviceOf(name);
    const words = lines(url)[index] ?? [];
    const running = start(words, url);
    let isOver = false;
    void running.ended.then(() => {
      isOver = true;
    });
    await eventually(
      () => requests.count > 0 || isOver,
      () => `${words.join(" ")} sends nothing`,
    );
    running.signal("SIGTERM");
    const { code } = await running.ended;
    // A command that sends one request and does not retry ends with its error before the signal.
    const endsAtOnce = name === "a request to wait" && code === exitCodes.serverError.code;
    if (code !== exitCodes.terminated.code && !endsAtOnce) ends.push([name, words.join(" "), code]);
  });
  expect(ends).toEqual([]);
});

test("the time-out ends every wait for a service", async () => {
  const ends: unknown[] = [];
  const silent = linesOfRun.filter(({ name }) => name !== "a request to wait");
  await Promise.all(
    silent.map(async ({ name, index }) => {
      const { url } = await serviceOf(name);
      const words = lines(url)[index] ?? [];
      const retries = words[0] === "doctor" ? [] : ["--retries", "0"];
      const { code, stderr } = await start([...words, "--timeout", "1", ...retries], url).ended;
      const isRefused = name === "the beginning of a refusal";
      if (code !== exitCodes.unreachable.code && !isRefused) ends.push([name, words.join(" "), code, stderr]);
    }),
  );
  expect(ends).toEqual([]);
});

test("a program that ignores SIGTERM is killed after a delay or by a second SIGTERM", async () => {
  for (const signals of [1, 2]) {
    const ready = join(folder, `ready-${signals}`);
    const stubborn = `trap '' TERM; echo > '${ready}'; while :; do sleep 0.05; done`;
    const running = startSvc(["sandbox", "exec", "--machines", "0", "--", "sh", "-c", stubborn], {
      env: { PATH: process.env["PATH"] ?? "", SVC_CONFIG_DIR: folder },
    });
    await eventually(
      () => existsSync(ready),
      () => "the program has not begun",
    );
    for (let count = 0; count < signals; count += 1) running.signal("SIGTERM");
    expect((await running.ended).code).toBe(143);
  }
});

/** Runs a line of which some changes, counted from 1, fail, and returns the requests in its history. */
async function historyOf(line: string, faultAt: FaultyService["faultAt"]) {
  const sandbox = await startSandbox({ instant: true });
  const service = await faultyService(sandbox.url);
  onTestFinished(async () => {
    await service.close();
    await sandbox.stop();
  });
  service.faultAt = faultAt;
  const home = folderOfTest();
  const env = { SVC_URL: service.url, SVC_API_KEY: sandbox.keys.administrator, HOME: home };
  const { code } = await startSvc(line.split(" "), { env }).ended;
  const { requests } = readHistory(join(home, ".local", "state", "svc")).at(-1)?.entry ?? {};
  return { code, outcomes: [requests].flat().map((request) => Object(request).outcome) };
}

test("the history knows what the wait for a request to several machines has shown", async () => {
  const line = "machines release-many --machines app-01 --machines app-02 --wait --yes";
  const history = await historyOf(line, () => ({ kind: "half", isCarriedOut: true }));
  expect(history).toEqual({ code: 0, outcomes: ["done"] });
});

test("the history does not explain a request by what a machine did before", async () => {
  const line = "machines power-cycle app-01 app-02 --hard --parallel 1 --wait-timeout 5s --yes";
  const history = await historyOf(line, (count) =>
    count > 1 ? { kind: "504", isCarriedOut: false } : undefined,
  );
  expect(history).toEqual({ code: 10, outcomes: ["done", "unknown", "unknown"] });
});
