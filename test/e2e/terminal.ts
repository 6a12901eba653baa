import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Outcome } from "./story.ts";

/** The built launcher. */
export const launcher = resolve(import.meta.dirname, "../../bin/svc.js");

/** A temporary folder where commands run and `svc` keeps its profiles. */
export interface WorkFolder {
  readonly path: string;
  remove(): Promise<void>;
}

export async function createWorkFolder(): Promise<WorkFolder> {
  const path = await mkdtemp(join(tmpdir(), "svc-e2e-"));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

interface RunOptions {
  readonly workFolder: WorkFolder;
  readonly env?: Readonly<Record<string, string>>;
  /** Ends the command when it takes longer than this. */
  readonly deadlineMs?: number;
}

/** Runs a shell command with `svc` as a function, in a clean environment, and collects its output. */
export function runInShell(
  command: string,
  { workFolder, env = {}, deadlineMs = 30_000 }: RunOptions,
): Promise<Outcome> {
  return new Promise((settle, fail) => {
    const script = `svc() { "$SVC_NODE" "$SVC_LAUNCHER" "$@"; }; ${command}`;
    const child = spawn("bash", ["-c", script], {
      cwd: workFolder.path,
      env: {
        PATH: process.env["PATH"] ?? "",
        HOME: workFolder.path,
        SVC_CONFIG_DIR: join(workFolder.path, "config"),
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
