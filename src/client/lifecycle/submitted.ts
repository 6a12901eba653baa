import { group as machines } from "../../catalogue/groups/machines.ts";
import type { Operation } from "../../catalogue/operation.ts";
import { Failure, isNotFound, isSignal } from "../../core/failure.ts";
import { isRecord } from "../../core/json-record.ts";
import type { Client } from "../http/call.ts";
import type { Ledger } from "../http/ledger.ts";
import { type MachineView, machineView, textOf } from "./machine-view.ts";
import type { NodeNames, WaitOutcome, WatchTarget } from "./progress-event.ts";

export interface SubmittedTarget extends WatchTarget {
  readonly statusName: string | undefined;
}

export function submittedNode(
  node: NodeNames | MachineView,
  label: (node: NodeNames) => string,
): SubmittedTarget {
  const { systemId, hostname } = node;
  const view = "status" in node ? node : undefined;
  return {
    systemId,
    hostname,
    nameForCommands: label(node),
    statusName: undefined,
    statusBefore: view?.status,
    powerBefore: view?.powerState,
    owner: view?.owner,
  };
}

export function withAnswer(target: SubmittedTarget, view: MachineView | undefined): SubmittedTarget {
  if (view === undefined) return target;
  const { hostname, statusName, status, owner } = view;
  return { ...target, hostname, statusName, answerStatus: status, owner: target.owner ?? owner };
}

export function withIdentity(target: SubmittedTarget, answer: unknown): SubmittedTarget {
  const systemId = isRecord(answer) ? textOf(answer["system_id"]) : undefined;
  if (target.systemId !== "" || systemId === undefined || !isRecord(answer)) return target;
  const hostname = textOf(answer["hostname"]) ?? systemId;
  return { ...target, systemId, hostname, nameForCommands: hostname };
}

/** The machines of the request, or else those in its answer, which contains objects or system ids. */
export function submittedBy(
  { waiter }: Operation,
  requestedTargets: readonly SubmittedTarget[],
  answer: unknown,
): readonly SubmittedTarget[] | undefined {
  const items: readonly unknown[] = Array.isArray(answer) ? answer : isRecord(answer) ? [answer] : [];
  const views = items.flatMap((item) => machineView(item) ?? []);
  const viewsById = new Map(views.map((view) => [view.systemId, view]));
  if (requestedTargets.length > 0)
    return requestedTargets.map((target) => withAnswer(target, viewsById.get(target.systemId)));
  const ids = items.filter((item) => typeof item === "string");
  const isEmptyList = Array.isArray(answer) && answer.length === 0 && waiter !== "create";
  if (views.length + ids.length === 0 && !isEmptyList) return undefined;
  const targetById = (systemId: string) => ({ systemId, hostname: systemId, statusName: undefined });
  return [...views.map((view) => withAnswer(targetById(view.systemId), view)), ...ids.map(targetById)];
}

/** True if the machine can be read, or was deleted, so that watching it shows the operation's outcome. */
export async function canBeWatched(client: Client, systemId: string, signal?: AbortSignal): Promise<boolean> {
  try {
    const answer = await client.call(
      machines.operations["machine.read"],
      { system_id: systemId },
      { signal },
    );
    await answer.value();
    return true;
  } catch (error) {
    return error instanceof Failure && isNotFound(error);
  }
}

export const canFindOutcome = async (
  unclearFailure: Failure,
  first: WatchTarget | undefined,
  client: Client,
): Promise<boolean> =>
  !isSignal(unclearFailure) && first !== undefined && (await canBeWatched(client, first.systemId));

/** If a signal ends the wait before the outcome of the request is known, the signal decides the exit code. */
export const failureOfStoppedWait = (signalFailure: Failure, unclearFailure: Failure): Failure =>
  new Failure(signalFailure.kind, `${unclearFailure.message}; ${signalFailure.message}`, {
    ...(signalFailure.details.machines && { machines: signalFailure.details.machines }),
    ...unclearFailure.details,
  });

export const resolvesDoubt = (outcomes: readonly WaitOutcome[]): boolean =>
  outcomes.some(({ hasChanged, result }) => hasChanged || result === "failed");

/**
 * Records in the ledger that the machine's requests without a clear answer were carried out, if its outcome shows it. If
 * a request was sent again, the earlier one may have had no effect.
 */
export function clearDoubts(ledger: Ledger | undefined, outcome: WaitOutcome): void {
  if (ledger?.outcome() !== "unknown" || (outcome.result !== "done" && !resolvesDoubt([outcome]))) return;
  const path = `/${outcome.systemId}/`;
  const changes = ledger.changes().filter(({ request }) => request.includes(path));
  const isLatest = (label: string) =>
    changes.findLast(({ request }) => request === label)?.outcome === "unknown";
  const doubts = changes.filter(({ outcome }) => outcome === "unknown").map(({ request }) => request);
  ledger.clearDoubts((request) => {
    if (!request.includes(path)) return "unknown";
    doubts.shift();
    return isLatest(request) && !doubts.includes(request) ? "done" : "unknown";
  });
}
