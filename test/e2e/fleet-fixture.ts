import { type ChildProcess, spawn } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { EventEmitter, once } from "node:events";
import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../src/sandbox/sandbox.ts";
import { allNodes } from "../../src/sandbox/state/world.ts";
import { runSvc, type SvcResult } from "../svc-run.ts";
import { folderOfTest } from "../temporary-folder.ts";
import { keptCode, launcher, node } from "./terminal.ts";

/** Output and resources of a run of the built svc. */
interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Peak resident memory in MiB; undefined if the system does not report it. */
  readonly peakMiB: number | undefined;
}

interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves when standard error contains the text. */
  says(text: string): Promise<void>;
}

/** A sandbox in this process, its requests, and the built svc with an administrator's key. */
export interface FleetFixture {
  readonly sandbox: Sandbox;
  /** Methods and paths without the query, in order of arrival. */
  readonly requests: string[];
  /** Resolves after this many requests. */
  requested(count: number): Promise<void>;
  run(words: readonly string[], input?: string): Promise<Ended>;
  /** Runs a command of svc in this process. */
  runHere(words: readonly string[]): Promise<SvcResult>;
  start(words: readonly string[], input?: string): Running;
  /** Starts another sandbox on the same port with the state of the stopped one. */
  restart(changes?: SandboxOptions): Promise<Sandbox>;
}

/** Stopped after the current test. */
export async function fleetOfTest(options: SandboxOptions): Promise<FleetFixture> {
  const folder = folderOfTest();
  const stateFile = join(folder, "state.json");
  const first = await startSandbox({ ...options, stateFile });
  const children = new Set<ChildProcess>();
  const requests: string[] = [];
  const requestEvents = new EventEmitter();
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: folder,
    SVC_CONFIG_DIR: folder,
    ...keptCode,
    SVC_URL: first.url,
    SVC_API_KEY: first.keys.administrator,
  };
  let sandbox = first;
  const hear = (message: unknown) => {
    const { request } = message as { request: IncomingMessage };
    if (request.socket.localPort !== first.port) return;
    requests.push(`${request.method} ${request.url?.replace(/\?.*/, "").replace("/SVC/api/2.0", "")}`);
    requestEvents.emit("request");
  };
  subscribe("http.server.request.start", hear);

  const start = (words: readonly string[], input = ""): Running => {
    const child = spawn(node, [launcher, ...words], { cwd: folder, env, stdio: ["pipe", "pipe", "pipe"] });
    children.add(child);
    let stdout = "";
    let stderr = "";
    let peakMiB: number | undefined;
    const watch = setInterval(() => {
      peakMiB = peakOf(child.pid) ?? peakMiB;
    }, 50);
    child.stdin.on("error", () => undefined).end(input);
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      stdout += chunk;
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      stderr += chunk;
    });
    const result = new Promise<Ended>((settle, fail) => {
      child.on("error", fail);
      child.on("close", (code) => {
        clearInterval(watch);
        children.delete(child);
        settle({ code: code ?? -1, stdout, stderr, peakMiB });
      });
    });
    const says = (text: string) =>
      new Promise<void>((resolve, never) => {
        const look = () => {
          if (!stderr.includes(text)) return;
          child.stderr.off("data", look);
          resolve();
        };
        child.stderr.on("data", look);
        child.on("close", () => never(new Error(`ended without '${text}': ${stderr}`)));
        look();
      });
    return { child, ended: result, says };
  };

  onTestFinished(async () => {
    unsubscribe("http.server.request.start", hear);
    const closed = [...children].map((child) => once(child, "close"));
    for (const child of children) child.kill("SIGKILL");
    await Promise.all(closed);
    await sandbox.stop();
  });
  return {
    get sandbox() {
      return sandbox;
    },
    requests,
    async requested(count) {
      while (requests.length < count) await once(requestEvents, "request");
    },
    start,
    run: (words, input) => start(words, input).ended,
    runHere: (words) => runSvc(words, { env }),
    async restart(changes = {}) {
      sandbox = await startSandbox({ ...options, stateFile, port: first.port, ...changes });
      return sandbox;
    },
  };
}

/** Peak resident memory as Linux reports it, in MiB. */
function peakOf(pid: number | undefined): number | undefined {
  try {
    const [, kib] = /VmHWM:\s*(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return kib === undefined ? undefined : Number(kib) / 1024;
  } catch {
    return undefined;
  }
}

export const idsIn = ({ world }: Sandbox, status: string): readonly string[] =>
  allNodes(world, "machine").flatMap((node) => (node.status === status ? [node.systemId] : []));

/** Counts of requests by kind, without system ids. */
export function countRequests(requests: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const request of requests) {
    const kind = request.replace(/\/machines\/[^/]+\//, "/machines/{id}/");
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}
