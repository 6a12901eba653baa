import { type ChildProcess, execFile, spawn } from "node:child_process";
import { basename } from "node:path";
import { Writable } from "node:stream";
import type { Context, TextOutput } from "../../context.ts";
import { shellWords } from "../../core/text/shell-words.ts";
import { escapeStyled, isAsciiOnly, toAscii } from "../output/escape.ts";
import { ClosedPipe, writeWhole } from "../output/sink.ts";
import { endChild } from "./child.ts";
import { columnsOf } from "./streams.ts";

type PagerContext = Pick<Context, "clock" | "stdout" | "env" | "onSignal">;

/** Works without a pager; quitting it early is not an error. */
export async function withPager(
  context: PagerContext,
  signal: AbortSignal | undefined,
  print: (out: TextOutput) => Promise<void>,
  isTable = false,
): Promise<void> {
  const { out, end, wasQuit } = openPagedOutput(context, signal, isTable);
  try {
    await print(out);
  } catch (error) {
    if (!(error instanceof ClosedPipe) || !wasQuit()) throw error;
  } finally {
    await end();
  }
}

export function pagerCommand(env: Context["env"]): readonly string[] | undefined {
  const text = env["SVC_PAGER"] ?? env["PAGER"] ?? "less";
  const words = shellWords(text);
  return words === undefined || words.length === 0 || words[0] === "cat" ? undefined : words;
}

function openPagedOutput(context: PagerContext, signal: AbortSignal | undefined, isTable: boolean) {
  const { stdout, env } = context;
  const command = pagerCommand(env);
  const columns = columnsOf(stdout);
  const availableRows = (stdout.rows ?? 0) - 1;
  let bufferedChunks: Uint8Array[] | undefined = [];
  let writtenRows = 0;
  let pager: Awaited<ReturnType<typeof startPager>>;
  let hasQuit = false;

  const forTerminal = isAsciiOnly(env) ? toAscii : (text: string) => text;
  const write = (text: string): Promise<void> =>
    pager === undefined ? writeWhole(stdout, text) : pager.write(forTerminal(text));
  const flush = async (): Promise<void> => {
    const text = Buffer.concat(bufferedChunks ?? []).toString("utf8");
    bufferedChunks = undefined;
    if (text !== "") await write(text);
  };
  const writeChunk = async (chunk: Uint8Array): Promise<void> => {
    const text = Buffer.from(chunk).toString("utf8");
    if (bufferedChunks === undefined) return await write(text);
    bufferedChunks.push(chunk);
    writtenRows += rowsOf(text, columns);
    if (writtenRows <= availableRows) return;
    pager = command === undefined ? undefined : await startPager(command, context, signal, isTable);
    pager?.exit.then(() => {
      hasQuit = true;
      out.destroy();
    });
    await flush();
  };
  const out = Object.assign(
    new Writable({
      decodeStrings: true,
      write: (chunk: Uint8Array, _encoding, done) => {
        writeChunk(chunk).then(() => done(), done);
      },
    }),
    { isTTY: true, columns, rows: stdout.rows ?? 0 },
  );
  // The write that fails reports the error.
  out.on("error", () => undefined);
  const end = async (): Promise<void> => {
    if (bufferedChunks !== undefined) await flush();
    pager?.end();
    await pager?.exit;
  };
  return { out, end, wasQuit: () => hasQuit };
}

function rowsOf(text: string, columns: number): number {
  const lines = text.split("\n");
  return lines.reduce((sum, line, index) => {
    const length = line.replace(/\u001b\[[\d;]*m/g, "").length;
    const isUnfinished = index === lines.length - 1;
    return sum + (isUnfinished ? Math.floor(length / columns) : Math.max(1, Math.ceil(length / columns)));
  }, 0);
}

/** Undefined if the pager cannot start. It handles Ctrl-C itself; `signal` ends it. */
async function startPager(
  [program = "", ...words]: readonly string[],
  { clock, env, onSignal }: PagerContext,
  signal: AbortSignal | undefined,
  isTable: boolean,
) {
  const showsHeader =
    isTable && words.length === 0 && env["LESS"] === undefined && (await supportsHeader(program, env));
  const child = spawn(program, words, {
    stdio: ["pipe", "inherit", "inherit"],
    env: { LESS: showsHeader ? "FRX --header=1" : "FRX", LV: "-c", ...env },
  });
  const { stdin } = child;
  stdin.on("error", () => undefined);
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  if (!(await hasStarted(child))) return undefined;
  const kill = () => endChild(child, "SIGTERM", clock, 500);
  const dispose = onSignal("SIGINT", () => undefined);
  signal?.addEventListener("abort", kill, { once: true });
  if (signal?.aborted) kill();
  const exited = closed.then(() => {
    dispose();
    signal?.removeEventListener("abort", kill);
  });
  return {
    exit: exited,
    /** Resolves when the pager has read the text or ended. */
    write: (text: string) =>
      Promise.race([
        exited,
        new Promise<void>((resolve) => stdin.write(escapeStyled(text), () => resolve())),
      ]),
    end: () => stdin.end(),
  };
}

/** The first version of less with `--header`; older ones stop with an error. */
const headerVersion = 600;

async function supportsHeader(program: string, env: Context["env"]): Promise<boolean> {
  if (basename(program) !== "less") return false;
  const options = { env, timeout: 1_000, killSignal: "SIGKILL" as const, maxBuffer: 64 * 1024 };
  const text = await new Promise<string>((resolve) =>
    execFile(program, ["--version"], options, (_error, stdout) => resolve(stdout)),
  );
  return Number(/^less (\d+)/.exec(text)?.[1] ?? 0) >= headerVersion;
}

const hasStarted = (child: ChildProcess): Promise<boolean> =>
  new Promise((resolve) => {
    child.once("spawn", () => resolve(true));
    child.once("error", () => resolve(false));
  });
