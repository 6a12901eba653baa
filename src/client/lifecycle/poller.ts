import { group as machines } from "../../catalogue/groups/machines.ts";
import { type Clock, withTimeout } from "../../core/clock.ts";
import { asFailure, Failure, isSignal } from "../../core/failure.ts";
import { isRecord } from "../../core/json-record.ts";
import { chunksOf, inParallel } from "../../core/parallel.ts";
import type { Client, Values } from "../http/call.ts";
import { type Goal, needsSshProbe } from "./goal.ts";
import { type MachineView, machineView } from "./machine-view.ts";
import type { WaitOptions } from "./progress-event.ts";
import type { WaitRoster } from "./watched.ts";

/** Keeps request lines far below the 8 KB that live services accept. */
const idsPerRequest = 50;

/** One answer may have 1.5 MB. */
const requestsAtOnce = 4;

/** The result of one poll. A machine that is in none of the first three members could not be read. */
export interface Reading {
  readonly views: ReadonlyMap<string, MachineView>;
  /** Missing machines, and whether the 404 came from the service or was a web page, perhaps from a proxy. */
  readonly missing: ReadonlyMap<string, "service" | "page">;
  /** Machines for which the service answers 403, although it shows the list. */
  readonly forbidden: ReadonlySet<string>;
  readonly errors: readonly ReadError[];
}

interface ReadError {
  readonly text: string;
  readonly retryAfterMs?: number | undefined;
}

interface Bounds {
  readonly clock: Clock;
  /** Milliseconds for one request with its complete answer. */
  readonly requestMs: number;
  readonly signal?: AbortSignal | undefined;
}

interface ReadPass extends Bounds, ReturnType<typeof emptyReading> {
  readonly client: Client;
  readonly pollSignal: AbortSignal;
}

const emptyReading = () => ({
  views: new Map<string, MachineView>(),
  missing: new Map<string, "service" | "page">(),
  forbidden: new Set<string>(),
  errors: [] as ReadError[],
});

/** Ends the wait: the list answered 401 or 403, or a signal ended all requests. */
export class FatalReadError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** A machine that a list lacks is read on its own before it counts as deleted. Throws only a `FatalReadError`. */
export async function readMachines(
  client: Client,
  ids: readonly string[],
  timeoutMs: number,
  bounds: Bounds,
): Promise<Reading> {
  const results = emptyReading();
  await withTimeout(bounds.clock, timeoutMs, bounds.signal, (pollSignal) =>
    inParallel(chunksOf([...new Set(ids)], idsPerRequest), requestsAtOnce, (chunk) =>
      readChunk({ ...bounds, ...results, client, pollSignal }, chunk),
    ),
  );
  bounds.signal?.throwIfAborted();
  return results;
}

/** One unknown id may cause a 400, so the chunk is halved until that id is alone. */
async function readChunk(pass: ReadPass, chunk: readonly string[]): Promise<void> {
  const answer = await request(pass, "machines.list", { id: chunk });
  if (!("value" in answer)) {
    const { error, isLate } = answer;
    const kind = !isLate && error instanceof Failure ? error.kind : undefined;
    if (kind === "notAuthenticated" || kind === "forbidden") throw new FatalReadError(asFailure(error));
    if (kind === "invalid") return await readHalves(pass, chunk);
    return recordReadError(pass, error, isLate);
  }
  const { value: rows } = answer;
  if (!Array.isArray(rows) || !rows.every(isRecord)) {
    pass.errors.push(noMachinesError);
    return;
  }
  const unreadIds = new Set(chunk);
  for (const row of rows) {
    const view = machineView(row);
    if (view !== undefined && unreadIds.delete(view.systemId)) pass.views.set(view.systemId, view);
  }
  for (const missingId of unreadIds) await readOne(pass, missingId);
}

async function readHalves(pass: ReadPass, chunk: readonly string[]): Promise<void> {
  const [only, second] = chunk;
  if (only === undefined) return;
  if (second === undefined) return await readOne(pass, only);
  const middle = Math.ceil(chunk.length / 2);
  await readChunk(pass, chunk.slice(0, middle));
  await readChunk(pass, chunk.slice(middle));
}

async function readOne(pass: ReadPass, id: string): Promise<void> {
  const { views, missing, forbidden, errors } = pass;
  const answer = await request(pass, "machine.read", { system_id: id });
  if ("value" in answer) {
    const view = machineView(answer.value);
    if (view?.systemId === id) views.set(id, view);
    else errors.push(view === undefined ? noMachinesError : otherMachineError(id, view.systemId));
    return;
  }
  const { error, isLate } = answer;
  if (isLate || !(error instanceof Failure)) recordReadError(pass, error, isLate);
  else if (error.kind === "notFound") missing.set(id, error.details.isWebPage === true ? "page" : "service");
  else if (error.kind === "forbidden") forbidden.add(id);
  else recordReadError(pass, error, false);
}

async function request(
  { client, clock, requestMs, pollSignal }: ReadPass,
  id: "machine.read" | "machines.list",
  values: Values,
): Promise<{ readonly value: unknown } | { readonly error: unknown; readonly isLate: boolean }> {
  return await withTimeout(clock, requestMs, pollSignal, async (signal) => {
    try {
      const options = { maxTimeoutMs: requestMs, retries: 0, signal };
      return { value: await (await client.call(machines.operations[id], values, options)).value() };
    } catch (error) {
      return { error, isLate: signal.aborted };
    }
  });
}

function recordReadError({ signal, errors }: ReadPass, error: unknown, isLate: boolean): void {
  signal?.throwIfAborted();
  if (error instanceof Failure && isSignal(error)) throw new FatalReadError(error);
  errors.push(isLate ? tooSlowError : toReadError(error));
}

const noMachinesError: ReadError = { text: "the service's answer contains no machines (GET /machines/)" };

const tooSlowError: ReadError = { text: "the answer took too long (GET /machines/)" };

const otherMachineError = (requestedId: string, receivedId: string): ReadError => ({
  text: `the service returned machine ${receivedId} instead of ${requestedId} (GET /machines/${requestedId}/)`,
});

function toReadError(error: unknown): ReadError {
  if (error instanceof Failure) return { text: error.message, retryAfterMs: error.details.retryAfterMs };
  return { text: error instanceof Error ? error.message : String(error) };
}

const probesAtOnce = 16;
/** All SSH probes of a poll end after this time. Machines that were not probed come first in the next poll. */
const maxProbesMs = 10_000;
/** Probes get this time even at the deadline. */
const minProbesMs = 1_000;

/** Stops after `maxProbesMs` or at the wait's deadline, and begins with the machine probed longest ago. */
export function createProbe(goal: Goal, roster: WaitRoster, { probeSsh, signal, clock }: WaitOptions) {
  const probedAt = new Map<string, number>();
  const lastProbeTime = ({ systemId }: { readonly systemId: string }) => probedAt.get(systemId) ?? -1;
  return async ({ views }: Reading): Promise<ReadonlySet<string>> => {
    const answeringIds = new Set<string>();
    const probeTargets = [...views.values()].filter(
      (view) => roster.pending.has(view.systemId) && needsSshProbe(goal, view),
    );
    if (probeSsh === undefined || probeTargets.length === 0) return answeringIds;
    probeTargets.sort((a, b) => lastProbeTime(a) - lastProbeTime(b));
    const probesTimeoutMs = Math.min(maxProbesMs, Math.max(roster.remainingMs(), minProbesMs));
    await withTimeout(clock, probesTimeoutMs, signal, (limitedSignal) =>
      inParallel(probeTargets, probesAtOnce, async ({ systemId, ipAddresses }) => {
        if (limitedSignal.aborted) return;
        probedAt.set(systemId, clock.monotonic());
        const answers = await Promise.all(ipAddresses.map((address) => probeSsh(address, limitedSignal)));
        if (answers.includes(true)) answeringIds.add(systemId);
      }),
    );
    signal?.throwIfAborted();
    return answeringIds;
  };
}
