import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { run } from "../../../src/cli/run.ts";
import type { TextOutput } from "../../../src/context.ts";
import { startSandbox } from "../../../src/sandbox/sandbox.ts";
import { fastProcess } from "../../fast-process.ts";

interface Said {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

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
export async function runInSandbox(lines: readonly string[], instant = true): Promise<Said> {
  const sandbox = await startSandbox({ instant });
  const folder = await mkdtemp(join(tmpdir(), "svc-reference-"));
  try {
    const env = {
      SVC_URL: sandbox.url,
      SVC_API_KEY: sandbox.keys.administrator,
      SVC_CONFIG_DIR: folder,
    };
    let said: Said = { code: 0, stdout: "", stderr: "" };
    for (const line of lines) said = await runPipe(line.replace("$SVC_URL", env.SVC_URL), env);
    return said;
  } finally {
    await sandbox.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function runPipe(line: string, env: Readonly<Record<string, string>>): Promise<Said> {
  let said: Said = { code: 0, stdout: "", stderr: "" };
  for (const command of line.split(" | ")) {
    const [program = "", ...words] = shellWords(command);
    if (program !== "svc") {
      said = { code: 0, stdout: execFileSync(program, words, { encoding: "utf8" }), stderr: "" };
      continue;
    }
    said = await runLine(words, { env, input: said.stdout });
    if (said.code !== 0) break;
  }
  return said;
}

interface LineOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
  /** The width of standard output; a pipe where it is left out. */
  readonly columns?: number;
}

/** Runs one command line in this process, `svc` left out. */
export async function runLine(argv: readonly string[], options: LineOptions = {}): Promise<Said> {
  const { code, stdout, stderr } = await runLineBytes(argv, options);
  return { code, stdout: String(stdout), stderr: String(stderr) };
}

/** The same, and what it wrote byte for byte. */
export async function runLineBytes(
  argv: readonly string[],
  { env = {}, input = "", columns }: LineOptions = {},
): Promise<{ readonly code: number; readonly stdout: Buffer; readonly stderr: Buffer }> {
  const shown: Record<"stdout" | "stderr", Buffer[]> = { stdout: [], stderr: [] };
  const output = (name: "stdout" | "stderr"): TextOutput =>
    Object.assign(
      new Writable({
        write(chunk, _encoding, done) {
          shown[name].push(Buffer.from(chunk));
          done();
        },
      }),
      columns === undefined ? {} : { columns },
    );
  const stdin = new PassThrough();
  stdin.end(input);
  const code = await run({
    argv,
    env,
    stdin,
    stdout: output("stdout"),
    stderr: output("stderr"),
    ...fastProcess,
    onSignal: () => () => {},
  });
  return { code, stdout: Buffer.concat(shown.stdout), stderr: Buffer.concat(shown.stderr) };
}

/** Text that was folded, on one line. */
export const shownIn = (text: string): string => text.replace(/\s+/g, " ");
