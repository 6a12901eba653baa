import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import type { ShellLines } from "./shell-lines.ts";
import type { Outcome } from "./story.ts";

export const launcher = resolve(import.meta.dirname, "../../bin/svc.js");

/** The Node for svc: that of `SVC_TEST_NODE`, or the one that runs the tests. */
export const node = process.env["SVC_TEST_NODE"] ?? process.execPath;

/** A shared cache of compiled code for all home folders. */
export const keptCode: Readonly<Record<string, string>> = {
  NODE_COMPILE_CACHE: process.env["SVC_TEST_CODE"] ?? "",
};

export interface RunOptions {
  /** The working folder; profiles are in `config` below it. */
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The command is killed after this time. */
  readonly deadlineMs?: number;
}

const declaration = `svc() { "$SVC_NODE" "$SVC_LAUNCHER" "$@"; }; `;

/** Runs a shell command with the function `svc` in a clean environment, and collects its output. */
export function runInShell(
  command: string,
  { folder, env = {}, deadlineMs = 90_000, lines }: RunOptions & { readonly lines?: ShellLines },
): Promise<Outcome> {
  return new Promise((settle, fail) => {
    const output = lines?.openOutput();
    const child = spawn("bash", ["-c", (lines?.declaration ?? declaration) + command], {
      cwd: folder,
      env: {
        PATH: process.env["PATH"] ?? "",
        HOME: folder,
        SVC_CONFIG_DIR: join(folder, "config"),
        SVC_NODE: node,
        SVC_LAUNCHER: launcher,
        ...keptCode,
        ...env,
      },
      stdio: ["ignore", output?.stdout ?? "pipe", output?.stderr ?? "pipe"],
    });
    let stdout = "";
    let stderr = "";
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      // Children of the command may keep them open for ever.
      child.stdout?.destroy();
      child.stderr?.destroy();
    }, deadlineMs);
    child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
      stdout += chunk;
    });
    child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
      stderr += chunk;
    });
    child.on("error", fail);
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      settle({ stdout, stderr, ...output?.read(), code: code ?? (signal === "SIGINT" ? 130 : 143) });
    });
  });
}
