import type { MachineView } from "./machine-view.ts";
import type { Named, WatchTarget } from "./progress-event.ts";

/** A node that an operation was submitted to, as a wait needs it. */
export interface Submitted extends WatchTarget {
  /** The status name in the answer; undefined where the answer holds none. */
  readonly statusName: string | undefined;
}

/** What is known of a node before the operation is answered. */
export function unanswered(node: Named | MachineView, label: (node: Named) => string): Submitted {
  const { systemId, hostname } = node;
  const view = "status" in node ? node : undefined;
  return {
    systemId,
    hostname,
    typed: label(node),
    before: view?.status,
    powerBefore: view?.powerState,
    owner: view?.owner,
    statusName: undefined,
  };
}

/** The same with the node as the answer shows it. */
export function withAnswer(target: Submitted, view: MachineView | undefined): Submitted {
  if (view === undefined) return target;
  const { hostname, statusName, status, owner } = view;
  return { ...target, hostname, statusName, answered: status, owner: target.owner ?? owner };
}
