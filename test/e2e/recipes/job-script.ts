import { spawn } from "node:child_process";
import { once } from "node:events";
import { onTestFinished } from "vitest";

export interface JobScript {
  readonly words: readonly [program: string, ...words: string[]];
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface CancelSignal {
  readonly signal: NodeJS.Signals;
  /** Whether the signal goes to the process of the script or to its group. */
  readonly to: "process" | "group";
  /** Time until the next signal, if the script has not ended. */
  readonly graceMs: number;
}

/** How a script is cancelled: signals in order, and finally SIGKILL to the whole group. */
export interface Cancelling {
  readonly when: Promise<void>;
  readonly signals: readonly CancelSignal[];
}

export interface ScriptEnd {
  /** At least 128 if a signal ended it. */
  readonly code: number;
  /** Standard output and standard error. */
  readonly output: string;
  /** Whether processes that the script started are still running. */
  isLeft(): boolean;
}

/** Runs a script in a new process group until it ends or is cancelled. */
export async function runScript(
  { words: [program, ...words], folder, env }: JobScript,
  cancelling?: Cancelling,
): Promise<ScriptEnd> {
  const child = spawn(program, words, {
    cwd: folder,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${program} cannot be started`);
  const closed = once(child, "close");
  onTestFinished(async () => {
    signalGroup(pid, "SIGKILL");
    await closed;
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  let isOver = false;
  const exitCode = once(child, "exit").then(([code]) => {
    isOver = true;
    return typeof code === "number" ? code : 128;
  });
  const cancel = async () => {
    for (const { signal, to, graceMs } of cancelling?.signals ?? []) {
      if (isOver) return;
      process.kill(to === "group" ? -pid : pid, signal);
      await Promise.race([exitCode, new Promise((resume) => setTimeout(resume, graceMs))]);
    }
    signalGroup(pid, "SIGKILL");
  };
  void cancelling?.when.then(cancel);
  const code = await exitCode;
  return { code, output, isLeft: () => signalGroup(pid, 0) };
}

/** Signals a process group. Returns false if no process is left. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}
