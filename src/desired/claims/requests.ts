import { group } from "../../catalogue/groups/machines.ts";
import type { Value, Values } from "../../client/http/call.ts";
import { asFailure, type ChangeOutcome, Failure, isSignal } from "../../core/failure.ts";
import { shellWord } from "../../core/text/shell-words.ts";
import { claimFields } from "../document/claims.ts";
import { type Claim, isFromVariable, unsetVariables } from "../item.ts";
import { plainValue, sentValue } from "../values.ts";
import { annotationKeys, type ClaimedMachine, claimedMachine, markerOf } from "./machines.ts";
import type { ClaimDeps, ClaimState } from "./state.ts";

const { operations } = group;

/**
 * The result of a request. `conflict`: the state has changed, or no machine matches (409). `unclear`: it may have
 * been carried out, or the service failed. `gone`: the machine does not exist.
 */
export type Reply =
  | { readonly kind: "done"; readonly machine: ClaimedMachine | undefined }
  | { readonly kind: "conflict" | "refused" | "unclear" | "gone"; readonly failure: Failure };

type RequestState = Pick<ClaimState, "claim" | "ledger">;

export async function allocateOne({ claim, ledger }: RequestState, deps: ClaimDeps): Promise<Reply> {
  const settle = ledger.begin({ action: "allocate", systemId: undefined });
  const values = { ...claimValues(claim, "allocate"), agent_name: markerOf(claim.name) };
  const reply = await request("machines.allocate", values, deps, settle);
  if (reply.kind !== "done" || reply.machine !== undefined) return reply;
  settle("unknown");
  const message = "the service's answer to allocate is not a machine";
  return { kind: "unclear", failure: new Failure("other", message, { outcome: "unknown" }) };
}

/** Sends the mark again, because this request also allocates a machine that has become Ready. */
export const deployOne = (
  { claim, ledger }: RequestState,
  systemId: string,
  deps: ClaimDeps,
): Promise<Reply> => {
  const values = { ...claimValues(claim, "deploy"), agent_name: markerOf(claim.name) };
  const settle = ledger.begin({ action: "deploy", systemId });
  return request("machine.deploy", { ...values, system_id: systemId }, deps, settle);
};

export const releaseOne = (
  { ledger }: RequestState,
  systemId: string,
  comment: string,
  deps: ClaimDeps,
): Promise<Reply> => {
  const settle = ledger.begin({ action: "release", systemId });
  return request("machine.release", { system_id: systemId, comment }, deps, settle);
};

/** Records the claim and the time for people; the outcome of the claim does not depend on it. */
export const annotateOne = (claim: Claim, systemId: string, deps: ClaimDeps): Promise<Reply> => {
  const since = new Date(deps.clock.now()).toISOString();
  const key = { [annotationKeys.claim]: claim.name, [annotationKeys.since]: since };
  return request("machine.set_workload_annotations", { system_id: systemId, key }, deps);
};

export const lacksAnnotation = ({ annotations }: ClaimedMachine, claim: string): boolean =>
  annotations !== undefined && annotations[annotationKeys.claim] !== claim;

async function request(
  id: keyof typeof operations,
  values: Values,
  { client, signal }: ClaimDeps,
  settle: (outcome: ChangeOutcome) => void = () => undefined,
): Promise<Reply> {
  try {
    const answer = await client.call(operations[id], values, { signal });
    const machine = claimedMachine(await answer.value());
    if (machine !== undefined) client.ledger?.hostnames.set(machine.view.systemId, machine.view.hostname);
    settle("done");
    return { kind: "done", machine };
  } catch (error) {
    const failure = asFailure(error);
    settle(failure.details.outcome ?? "not_sent");
    if (isSignal(failure) || failure.kind === "notAuthenticated") throw failure;
    return { kind: kindOf(failure), failure };
  }
}

function kindOf({ kind, details }: Failure): Exclude<Reply["kind"], "done"> {
  // A conflict with Retry-After concerns the service, not the machine.
  const isTransient = kind === "serverError" || kind === "unreachable" || details.retryAfterMs !== undefined;
  if (details.outcome === "unknown" || isTransient) return "unclear";
  if (kind === "notFound") return "gone";
  return kind === "conflict" && details.status === 409 ? "conflict" : "refused";
}

function claimValues(claim: Claim, member: keyof typeof claimFields): Values {
  const values: Record<string, Value> = {};
  for (const [name, fieldValue] of claim[member]) {
    const field = claimFields[member].get(name);
    const value = field && sentValue(field, fieldValue);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

export const unsetVariablesOf = ({ allocate, deploy }: Claim): readonly string[] =>
  [...allocate.values(), ...deploy.values()].flatMap(unsetVariables);

export function constraintText({ allocate }: Claim): string {
  return [...allocate]
    .flatMap(([name, fieldValue]) => {
      const field = claimFields.allocate.get(name);
      if (field === undefined) return [];
      const plain = plainValue(field, fieldValue);
      if (isFromVariable(fieldValue)) return [`${name}=(secret)`];
      if (plain.form === "text") return [`${name}=${shellWord(plain.text ?? "")}`];
      return plain.form === "list" ? (plain.texts ?? []).map((text) => `${name}=${shellWord(text)}`) : [];
    })
    .join(" ");
}
