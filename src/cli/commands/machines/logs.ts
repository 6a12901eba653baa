import { defaults } from "../../../catalogue/defaults.ts";
import type { Client } from "../../../client/http/call.ts";
import { resolveNodes } from "../../../client/names/resolve.ts";
import { Failure } from "../../../core/failure.ts";
import { formatElapsed } from "../../../core/text/duration.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { nextCommand } from "../../invocation/same-connection.ts";
import { escapeText, oneLine } from "../../output/escape.ts";
import { openSink, type Sink } from "../../output/sink.ts";
import { keepReading } from "../../waiting/keep-reading.ts";
import { junitText } from "./junit.ts";
import {
  hasBegun,
  isInProgress,
  readOutput,
  readScriptResults,
  runTypes,
  type ScriptResult,
} from "./script-results.ts";

export interface LogChoice {
  /** A script, or a type of run. */
  readonly word: string | undefined;
  readonly type: string | undefined;
  readonly stream: "combined" | "stdout" | "stderr";
  readonly isFollowed: boolean;
  readonly isReport: boolean;
  readonly intervalMs: number | undefined;
  /** 0 for no limit. */
  readonly limitMs: number | undefined;
}

interface Logs extends LogChoice {
  readonly client: Client;
  readonly systemId: string;
  readonly hostname: string;
  readonly invocation: Invocation;
}

/** Prints output as it arrives; at most a chunk is held. */
export async function printLogs(name: string, choice: LogChoice, invocation: Invocation): Promise<void> {
  const { context } = invocation;
  const client = await invocation.connect();
  const [node] = await resolveNodes(client, "machine", [name]);
  if (node === undefined) throw new Failure("notFound", `no machine is called '${name}'`);
  const { systemId, hostname } = node;
  const logs = { ...choice, client, systemId, hostname, invocation };
  const { isReport, isFollowed } = choice;
  const sink = openSink(context.stdout);
  try {
    const printer = openPrinter(logs, sink);
    const print = isReport ? async () => {} : printer;
    const results = isFollowed ? await follow(logs, print) : await readChosen(logs);
    if (isReport) await sink.text(await junitText(hostname, results, client, systemId, logs.stream));
    else if (!isFollowed) await print(results);
    await sink.end();
  } finally {
    sink.release();
  }
}

/** The results of a script by its name, of a type of run, or all. */
async function readChosen(logs: Logs, signal?: AbortSignal): Promise<readonly ScriptResult[]> {
  const { client, systemId, hostname, word, invocation } = logs;
  const type = runTypes.find((each) => each === word) ?? logs.type;
  const all = await readScriptResults(client, systemId, type, { signal });
  const chosen = word === undefined || word === type ? all : all.filter(({ script }) => script === word);
  if (chosen.length > 0) return chosen;
  const hint = nextCommand(["machines", "results", hostname], invocation);
  if (word !== undefined && all.length > 0)
    throw new Failure("notFound", `${hostname} has no result of a script '${word}'`, {
      hint: `${hint} shows what there is`,
    });
  throw new Failure("notFound", `${hostname} has no script results`, {
    hint: `${nextCommand(["machines", "test", hostname], invocation)} runs tests`,
  });
}

type Print = (results: readonly ScriptResult[], signal?: AbortSignal) => Promise<void>;

/** Marks the end of what is followed. */
class RunEnded extends Error {}

async function follow(logs: Logs, print: Print): Promise<readonly ScriptResult[]> {
  const { invocation, hostname, intervalMs = defaults.followIntervalMs } = logs;
  const { clock } = invocation.context;
  const limitMs = (logs.limitMs ?? defaults.waitDeadlineMs) || Number.POSITIVE_INFINITY;
  const startedAt = clock.monotonic();
  let results: readonly ScriptResult[] = [];
  try {
    return await keepReading(invocation, Math.min(intervalMs, limitMs), async (signal) => {
      results = await readChosen(logs, signal);
      await print(results, signal);
      if (!results.some(isInProgress)) throw new RunEnded();
      const elapsedMs = clock.monotonic() - startedAt;
      if (elapsedMs >= limitMs)
        throw new Failure(
          "stillInProgress",
          `scripts still run on ${hostname} after ${formatElapsed(elapsedMs)}`,
          {
            hint: `${nextCommand(["machines", "logs", hostname, "--follow"], invocation)} goes on`,
          },
        );
    });
  } catch (error) {
    if (error instanceof RunEnded) return results;
    throw error;
  }
}

/** Prints what each result has beyond what was printed of it, below a header if there may be several. */
function openPrinter({ client, systemId, word, stream, invocation }: Logs, sink: Sink): Print {
  const { stdout } = invocation.context;
  const isTerminal = stdout.isTTY === true;
  const printed = new Map<number, number>();
  const finished = new Set<number>();
  let last: number | undefined;
  const header = async (result: ScriptResult) => {
    if (last === result.id) return;
    const exit = result.exit_status === null ? "" : `, exit ${result.exit_status}`;
    const gap = last === undefined ? "" : "\n";
    const title = `==> ${result.script} (${result.status.toLowerCase()}${exit}) <==`;
    await sink.text(`${gap}${isTerminal ? oneLine(title) : title.replaceAll(/[\r\n]/g, " ")}\n`);
  };
  return async (results, signal) => {
    const isSeveral = word === undefined || results.length > 1 || results[0]?.script !== word;
    for (const result of results.filter((each) => hasBegun(each) && !finished.has(each.id))) {
      const { id } = result;
      const output = await readOutput(client, systemId, result, stream, { signal });
      const decoder = new TextDecoder();
      let at = 0;
      const known = printed.get(id) ?? 0;
      if (isSeveral && known === 0 && !isInProgress(result)) {
        await header(result);
        last = id;
      }
      for await (const chunk of output) {
        const fresh = chunk.subarray(Math.max(0, known - at));
        at += chunk.byteLength;
        if (fresh.byteLength === 0) continue;
        if (isSeveral && last !== id) await header(result);
        last = id;
        await (isTerminal
          ? sink.text(escapeText(decoder.decode(fresh, { stream: true })))
          : sink.bytes(fresh));
        printed.set(id, at);
      }
      if (!isInProgress(result)) finished.add(id);
    }
  };
}
