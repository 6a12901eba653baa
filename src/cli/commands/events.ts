import { defaults } from "../../catalogue/defaults.ts";
import type { Operation } from "../../catalogue/operation.ts";
import type { Client, Values } from "../../client/http/call.ts";
import { integerOf } from "../../client/lifecycle/machine-view.ts";
import type { Clock } from "../../core/clock.ts";
import { Failure } from "../../core/failure.ts";
import { isRecord } from "../../core/json-record.ts";
import type { OperationRun } from "../invocation/invocation.ts";
import { isPreview } from "../operation/preview.ts";
import { shapeOf } from "../operation/result.ts";
import { openRowStream } from "../output/print.ts";
import { withSystemIds } from "../selection/field-names.ts";
import { keepReading } from "../waiting/keep-reading.ts";

/** The most events in one answer. */
const pageSize = 1000;
/** How many of the latest events stand before the new ones. */
const defaultBacklog = 10;

interface Event {
  readonly id: number;
  readonly value: unknown;
}

interface Page {
  readonly events: readonly Event[];
  /** Items in the answer, events or not: a page that is not full is the last. */
  readonly size: number;
}

/**
 * `svc events query` with `--follow`, `--all` or a `--limit` above one page. Pages are asked for by `before`
 * and `after`; the links in the answers are never followed.
 */
export async function queryEvents(run: OperationRun): Promise<void> {
  const { entry, invocation, execute } = run;
  const { options } = invocation;
  const isFollowing = options["follow"] === true;
  if (isFollowing && run.values["before"] !== undefined)
    throw new Failure("usage", "--follow and --before cannot be combined");
  if (options["all"] === true && run.values["limit"] !== undefined)
    throw new Failure("usage", "--all and --limit cannot be combined");
  if (isPreview(invocation)) {
    const isPaged = isFollowing || options["all"] === true || Number(run.values["limit"]) > pageSize;
    return await execute(entry, isPaged ? { ...run.values, limit: String(pageSize) } : run.values);
  }
  const client = await invocation.connect();
  const values = await withSystemIds(entry.operation, run.values, invocation, "trust");
  if (isFollowing) return await follow({ ...run, values }, client);
  const maxCount = options["all"] === true ? Number.POSITIVE_INFINITY : Number(values["limit"]);
  await invocation.printAnswer(
    {
      status: 200,
      contentType: "application/json",
      headers: {},
      bytes: () => asAnswer(pagesBack(client, entry.operation, values, maxCount)),
      value: () => Promise.reject(new Error("events are read as bytes")),
    },
    shapeOf(entry),
  );
}

/** The events in the form of the service's own answer, page by page. */
async function* asAnswer(pages: AsyncIterable<readonly Event[]>): AsyncGenerator<Uint8Array> {
  let count = 0;
  // Nothing is written before the first page is there: where it cannot be read, the output stays empty.
  let pending = '{"events":[';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield Buffer.from(pending + page.map(({ value }) => JSON.stringify(value)).join(","));
    pending = ",";
    count += page.length;
  }
  yield Buffer.from(`${count === 0 ? pending : ""}],"count":${count}}`);
}

/**
 * Pages from the newest event to the oldest, at most `maxCount` events, all of them newer than `after`.
 */
async function* pagesBack(
  client: Client,
  operation: Operation,
  { after, ...values }: Values,
  maxCount: number,
): AsyncGenerator<readonly Event[]> {
  const floor = after === undefined ? -1 : Number(after);
  let before = values["before"];
  for (let left = maxCount; left > 0; ) {
    const limit = Math.min(pageSize, left);
    const asked: Values = { ...values, limit: String(limit), ...(before === undefined ? {} : { before }) };
    const page = await readPage(client, operation, asked);
    const ceiling = before === undefined ? Number.POSITIVE_INFINITY : Number(before);
    // A service that ignores `before` would answer the same page for ever.
    if (page.events.some(({ id }) => id >= ceiling))
      throw noEvents("the service does not answer older events");
    const fresh = page.events.filter(({ id }) => id > floor).sort((a, b) => b.id - a.id);
    yield fresh.slice(0, left);
    const last = fresh.at(-1);
    const isEnd = page.size < limit || last === undefined || fresh.length < page.events.length;
    if (isEnd) return;
    left -= fresh.length;
    before = String(last.id);
  }
}

/** Prints the latest events, then each new one as it comes, oldest first, until somebody ends it. */
async function follow({ entry, values, invocation }: OperationRun, client: Client): Promise<void> {
  const { after, limit, ...filters } = values;
  const intervalMs = invocation.options["poll-interval"] ?? defaults.followIntervalMs;
  const shape = shapeOf(entry);
  const stream = openRowStream(shape, invocation.outputSettings(shape), invocation.context.stdout);
  const { clock } = invocation.context;
  // The id after which events are printed; undefined: the latest few come first.
  const start = after !== undefined ? Number(after) : invocation.options["all"] === true ? 0 : undefined;
  let window = start === undefined ? undefined : openEventWindow(clock, start);
  const print = async (events: readonly Event[]) => {
    await stream.write(events.map(({ value }) => value));
  };
  await keepReading(invocation, intervalMs, async (signal) => {
    if (window === undefined) {
      const backlog = { ...filters, limit: limit ?? String(defaultBacklog) };
      const { events } = await readPage(client, entry.operation, backlog, { signal });
      const oldest = Math.min(...events.map(({ id }) => id));
      window = openEventWindow(clock, events.length === 0 ? 0 : oldest - 1);
      return await print(window.take(events));
    }
    for (let since = window.floor(); ; ) {
      const asked = { ...filters, after: String(since), limit: String(pageSize) };
      const page = await readPage(client, entry.operation, asked, { signal, retries: 0 });
      await print(window.take(page.events));
      const last = Math.max(since, ...page.events.map(({ id }) => id));
      if (page.size < pageSize || last === since) break;
      since = last;
    }
    window.endReading();
  });
}

async function readPage(
  client: Client,
  operation: Operation,
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

/**
 * An event may appear after one of a higher id, when its transaction ends later. So what came in the last minute
 * is asked for again, as far as it is not more than a thousand events.
 */
const overlapMs = 60_000;
const maxReread = 1_000;

/** Which events of a log that is followed have been printed. */
interface EventWindow {
  /** The id after which the log is to be read. */
  floor(): number;
  /** The events that are new, in the order of their ids; they count as printed from now on. */
  take<T extends { readonly id: number }>(events: readonly T[]): readonly T[];
  /** A whole reading is over: what is older than the overlap will not be asked for again. */
  endReading(): void;
}

/** Opens a window on the events after the id `start`. */
function openEventWindow(clock: Clock, start: number): EventWindow {
  let floor = start;
  let printed = new Set<number>();
  let newest = start;
  const readings: { readonly at: number; readonly newest: number }[] = [];
  const raise = (to: number) => {
    if (to <= floor) return;
    floor = to;
    printed = new Set([...printed].filter((id) => id > floor));
  };
  return {
    floor: () => floor,
    take: (events) => {
      const fresh = events
        .filter(({ id }) => id > floor && !printed.has(id))
        .sort((a, b) => a.id - b.id)
        .filter(({ id }, index, all) => id !== all[index - 1]?.id);
      for (const { id } of fresh) printed.add(id);
      newest = Math.max(newest, fresh.at(-1)?.id ?? newest);
      if (printed.size > maxReread) raise([...printed].sort((a, b) => b - a)[maxReread] ?? floor);
      return fresh;
    },
    endReading: () => {
      const at = clock.monotonic();
      readings.push({ at, newest });
      while (readings.length > 1 && at - (readings[1]?.at ?? at) >= overlapMs) readings.shift();
      const [oldest] = readings;
      if (oldest !== undefined && at - oldest.at >= overlapMs) raise(oldest.newest);
    },
  };
}
