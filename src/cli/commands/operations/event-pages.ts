import type { Operation } from "../../../catalogue/operation.ts";
import type { Client, Values } from "../../../client/http/call.ts";
import { eventTime } from "../../../client/lifecycle/history.ts";
import { integerOf, textOf } from "../../../client/lifecycle/machine-view.ts";
import { Failure } from "../../../core/failure.ts";
import { isRecord } from "../../../core/json-record.ts";

/** The service's limit for one answer. */
export const pageSize = 1000;

export interface EventLog {
  readonly client: Client;
  readonly operation: Operation;
}

export interface Event {
  readonly id: number;
  readonly value: unknown;
}

/** Inclusive; milliseconds since the epoch. */
export interface TimeRange {
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
}

interface Page {
  readonly events: readonly Event[];
  /** Items in the answer, events or not: a page that is not full is the last. */
  readonly size: number;
}

/** Events are numbered when they begin, and appear when their transaction ends: times and ids may disagree by this much. */
const disorderMs = 60_000;
const disorderIds = 100;

export function isInside(event: Event, { sinceMs, untilMs }: TimeRange): boolean {
  if (sinceMs === undefined && untilMs === undefined) return true;
  const at = timeOf(event);
  // Times are shown to the second.
  return at >= Math.floor((sinceMs ?? 0) / 1000) * 1000 && at <= (untilMs ?? Number.POSITIVE_INFINITY);
}

/** Newest first; at most `maxCount` events, all newer than `after` and inside `times`. */
export async function* pagesBack(
  log: EventLog,
  { after, ...values }: Values,
  maxCount: number,
  times: TimeRange,
): AsyncGenerator<readonly Event[]> {
  const floor = after === undefined ? -1 : Number(after);
  let before = values["before"];
  for (let remaining = maxCount; remaining > 0; ) {
    // The first events of a page may be later than the range.
    const limit = times.untilMs === undefined ? Math.min(pageSize, remaining) : pageSize;
    const query: Values = { ...values, limit: String(limit), ...(before === undefined ? {} : { before }) };
    const page = await readPage(log, query);
    const ceiling = before === undefined ? Number.POSITIVE_INFINITY : Number(before);
    // A service that ignores `before` would send the same page forever.
    if (page.events.some(({ id }) => id >= ceiling))
      throw noEvents("the service does not return older events");
    const newer = page.events.filter(({ id }) => id > floor).sort((a, b) => b.id - a.id);
    const matches = newer.filter((event) => isInside(event, times));
    yield matches.slice(0, remaining);
    const last = newer.at(-1);
    const isOlder =
      times.sinceMs !== undefined && last !== undefined && timeOf(last) < times.sinceMs - disorderMs;
    const isEnd = page.size < limit || last === undefined || newer.length < page.events.length || isOlder;
    if (isEnd) return;
    remaining -= matches.length;
    before = String(last.id);
  }
}

/**
 * Ids around a time: all events from `earlier` down are not later than it, and all from `later` up are. The service
 * cannot filter by time, so svc searches the ids by bisection, one event per request, until one page covers the rest.
 */
export async function idsAround(
  log: EventLog,
  { after: _, ...filters }: Values,
  ms: number,
): Promise<{ readonly earlier: number; readonly later: number }> {
  const newestUpTo = async (id: number | undefined): Promise<Event | undefined> => {
    const bound = id === undefined ? {} : { before: String(id + 1) };
    const { events } = await readPage(log, { ...filters, ...bound, limit: "1" });
    return events[0];
  };
  const newest = await newestUpTo(undefined);
  let [earlier, later] = [0, (newest?.id ?? 0) + 1];
  if (newest === undefined || timeOf(newest) <= ms) earlier = later - 1;
  while (later - earlier > pageSize) {
    const middle = Math.floor((earlier + later) / 2);
    const event = await newestUpTo(middle);
    if (event !== undefined && event.id > middle) throw noEvents("the service does not return older events");
    if (event === undefined || timeOf(event) <= ms) earlier = middle;
    else later = event.id;
  }
  return { earlier: Math.max(0, earlier - disorderIds), later: later + disorderIds };
}

/** Throws a `Failure` for a time that cannot be read. */
function timeOf({ value }: Event): number {
  const created = isRecord(value) ? textOf(value["created"]) : undefined;
  const at = created === undefined ? undefined : eventTime(created);
  if (at === undefined) throw noEvents("svc cannot read the times of the service's events");
  return at;
}

export async function readPage(
  { client, operation }: EventLog,
  values: Values,
  options: { readonly signal?: AbortSignal; readonly retries?: number } = {},
): Promise<Page> {
  const answer = await (await client.call(operation, values, options)).value();
  const list = isRecord(answer) ? answer["events"] : answer;
  if (!Array.isArray(list)) throw noEvents("the service's answer contains no events");
  const events = list.flatMap((value: unknown) => {
    const id = isRecord(value) ? integerOf(value["id"]) : undefined;
    return id === undefined ? [] : [{ id, value }];
  });
  return { events, size: list.length };
}

const noEvents = (message: string): Failure =>
  new Failure("other", message, { status: 200, request: "GET /events/op-query" });
