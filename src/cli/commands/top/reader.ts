import { asFailure } from "../../../core/failure.ts";
import { serviceTime } from "../../invocation/invocation.ts";
import type { Desk } from "./desk.ts";
import { describeMachine } from "./machine-work.ts";
import { withChanges } from "./machines.ts";
import { readMachines } from "./read-machines.ts";

/** The longest pause after readings that failed, in milliseconds, unless the interval is longer. */
const maxPauseMs = 30_000;
/** A reading that takes long is followed by a pause that is this many times as long. */
const restFactor = 2;

/** Reads what is shown, again and again. */
export interface Reader {
  /** Reads at once, or right after the reading under way. */
  wake(): void;
  /** Goes on until the screen is left. The first reading has to succeed. */
  run(): Promise<void>;
}

export function createReader(desk: Desk, intervalMs: number): Reader {
  const { clock, signal } = desk;
  let sleeping = new AbortController();
  let isDue = true;
  const pause = async (ms: number) => {
    sleeping = new AbortController();
    if (!isDue && !signal.aborted) await clock.sleep(ms, sleeping.signal).catch(() => undefined);
    isDue = false;
  };
  const run = async () => {
    let tookMs = 0;
    while (!signal.aborted) {
      const { readError, readAt } = desk.state();
      const wantedMs = Math.min(intervalMs * 2 ** (readError?.count ?? 0), Math.max(intervalMs, maxPauseMs));
      await pause(Math.max(wantedMs, tookMs * restFactor));
      if (signal.aborted) return;
      const { overlay } = desk.state();
      if (overlay?.kind === "details" && readAt > 0) await describeMachine(desk, overlay.id);
      else if (overlay?.kind !== "help" || readAt === 0) tookMs = await readOnce(desk, readAt === 0);
    }
  };
  signal.addEventListener("abort", () => sleeping.abort());
  return {
    wake: () => {
      isDue = true;
      sleeping.abort();
    },
    run,
  };
}

/** Answers how long it took, in milliseconds. */
async function readOnce(desk: Desk, isFirst: boolean): Promise<number> {
  const { client, clock, scope, signal, state, dispatch } = desk;
  const startedAt = clock.monotonic();
  try {
    const machines = await readMachines(client, scope, isFirst ? { signal } : { signal, retries: 0 });
    const earlier = new Map(state().machines.map((machine) => [machine.systemId, machine]));
    const now = clock.monotonic();
    dispatch({
      kind: "read",
      machines: withChanges(machines, earlier, now),
      at: serviceTime(client, clock),
      now,
    });
  } catch (error) {
    if (isFirst) desk.finish(error);
    else dispatch({ kind: "readFailed", text: asFailure(error).message });
  }
  return clock.monotonic() - startedAt;
}
