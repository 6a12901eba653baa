import { defaults } from "../../../catalogue/defaults.ts";
import type { Operation } from "../../../catalogue/operation.ts";
import type { Client, Values } from "../../../client/http/call.ts";
import { integerOf } from "../../../client/lifecycle/machine-view.ts";
import type { Clock } from "../../../core/clock.ts";
import { Failure } from "../../../core/failure.ts";
import { isRecord } from "../../../core/json-record.ts";
import type { OperationRun } from "../../invocation/invocation.ts";
import { isPreview } from "../../operation/preview.ts";
import { shapeOf } from "../../operation/result.ts";
import { openRowStream } from "../../output/print.ts";
import { withSystemIds } from "../../selection/field-names.ts";
import { keepReading } from "../../waiting/keep-reading.ts";

/** The service's limit for one answer. */
const pageSize = 1000;
/** Latest events printed before the new ones. */
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

/** Pages are requested by `before` and `after`; links in the answers are never followed. */
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

/** Has the form of the service's own answer. */
async function* asAnswer(pages: AsyncIterable<readonly Event[]>): AsyncGenerator<Uint8Array> {
  let count = 0;
  // Written with the first page: if that cannot be read, the output stays empty.
  let pending = '{"events":[';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield Buffer.from(pending + page.map(({ value }) => JSON.stringify(value)).join(","));
    pending = ",";
    count += page.length;
  }
  yield Buffer.from(`${count === 0 ? pending : ""}],"count":${count}}`);
}

/** Newest first; at most `maxCount` events, all newer than `after`. */
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
    // A service that ignores `before` would send the same page forever.
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

/** Prints the latest events, then new ones as they come, oldest first. */
async function follow({ entry, values, invocation }: OperationRun, client: Client): Promise<void> {
  const { after, limit, ...filters } = values;
  const intervalMs = invocation.options["poll-interval"] ?? defaults.followIntervalMs;
  const shape = shapeOf(entry);
  const stream = openRowStream(shape, invocation.outputSettings(shape), invocation.context.stdout);
  const { clock } = invocation.context;
  // Events after this id are printed; undefined prints the latest few first.
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

/** Events may appear late, when their transaction ends: the last minute is read again, up to a thousand events. */
const overlapMs = 60_000;
const maxReread = 1_000;

interface EventWindow {
  /** The id to read after. */
  floor(): number;
  /** Returns the new events in the order of their ids, and marks them as printed. */
  take<T extends { readonly id: number }>(events: readonly T[]): readonly T[];
  /** Ends a full reading: events older than the overlap are not read again. */
  endReading(): void;
}

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
