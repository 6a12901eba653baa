import type { CallOptions, Client } from "../../../client/http/call.ts";
import { readHistories } from "../../../client/lifecycle/history.ts";
import { isExplainedBy, mayBeScripts } from "../../../client/lifecycle/issue.ts";
import type { Failure } from "../../../core/failure.ts";
import { readFailedScriptsOf } from "../failed-scripts.ts";
import { type Facts, factsOf } from "./attention.ts";
import type { FleetMachine, Tally } from "./tally.ts";

/** Requests for events in one look at the fleet, 20 machines in each. */
export const maxEventRequests = 10;
const maxMachines = 200;
/** Of these, how many in progress come before all that need somebody. */
const maxInProgress = 100;
/** Locks are looked at last: most of them are meant, and few are forgotten. */
const maxLocked = 40;
/** Failed machines whose scripts are read in one request, where no event says why. */
const maxWithScripts = 20;
/** So often the events of a machine are read that do not show how it came into its status. */
const maxLooks = 3;

/** What the events of machines have shown so far; a machine is read again when its status changes. */
export interface EventFacts {
  of(machine: FleetMachine): Facts;
  /** Reads the events of what is not known yet, as many requests as there may be. */
  read(client: Client, tally: Tally, options: CallOptions): Promise<UnreadEvents>;
}

/** Machines whose events could not be read. */
interface UnreadEvents {
  readonly machines: number;
  readonly failure: Failure | undefined;
}

interface Known {
  readonly facts: Facts;
  readonly looks: number;
}

export function openEventFacts(): EventFacts {
  let known = new Map<string, Known>();
  return {
    of: (machine) => known.get(keyOf(machine))?.facts ?? factsOf(machine, []),
    read: async (client, tally, options) => {
      const wanted = wantedIn(tally);
      // Nothing is kept of machines that are fine by now.
      known = new Map(
        wanted.flatMap((machine) => {
          const earlier = known.get(keyOf(machine));
          return earlier === undefined ? [] : [[keyOf(machine), earlier] as const];
        }),
      );
      const open = wanted.filter((machine) => !isSettled(known.get(keyOf(machine))));
      const asked = open.slice(0, maxMachines);
      if (asked.length === 0) return { machines: 0, failure: undefined };
      const byId = new Map(asked.map((machine) => [machine.systemId, machine]));
      const histories = await readHistories(
        client,
        asked,
        (id, history) => {
          const machine = byId.get(id);
          return machine === undefined || isExplainedBy(machine, history);
        },
        { maxRequests: maxEventRequests, ...options },
      );
      const cut = new Set(histories.cut);
      const historyOf = ({ systemId }: FleetMachine) => histories.byId.get(systemId) ?? [];
      const silent = asked.filter(
        (machine) =>
          mayBeScripts(machine) && factsOf(machine, historyOf(machine)).issue?.reason === undefined,
      );
      const withScripts = silent.slice(0, maxWithScripts).map(({ systemId }) => systemId);
      const scripts = (await readFailedScriptsOf(client, withScripts, options)).byId;
      for (const machine of asked) {
        const history = historyOf(machine);
        if (history.length === 0 && cut.has(machine.systemId)) continue;
        const looks = (known.get(keyOf(machine))?.looks ?? 0) + 1;
        const facts = factsOf(machine, history, scripts.get(machine.systemId));
        known.set(keyOf(machine), { facts, looks });
      }
      const unread = shownIn(tally).filter((machine) => !known.has(keyOf(machine)));
      return { machines: unread.length, failure: histories.failure };
    },
  };
}

const isSettled = (one: Known | undefined): boolean =>
  one !== undefined && (one.facts.began !== undefined || one.looks >= maxLooks);

const keyOf = ({ systemId, status, locked, powerState }: FleetMachine): string =>
  [systemId, status, locked, powerState].join(" ");

/** The machines whose time and reason are shown, in the order in which their events are read. */
const shownIn = ({ inProgress, suspects }: Tally): readonly FleetMachine[] => [
  ...new Set([...inProgress.slice(0, maxInProgress), ...suspects, ...inProgress]),
];

const wantedIn = (tally: Tally): readonly FleetMachine[] => [
  ...new Set([...shownIn(tally), ...tally.locked.slice(0, maxLocked)]),
];
