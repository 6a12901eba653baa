import { group as machines } from "../../catalogue/groups/machines.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../core/failure.ts";
import { inParallel } from "../../core/parallel.ts";
import type { Call } from "../execute/resolve.ts";
import { reportOf, sendAndWait, type WaitReport, watchUntil } from "../execute/wait.ts";
import type { Client, CallOptions as ClientCallOptions } from "../http/call.ts";
import { type Goal, parseCondition } from "../lifecycle/goal.ts";
import type { ProgressEvent, WatchTarget } from "../lifecycle/progress-event.ts";
import { resolveNodes } from "../names/resolve.ts";
import { withSuggestion } from "../values/refused-value.ts";
import type { Mask } from "./error.ts";
import type { CallOptions, SettledMachine, WaitOptions } from "./types.ts";

export interface Session extends Pick<Context, "clock" | "random"> {
  readonly client: Client;
  /** The signal that the caller gave to `connect`; it ends every call. */
  readonly signal: AbortSignal | undefined;
  /** Aborted when the connection is closed, with the `Failure` that open calls reject with. */
  readonly closeSignal: AbortSignal;
  readonly mask: Mask;
  readonly note: (text: string) => void;
}

export interface CallClient {
  readonly client: Client;
  readonly signal: AbortSignal;
  release(): void;
}

/** Returns a client for one call. If the service rejects a value as invalid, the failure suggests a likely one. */
export function clientFor(session: Session, options: CallOptions): CallClient {
  const { client } = session;
  const { timeoutMs, retries } = options;
  if (session.closeSignal.aborted)
    throw new Failure("usage", "the connection is closed", { outcome: "not_sent" });
  const { signal, release } = combineSignals(options.signal, session.signal, session.closeSignal);
  return {
    signal,
    release,
    client: {
      ...client,
      call: (operation, values, more: ClientCallOptions = {}) => {
        const settings = { timeoutMs, retries, ...more, signal: more.signal ?? signal };
        return client.call(operation, values, settings).catch((error: unknown) => {
          throw withSuggestion(error, operation, values);
        });
      },
    },
  };
}

export async function withClient<Result>(
  session: Session,
  options: CallOptions,
  work: (call: CallClient) => Promise<Result>,
): Promise<Result> {
  const call = clientFor(session, options);
  try {
    return await work(call);
  } finally {
    call.release();
  }
}

/** Aborts with the first signal's `Failure`, or an `interrupted` one. `release` removes all listeners. */
export function combineSignals(...signals: readonly (AbortSignal | undefined)[]) {
  const first = AbortSignal.any(signals.filter((signal) => signal !== undefined));
  const controller = new AbortController();
  const abort = () => {
    const { reason }: { readonly reason: unknown } = first;
    controller.abort(
      reason instanceof Failure
        ? reason
        : new Failure("interrupted", "the call was ended by the caller's signal", { cause: reason }),
    );
  };
  if (first.aborted) abort();
  else first.addEventListener("abort", abort, { once: true });
  return { signal: controller.signal, release: () => first.removeEventListener("abort", abort) };
}

const parallelReads = 4;

export async function waitForEnd(
  session: Session,
  call: Call,
  signal: AbortSignal,
  options: WaitOptions,
): Promise<readonly unknown[]> {
  const { client } = call;
  const { targets, failure } = await sendAndWait(call, {
    watch: (watchTargets, goal) => watch(session, { client, signal }, watchTargets, goal, options),
    note: session.note,
  });
  if (failure !== undefined) throw failure;
  return await inParallel(targets, parallelReads, (target) => readMachine(client, target));
}

async function readMachine(client: Client, { systemId, hostname }: WatchTarget): Promise<unknown> {
  try {
    const answer = await client.call(machines.operations["machine.read"], { system_id: systemId });
    return await answer.value();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.kind === "notFound") return { system_id: systemId, hostname };
    throw error.with(
      { outcome: "done" },
      `the operation has ended, but ${hostname} cannot be read: ${error.message}`,
    );
  }
}

export async function waitUntil(
  session: Session,
  call: CallClient,
  names: readonly string[],
  conditions: readonly string[],
  { all = false, ...options }: WaitOptions & { readonly all?: boolean | undefined },
): Promise<readonly SettledMachine[]> {
  const goalConditions = conditions.map((text) => parseCondition(text, "waitFor"));
  const machines = await resolveNodes(call.client, "machine", names);
  const goal: Goal = { kind: "conditions", conditions: goalConditions, all };
  const targets = machines.map(({ systemId, hostname }) => ({ systemId, hostname }));
  const { outcomes, failure } = await watch(session, call, targets, goal, options);
  if (failure !== undefined) throw failure;
  return outcomes.map(({ systemId, hostname, to: status, elapsedMs }) => ({
    systemId,
    hostname,
    status,
    elapsedMs,
  }));
}

async function watch(
  { clock, random }: Session,
  { client, signal }: Pick<CallClient, "client" | "signal">,
  targets: readonly WatchTarget[],
  goal: Goal,
  { waitTimeoutMs, pollIntervalMs, onChange }: WaitOptions,
): Promise<WaitReport> {
  const onProgress = (event: ProgressEvent) => {
    if (event.type !== "changed" || event.from === event.to) return;
    const { systemId, hostname, from, to, message } = event;
    onChange?.({ systemId, hostname, from, to, message });
  };
  const settings = { client, clock, random, signal, waitTimeoutMs, pollIntervalMs, onProgress };
  return reportOf(targets, goal, await watchUntil(targets, goal, settings));
}
