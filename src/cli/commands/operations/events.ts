import { defaults } from "../../../catalogue/defaults.ts";
import type { Values } from "../../../client/http/call.ts";
import { wordsOf } from "../../../client/values/words.ts";
import type { Clock } from "../../../core/clock.ts";
import { Failure } from "../../../core/failure.ts";
import { parseMoment } from "../../../core/text/units.ts";
import { nameList } from "../../../core/text/word-lists.ts";
import { type OperationRun, serviceTime } from "../../invocation/invocation.ts";
import { isPreview } from "../../operation/preview.ts";
import { shapeOf } from "../../operation/result.ts";
import { openRowStream } from "../../output/print.ts";
import { withSystemIds } from "../../selection/field-names.ts";
import { keepReading } from "../../waiting/keep-reading.ts";
import {
  type Event,
  type EventLog,
  idsAround,
  isInside,
  pageSize,
  pagesBack,
  readPage,
  type TimeRange,
} from "./event-pages.ts";

const defaultLimit = 100;
/** Number of latest events that --follow prints before it waits for new ones. */
const defaultBacklog = 10;

/** Pages are requested with `before` and `after`; links in the answers are never followed. */
export async function queryEvents(run: OperationRun): Promise<void> {
  const { entry, invocation, execute } = run;
  const { options } = invocation;
  const isFollowing = options["follow"] === true;
  if (isFollowing && run.values["before"] !== undefined)
    throw new Failure("usage", "--follow and --before cannot be combined");
  if (options["all"] === true && run.values["limit"] !== undefined)
    throw new Failure("usage", "--all and --limit cannot be combined");
  const range = rangeOf(invocation, invocation.context.clock.now());
  const hasRange = range.sinceMs !== undefined || range.untilMs !== undefined;
  if (isPreview(invocation)) {
    const isPaged =
      isFollowing || hasRange || options["all"] === true || Number(run.values["limit"]) > pageSize;
    return await execute(entry, isPaged ? { ...run.values, limit: String(pageSize) } : run.values);
  }
  const client = await invocation.connect();
  const values = await withSystemIds(entry.operation, run.values, invocation, "trust");
  const times = hasRange ? rangeOf(invocation, serviceTime(client, invocation.context.clock)) : range;
  const log: EventLog = { client, operation: entry.operation };
  if (isFollowing) return await follow({ ...run, values }, log, times);
  const readsAll =
    options["all"] === true || (times.sinceMs !== undefined && invocation.fields["limit"] === undefined);
  const maxCount = readsAll ? Number.POSITIVE_INFINITY : Number(values["limit"] ?? defaultLimit);
  const beforeId =
    times.untilMs === undefined ? undefined : (await idsAround(log, values, times.untilMs)).laterId;
  const query = beforeId === undefined ? values : { ...values, before: String(beforeId) };
  await invocation.printAnswer(
    {
      status: 200,
      contentType: "application/json",
      headers: {},
      bytes: () => answerBytes(pagesBack(log, query, maxCount, times)),
      value: () => Promise.reject(new Error("events are read as bytes")),
    },
    shapeOf(entry),
  );
}

function rangeOf({ options: { since, until } }: OperationRun["invocation"], nowMs: number): TimeRange {
  const sinceMs = since === undefined ? undefined : parseMoment(since, "--since", nowMs);
  const untilMs = until === undefined ? undefined : parseMoment(until, "--until", nowMs);
  if (sinceMs !== undefined && untilMs !== undefined && untilMs < sinceMs)
    throw new Failure("usage", "--until is before --since");
  return { sinceMs, untilMs };
}

async function* answerBytes(pages: AsyncIterable<readonly Event[]>): AsyncGenerator<Uint8Array> {
  let count = 0;
  // Written together with the first page, so that nothing is printed if that page cannot be read.
  let pendingText = '{"events":[';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield Buffer.from(pendingText + page.map(({ value }) => JSON.stringify(value)).join(","));
    pendingText = ",";
    count += page.length;
  }
  yield Buffer.from(`${count === 0 ? pendingText : ""}],"count":${count}}`);
}

async function follow({ entry, values, invocation }: OperationRun, log: EventLog, times: TimeRange) {
  const { after, limit, ...filters } = values;
  const intervalMs = invocation.options["poll-interval"] ?? defaults.followIntervalMs;
  const shape = shapeOf(entry);
  const stream = openRowStream(shape, invocation.outputSettings(shape), invocation.context.stdout);
  const { clock } = invocation.context;
  // Events after this id are printed; if undefined, the latest few are printed first.
  const start =
    after !== undefined
      ? Number(after)
      : times.sinceMs !== undefined
        ? (await idsAround(log, filters, times.sinceMs)).earlierId
        : invocation.options["all"] === true
          ? 0
          : undefined;
  let window = start === undefined ? undefined : openEventWindow(clock, start);
  const print = async (events: readonly Event[]) => {
    const matches = times.sinceMs === undefined ? events : events.filter((event) => isInside(event, times));
    await stream.write(matches.map(({ value }) => value));
  };
  let isWaiting = false;
  const noteWaiting = () => {
    if (!isWaiting && invocation.context.stderr.isTTY === true)
      invocation.messages.note(waitingText(filters));
    isWaiting = true;
  };
  await keepReading(invocation, intervalMs, async (signal) => {
    if (window === undefined) {
      const backlogQuery = { ...filters, limit: limit ?? String(defaultBacklog) };
      const { events } = await readPage(log, backlogQuery, { signal });
      const oldest = Math.min(...events.map(({ id }) => id));
      window = openEventWindow(clock, events.length === 0 ? 0 : oldest - 1);
      await print(window.take(events));
      return noteWaiting();
    }
    for (let afterId = window.floor(); ; ) {
      const query = { ...filters, after: String(afterId), limit: String(pageSize) };
      const page = await readPage(log, query, { signal, retries: 0 });
      await print(window.take(page.events));
      const last = Math.max(afterId, ...page.events.map(({ id }) => id));
      if (page.size < pageSize || last === afterId) break;
      afterId = last;
    }
    window.endReading();
    noteWaiting();
  });
}

function waitingText({ level, ...filters }: Values): string {
  const subjects = Object.values(filters).flatMap(wordsOf);
  const scope = subjects.length === 0 ? "" : ` of ${nameList(subjects)}`;
  return `waiting for new events${scope}, ${String(level ?? "INFO")} and above; press Ctrl-C to stop`;
}

/** An event appears only when its transaction ends, so the last minute is read again, up to a thousand events. */
const overlapMs = 60_000;
const maxReread = 1_000;

function openEventWindow(clock: Clock, start: number) {
  let floor = start;
  let printedIds = new Set<number>();
  let newest = start;
  const readings: { readonly at: number; readonly newest: number }[] = [];
  const raiseFloor = (to: number) => {
    if (to <= floor) return;
    floor = to;
    printedIds = new Set([...printedIds].filter((id) => id > floor));
  };
  return {
    /** The next reading begins after this id; it may repeat events that were printed. */
    floor: () => floor,
    /** Returns the events that have not been printed yet, ordered by id, and marks them as printed. */
    take: <T extends { readonly id: number }>(events: readonly T[]): readonly T[] => {
      const newEvents = events
        .filter(({ id }) => id > floor && !printedIds.has(id))
        .sort((a, b) => a.id - b.id)
        .filter(({ id }, index, all) => id !== all[index - 1]?.id);
      for (const { id } of newEvents) printedIds.add(id);
      newest = Math.max(newest, newEvents.at(-1)?.id ?? newest);
      if (printedIds.size > maxReread) raiseFloor([...printedIds].sort((a, b) => b - a)[maxReread] ?? floor);
      return newEvents;
    },
    /** Called once all pages have been read; events older than the overlap are not read again. */
    endReading: () => {
      const at = clock.monotonic();
      readings.push({ at, newest });
      while (readings.length > 1 && at - (readings[1]?.at ?? at) >= overlapMs) readings.shift();
      const [oldest] = readings;
      if (oldest !== undefined && at - oldest.at >= overlapMs) raiseFloor(oldest.newest);
    },
  };
}
