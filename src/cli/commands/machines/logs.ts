import { defaults } from "../../../catalogue/defaults.ts";
import type { Client } from "../../../client/http/call.ts";
import { resolveNode } from "../../../client/names/resolve.ts";
import { Failure, isNotFound, withFallback } from "../../../core/failure.ts";
import { formatElapsed } from "../../../core/text/units.ts";
import { nextCommand } from "../../invocation/globals.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { escapeText, oneLine } from "../../output/escape.ts";
import { type Sink, withSink } from "../../output/sink.ts";
import { keepReading } from "../../waiting/keep-reading.ts";
import {
  hasBegun,
  hasFailed,
  isInProgress,
  type ReadOutput,
  readOutput,
  readScriptResults,
  runTypes,
  type ScriptResult,
} from "./script-results.ts";

type LogsInvocation = Invocation<
  {
    readonly stdout?: boolean;
    readonly stderr?: boolean;
    readonly report?: string;
    readonly type?: (typeof runTypes)[number];
  },
  { readonly system_id: string; readonly script: string | undefined }
>;

interface LogRequest {
  readonly client: Client;
  readonly systemId: string;
  readonly hostname: string;
  readonly scriptOrType: string | undefined;
  readonly invocation: LogsInvocation;
}

/** Prints output as it arrives; keeps at most one chunk in memory. */
export async function printLogs(invocation: LogsInvocation): Promise<void> {
  const { options } = invocation;
  const { system_id: name, script: scriptOrType } = invocation.arguments;
  const client = await invocation.connect();
  const { systemId, hostname } = await resolveNode(client, "machine", name);
  const request = { client, systemId, hostname, scriptOrType, invocation };
  const printsReport = options.report !== undefined;
  const missingScripts = new Set<string>();
  await withSink(invocation.context.stdout, async (sink) => {
    const read = outputReader(request, missingScripts);
    const printer = outputPrinter(request, sink, read);
    const print = printsReport ? async () => {} : printer;
    const results = options.follow ? await follow(request, print) : await readSelectedResults(request);
    if (printsReport) await sink.text(await junitText(hostname, results, read));
    else if (!options.follow) await print(results);
  });
  if (missingScripts.size > 0)
    throw new Failure(
      "notFound",
      `${hostname} no longer has the output of ${[...missingScripts].join(", ")}`,
      {
        hint: `${nextCommand(["machines", "results", hostname], invocation)} shows how its scripts ended`,
      },
    );
}

/** If the service no longer has an output, the reader returns no bytes and adds the script to `missingScripts`. */
function outputReader({ client, systemId, invocation }: LogRequest, missingScripts: Set<string>): ReadOutput {
  const { stdout, stderr } = invocation.options;
  const stream = stdout ? "stdout" : stderr ? "stderr" : "combined";
  return async (result, signal) => {
    const output = await withFallback(
      undefined,
      () => readOutput(client, systemId, result, stream, { signal }),
      isNotFound,
    );
    if (output === undefined) missingScripts.add(result.script);
    return output ?? (async function* () {})();
  };
}

async function readSelectedResults(
  request: LogRequest,
  signal?: AbortSignal,
): Promise<readonly ScriptResult[]> {
  const { client, systemId, hostname, scriptOrType, invocation } = request;
  const type = runTypes.find((each) => each === scriptOrType) ?? invocation.options.type;
  const allResults = await readScriptResults(client, systemId, type, { signal });
  const selectedResults =
    scriptOrType === undefined || scriptOrType === type
      ? allResults
      : allResults.filter(({ script }) => script === scriptOrType);
  if (selectedResults.length > 0) return selectedResults;
  const hint = nextCommand(["machines", "results", hostname], invocation);
  if (scriptOrType !== undefined && allResults.length > 0)
    throw new Failure("notFound", `${hostname} has no result of a script called '${scriptOrType}'`, {
      hint: `${hint} lists them`,
    });
  throw new Failure("notFound", `${hostname} has no script results`, {
    hint: `${nextCommand(["machines", "test", hostname], invocation)} runs tests`,
  });
}

type Print = (results: readonly ScriptResult[], signal?: AbortSignal) => Promise<void>;

async function follow(request: LogRequest, print: Print): Promise<readonly ScriptResult[]> {
  const { invocation, hostname } = request;
  const { options, context } = invocation;
  const { clock } = context;
  const intervalMs = options["poll-interval"] ?? defaults.followIntervalMs;
  const limitMs = (options["wait-timeout"] ?? defaults.waitDeadlineMs) || Number.POSITIVE_INFINITY;
  const startedAt = clock.monotonic();
  return await keepReading(invocation, Math.min(intervalMs, limitMs), async (signal) => {
    const results = await readSelectedResults(request, signal);
    await print(results, signal);
    if (!results.some(isInProgress)) return results;
    const elapsedMs = clock.monotonic() - startedAt;
    if (elapsedMs < limitMs) return undefined;
    throw new Failure(
      "stillInProgress",
      `scripts are still running on ${hostname} after ${formatElapsed(elapsedMs)}`,
      { hint: `${nextCommand(["machines", "logs", hostname, "--follow"], invocation)} continues` },
    );
  });
}

function outputPrinter({ scriptOrType, invocation }: LogRequest, sink: Sink, read: ReadOutput): Print {
  const { stdout } = invocation.context;
  const isTerminal = stdout.isTTY === true;
  const printedBytesById = new Map<number, number>();
  const finishedIds = new Set<number>();
  let lastId: number | undefined;
  const printHeader = async (result: ScriptResult) => {
    if (lastId === result.id) return;
    const exit = result.exit_status === null ? "" : `, exit ${result.exit_status}`;
    const gap = lastId === undefined ? "" : "\n";
    const title = `==> ${result.script} (${result.status.toLowerCase()}${exit}) <==`;
    await sink.text(`${gap}${oneLine(title)}\n`);
  };
  return async (results, signal) => {
    const hasHeaders =
      scriptOrType === undefined || results.length > 1 || results[0]?.script !== scriptOrType;
    for (const result of results.filter((each) => hasBegun(each) && !finishedIds.has(each.id))) {
      const { id } = result;
      const output = await read(result, signal);
      const decoder = new TextDecoder();
      let offset = 0;
      const printedBytes = printedBytesById.get(id) ?? 0;
      if (hasHeaders && printedBytes === 0 && !isInProgress(result)) {
        await printHeader(result);
        lastId = id;
      }
      for await (const chunk of output) {
        const newBytes = chunk.subarray(Math.max(0, printedBytes - offset));
        offset += chunk.byteLength;
        if (newBytes.byteLength === 0) continue;
        if (hasHeaders && lastId !== id) await printHeader(result);
        lastId = id;
        await (isTerminal
          ? sink.text(escapeText(decoder.decode(newBytes, { stream: true })))
          : sink.bytes(newBytes));
        printedBytesById.set(id, offset);
      }
      if (!isInProgress(result)) finishedIds.add(id);
    }
  };
}

/** A report contains only the last bytes of a failed script's output. */
const maxOutputBytes = 64 * 1024;

async function junitText(hostname: string, results: readonly ScriptResult[], read: ReadOutput) {
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${attributes({ name: hostname, ...suiteCounts(results) })}>`,
  ];
  for (const type of new Set(results.map((each) => each.type))) {
    const suite = results.filter((each) => each.type === type);
    lines.push(`  <testsuite ${attributes({ name: type, hostname, ...suiteCounts(suite) })}>`);
    for (const result of suite) {
      const caseAttributes = attributes({
        classname: type,
        name: result.script,
        time: runtimeSeconds(result),
      });
      if (hasFailed(result)) {
        const output = escapeXml(await lastBytes(await read(result)));
        const exit = result.exit_status === null ? "" : ` with exit status ${result.exit_status}`;
        const message = attributes({ message: `${result.status}${exit}` });
        lines.push(`    <testcase ${caseAttributes}>`, `      <failure ${message}>${output}</failure>`);
        lines.push("    </testcase>");
      } else if (hasPassed(result)) lines.push(`    <testcase ${caseAttributes}/>`);
      else
        lines.push(
          `    <testcase ${caseAttributes}><skipped ${attributes({ message: result.status })}/></testcase>`,
        );
    }
    lines.push("  </testsuite>");
  }
  return `${[...lines, "</testsuites>"].join("\n")}\n`;
}

const hasPassed = ({ status }: ScriptResult): boolean => status.toLowerCase() === "passed";

function suiteCounts(results: readonly ScriptResult[]) {
  const failures = results.filter(hasFailed).length;
  const skipped = results.filter((each) => !hasFailed(each) && !hasPassed(each)).length;
  const time = results
    .filter((each) => !isInProgress(each))
    .reduce((sum, each) => sum + runtimeSeconds(each), 0);
  return { tests: results.length, failures, errors: 0, skipped, time };
}

/** Parses a runtime such as `0:01:35` or `1 day, 0:01:35`. */
function runtimeSeconds({ runtime }: ScriptResult): number {
  const parts = /^(?:(\d+) days?, )?(\d+):(\d\d):(\d\d)$/.exec(runtime);
  const [days, hours, minutes, seconds] = (parts ?? []).slice(1).map((part) => Number(part ?? 0));
  return (((days ?? 0) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0);
}

async function lastBytes(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  let tail: Uint8Array = new Uint8Array();
  for await (const chunk of bytes) {
    const extendedTail = Buffer.concat([tail, chunk]);
    tail = extendedTail.subarray(Math.max(0, extendedTail.length - maxOutputBytes));
  }
  return Buffer.from(tail).toString("utf8");
}

const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}="${escapeXml(String(value)).replaceAll("\n", "&#10;")}"`)
    .join(" ");

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Characters that XML cannot contain become replacement characters. */
const escapeXml = (text: string): string =>
  text
    .replace(/[&<>"]/g, (character) => entities[character] ?? "")
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, "\ufffd");
