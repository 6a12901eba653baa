import { Readable } from "node:stream";
import { statuses, statusValue } from "../../../../src/catalogue/statuses.ts";
import type { Incoming, Transport } from "../../../../src/client/http/transport.ts";
import type { Clock } from "../../../../src/core/clock.ts";

type Outgoing = Parameters<Transport["send"]>[0];

/** The actual state of a machine from `at` on; it was deleted if `status` is undefined. */
interface Truth {
  readonly at: number;
  readonly status: number | undefined;
  readonly owner: string;
  readonly power: string;
}

export interface SimulatedMachine {
  readonly id: string;
  readonly truths: Truth[];
  /** Whether the service carries out the requested operation. */
  isCarriedOut: boolean;
  /** How the operation ends if it is carried out. */
  end: "done" | "failed" | "taken" | undefined;
  endsAt: number;
  /** The number of changing requests of which some bytes were sent. */
  begun: number;
}

/** The statuses through which an operation leads: those in progress, the final one and the failed one. */
export interface Way {
  readonly before: number;
  readonly owner: string;
  readonly through: readonly number[];
  readonly done: number;
  readonly failed: number;
  readonly power?: string;
}

/** How a changing request ends: whether it is carried out, and what is answered. */
const fates = [
  ...["answered", "answered", "answered", "answered", "lost", "dropped", "500", "done and 500", "page"],
  ...["409", "refused", "408", "502", "403", "429", "cut"],
] as const;

const beginMs = 4_000;
const lagMs = 2_500;

export const pick = <T>(random: () => number, items: readonly T[]): T =>
  items[Math.floor(random() * items.length)] as T;

/** Replaces the transport by a service that shows old states, loses answers and fails temporarily. */
export function simulatedWire(
  clock: Clock,
  random: () => number,
  way: Way,
  ids: readonly string[],
  isCalm: boolean,
) {
  const start = clock.monotonic();
  const machines: readonly SimulatedMachine[] = ids.map((id) => ({
    id,
    truths: [{ at: Number.NEGATIVE_INFINITY, status: way.before, owner: way.owner, power: "off" }],
    isCarriedOut: false,
    end: undefined,
    endsAt: 0,
    begun: 0,
  }));
  const badFrom = random() * 60_000;
  const bad = { from: badFrom, to: badFrom + random() * 30_000, kind: pick(random, [500, 502, 0]) };
  const lastSent = { at: 0 };

  const carryOut = (machine: SimulatedMachine) => {
    const now = clock.monotonic() - start;
    machine.isCarriedOut = true;
    let at = now + (random() < 0.5 ? 0 : random() * beginMs);
    for (const status of way.through) {
      machine.truths.push({ at, status, owner: "me", power: "off" });
      at += 1_000 + random() * 40_000;
    }
    const end = pick(random, ["done", "done", "done", "failed", "taken"] as const);
    machine.end = end;
    machine.endsAt = at;
    if (end === "taken") machine.truths.push({ at, status: 10, owner: "bob", power: "off" });
    else {
      const status = end === "done" ? way.done : way.failed;
      const owner = statusValue(status) === "ready" ? "" : "me";
      machine.truths.push({ at, status, owner, power: end === "done" ? (way.power ?? "on") : "error" });
    }
  };
  const visibleState = (machine: SimulatedMachine, isFresh = false) => {
    const time = clock.monotonic() - start - (isFresh ? 0 : random() * lagMs);
    const truth = machine.truths.findLast(({ at }) => at <= time) ?? machine.truths[0];
    const status = truth?.status ?? 0;
    const value = statusValue(status);
    return {
      system_id: machine.id,
      hostname: `host-${machine.id}`,
      status,
      status_name: value === undefined ? "?" : statuses[value].name,
      owner: truth?.owner,
      power_state: truth?.power,
      locked: false,
      interface_set: [],
    };
  };

  const change = (path: string, targets: readonly SimulatedMachine[], outgoing: Outgoing): Incoming => {
    const [machine] = targets;
    const isAround = path.endsWith("op-allocate") || (path.endsWith("op-release") && way.through[0] === 9);
    if (isAround) {
      outgoing.onBegin?.();
      return answer(200, JSON.stringify(machine && visibleState(machine, true)));
    }
    const fate = isCalm ? "answered" : pick(random, fates);
    lastSent.at = clock.monotonic() - start;
    if (fate === "refused") throw errorOf("ECONNREFUSED");
    outgoing.onBegin?.();
    if (fate === "429") return answer(429, "slow down", "text/plain");
    for (const machine of targets) machine.begun += 1;
    if (["answered", "lost", "done and 500"].includes(fate)) targets.forEach(carryOut);
    if (["page", "408", "502", "cut"].includes(fate) && random() < 0.5) targets.forEach(carryOut);
    if (fate === "408" || fate === "502") return answer(Number(fate), "gave up", "text/plain");
    if (fate === "403") return answer(403, "", "text/plain");
    if (fate === "cut") return answer(200, '{"system_id": "m');
    if (fate === "lost" || fate === "dropped") throw errorOf("ECONNRESET");
    if (fate === "page") return answer(200, "<html><title>Sign in</title></html>", "text/html");
    if (fate === "409") return answer(409, "the machine is in the wrong state", "text/plain");
    if (fate === "500" || fate === "done and 500") return answer(500, "gave up", "text/plain");
    const rows = targets.map((machine) => visibleState(machine, random() < 0.5));
    return answer(
      200,
      JSON.stringify(
        /op-(accept|release|accept_all)$/.test(path) && !/machines\/m/.test(path) ? rows : rows[0],
      ),
    );
  };

  const send = async (outgoing: Outgoing): Promise<Incoming> => {
    await clock.sleep(random() * 200, outgoing.signal);
    const { pathname, searchParams } = new URL(outgoing.url);
    const path = pathname.slice(pathname.indexOf("/2.0/") + 4);
    const one = machines.find(({ id }) => path.includes(`/${id}/`));
    const time = clock.monotonic() - start;
    if (outgoing.method !== "GET") return change(path, one === undefined ? machines : [one], outgoing);
    outgoing.onBegin?.();
    const isBad = !isCalm && lastSent.at > 0 && time - lastSent.at > bad.from && time - lastSent.at < bad.to;
    if (isBad && bad.kind === 0) throw errorOf("ECONNRESET");
    if (isBad) return answer(bad.kind, "restarting", "text/plain");
    if (path.startsWith("/events/")) return answer(200, '{"count": 0, "events": []}');
    if (one !== undefined) return answer(200, JSON.stringify(visibleState(one)));
    const names = new Set([...searchParams.getAll("id"), ...searchParams.getAll("hostname")]);
    const matches = machines.filter(({ id }) => names.size === 0 || names.has(id) || names.has(`host-${id}`));
    return answer(200, JSON.stringify(matches.map((machine) => visibleState(machine))));
  };
  return { machines, lastSent, elapsedMs: () => clock.monotonic() - start, send };
}

const errorOf = (code: string): Error => Object.assign(new Error(code), { code });

function answer(status: number, body: string, type = "application/json"): Incoming {
  return {
    status,
    headers: { "content-type": type, "content-length": String(Buffer.byteLength(body)) },
    body: Readable.from([Buffer.from(body)], { objectMode: false }),
  };
}
