import { asFailure, type Failure, isInDoubt } from "../../core/failure.ts";
import { inParallel } from "../../core/parallel.ts";
import type { CallOptions, Client } from "../http/call.ts";
import { machineView } from "../lifecycle/machine-view.ts";
import {
  canBeWatched,
  type SubmittedTarget,
  submittedNode,
  withAnswer,
  withIdentity,
} from "../lifecycle/submitted.ts";
import { type Call, nodeOf } from "./resolve.ts";
import { sendCall } from "./send.ts";

/** Has a target if the request succeeded, a failure if it was refused, and both if its outcome is unknown. */
export type Submission =
  | { readonly target: SubmittedTarget; readonly failure?: Failure }
  | { readonly target?: never; readonly failure: Failure };

/** Decides whether further requests are sent. */
type Breaker = ReturnType<typeof createBreaker>;

/** Stops after a refused key, `2 * parallel` unreachable requests in a row, or with `failFast` the first failure. */
export function createBreaker(parallel: number, failFast: boolean) {
  let reason: string | undefined;
  let unreachableCount = 0;
  const stop = (why: string) => {
    reason ??= why;
  };
  return {
    parallel,
    reason: () => reason,
    stop,
    recordSuccess: () => {
      unreachableCount = 0;
    },
    recordFailure: ({ kind, message }: Failure) => {
      unreachableCount = kind === "unreachable" ? unreachableCount + 1 : 0;
      if (failFast) stop("an earlier request failed");
      else if (kind === "notAuthenticated" || unreachableCount >= 2 * parallel) stop(message);
    },
  };
}

/** Only the breaker stops further requests. Returns undefined for each request that was not started. */
export async function sendToEach(
  calls: readonly Call[],
  breaker: Breaker,
  options: CallOptions,
  onAnswer: () => void,
): Promise<readonly (Submission | undefined)[]> {
  const sendOne = async (call: Call): Promise<Submission> => {
    const node = submittedNode(nodeOf(call), call.label);
    try {
      const { answer } = await sendCall(call, options);
      const value = await answer.value();
      const target = withAnswer(withIdentity(node, value), machineView(value));
      breaker.recordSuccess();
      return { target };
    } catch (error) {
      const failure = asFailure(error);
      breaker.recordFailure(failure);
      return isInDoubt(failure) ? { target: { ...node, isUnclear: true }, failure } : { failure };
    } finally {
      onAnswer();
    }
  };
  return await inParallel(calls, breaker.parallel, sendOne, () => breaker.reason() !== undefined);
}

export const targetsOf = (submissions: readonly (Submission | undefined)[]): readonly SubmittedTarget[] =>
  submissions.flatMap((submission) => submission?.target ?? []).filter(({ systemId }) => systemId !== "");

/** The nodes to watch; none if all outcomes are unknown and the service cannot be read. */
export async function watchableTargets(
  submissions: readonly (Submission | undefined)[],
  client: Client,
  signal: AbortSignal,
): Promise<readonly SubmittedTarget[]> {
  const targets = targetsOf(submissions);
  const [first] = targets;
  if (first === undefined || targets.some(({ isUnclear }) => isUnclear !== true)) return targets;
  return (await canBeWatched(client, first.systemId, signal)) ? targets : [];
}
