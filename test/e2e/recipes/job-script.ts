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
  /** Whom it is sent to: the process of the script, or its whole group. */
  readonly to: "process" | "group";
  /** How long the next one waits for the script to end. */
  readonly graceMs: number;
}

/** How a script is cancelled: one signal after another, and SIGKILL to the whole group in the end. */
export interface Cancelling {
  /** Resolves when the job is cancelled. */
  readonly when: Promise<void>;
  readonly signals: readonly CancelSignal[];
}

export interface ScriptEnd {
  /** 128 and more where a signal ended it. */
  readonly code: number;
  /** What it wrote to both streams. */
  readonly output: string;
  /** Whether processes that it started are still there. */
  isLeft(): boolean;
}

/** Runs a script in a process group of its own to its end, or until it is cancelled. */
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
  const ended = once(child, "exit").then(([code]) => {
    isOver = true;
    return typeof code === "number" ? code : 128;
  });
  const cancel = async () => {
    for (const { signal, to, graceMs } of cancelling?.signals ?? []) {
      if (isOver) return;
      process.kill(to === "group" ? -pid : pid, signal);
      await Promise.race([ended, new Promise((resume) => setTimeout(resume, graceMs))]);
    }
    signalGroup(pid, "SIGKILL");
  };
  void cancelling?.when.then(cancel);
  const code = await ended;
  return { code, output, isLeft: () => signalGroup(pid, 0) };
}

/** Sends a signal to a process group; false where nothing is left of it. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}
