import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { afterAll } from "vitest";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../../../src/sandbox/sandbox.ts";
import { runSvc, type SvcResult } from "../../../svc-run.ts";
import { folderOfFile } from "../../../temporary-folder.ts";

type Result = Omit<SvcResult, "bytes">;

/** Splits a line like a POSIX shell. Throws unless it contains only words and quotes. */
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

/** Runs lines and returns the result of the last one. With `instant` false, operations stay in progress. */
type RunLines = (lines: readonly string[], instant?: boolean) => Promise<Result>;

/**
 * Returns a function that runs svc command lines in this process, at a fresh sandbox and with an empty
 * configuration. A line may be a pipe that ends in svc. Must be called while a test file is loaded; its tests
 * share the sandbox, so they must not run concurrently.
 */
export function openLines(answers?: SandboxOptions["answers"]): RunLines {
  const folder = folderOfFile();
  let count = 0;
  let shared: Sandbox | undefined;
  afterAll(() => shared?.stop());
  const run = async ({ url, keys }: Sandbox, lines: readonly string[]) => {
    const home = join(folder, String(count++));
    const env = { HOME: home, SVC_URL: url, SVC_API_KEY: keys.administrator, SVC_CONFIG_DIR: home };
    let result: Result = { code: 0, stdout: "", stderr: "" };
    for (const line of lines) result = await runPipe(line.replace("$SVC_URL", url), env);
    return result;
  };
  return async (lines, instant = true) => {
    if (instant) {
      // Resetting a sandbox is faster than starting one.
      shared?.reset();
      shared ??= await startSandbox({ instant, ...(answers && { answers }) });
      return await run(shared, lines);
    }
    const sandbox = await startSandbox({ instant, ...(answers && { answers }) });
    return await run(sandbox, lines).finally(() => sandbox.stop());
  };
}

async function runPipe(line: string, env: Readonly<Record<string, string>>): Promise<Result> {
  let result: Result = { code: 0, stdout: "", stderr: "" };
  for (const command of line.split(" | ")) {
    const [program = "", ...words] = shellWords(command);
    if (program !== "svc") {
      result = { code: 0, stdout: execFileSync(program, words, { encoding: "utf8" }), stderr: "" };
      continue;
    }
    result = await runSvc(words, { env, input: result.stdout });
    if (result.code !== 0) break;
  }
  return result;
}

/** Joins wrapped text into one line. */
export const shownIn = (text: string): string => text.replace(/\s+/g, " ").replaceAll(/(?<=\S\|) /g, "");
