import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSandbox } from "../../../src/sandbox/sandbox.ts";
import { runSvc, type SvcResult } from "../../svc-run.ts";

type Result = Omit<SvcResult, "bytes">;

/** The words of a line as a POSIX shell reads them; anything but words and quotes is refused. */
export function shellWords(line: string): readonly string[] {
  const words: string[] = [];
  const pattern = /\s*((?:'[^']*'|\\'|[\w@%+=:,./-])+)/y;
  while (pattern.lastIndex < line.length) {
    const [, word] = pattern.exec(line) ?? [];
    if (word === undefined) throw new Error(`a shell reads more than words in: ${line}`);
    words.push(word.replace(/'([^']*)'|\\'/g, (_, quoted: string | undefined) => quoted ?? "'"));
  }
  return words;
}

/**
 * Runs lines of svc in this process against a sandbox of their own, one after another, and returns what the
 * last one said. A line may be a pipe that ends in svc.
 */
export async function runInSandbox(lines: readonly string[], instant = true): Promise<Result> {
  const sandbox = await startSandbox({ instant });
  // The tests run side by side: what is to be removed cannot be tied to the current one.
  const folder = mkdtempSync(join(tmpdir(), "svc-reference-"));
  try {
    const env = {
      HOME: folder,
      SVC_URL: sandbox.url,
      SVC_API_KEY: sandbox.keys.administrator,
      SVC_CONFIG_DIR: folder,
    };
    let said: Result = { code: 0, stdout: "", stderr: "" };
    for (const line of lines) said = await runPipe(line.replace("$SVC_URL", env.SVC_URL), env);
    return said;
  } finally {
    await sandbox.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runPipe(line: string, env: Readonly<Record<string, string>>): Promise<Result> {
  let said: Result = { code: 0, stdout: "", stderr: "" };
  for (const command of line.split(" | ")) {
    const [program = "", ...words] = shellWords(command);
    if (program !== "svc") {
      said = { code: 0, stdout: execFileSync(program, words, { encoding: "utf8" }), stderr: "" };
      continue;
    }
    said = await runSvc(words, { env, input: said.stdout });
    if (said.code !== 0) break;
  }
  return said;
}

/** Text that was folded, on one line. */
export const shownIn = (text: string): string => text.replace(/\s+/g, " ");
