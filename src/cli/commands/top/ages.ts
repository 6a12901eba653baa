import type { Client } from "../../../client/http/call.ts";
import type { Clock } from "../../../core/clock.ts";
import { serviceTime } from "../../invocation/invocation.ts";
import { createEventReader } from "../status/read-status.ts";
import { emptyTally } from "../status/tally.ts";
import type { Age } from "./machines.ts";
import { type State, type TopEvent, tableHeight } from "./state.ts";

interface SessionAccess {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  state(): State;
  dispatch(event: TopEvent): void;
}

/**
 * Reads how long the visible machines have had their status. If the table is sorted by this, reads it for all machines,
 * a few in each call. If the events do not show it, tries again a few times.
 */
export function createAgeReader({ clock, signal, state, dispatch }: SessionAccess, siteName: string) {
  const eventReader = createEventReader();
  const read = async (client: Client): Promise<void> => {
    const { matches, top, order } = state();
    const visibleMachines = matches.slice(top, top + tableHeight(state()));
    const machinesWithoutTime = (
      order.column === "for" ? [...new Set([...visibleMachines, ...matches])] : visibleMachines
    )
      .filter(({ site, changedAt }) => site === siteName && changedAt === undefined)
      .map((machine) => ({ ...machine, pool: machine.cells.pool, zone: machine.cells.zone }));
    if (machinesWithoutTime.length === 0) return;
    await eventReader.read(
      client,
      { ...emptyTally(), inProgress: machinesWithoutTime },
      { signal, retries: 0 },
    );
    const [now, time] = [clock.monotonic(), serviceTime(client, clock)];
    const ages = machinesWithoutTime.flatMap((machine): readonly (readonly [string, Age])[] => {
      const { beganAt, issue } = eventReader.factsFor(machine);
      const since = beganAt ?? issue?.since;
      if (since === undefined) return [];
      return [[machine.id, { status: machine.status, changedAt: now - Math.max(0, time - since) }]];
    });
    if (ages.length > 0) dispatch({ kind: "agesRead", ages: new Map(ages) });
  };
  let isReading = false;
  /** Never rejects; a failed read is repeated by the next call. */
  return async ({ connect }: { connect(): Promise<Client> }): Promise<void> => {
    if (isReading) return;
    isReading = true;
    await connect()
      .then(read)
      .catch(() => undefined);
    isReading = false;
  };
}
