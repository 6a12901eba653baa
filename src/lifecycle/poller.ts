import { group as machines } from "../api/groups/machines.ts";
import type { Clock } from "../context.ts";
import { Failure } from "../failure.ts";
import type { Client } from "../http/call.ts";
import { isRecord } from "../json/record.ts";
import { chunksOf, inParallel } from "../parallel.ts";
import { type MachineView, machineView } from "./machine-view.ts";
import { within } from "./within.ts";

/** Ids in one request: far below the 8 KB of a request line that services have been seen to take. */
const idsPerRequest = 50;

/** Requests of one tick that run at the same time; each answer may be 1.5 MB. */
const requestsAtOnce = 4;

/** What one tick learned. A machine in none of the first three could not be read this time. */
export interface Reading {
  readonly views: ReadonlyMap<string, MachineView>;
  /** Machines that are not there, and who says so: the service, or a web page that may be a proxy's. */
  readonly gone: ReadonlyMap<string, "service" | "page">;
  /** Machines that may not be read (403), although the list may. */
  readonly forbidden: ReadonlySet<string>;
  readonly errors: readonly ReadError[];
}

interface ReadError {
  readonly text: string;
  readonly retryAfterMs: number | undefined;
}

/** The bounds of a reading. */
interface ReadOptions {
  readonly clock: Clock;
  /** Of the whole reading, in milliseconds. */
  readonly boundMs: number;
  /** Of one request, in milliseconds, to the last byte of its answer. */
  readonly requestMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** The list answered 401 or 403, or a signal ended every request of the run: it ends the watching. */
export class FatalReadError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/**
 * Reads the machines with one request for each 50 ids. One that the list leaves out is asked for by itself
 * before it counts as gone. Failures to read are returned; only 401 and 403 of the list are thrown, as a
 * `FatalReadError`, and the signal's reason when it is aborted.
 */
export async function readMachines(
  client: Client,
  ids: readonly string[],
  { clock, boundMs, requestMs, signal }: ReadOptions,
): Promise<Reading> {
  const views = new Map<string, MachineView>();
  const gone = new Map<string, "service" | "page">();
  const forbidden = new Set<string>();
  const errors: ReadError[] = [];

  const survive = (error: unknown, late: boolean) => {
    signal?.throwIfAborted();
    const isEnding =
      error instanceof Failure && (error.kind === "interrupted" || error.kind === "terminated");
    if (isEnding) throw new FatalReadError(error);
    errors.push(late ? tooSlow : readError(error));
  };

  /** The value of an answer that is there, whole, in time. */
  const ask = async (
    operation: Parameters<Client["call"]>[0],
    values: Parameters<Client["call"]>[1],
    whole: AbortSignal,
  ): Promise<{ readonly value: unknown } | { readonly error: unknown; readonly late: boolean }> =>
    await within(clock, requestMs, whole, async (bounded) => {
      try {
        const options = { timeoutMs: requestMs, retries: 0, signal: bounded };
        return { value: await (await client.call(operation, values, options)).value() };
      } catch (error) {
        return { error, late: bounded.aborted };
      }
    });

  const readOne = async (id: string, whole: AbortSignal) => {
    const answer = await ask(machines.operations["machine.read"], { system_id: id }, whole);
    if ("value" in answer) {
      const view = machineView(answer.value);
      if (view?.systemId === id) views.set(id, view);
      else errors.push(view === undefined ? notMachines : anotherMachine(id, view.systemId));
      return;
    }
    const { error, late } = answer;
    if (late || !(error instanceof Failure)) survive(error, late);
    else if (error.kind === "notFound") gone.set(id, error.details.isPage === true ? "page" : "service");
    else if (error.kind === "forbidden") forbidden.add(id);
    else survive(error, false);
  };

  /** A filter refused with 400 may hold an id that the service does not know: halve until that one stands alone. */
  const readChunk = async (chunk: readonly string[], whole: AbortSignal): Promise<void> => {
    const answer = await ask(machines.operations["machines.list"], { id: chunk }, whole);
    if (!("value" in answer)) {
      const { error, late } = answer;
      if (!late && error instanceof Failure) {
        if (error.kind === "notAuthenticated" || error.kind === "forbidden") throw new FatalReadError(error);
        if (error.kind === "invalid") return await readHalves(chunk, whole);
      }
      return survive(error, late);
    }
    const { value: rows } = answer;
    if (!Array.isArray(rows) || !rows.every(isRecord)) {
      errors.push(notMachines);
      return;
    }
    const asked = new Set(chunk);
    for (const row of rows) {
      const view = machineView(row);
      if (view !== undefined && asked.delete(view.systemId)) views.set(view.systemId, view);
    }
    for (const missing of asked) await readOne(missing, whole);
  };

  const readHalves = async (chunk: readonly string[], whole: AbortSignal): Promise<void> => {
    const [only, second] = chunk;
    if (only === undefined) return;
    if (second === undefined) return await readOne(only, whole);
    const middle = Math.ceil(chunk.length / 2);
    await readChunk(chunk.slice(0, middle), whole);
    await readChunk(chunk.slice(middle), whole);
  };

  await within(clock, boundMs, signal, async (whole) => {
    await inParallel(chunksOf([...new Set(ids)], idsPerRequest), requestsAtOnce, (chunk) =>
      readChunk(chunk, whole),
    );
  });
  signal?.throwIfAborted();
  return { views, gone, forbidden, errors };
}

const notMachines: ReadError = {
  text: "the service's answer holds no machines (GET /machines/)",
  retryAfterMs: undefined,
};

const tooSlow: ReadError = { text: "the answer took too long (GET /machines/)", retryAfterMs: undefined };

const anotherMachine = (asked: string, answered: string): ReadError => ({
  text: `the service answers machine ${answered} for ${asked} (GET /machines/${asked}/)`,
  retryAfterMs: undefined,
});

function readError(error: unknown): ReadError {
  if (error instanceof Failure) return { text: error.message, retryAfterMs: error.details.retryAfterMs };
  return { text: error instanceof Error ? error.message : String(error), retryAfterMs: undefined };
}
