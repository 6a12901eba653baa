import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Outcome } from "./story.ts";

/** The built launcher. */
export const launcher = resolve(import.meta.dirname, "../../bin/svc.js");

/** A folder of its own, where `svc` keeps its profiles and commands run; taken away by `remove`. */
export interface Workplace {
  readonly folder: string;
  remove(): Promise<void>;
}

export async function openWorkplace(): Promise<Workplace> {
  const folder = await mkdtemp(join(tmpdir(), "svc-e2e-"));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

interface RunOptions {
  readonly workplace: Workplace;
  readonly env?: Readonly<Record<string, string>>;
  /** Ends the command when it takes longer than this. */
  readonly deadlineMs?: number;
}

/** Runs a shell command with `svc` as a function, in a clean environment, and gathers what it says. */
export function runInShell(
  command: string,
  { workplace, env = {}, deadlineMs = 30_000 }: RunOptions,
): Promise<Outcome> {
  return new Promise((settle, fail) => {
    const script = `svc() { "$SVC_NODE" "$SVC_LAUNCHER" "$@"; }; ${command}`;
    const child = spawn("bash", ["-c", script], {
      cwd: workplace.folder,
      env: {
        PATH: process.env["PATH"] ?? "",
        HOME: workplace.folder,
        SVC_CONFIG_DIR: join(workplace.folder, "config"),
        SVC_NODE: process.execPath,
        SVC_LAUNCHER: launcher,
        ...env,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stdout = "";
    let stderr = "";
    const timer = setTimeout(() => child.kill("SIGKILL"), deadlineMs);
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      stdout += chunk;
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      stderr += chunk;
    });
    child.on("error", fail);
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      settle({ stdout, stderr, code: code ?? (signal === "SIGINT" ? 130 : 143) });
    });
  });
}
