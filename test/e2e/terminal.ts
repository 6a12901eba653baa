import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import type { ShellLines } from "./shell-lines.ts";
import type { Outcome } from "./story.ts";

/** The built launcher. */
export const launcher = resolve(import.meta.dirname, "../../bin/svc.js");

/** The Node that svc runs under: the one that `SVC_TEST_NODE` names, or the one that runs the tests. */
export const node = process.env["SVC_TEST_NODE"] ?? process.execPath;

/** Where processes of svc keep their compiled code, whatever their home. */
export const keptCode: Readonly<Record<string, string>> = {
  NODE_COMPILE_CACHE: process.env["SVC_TEST_CODE"] ?? "",
};

export interface RunOptions {
  /** Where the command runs, with the profiles below `config`. */
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Ends the command when it takes longer than this. */
  readonly deadlineMs?: number;
}

const declaration = `svc() { "$SVC_NODE" "$SVC_LAUNCHER" "$@"; }; `;

/** Runs a shell command with `svc` as a function, in a clean environment, and collects its output. */
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
      // What the command started may hold them for ever.
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
