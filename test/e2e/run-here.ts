import { join } from "node:path";
import type { Context } from "../../src/context.ts";
import type { Clock } from "../../src/core/clock.ts";
import { runSvc } from "../svc-run.ts";
import { plainWords } from "./plain-words.ts";
import type { Outcome } from "./story.ts";
import { type RunOptions, runInShell } from "./terminal.ts";

/** Variables that are unset for the whole command, those that are set for svc, and the command from svc on. */
const beginning =
  /^(?:unset ([A-Z_ ]+); )?((?:[A-Z_]+=(?:\$[A-Z_]+|"\$[A-Z_]+"|[\w:/.-]*) )*)(svc(?: .*)?)$/s;

/** What only a shell that has run svc itself can tell. */
const aboutSvc = /\$\?|PIPESTATUS/;

interface HereOptions extends RunOptions {
  /** Time that runs fast where left out. */
  readonly clock?: Clock;
  /** One that knows of no other process where left out. */
  readonly program?: Context["program"];
  /** Both outputs are one, as behind `2>&1`: standard output. */
  readonly isMerged?: boolean;
}

interface Cut {
  /** The arguments of svc. */
  readonly words: readonly string[];
  readonly joint: "; " | " | " | "";
  /** The command after the joint. */
  readonly rest: string;
}

/** Cuts a command where its first line of svc ends; undefined where a shell has to read that. */
function cutCommand(command: string): Cut | undefined {
  for (const { index, 0: joint } of command.matchAll(/; | \| |$/g)) {
    const words = plainWords(command.slice(0, index))?.slice(1);
    if (words === undefined) continue;
    const rest = command.slice(index + joint.length);
    const isForShell = aboutSvc.test(rest) || (joint === " | " && /svc/i.test(rest));
    return isForShell ? undefined : { words, joint: joint as Cut["joint"], rest };
  }
  return undefined;
}

/**
 * Runs a shell command as `runInShell` does, but lines of svc in this process where no shell has to read them. One command at a
 * time: it changes the process's folder meanwhile.
 */
export async function runHere(command: string, options: HereOptions): Promise<Outcome> {
  const [, unset = "", set = "", line] = beginning.exec(command) ?? [];
  const cut = line === undefined ? undefined : cutCommand(line);
  const { folder, clock, program, isMerged = false } = options;
  if (cut === undefined) return await runInShell(isMerged ? `{ ${command}\n} 2>&1` : command, options);
  const env = Object.fromEntries(
    Object.entries(options.env ?? {}).filter(([name]) => !unset.split(" ").includes(name)),
  );
  const given = [...set.matchAll(/([A-Z_]+)=(?:"?\$([A-Z_]+)"?|(\S*)) /g)].map(
    ([, name = "", variable, text = ""]) =>
      [name, variable === undefined ? text : (env[variable] ?? "")] as const,
  );
  const said = await inFolder(folder, () =>
    runSvc(cut.words, {
      env: {
        PATH: process.env["PATH"] ?? "",
        HOME: folder,
        SVC_CONFIG_DIR: join(folder, "config"),
        ...env,
        ...Object.fromEntries(given),
      },
      ...(clock === undefined ? {} : { clock }),
      ...(program === undefined ? {} : { program }),
      isMerged: isMerged && cut.joint !== " | ",
    }),
  );
  const { stdout, stderr, code } = said;
  if (cut.joint === "") return { stdout, stderr, code };
  const isPiped = cut.joint === " | ";
  const then = isPiped
    ? await runInShell(isMerged ? `{ ${cut.rest}\n} 2>&1` : cut.rest, { folder, env, input: said.bytes })
    : await runHere(cut.rest, { ...options, env });
  if (isPiped && isMerged) return { ...then, stdout: stderr + then.stdout };
  return { ...then, stdout: isPiped ? then.stdout : stdout + then.stdout, stderr: stderr + then.stderr };
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
