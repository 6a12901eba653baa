import type { Client } from "../../../client/http/call.ts";
import type { Context } from "../../../context.ts";
import { asFailure, doubtHint, isInDoubt } from "../../../core/failure.ts";
import { inParallel } from "../../../core/parallel.ts";
import { serviceTime } from "../../invocation/invocation.ts";
import { readNode } from "../describe-node/read-node.ts";
import { pageMask, sectionsOf } from "../describe-node/sections.ts";
import { machinesOf, type Scope } from "../status/read-status.ts";
import { type TopMachine, topMachine, topMembers, withChanges } from "./machines.ts";
import type { Effect, State, TopEvent } from "./state.ts";

/** Background work: reads the state, sends events, and stops with the screen. */
export interface Desk {
  readonly client: Client;
  readonly clock: Context["clock"];
  readonly scope: Scope;
  state(): State;
  dispatch(event: TopEvent): void;
  finish(reason: unknown): void;
  readonly signal: AbortSignal;
}

/** The longest pause after failed readings in milliseconds, unless the interval is longer. */
const maxPauseMs = 30_000;
/** Slow readings are followed by a pause this many times as long. */
const restFactor = 2;

export interface Reader {
  /** Reads at once, or right after the current reading. */
  wake(): void;
  /** Runs until the screen ends. Throws if the first reading fails. */
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

/** Returns how long it took, in milliseconds. */
async function readOnce(desk: Desk, isFirst: boolean): Promise<number> {
  const { client, clock, scope, signal, state, dispatch } = desk;
  const startedAt = clock.monotonic();
  try {
    const options = isFirst ? { signal } : { signal, retries: 0 };
    const machines: TopMachine[] = [];
    for await (const each of machinesOf(client, scope, topMembers, options)) {
      const machine = topMachine(each);
      if (machine !== undefined) machines.push(machine);
    }
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

const actionsAtOnce = 4;
const eventCount = 40;

/** Never rejects. */
export async function describeMachine({ client, clock, dispatch }: Desk, id: string): Promise<void> {
  try {
    const node = await readNode(client, "machine", id, eventCount);
    const sections = sectionsOf(node, {
      now: serviceTime(client, clock),
      mask: pageMask({ showSecrets: false }),
    });
    dispatch({ kind: "described", id, sections });
  } catch (error) {
    dispatch({ kind: "describeFailed", id, text: asFailure(error).message });
  }
}

type Act = Extract<Effect, { kind: "act" }>;

/** Reports each answer and the total; never rejects. */
export async function sendActions(desk: Desk, { action, machines, input }: Act): Promise<void> {
  const { label } = action;
  const typed = action.input === undefined || input === "" ? {} : { [action.input.field]: input };
  const errors: string[] = [];
  await inParallel(machines, actionsAtOnce, async ({ systemId, hostname }) => {
    const error = await sendAction(desk, action, { system_id: systemId, ...typed });
    if (error !== undefined) errors.push(`${hostname}: ${error}`);
    desk.dispatch({ kind: "acted", id: systemId });
  });
  desk.dispatch({ kind: "actedAll", label, done: machines.length - errors.length, errors });
}

async function sendAction(
  { client, signal }: Desk,
  { operation }: Act["action"],
  values: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  try {
    await (await client.call(operation, values, { signal })).value();
    return undefined;
  } catch (error) {
    const { message } = asFailure(error);
    return isInDoubt(error) ? `${message}; ${doubtHint}` : message;
  }
}
