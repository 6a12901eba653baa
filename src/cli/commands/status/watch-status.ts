import { defaults } from "../../../catalogue/defaults.ts";
import type { Client } from "../../../client/http/call.ts";
import { formatDuration } from "../../../core/text/duration.ts";
import { type Invocation, serviceTime } from "../../invocation/invocation.ts";
import { printValue } from "../../output/print.ts";
import { writeLines, writeWhole } from "../../output/sink.ts";
import { openLiveArea } from "../../terminal/live-area.ts";
import { keepReading } from "../../waiting/keep-reading.ts";
import { openEventFacts } from "./event-facts.ts";
import { type FleetStatus, readStatus, type Scope } from "./read-status.ts";
import { statusJson, statusShape } from "./status-json.ts";
import { heightOf, isPage, linesFor } from "./status-lines.ts";

/** Reads again and again: redraws on a terminal, elsewhere writes what has changed, and never the time alone. */
export async function watchStatus(client: Client, scope: Scope, invocation: Invocation): Promise<void> {
  const { context, options, messages } = invocation;
  const { stdout, clock } = context;
  const intervalMs = options["poll-interval"] ?? defaults.statusIntervalMs;
  const isDrawn = isPage(invocation) && stdout.isTTY === true;
  const area = openLiveArea(stdout);
  const facts = openEventFacts();
  const remark = `every ${formatDuration(intervalMs)}`;
  const note = (text: string) => {
    area.leave();
    messages.note(text);
  };
  let isFirst = true;
  let last = "";
  await keepReading({ ...invocation, messages: { ...messages, note } }, intervalMs, async (signal) => {
    const now = () => serviceTime(client, clock);
    const status = await readStatus(client, scope, facts, now, isFirst ? { signal } : { signal, retries: 0 });
    if (isDrawn) {
      const lines = await linesFor(status, client, invocation, remark);
      await writeWhole(area.out, area.draw(lines.slice(0, heightOf(stdout))));
    } else {
      const seen = meaningOf(status);
      if (seen !== last) await writeAgain(status, client, invocation, isFirst);
      last = seen;
    }
    isFirst = false;
  });
}

/** What is the same as long as nothing happens. */
function meaningOf(status: FleetStatus): string {
  const { attention, in_progress, time: _time, ...counts } = statusJson(status, "");
  return JSON.stringify([
    counts,
    ...[...attention, ...in_progress].map(({ age_seconds: _age, ...machine }) => machine),
  ]);
}

async function writeAgain(
  status: FleetStatus,
  client: Client,
  invocation: Invocation,
  isFirst: boolean,
): Promise<void> {
  const { stdout } = invocation.context;
  if (isPage(invocation)) {
    const lines = await linesFor(status, client, invocation);
    return await writeLines(stdout, isFirst ? lines : ["", ...lines]);
  }
  const settings = invocation.outputSettings(statusShape);
  await printValue(statusJson(status, client.endpoint.baseUrl), statusShape, settings, stdout);
}
