import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import type { Outcome } from "./story.ts";
import { openWorkplace, runInShell, type Workplace } from "./terminal.ts";

/** What a detached sandbox leaves beside the profiles. */
interface Left {
  readonly pid: number;
  readonly url: string;
}

interface Desk {
  readonly folder: string;
  /** Runs a line of the shell in the workplace, with a configuration of its own. */
  run(command: string, env?: Readonly<Record<string, string>>): Promise<Outcome>;
  /** As `run`, and the JSON it prints; fails where the line does. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  json(command: string): Promise<any>;
  /** The record of the sandbox; undefined where there is none. */
  record(): Left | undefined;
  /** The stored profiles. */
  profiles(): { current?: string; profiles: Record<string, { url: string }> };
  /** Kills the sandbox so that it can do nothing any more, and returns when it answers nobody. */
  kill(): Promise<void>;
}

/** A desk for each test of a file; whatever sandbox is left running there is killed afterwards. */
export function sandboxDesk(): Desk {
  let workplace: Workplace | undefined;
  const folder = () => {
    if (workplace === undefined) throw new Error("there is no workplace");
    return workplace.folder;
  };
  const read = (name: string) => JSON.parse(readFileSync(join(folder(), "config", name), "utf8"));
  const desk: Desk = {
    get folder() {
      return folder();
    },
    run(command, env = {}) {
      if (workplace === undefined) throw new Error("there is no workplace");
      return runInShell(command, { workplace, env });
    },
    async json(command) {
      const { stdout, stderr, code } = await desk.run(command);
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
      const left = desk.record();
      // A test may have written a record of its own.
      if (left === undefined || left.pid === process.pid) return;
      process.kill(left.pid, "SIGKILL");
      while (await answers(left.url)) await new Promise((resume) => setTimeout(resume, 10));
    },
  };
  beforeEach(async () => {
    workplace = await openWorkplace();
  });
  afterEach(async () => {
    await desk.kill().catch(() => {});
    await workplace?.remove();
    workplace = undefined;
  });
  return desk;
}

/** Whether anybody answers at that address. */
export const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );
