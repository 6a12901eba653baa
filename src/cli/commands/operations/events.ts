import { defaults } from "../../../catalogue/defaults.ts";
import type { Operation } from "../../../catalogue/operation.ts";
import { type Client, type Values, wordsOf } from "../../../client/http/call.ts";
import { stringifyExact } from "../../../client/json/exact.ts";
import { integerOf, textOf } from "../../../client/lifecycle/machine-view.ts";
import type { Clock } from "../../../core/clock.ts";
import { Failure } from "../../../core/failure.ts";
import { isRecord } from "../../../core/json-record.ts";
import { parseTime } from "../../../core/text/times.ts";
import { parseMoment } from "../../../core/text/units.ts";
import { nameList } from "../../../core/text/word-lists.ts";
import { type OperationRun, serviceTime } from "../../invocation/invocation.ts";
import { isPreview } from "../../operation/preview.ts";
import { jsonAnswer } from "../../operation/results.ts";
import { shapeOf } from "../../operation/shapes.ts";
import { openRowStream } from "../../output/print.ts";
import { withSystemIds } from "../../values/selection.ts";
import { keepReading } from "../../waiting/keep-reading.ts";

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
  const localRange = rangeOf(invocation, invocation.context.clock.now());
  const hasRange = localRange.sinceMs !== undefined || localRange.untilMs !== undefined;
  if (isPreview(invocation)) {
    const isPaged =
      isFollowing || hasRange || options["all"] === true || Number(run.values["limit"]) > pageSize;
    return await execute(entry, isPaged ? { ...run.values, limit: String(pageSize) } : run.values);
  }
  const client = await invocation.connect();
  const values = await withSystemIds(entry.operation, run.values, invocation, "trust");
  const range = hasRange ? rangeOf(invocation, serviceTime(client, invocation.context.clock)) : localRange;
  const log: EventLog = { client, operation: entry.operation };
  if (isFollowing) return await follow({ ...run, values }, log, range);
  const readsAll =
    options["all"] === true || (range.sinceMs !== undefined && invocation.fields["limit"] === undefined);
  const maxCount = readsAll ? Number.POSITIVE_INFINITY : Number(values["limit"] ?? defaultLimit);
  const beforeId =
    range.untilMs === undefined ? undefined : (await findIdsAround(log, values, range.untilMs)).laterId;
  const query = beforeId === undefined ? values : { ...values, before: String(beforeId) };
  await invocation.printAnswer(
    jsonAnswer(() => answerBytes(readPagesBackwards(log, query, maxCount, range))),
    shapeOf(entry),
  );
}

/** In milliseconds since the epoch; both ends are included. */
function rangeOf({ options: { since, until } }: OperationRun["invocation"], nowMs: number) {
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
    yield Buffer.from(pendingText + page.map(({ value }) => stringifyExact(value)).join(","));
    pendingText = ",";
    count += page.length;
  }
  yield Buffer.from(`${count === 0 ? pendingText : ""}],"count":${count}}`);
}

async function follow({ entry, values, invocation }: OperationRun, log: EventLog, range: TimeRange) {
  const { after: _, limit, ...filters } = values;
  const intervalMs = invocation.options["poll-interval"] ?? defaults.followIntervalMs;
  const shape = shapeOf(entry);
  const stream = openRowStream(shape, invocation.outputSettings(shape), invocation.context.stdout);
  const { clock } = invocation.context;
  const startId = await findStartId(values, invocation, log, range);
  let window = startId === undefined ? undefined : openEventWindow(clock, startId);
  const print = async (events: readonly Event[]) => {
    const matches = range.sinceMs === undefined ? events : events.filter((event) => isInRange(event, range));
    await stream.write(matches.map(({ value }) => value));
  };
  let hasRead = false;
  let hasNotedWaiting = false;
  const noteWaiting = () => {
    if (!hasNotedWaiting && invocation.context.stderr.isTTY === true)
      invocation.messages.note(waitingText(filters));
    hasNotedWaiting = true;
  };
  await keepReading(invocation, intervalMs, async (signal) => {
    if (window === undefined) {
      const backlogQuery = { ...filters, limit: limit ?? String(defaultBacklog) };
      const { events } = await readPage(log, backlogQuery, { signal });
      const oldestId = Math.min(...events.map(({ id }) => id));
      window = openEventWindow(clock, events.length === 0 ? 0 : oldestId - 1);
      hasRead = true;
      await print(window.take(events));
      return noteWaiting();
    }
    for (let afterId = window.floor(); ; ) {
      const query = { ...filters, after: String(afterId), limit: String(pageSize) };
      const page = await readPage(log, query, { signal, ...(hasRead ? { retries: 0 } : {}) });
      hasRead = true;
      await print(window.take(page.events));
      const lastId = Math.max(afterId, ...page.events.map(({ id }) => id));
      if (page.size < pageSize || lastId === afterId) break;
      afterId = lastId;
    }
    window.endReading();
    noteWaiting();
  });
}

/** Events after the returned id are printed; if it is undefined, the latest few are printed first. */
async function findStartId(
  { after, limit: _, ...filters }: Values,
  { options }: OperationRun["invocation"],
  log: EventLog,
  { sinceMs }: TimeRange,
): Promise<number | undefined> {
  if (after !== undefined) return Number(after);
  if (sinceMs !== undefined) return (await findIdsAround(log, filters, sinceMs)).earlierId;
  return options["all"] === true ? 0 : undefined;
}

function waitingText({ level, ...filters }: Values): string {
  const subjects = Object.values(filters).flatMap(wordsOf);
  const scope = subjects.length === 0 ? "" : ` of ${nameList(subjects)}`;
  return `waiting for new events${scope}, ${String(level ?? "INFO")} and above; press Ctrl-C to stop`;
}

/** An event appears only when its transaction ends, so the last minute is read again, up to a thousand events. */
const overlapMs = 60_000;
const maxRereadEvents = 1_000;

function openEventWindow(clock: Clock, startId: number) {
  let floor = startId;
  let printedIds = new Set<number>();
  let newestId = startId;
  const readings: { readonly at: number; readonly newestId: number }[] = [];
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
      newestId = Math.max(newestId, newEvents.at(-1)?.id ?? newestId);
      if (printedIds.size > maxRereadEvents)
        raiseFloor([...printedIds].sort((a, b) => b - a)[maxRereadEvents] ?? floor);
      return newEvents;
    },
    /** Called once all pages have been read; events older than the overlap are not read again. */
    endReading: () => {
      const at = clock.monotonic();
      readings.push({ at, newestId });
      while (readings.length > 1 && at - (readings[1]?.at ?? at) >= overlapMs) readings.shift();
      const [oldest] = readings;
      if (oldest !== undefined && at - oldest.at >= overlapMs) raiseFloor(oldest.newestId);
    },
  };
}

/** The service returns at most this many events in one answer. */
const pageSize = 1000;

interface EventLog {
  readonly client: Client;
  readonly operation: Operation;
}

interface Event {
  readonly id: number;
  readonly value: unknown;
}

type TimeRange = ReturnType<typeof rangeOf>;

/** Events get ids when they begin and appear when their transaction ends, so ids and times may disagree this much. */
const disorderMs = 60_000;
const disorderIds = 100;

function isInRange(event: Event, { sinceMs, untilMs }: TimeRange): boolean {
  if (sinceMs === undefined && untilMs === undefined) return true;
  const at = timeOf(event);
  // The service reports times to the second.
  return at >= Math.floor((sinceMs ?? 0) / 1000) * 1000 && at <= (untilMs ?? Number.POSITIVE_INFINITY);
}

async function* readPagesBackwards(
  log: EventLog,
  { after, ...values }: Values,
  maxCount: number,
  range: TimeRange,
): AsyncGenerator<readonly Event[]> {
  const afterId = after === undefined ? -1 : Number(after);
  let beforeId = values["before"];
  for (let remaining = maxCount; remaining > 0; ) {
    // Requests full pages, because the first events may be later than the range.
    const limit = range.untilMs === undefined ? Math.min(pageSize, remaining) : pageSize;
    const query: Values = {
      ...values,
      limit: String(limit),
      ...(beforeId === undefined ? {} : { before: beforeId }),
    };
    const page = await readPage(log, query);
    const ceiling = beforeId === undefined ? Number.POSITIVE_INFINITY : Number(beforeId);
    // A service that ignores `before` would send the same page forever.
    if (page.events.some(({ id }) => id >= ceiling))
      throw eventsFailure("the service does not return older events");
    const newer = page.events.filter(({ id }) => id > afterId).sort((a, b) => b.id - a.id);
    const matches = newer.filter((event) => isInRange(event, range));
    yield matches.slice(0, remaining);
    const oldest = newer.at(-1);
    const isBeforeRange =
      range.sinceMs !== undefined && oldest !== undefined && timeOf(oldest) < range.sinceMs - disorderMs;
    const isEnd =
      page.size < limit || oldest === undefined || newer.length < page.events.length || isBeforeRange;
    if (isEnd) return;
    remaining -= matches.length;
    beforeId = String(oldest.id);
  }
}

/** The service cannot filter by time, so svc bisects the ids, with one event per request. */
async function findIdsAround(log: EventLog, { after: _, ...filters }: Values, timeMs: number) {
  const readNewestUpTo = async (id: number | undefined): Promise<Event | undefined> => {
    const bound = id === undefined ? {} : { before: String(id + 1) };
    const { events } = await readPage(log, { ...filters, ...bound, limit: "1" });
    return events[0];
  };
  const newest = await readNewestUpTo(undefined);
  let [earlierId, laterId] = [0, (newest?.id ?? 0) + 1];
  if (newest === undefined || timeOf(newest) <= timeMs) earlierId = laterId - 1;
  while (laterId - earlierId > pageSize) {
    const middle = Math.floor((earlierId + laterId) / 2);
    const event = await readNewestUpTo(middle);
    if (event !== undefined && event.id > middle)
      throw eventsFailure("the service does not return older events");
    if (event === undefined || timeOf(event) <= timeMs) earlierId = middle;
    else laterId = event.id;
  }
  return { earlierId: Math.max(0, earlierId - disorderIds), laterId: laterId + disorderIds };
}

function timeOf({ value }: Event): number {
  const created = isRecord(value) ? textOf(value["created"]) : undefined;
  const at = created === undefined ? undefined : parseTime(created);
  if (at === undefined) throw eventsFailure("svc cannot read the times of the service's events");
  return at;
}

async function readPage(
  { client, operation }: EventLog,
  values: Values,
  options: { readonly signal?: AbortSignal; readonly retries?: number } = {},
) {
  const answer = await (await client.call(operation, values, options)).value();
  const list = isRecord(answer) ? answer["events"] : answer;
  if (!Array.isArray(list)) throw eventsFailure("the service's answer contains no events");
  const events = list.flatMap((value: unknown): readonly Event[] => {
    const id = isRecord(value) ? integerOf(value["id"]) : undefined;
    return id === undefined ? [] : [{ id, value }];
  });
  /** `size` counts the items of the answer, events or not; less than the limit means that this is the last page. */
  return { events, size: list.length };
}

const eventsFailure = (message: string): Failure =>
  new Failure("other", message, { status: 200, request: "GET /events/op-query" });
