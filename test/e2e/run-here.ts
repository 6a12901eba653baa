import { join } from "node:path";
import { runSvc } from "../svc-run.ts";
import { plainWords } from "./plain-words.ts";
import type { Outcome } from "./story.ts";
import { type RunOptions, runInShell } from "./terminal.ts";

/**
 * Runs a shell command as `runInShell` does; where it is a line of svc and nothing else, in this process. One at a time: it changes
 * the process's folder meanwhile.
 */
export async function runHere(command: string, options: RunOptions): Promise<Outcome> {
  const [program, ...words] = plainWords(command) ?? [];
  if (program !== "svc") return await runInShell(command, options);
  const { folder, env = {} } = options;
  const before = process.cwd();
  process.chdir(folder);
  try {
    const PATH = process.env["PATH"] ?? "";
    const ownEnv = { PATH, HOME: folder, SVC_CONFIG_DIR: join(folder, "config"), ...env };
    const { stdout, stderr, code } = await runSvc(words, { env: ownEnv });
    return { stdout, stderr, code };
  } finally {
    process.chdir(before);
  }
}
