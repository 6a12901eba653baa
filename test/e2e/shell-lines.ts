import {
  closeSync,
  createReadStream,
  createWriteStream,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { answerCompletion } from "../../src/cli/completing/answer.ts";
import { run } from "../../src/cli/run.ts";
import type { Context } from "../../src/context.ts";
import { fastProcess } from "../fast-process.ts";

/** Runs the svc commands of a shell script in this process. */
export interface ShellLines extends AsyncDisposable {
  /** Shell code that defines the function `svc`. */
  readonly declaration: string;
  /** Opens files for the outputs of a shell, because no other process can open the pipes of `spawn`. */
  openOutput(): ShellOutput;
}

interface ShellOutput {
  readonly stdout: number;
  readonly stderr: number;
  /** Closes the files and returns their content. */
  read(): { readonly stdout: string; readonly stderr: string };
}

/** What a shell passes on for a command of svc. */
interface Line {
  readonly pid: string;
  /** Descriptors of the shell's standard streams. */
  readonly fds: readonly [string, string, string];
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Copied descriptors stay open until the answer; the shell uses 0 to 2 otherwise while it writes. */
const declarationFor = (port: number) => `svc() {
  local link in out err code
  exec {in}<&0 {out}>&1 {err}>&2 {link}<>"/dev/tcp/127.0.0.1/${port}"
  { printf '%s\\0' "$BASHPID" "$in" "$out" "$err" "$#" "$@"; env -0; printf '\\0'; } >&"$link"
  read -r -u "$link" code
  exec {in}<&- {out}>&- {err}>&- {link}>&-
  return "$code"
}; `;

/** Undefined until the message is complete. */
function parseLine(text: string): Line | undefined {
  const [pid = "", stdin = "", stdout = "", stderr = "", count = "", ...rest] = text.split("\0");
  const end = rest.indexOf("", Number(count));
  if (end === -1 || end === rest.length - 1) return undefined;
  const entries = rest.slice(Number(count), end).map((entry) => {
    const at = entry.indexOf("=");
    return [entry.slice(0, at), entry.slice(at + 1)];
  });
  return {
    pid,
    fds: [stdin, stdout, stderr],
    words: rest.slice(0, Number(count)),
    env: Object.fromEntries(entries),
  };
}

async function answer(link: Socket, parts: Partial<Context>): Promise<void> {
  let text = "";
  let line: Line | undefined;
  for await (const chunk of link.setEncoding("utf8").iterator({ destroyOnReturn: false })) {
    text += chunk;
    line = parseLine(text);
    if (line !== undefined) break;
  }
  if (line === undefined) return;
  const { pid, fds, words, env } = line;
  const [stdin, stdout, stderr] = fds;
  const input = createReadStream(`/proc/${pid}/fd/${stdin}`);
  const output = createWriteStream(`/proc/${pid}/fd/${stdout}`, { flags: "a" });
  const errors = createWriteStream(`/proc/${pid}/fd/${stderr}`, { flags: "a" });
  const outputs = [output, errors];
  input.on("error", () => undefined);
  for (const stream of outputs) stream.on("error", () => undefined);
  const context: Context = {
    argv: words,
    env,
    stdin: input,
    stdout: output,
    stderr: errors,
    ...fastProcess,
    ...parts,
    onSignal: () => () => undefined,
  };
  let code = 0;
  if (words[0] === "__complete") await answerCompletion(context, context.clock.monotonic() + 60_000);
  else code = await run(context);
  input.destroy();
  for (const stream of outputs) await finished(stream.end()).catch(() => undefined);
  link.end(`${code}\n`);
}

function openOutput(): ShellOutput {
  const folder = mkdtempSync(join(tmpdir(), "svc-test-"));
  const [stdout, stderr] = [openSync(join(folder, "out"), "a"), openSync(join(folder, "err"), "a")];
  return {
    stdout,
    stderr,
    read() {
      for (const fd of [stdout, stderr]) closeSync(fd);
      const [out, err] = ["out", "err"].map((name) => readFileSync(join(folder, name), "utf8"));
      rmSync(folder, { recursive: true });
      return { stdout: out ?? "", stderr: err ?? "" };
    },
  };
}

/** Only on Linux can a process open files that another process has opened. */
export async function openShellLines(parts: Partial<Context>): Promise<ShellLines> {
  const server = createServer((link) => {
    link.on("error", () => undefined);
    answer(link, parts).catch((error) => link.destroy(error));
  });
  await new Promise<void>((resume) => server.listen(0, "127.0.0.1", resume));
  const address = server.address();
  return {
    declaration: declarationFor(typeof address === "object" && address !== null ? address.port : 0),
    openOutput,
    [Symbol.asyncDispose]: () => new Promise<void>((resume) => server.close(() => resume())),
  };
}
