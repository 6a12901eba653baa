import { group as machines } from "../api/groups/machines.ts";
import { Failure } from "../failure.ts";
import type { Client } from "../http/call.ts";
import { isRecord, type MachineView, machineView } from "./machine-view.ts";

/**
 * Ids in one request: far below the 8 KB of a request line that services have been seen to take (field notes,
 * "Answers").
 */
const idsPerRequest = 50;

/** Requests of one tick that run at the same time; each answer may be 1.5 MB. */
const requestsAtOnce = 4;

/** What one tick learned. A machine in none of the three could not be read this time. */
export interface Reading {
  readonly views: ReadonlyMap<string, MachineView>;
  readonly gone: ReadonlySet<string>;
  readonly errors: readonly ReadError[];
}

interface ReadError {
  readonly text: string;
  readonly retryAfterMs: number | undefined;
}

/** An answer of 401 or 403: it ends the watching. */
export class FatalReadError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/**
 * Reads the machines with one request for each 50 ids. One that the list leaves out is asked for by itself
 * before it counts as gone. `timeoutMs` is each request's. Failures to read are returned; only 401 and 403
 * are thrown, as a `FatalReadError`, and the signal's reason when it is aborted.
 */
export async function readMachines(
  client: Client,
  ids: readonly string[],
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<Reading> {
  const views = new Map<string, MachineView>();
  const gone = new Set<string>();
  const errors: ReadError[] = [];
  const options = { timeoutMs, retries: 0, ...(signal === undefined ? {} : { signal }) };

  const survive = (error: unknown) => {
    signal?.throwIfAborted();
    if (error instanceof Failure && (error.kind === "notAuthenticated" || error.kind === "forbidden"))
      throw new FatalReadError(error);
    errors.push(readError(error));
  };

  const readOne = async (id: string) => {
    try {
      const answer = await client.call(machines.operations["machine.read"], { system_id: id }, options);
      const view = machineView(await answer.value());
      if (view === undefined) errors.push(notMachines);
      else views.set(id, view);
    } catch (error) {
      if (error instanceof Failure && error.kind === "notFound") gone.add(id);
      else survive(error);
    }
  };

  /**
   * A filter refused with 400 may hold an id that the service does not know: halve until that one stands
   * alone.
   */
  const readChunk = async (chunk: readonly string[]): Promise<void> => {
    let rows: unknown;
    try {
      const answer = await client.call(machines.operations["machines.list"], { id: chunk }, options);
      rows = await answer.value();
    } catch (error) {
      if (!(error instanceof Failure && error.kind === "invalid")) return survive(error);
      const [only, second] = chunk;
      if (only === undefined) return;
      if (second === undefined) return readOne(only);
      const middle = Math.ceil(chunk.length / 2);
      await readChunk(chunk.slice(0, middle));
      return readChunk(chunk.slice(middle));
    }
    if (!Array.isArray(rows) || !rows.every(isRecord)) {
      errors.push(notMachines);
      return;
    }
    const asked = new Set(chunk);
    for (const row of rows) {
      const view = machineView(row);
      if (view !== undefined && asked.delete(view.systemId)) views.set(view.systemId, view);
    }
    for (const missing of asked) await readOne(missing);
  };

  await forEachBounded(chunksOf([...new Set(ids)], idsPerRequest), requestsAtOnce, readChunk);
  signal?.throwIfAborted();
  return { views, gone, errors };
}

const notMachines: ReadError = {
  text: "the service's answer holds no machines (GET /machines/)",
  retryAfterMs: undefined,
};

function readError(error: unknown): ReadError {
  if (error instanceof Failure) return { text: error.message, retryAfterMs: error.details.retryAfterMs };
  return { text: error instanceof Error ? error.message : String(error), retryAfterMs: undefined };
}

export function chunksOf<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const chunks: (readonly T[])[] = [];
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size));
  return chunks;
}

/**
 * Runs `task` for every item, at most `atOnce` at the same time; the first error ends it once the running
 * ones have ended.
 */
export async function forEachBounded<T>(
  items: readonly T[],
  atOnce: number,
  task: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  const failures: unknown[] = [];
  const work = async () => {
    for (const item of queue) {
      if (failures.length > 0) return;
      try {
        await task(item);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
  if (failures.length > 0) throw failures[0];
}
