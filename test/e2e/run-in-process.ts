import { join } from "node:path";
import type { Context } from "../../src/context.ts";
import type { Clock } from "../../src/core/clock.ts";
import { runSvc } from "../svc-run.ts";
import { openShellLines } from "./shell-lines.ts";
import type { Outcome } from "./story.ts";
import { type RunOptions, runInShell } from "./terminal.ts";
import { plainWords } from "./unquoted-words.ts";

/** Variables for a command of svc that does not go through a shell. */
const plainLine = /^((?:[A-Z_]+=(?:\$[A-Z_]+|"\$[A-Z_]+"|[\w:/.-]*) )*)(svc(?: .*)?)$/s;

/** Shell features that need a real process: signals, other folders, and programs that write to the terminal. */
const needsProcess = /SVC_LAUNCHER|PIPESTATUS|PATH=|(?<![\w-])(?:cd|kill|timeout) |&(?![>&\d])/;

interface HereOptions extends RunOptions {
  /** By default, time that passes fast. */
  readonly clock?: Clock;
  /** By default, no other process is known. */
  readonly program?: Context["program"];
  /** Writes standard error to standard output, like `2>&1`. */
  readonly isMerged?: boolean;
  /** Shell code that precedes the command. */
  readonly before?: string;
}

/**
 * Runs a shell command like `runInShell`, but runs svc in this process, because starting Node takes longer
 * than most commands. Runs one command at a time, since it changes the working folder.
 */
export async function runHere(command: string, options: HereOptions): Promise<Outcome> {
  const { folder, env = {}, clock, program, isMerged = false, before = "" } = options;
  const inShell = before + (isMerged ? `{ ${command}\n} 2>&1` : command);
  if (needsProcess.test(command)) return await runInShell(inShell, options);
  const parts = { ...(clock === undefined ? {} : { clock }), ...(program === undefined ? {} : { program }) };
  const [, set = "", line] = plainLine.exec(command) ?? [];
  const words = line === undefined ? undefined : plainWords(line);
  return await inFolder(folder, async () => {
    if (words === undefined) {
      await using lines = await openShellLines(parts);
      return await runInShell(inShell, { ...options, lines });
    }
    const ofLine = [...set.matchAll(/([A-Z_]+)=(?:"?\$([A-Z_]+)"?|(\S*)) /g)].map(
      ([, name = "", variable, text = ""]) =>
        [name, variable === undefined ? text : (env[variable] ?? "")] as const,
    );
    const { stdout, stderr, code } = await runSvc(words.slice(1), {
      env: {
        PATH: process.env["PATH"] ?? "",
        HOME: folder,
        SVC_CONFIG_DIR: join(folder, "config"),
        ...env,
        ...Object.fromEntries(ofLine),
      },
      ...parts,
      isMerged,
    });
    return { stdout, stderr, code };
  });
}

async function inFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const before = process.cwd();
  process.chdir(folder);
  try {
    return await work();
  } finally {
    process.chdir(before);
  }
}
