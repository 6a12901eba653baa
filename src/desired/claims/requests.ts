import { group } from "../../catalogue/groups/machines.ts";
import type { Values } from "../../client/http/call.ts";
import { type MachineView, machineView } from "../../client/lifecycle/machine-view.ts";
import { asFailure, Failure, isSignal } from "../../core/failure.ts";
import type { Claim } from "../claim.ts";
import type { ClaimDeps } from "./claim-deps.ts";
import { claimValues } from "./claim-values.ts";
import type { ClaimedMachine } from "./claimed-machine.ts";
import { annotationKeys, markerOf } from "./marker.ts";

const { operations } = group;

/**
 * How a request ended. `conflict`: the state is not the one that was seen (409), or no machine matches. `refused`: the
 * service will not do it. `unclear`: it may have been done, or the service failed.
 */
export type Reply =
  | { readonly kind: "done"; readonly view: MachineView | undefined }
  | { readonly kind: "conflict" | "refused" | "unclear" | "gone"; readonly failure: Failure };

/** Takes one machine for a claim: the request that allocates it marks it. */
export async function allocateOne(claim: Claim, deps: ClaimDeps): Promise<Reply> {
  const values = { ...claimValues(claim, "allocate"), agent_name: markerOf(claim.name) };
  const reply = await request("machines.allocate", values, deps);
  if (reply.kind !== "done" || reply.view !== undefined) return reply;
  const message = "the service's answer to allocate is not a machine";
  return { kind: "unclear", failure: new Failure("other", message, { outcome: "unknown" }) };
}

/** Deploys a machine of a claim. The mark is given again: a machine that has become Ready is acquired by this. */
export const deployOne = (claim: Claim, systemId: string, deps: ClaimDeps): Promise<Reply> => {
  const marked = { ...claimValues(claim, "deploy"), agent_name: markerOf(claim.name) };
  return request("machine.deploy", { ...marked, system_id: systemId }, deps);
};

/** Gives a machine back. */
export const releaseOne = (systemId: string, comment: string, deps: ClaimDeps): Promise<Reply> =>
  request("machine.release", { system_id: systemId, comment }, deps);

/** Writes what people read on a machine: its claim, and since when it has been taken. */
export const annotateOne = (claim: Claim, systemId: string, deps: ClaimDeps): Promise<Reply> => {
  const since = new Date(deps.clock.now()).toISOString();
  const key = { [annotationKeys.claim]: claim.name, [annotationKeys.since]: since };
  return request("machine.set_workload_annotations", { system_id: systemId, key }, deps);
};

/** True for a machine that shows its annotations and lacks that of the claim. */
export const lacksAnnotation = ({ annotations }: ClaimedMachine, claim: string): boolean =>
  annotations !== undefined && annotations[annotationKeys.claim] !== claim;

/** Sends a request; throws where a signal ended it, and for a key that is refused. */
async function request(
  id: keyof typeof operations,
  values: Values,
  { client, signal }: ClaimDeps,
): Promise<Reply> {
  try {
    const answer = await client.call(operations[id], values, { signal });
    return { kind: "done", view: machineView(await answer.value()) };
  } catch (error) {
    const failure = asFailure(error);
    if (isSignal(failure) || failure.kind === "notAuthenticated") throw failure;
    return { kind: kindOf(failure), failure };
  }
}

function kindOf({ kind, details }: Failure): Exclude<Reply["kind"], "done"> {
  // A conflict that asks for another attempt is the service's own, and says nothing of machines.
  const isTransient = kind === "serverError" || kind === "unreachable" || details.retryAfterMs !== undefined;
  if (details.outcome === "unknown" || isTransient) return "unclear";
  if (kind === "notFound") return "gone";
  return kind === "conflict" && details.status === 409 ? "conflict" : "refused";
}
