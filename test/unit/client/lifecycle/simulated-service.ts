import type { Operation } from "../../../../src/catalogue/operation.ts";
import { statuses, statusValue } from "../../../../src/catalogue/statuses.ts";
import type { CallOptions, Client, Values } from "../../../../src/client/http/call.ts";
import type { Clock } from "../../../../src/core/clock.ts";
import { Failure } from "../../../../src/core/failure.ts";
import { endpoint } from "../http/endpoint.ts";
import { jsonAnswer } from "./fake-service.ts";

/** The actual state of a machine from `at` on, in milliseconds since the operation was sent. */
export interface Truth {
  readonly at: number;
  /** Undefined if the machine was deleted. */
  readonly status: number | undefined;
  readonly owner: string;
  readonly power: string;
  /** Whether the user may no longer read it. */
  readonly isBarred?: boolean;
}

export interface SimulatedMachine {
  readonly id: string;
  /** In chronological order; the first is the state before the operation. */
  readonly truths: readonly Truth[];
}

/** A period in which requests fail in one way. */
export interface Trouble {
  readonly from: number;
  readonly to: number;
  readonly kind:
    | "500"
    | "502"
    | "unreachable"
    | "page"
    | "drip"
    | "slow"
    | "empty list, 404 page"
    | "empty list, 403"
    | "another machine";
}

/** The state of a machine at `time`, in milliseconds since the operation was sent. */
export const truthAt = ({ truths }: SimulatedMachine, time: number): Truth => {
  const [first] = truths;
  const current = truths.findLast(({ at }) => at <= time) ?? first;
  if (current === undefined) throw new Error("a machine without a truth");
  return current;
};

/**
 * A service that answers late, in any order, with repeated and foreign rows. Each read returns a state that
 * is up to `maxLagMs` old.
 */
export function simulatedService(
  clock: Clock,
  random: () => number,
  machines: readonly SimulatedMachine[],
  troubles: readonly Trouble[],
  maxLagMs: number,
): Client & { requests: number } {
  const startedAt = clock.monotonic();
  const byId = new Map(machines.map((machine) => [machine.id, machine]));
  const visibleState = (id: string): Truth | undefined => {
    const machine = byId.get(id);
    return machine && truthAt(machine, clock.monotonic() - startedAt - random() * maxLagMs);
  };
  const rowOf = (id: string, truth: Truth) => ({
    system_id: id,
    hostname: `host-${id}`,
    status: truth.status,
    status_name: nameOf(truth.status ?? 0),
    status_message: random() < 0.5 ? "the words of an earlier state" : "",
    owner: truth.owner,
    power_state: truth.power,
    ip_addresses: ["192.0.2.1", "192.0.2.2"],
  });

  const list = (ids: readonly string[]): unknown[] => {
    const rows = ids.flatMap((id) => {
      const truth = visibleState(id);
      if (truth === undefined || truth.status === undefined || truth.isBarred === true) return [];
      const row = rowOf(id, truth);
      return random() < 0.1 ? [row, row] : [row];
    });
    if (random() < 0.1) rows.push({ ...rowOf("zzzzzz", truthOfStranger), hostname: "stranger" });
    return rows.sort(() => random() - 0.5);
  };

  const single = (id: string): unknown => {
    const truth = visibleState(id);
    if (truth?.isBarred === true) throw new Failure("forbidden", "no permission", { status: 403 });
    if (truth?.status === undefined)
      throw new Failure("notFound", "No Machine matches the given query.", { status: 404 });
    return rowOf(id, truth);
  };

  const service: Client & { requests: number } = {
    requests: 0,
    endpoint: endpoint({ credentials: undefined }),
    call: async (operation: Operation, values: Values, options?: CallOptions) => {
      service.requests += 1;
      const time = clock.monotonic() - startedAt;
      const { kind } = troubles.find(({ from, to }) => from <= time && time < to) ?? { kind: undefined };
      await pause(kind === "slow" ? random() * 20_000 : random() * 300, clock, options?.signal);
      if (kind === "500" || kind === "502")
        throw new Failure("serverError", `the service answers ${kind}`, { status: Number(kind) });
      if (kind === "unreachable") throw new Failure("unreachable", "connection refused");
      if (kind === "page") return jsonAnswer("<html>please log in</html>");
      if (kind === "drip") return { ...jsonAnswer(undefined), value: () => forever(options?.signal) };
      if (operation.path === "/machines/") {
        const ids = Array.isArray(values["id"]) ? (values["id"] as string[]) : [];
        return jsonAnswer(kind?.startsWith("empty list") === true ? [] : list(ids));
      }
      if (operation.path === "/machines/{system_id}/") {
        if (kind === "empty list, 403") throw new Failure("forbidden", "no permission", { status: 403 });
        if (kind === "empty list, 404 page")
          throw new Failure("notFound", "404 Not Found", { status: 404, isWebPage: true });
        const row = single(String(values["system_id"]));
        return jsonAnswer(
          kind === "another machine" ? { ...(row as object), system_id: "zzzzzz", status: 6 } : row,
        );
      }
      return jsonAnswer({ count: 0, events: [] });
    },
    send: async () => {
      throw new Error("a wait sends no raw request");
    },
    clockSkewMs: () => undefined,
    close: async () => undefined,
  };
  return service;
}

const truthOfStranger: Truth = { at: 0, status: 6, owner: "eve", power: "on" };

function nameOf(status: number): string {
  const value = statusValue(status);
  return value === undefined ? `Status ${status}` : statuses[value].name;
}

async function pause(ms: number, clock: Clock, signal: AbortSignal | undefined): Promise<void> {
  await clock.sleep(ms, signal);
  signal?.throwIfAborted();
}

const forever = (signal: AbortSignal | undefined): Promise<never> =>
  new Promise((_, reject) => {
    if (signal?.aborted === true) reject(signal.reason);
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
