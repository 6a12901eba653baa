import { hasFailed, isInProgress, type ReadOutput, type ScriptResult } from "./script-results.ts";

/** Only the last bytes of a failed script's output are reported. */
const maxOutputBytes = 64 * 1024;

export async function junitText(hostname: string, results: readonly ScriptResult[], read: ReadOutput) {
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${attributes({ name: hostname, ...counts(results) })}>`,
  ];
  for (const type of new Set(results.map((each) => each.type))) {
    const suite = results.filter((each) => each.type === type);
    lines.push(`  <testsuite ${attributes({ name: type, hostname, ...counts(suite) })}>`);
    for (const result of suite) {
      const caseAttributes = attributes({ classname: type, name: result.script, time: secondsOf(result) });
      if (hasFailed(result)) {
        const output = escapeXml(await lastBytes(await read(result)));
        const exit = result.exit_status === null ? "" : ` with exit status ${result.exit_status}`;
        const message = attributes({ message: `${result.status}${exit}` });
        lines.push(`    <testcase ${caseAttributes}>`, `      <failure ${message}>${output}</failure>`);
        lines.push("    </testcase>");
      } else if (isPassed(result)) lines.push(`    <testcase ${caseAttributes}/>`);
      else
        lines.push(
          `    <testcase ${caseAttributes}><skipped ${attributes({ message: result.status })}/></testcase>`,
        );
    }
    lines.push("  </testsuite>");
  }
  return `${[...lines, "</testsuites>"].join("\n")}\n`;
}

const isPassed = ({ status }: ScriptResult): boolean => status.toLowerCase() === "passed";

function counts(results: readonly ScriptResult[]) {
  const failures = results.filter(hasFailed).length;
  const skipped = results.filter((each) => !hasFailed(each) && !isPassed(each)).length;
  const time = results.filter((each) => !isInProgress(each)).reduce((sum, each) => sum + secondsOf(each), 0);
  return { tests: results.length, failures, errors: 0, skipped, time };
}

/** Parses a runtime such as `0:01:35` or `1 day, 0:01:35`. */
function secondsOf({ runtime }: ScriptResult): number {
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
