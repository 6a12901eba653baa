import type { Operation } from "../../../catalogue/operation.ts";
import type { Client, Values } from "../../../client/http/call.ts";
import { eventTime } from "../../../client/lifecycle/history.ts";
import { integerOf, textOf } from "../../../client/lifecycle/machine-view.ts";
import { Failure } from "../../../core/failure.ts";
import { isRecord } from "../../../core/json-record.ts";

/** The service returns at most this many events in one answer. */
export const pageSize = 1000;

export interface EventLog {
  readonly client: Client;
  readonly operation: Operation;
}

export interface Event {
  readonly id: number;
  readonly value: unknown;
}

/** Milliseconds since the epoch; both ends are included. */
export interface TimeRange {
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
}

interface Page {
  readonly events: readonly Event[];
  /** Number of items in the answer, events or not; fewer than the limit means that this is the last page. */
  readonly size: number;
}

/** Events get ids when they begin and appear when their transaction ends, so ids and times may disagree this much. */
const disorderMs = 60_000;
const disorderIds = 100;

export function isInside(event: Event, { sinceMs, untilMs }: TimeRange): boolean {
  if (sinceMs === undefined && untilMs === undefined) return true;
  const at = timeOf(event);
  // The service reports times to the second.
  return at >= Math.floor((sinceMs ?? 0) / 1000) * 1000 && at <= (untilMs ?? Number.POSITIVE_INFINITY);
}

export async function* pagesBack(
  log: EventLog,
  { after, ...values }: Values,
  maxCount: number,
  times: TimeRange,
): AsyncGenerator<readonly Event[]> {
  const afterId = after === undefined ? -1 : Number(after);
  let beforeId = values["before"];
  for (let remaining = maxCount; remaining > 0; ) {
    // Requests full pages, because the first events may be later than the range.
    const limit = times.untilMs === undefined ? Math.min(pageSize, remaining) : pageSize;
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
    const matches = newer.filter((event) => isInside(event, times));
    yield matches.slice(0, remaining);
    const oldest = newer.at(-1);
    const isBeforeRange =
      times.sinceMs !== undefined && oldest !== undefined && timeOf(oldest) < times.sinceMs - disorderMs;
    const isEnd =
      page.size < limit || oldest === undefined || newer.length < page.events.length || isBeforeRange;
    if (isEnd) return;
    remaining -= matches.length;
    beforeId = String(oldest.id);
  }
}

/** The service cannot filter by time, so svc bisects the ids, with one event per request. */
export async function idsAround(log: EventLog, { after: _, ...filters }: Values, ms: number) {
  const newestUpTo = async (id: number | undefined): Promise<Event | undefined> => {
    const bound = id === undefined ? {} : { before: String(id + 1) };
    const { events } = await readPage(log, { ...filters, ...bound, limit: "1" });
    return events[0];
  };
  const newest = await newestUpTo(undefined);
  let [earlierId, laterId] = [0, (newest?.id ?? 0) + 1];
  if (newest === undefined || timeOf(newest) <= ms) earlierId = laterId - 1;
  while (laterId - earlierId > pageSize) {
    const middle = Math.floor((earlierId + laterId) / 2);
    const event = await newestUpTo(middle);
    if (event !== undefined && event.id > middle)
      throw eventsFailure("the service does not return older events");
    if (event === undefined || timeOf(event) <= ms) earlierId = middle;
    else laterId = event.id;
  }
  return { earlierId: Math.max(0, earlierId - disorderIds), laterId: laterId + disorderIds };
}

function timeOf({ value }: Event): number {
  const created = isRecord(value) ? textOf(value["created"]) : undefined;
  const at = created === undefined ? undefined : eventTime(created);
  if (at === undefined) throw eventsFailure("svc cannot read the times of the service's events");
  return at;
}

export async function readPage(
  { client, operation }: EventLog,
  values: Values,
  options: { readonly signal?: AbortSignal; readonly retries?: number } = {},
): Promise<Page> {
  const answer = await (await client.call(operation, values, options)).value();
  const list = isRecord(answer) ? answer["events"] : answer;
  if (!Array.isArray(list)) throw eventsFailure("the service's answer contains no events");
  const events = list.flatMap((value: unknown) => {
    const id = isRecord(value) ? integerOf(value["id"]) : undefined;
    return id === undefined ? [] : [{ id, value }];
  });
  return { events, size: list.length };
}

const eventsFailure = (message: string): Failure =>
  new Failure("other", message, { status: 200, request: "GET /events/op-query" });
