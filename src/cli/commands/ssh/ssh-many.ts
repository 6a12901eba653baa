import { type ChildProcess, spawn } from "node:child_process";
import { defaults } from "../../../catalogue/defaults.ts";
import { failedMachine } from "../../../client/lifecycle/machine-view.ts";
import { Failure, systemErrorText } from "../../../core/failure.ts";
import { inParallel } from "../../../core/parallel.ts";
import { cutList } from "../../../core/text/word-lists.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { escapeText } from "../../output/escape.ts";
import { openSink, type Sink } from "../../output/sink.ts";
import { endChild, exitCodeOf, signalCodeBase } from "../../terminal/child.ts";
import { onTerminationSignal, type Termination } from "../../terminal/signals.ts";
import type { ReachableMachine } from "./reachable.ts";

export const maxListedMachines = 20;

export async function runOnMany(runs: readonly SshRun[], invocation: Invocation): Promise<void> {
  const { context, options } = invocation;
  const children = new Set<ChildProcess>();
  let termination: Termination | undefined;
  let isEnding = false;
  const endAll = (signal: NodeJS.Signals) => {
    isEnding = true;
    for (const child of children) endChild(child, signal, context.clock);
  };
  const dispose = onTerminationSignal(context, (kind, signal) => {
    endAll(termination === undefined ? signal : "SIGKILL");
    termination ??= kind;
  });
  const [out, err] = [openSink(context.stdout), openSink(context.stderr)];
  const output: SharedOutput = { children, out, err, onReaderGone: () => endAll("SIGTERM") };
  try {
    const codes = await inParallel(
      runs,
      options.parallel ?? defaults.parallel,
      (run) =>
        runOne(run, invocation, output).catch((error) => {
          endAll("SIGTERM");
          throw error;
        }),
      () => isEnding,
    );
    await Promise.all([out.end(), err.end()]);
    if (termination !== undefined) throw unfinishedFailure(termination, runs, codes);
    throwIfFailed(runs, codes);
  } finally {
    dispose();
    out.release();
    err.release();
  }
}

interface SharedOutput {
  readonly children: Set<ChildProcess>;
  /** Shared by all machines; writing waits for the reader. */
  readonly out: Sink;
  readonly err: Sink;
  /** Called when the reader of the output is gone but children may still write. */
  onReaderGone(): void;
}

async function runOne(
  run: SshRun,
  { context }: Invocation,
  { children, out, err, onReaderGone }: SharedOutput,
) {
  const child = spawn("ssh", run.words, { stdio: ["ignore", "pipe", "pipe"], env: { ...context.env } });
  children.add(child);
  try {
    const exitCode = new Promise<number>((resolve, reject) => {
      child.on("error", (error) => reject(cannotRun(error, run)));
      child.on("close", (status, signal) => resolve(exitCodeOf(status, signal)));
    });
    const [code] = await Promise.all([
      exitCode,
      writePrefixedLines(child.stdout, {
        name: run.name,
        sink: out,
        escapesControls: context.stdout.isTTY === true,
        onReaderGone,
      }),
      writePrefixedLines(child.stderr, { name: run.name, sink: err, escapesControls: true, onReaderGone }),
    ]);
    return code;
  } finally {
    children.delete(child);
  }
}

/** Longer lines are broken, so that output without line ends does not fill the memory. */
const maxLineBytes = 65_536;
const lineEnd = 10;

interface LineTarget extends Pick<SharedOutput, "onReaderGone"> {
  readonly name: string;
  readonly sink: Sink;
  /** Set if the output may be a terminal. */
  readonly escapesControls: boolean;
}

/** Each line begins with the name of its machine. Lines that arrive in one chunk are written together. */
async function writePrefixedLines(
  stream: AsyncIterable<Buffer>,
  { name, sink, escapesControls, onReaderGone }: LineTarget,
): Promise<void> {
  const [start, end] = [Buffer.from(`${name}: `), Buffer.from("\n")];
  const withName = (line: Buffer): readonly Buffer[] => [
    start,
    escapesControls ? Buffer.from(escapeText(line.toString().replace(/\r$/, ""))) : line,
    end,
  ];
  const writeAll = async (pieces: readonly Buffer[]) => {
    if (pieces.length === 0) return;
    try {
      await sink.bytes(Buffer.concat(pieces));
    } catch (error) {
      onReaderGone();
      throw error;
    }
  };
  let incompleteLine: Buffer = Buffer.alloc(0);
  for await (const chunk of stream) {
    const pieces: Buffer[] = [];
    let from = 0;
    for (let at = chunk.indexOf(lineEnd); at !== -1; at = chunk.indexOf(lineEnd, from)) {
      pieces.push(...withName(Buffer.concat([incompleteLine, chunk.subarray(from, at)])));
      incompleteLine = Buffer.alloc(0);
      from = at + 1;
    }
    incompleteLine = Buffer.concat([incompleteLine, chunk.subarray(from)]);
    if (incompleteLine.length > maxLineBytes) {
      pieces.push(...withName(incompleteLine));
      incompleteLine = Buffer.alloc(0);
    }
    await writeAll(pieces);
  }
  if (incompleteLine.length > 0) await writeAll(withName(incompleteLine));
}

const machinesOf = (runs: readonly SshRun[]) => runs.map(({ machine }) => failedMachine(machine.view));

function throwIfFailed(runs: readonly SshRun[], codes: readonly (number | undefined)[]): void {
  const failedRuns = runs.flatMap((run, index) => (codes[index] === 0 ? [] : [{ run, code: codes[index] }]));
  if (failedRuns.length === 0) return;
  throw new Failure("someFailed", `the command failed on ${failedRuns.length} of ${runs.length} machines`, {
    lines: cutList(
      failedRuns.map(
        ({ run, code }) => `${run.name}: exit code ${code}${code === 255 ? ", from ssh itself" : ""}`,
      ),
      maxListedMachines,
    ),
    machines: machinesOf(failedRuns.map(({ run }) => run)),
  });
}

function unfinishedFailure(
  termination: Termination,
  runs: readonly SshRun[],
  codes: readonly (number | undefined)[],
): Failure {
  const unfinishedRuns = runs.filter(
    (_, index) => codes[index] === undefined || (codes[index] ?? 0) > signalCodeBase,
  );
  const countText = `${unfinishedRuns.length} of ${runs.length} machines`;
  return new Failure(termination, `${termination}: the command did not finish on ${countText}`, {
    machines: machinesOf(unfinishedRuns),
  });
}

export interface SshRun {
  /** As shown in messages and before each line of output. */
  readonly name: string;
  readonly machine: ReachableMachine;
  readonly address: string;
  readonly user: string | undefined;
  readonly words: readonly string[];
}

export function cannotRun(error: NodeJS.ErrnoException, { name, address, user }: SshRun): Failure {
  if (error.code !== "ENOENT")
    return new Failure("other", `cannot run ssh: ${systemErrorText(error)}`, { exitCode: 126, cause: error });
  const login = user === undefined ? address : `${user}@${address}`;
  return new Failure("other", "cannot run ssh: it is not on PATH", {
    hint: `install the OpenSSH client, or connect to ${name} by other means: ${login}`,
    exitCode: 127,
    cause: error,
  });
}
