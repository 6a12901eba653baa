import { getEventListeners } from "node:events";
import type { Operation } from "../../../../src/catalogue/operation.ts";
import { type StatusValue, statuses } from "../../../../src/catalogue/statuses.ts";
import type { Answer, CallOptions, Client, Values } from "../../../../src/client/http/call.ts";
import { stringifyExact } from "../../../../src/client/json/exact.ts";
import type { Clock } from "../../../../src/core/clock.ts";
import { Failure } from "../../../../src/core/failure.ts";
import { endpoint } from "../http/endpoint.ts";

/**
 * A clock that advances only when nothing else is left to do; then it jumps to the end of the shortest sleep.
 * Work that takes more than `turns` turns of the event loop goes unnoticed. Completed sleeps are recorded;
 * `onSleep` runs before the clock advances.
 */
interface FakeClock extends Clock {
  readonly sleeps: number[];
  onSleep: (ms: number) => void;
  advance(ms: number): void;
  /** Sets the wall clock without advancing time. */
  set(ms: number): void;
}

export function fakeClock(turns = 1): FakeClock {
  let time = 5_000;
  let epoch = Date.UTC(2026, 0, 1);
  let isDriven = false;
  const sleepers = new Set<{ readonly ms: number; readonly until: number; readonly wake: () => void }>();
  const afterTurns = (remaining: number): void =>
    void setImmediate(() => (remaining > 1 ? afterTurns(remaining - 1) : drive()));
  const drive = () => {
    const [first] = [...sleepers].sort((a, b) => a.until - b.until);
    isDriven = first !== undefined;
    if (first === undefined) return;
    clock.onSleep(first.ms);
    if (sleepers.delete(first)) {
      time = Math.max(time, first.until);
      clock.sleeps.push(first.ms);
      first.wake();
    }
    afterTurns(turns);
  };
  const clock: FakeClock = {
    sleeps: [],
    onSleep: () => undefined,
    advance: (ms) => {
      time += ms;
    },
    set: (ms) => {
      epoch += ms;
    },
    now: () => epoch + time,
    monotonic: () => time,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted === true) return reject(signal.reason);
        const stop = () => {
          sleepers.delete(sleeper);
          reject(signal?.reason);
        };
        const wake = () => {
          signal?.removeEventListener("abort", stop);
          resolve();
        };
        const sleeper = { ms, until: time + ms, wake };
        sleepers.add(sleeper);
        signal?.addEventListener("abort", stop, { once: true });
        if (!isDriven) afterTurns(turns);
        isDriven = true;
      }),
  };
  return clock;
}

interface Call {
  readonly path: string;
  readonly values: Values;
  readonly options: CallOptions | undefined;
}

export interface FakeMachine {
  readonly system_id: string;
  hostname: string;
  /**
   * The statuses that successive reads return; the last one is repeated. `gone` means the machine was
   * deleted.
   */
  readonly script: (StatusValue | number | "gone")[];
  power_state?: string;
  error_description?: string;
  status_message?: string;
  ip_addresses?: string[];
}

export interface FakeService extends Client {
  readonly calls: Call[];
  readonly machines: Map<string, FakeMachine>;
  /** Runs before each answer: throw to fail the request. */
  before: (call: Call) => void | Promise<void>;
  /** The last ERROR event of every machine. */
  lastError: object | undefined;
  listCalls(): readonly Call[];
}

/**
 * A service that answers the three reads of a wait from scripts of statuses, which advance with each read.
 */
export function fakeService(...machines: FakeMachine[]): FakeService {
  const service: FakeService = {
    calls: [],
    machines: new Map(machines.map((machine) => [machine.system_id, machine])),
    before: () => undefined,
    lastError: undefined,
    endpoint: endpoint({ credentials: undefined }),
    listCalls: () => service.calls.filter((call) => call.path === "/machines/"),
    call: async (operation: Operation, values: Values, options?: CallOptions) => {
      const call = { path: operation.path, values, options };
      service.calls.push(call);
      options?.signal?.throwIfAborted();
      await service.before(call);
      options?.signal?.throwIfAborted();
      if (operation.path === "/machines/") {
        const ids = Array.isArray(values["id"]) ? values["id"] : [...service.machines.keys()];
        return jsonAnswer(ids.flatMap((id: string) => visibleMachine(service.machines.get(id), true) ?? []));
      }
      if (operation.path === "/machines/{system_id}/") {
        const machine = visibleMachine(service.machines.get(String(values["system_id"])), false);
        if (machine === undefined) throw new Failure("notFound", "no such machine", { status: 404 });
        return jsonAnswer(machine);
      }
      if (operation.path === "/events/op-query")
        return jsonAnswer({
          count: 1,
          events: service.lastError === undefined ? [] : [{ id: 1, level: "ERROR", ...service.lastError }],
        });
      return jsonAnswer(undefined);
    },
    send: async () => {
      throw new Error("a wait sends no raw request");
    },
    clockSkewMs: () => undefined,
    close: async () => undefined,
  };
  return service;
}

export function machine(system_id: string, ...script: FakeMachine["script"]): FakeMachine {
  return { system_id, hostname: `host-${system_id}`, script };
}

function visibleMachine(machine: FakeMachine | undefined, advances: boolean): object | undefined {
  if (machine === undefined) return undefined;
  const [current] = machine.script;
  if (advances && machine.script.length > 1 && current !== "gone") machine.script.shift();
  if (current === undefined || current === "gone") return undefined;
  const { script: _, ...rest } = machine;
  const status = typeof current === "number" ? current : statuses[current].id;
  const name = typeof current === "number" ? `Status ${current}` : statuses[current].name;
  return { power_state: "on", ...rest, status, status_name: name, fqdn: `${rest.hostname}.example` };
}

/** An answer with a value as JSON; its body fails if the value is an error. */
export function jsonAnswer(value: unknown): Answer {
  const body = Buffer.from(value === undefined ? "" : stringifyExact(value));
  return {
    status: 200,
    contentType: "application/json",
    headers: {},
    bytes: async function* () {
      yield body;
    },
    value: async () => {
      if (value instanceof Error) throw value;
      return value;
    },
  };
}

/** The number of listeners on the signal, which must be 0 after a wait. */
export const listenersOf = (signal: AbortSignal): number => getEventListeners(signal, "abort").length;
