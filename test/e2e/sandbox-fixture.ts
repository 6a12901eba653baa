import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import type { Context } from "../../src/context.ts";
import { systemClock } from "../../src/core/clock.ts";
import { processStart } from "../../src/process-start.ts";
import { folderOfTest } from "../temporary-folder.ts";
import { runHere } from "./run-in-process.ts";
import type { Outcome } from "./story.ts";
import { runInShell } from "./terminal.ts";

/** The record of a detached sandbox in the configuration folder. */
interface SandboxRecord {
  readonly pid: number;
  readonly url: string;
}

interface SandboxFixture {
  readonly folder: string;
  /** Runs a shell command in the folder, with a new configuration and the built svc. */
  runBuilt(command: string, env?: Readonly<Record<string, string>>): Promise<Outcome>;
  /** Like `runBuilt`, but runs svc in this process if it starts no other process. */
  run(command: string, env?: Readonly<Record<string, string>>): Promise<Outcome>;
  /** Like `run`, but returns the printed JSON. The test fails if the command does. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  json(command: string): Promise<any>;
  /** The record of the sandbox, if there is one. */
  record(): SandboxRecord | undefined;
  profiles(): { current?: string; profiles: Record<string, { url: string }> };
  /** Kills the sandbox, and resolves when it no longer answers. */
  kill(): Promise<void>;
}

/** How svc starts itself again. */
const startsProcess = /\bsandbox (?:start|exec)\b/;

/** This process, with the system's information about others. */
const program: Context["program"] = {
  pid: process.pid,
  command: [],
  isRunning(pid) {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  },
  startOf: (pid) => processStart(pid, process.platform),
};

/** A new folder for each test. Sandboxes that are still running are killed afterwards. */
export function sandboxFixture(): SandboxFixture {
  let folder = "";
  const read = (name: string) => JSON.parse(readFileSync(join(folder, "config", name), "utf8"));
  const fixture: SandboxFixture = {
    get folder() {
      return folder;
    },
    runBuilt: (command, env = {}) => runInShell(command, { folder, env }),
    run: (command, env = {}) =>
      startsProcess.test(command)
        ? fixture.runBuilt(command, env)
        : runHere(command, { folder, env, clock: systemClock, program }),
    async json(command) {
      const { stdout, stderr, code } = await fixture.run(command);
      if (code !== 0) throw new Error(`${command} ended with ${code}: ${stderr}`);
      return JSON.parse(stdout);
    },
    record() {
      try {
        return read("sandbox.json");
      } catch {
        return undefined;
      }
    },
    profiles: () => read("profiles.json"),
    async kill() {
      const record = fixture.record();
      // A test may have written its own record.
      if (record === undefined || record.pid === process.pid) return;
      process.kill(record.pid, "SIGKILL");
      while (await answers(record.url)) await new Promise((resume) => setTimeout(resume, 10));
    },
  };
  beforeEach(() => {
    folder = folderOfTest();
  });
  afterEach(() => fixture.kill().catch(() => {}));
  return fixture;
}

export const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );
