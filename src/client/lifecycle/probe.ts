import { inParallel } from "../../core/parallel.ts";
import { type Goal, wantsSsh } from "./goal.ts";
import type { Reading } from "./poller.ts";
import type { Roster } from "./roster.ts";
import type { WaitOptions } from "./wait-options.ts";
import { within } from "./within.ts";

const probesAtOnce = 16;
/** The time for all SSH probes of one tick; the machines that they did not come to are first in the next. */
const maxProbesMs = 10_000;
/** The least time for probes, also at the deadline; milliseconds. */
const minProbesMs = 1_000;

/** The machines of a reading at an address of which an SSH server answers, by system id. */
export type ProbeReading = (reading: Reading) => Promise<ReadonlySet<string>>;

/**
 * A probe of those pending machines for which an answer on port 22 decides. Bounded as a whole, and by the
 * deadline; the machine that was probed longest ago comes first.
 */
export function createProbe(
  goal: Goal,
  roster: Roster,
  { probeSsh, signal, clock }: WaitOptions,
): ProbeReading {
  const probedAt = new Map<string, number>();
  const last = ({ systemId }: { readonly systemId: string }) => probedAt.get(systemId) ?? -1;
  return async ({ views }) => {
    const answering = new Set<string>();
    const asked = [...views.values()].filter(
      (view) => roster.pending.has(view.systemId) && wantsSsh(goal, view),
    );
    if (probeSsh === undefined || asked.length === 0) return answering;
    asked.sort((a, b) => last(a) - last(b));
    const boundMs = Math.min(maxProbesMs, Math.max(roster.leftMs(), minProbesMs));
    await within(clock, boundMs, signal, (bounded) =>
      inParallel(asked, probesAtOnce, async ({ systemId, ipAddresses }) => {
        if (bounded.aborted) return;
        probedAt.set(systemId, clock.monotonic());
        const answers = await Promise.all(ipAddresses.map((address) => probeSsh(address, bounded)));
        if (answers.includes(true)) answering.add(systemId);
      }),
    );
    signal?.throwIfAborted();
    return answering;
  };
}
