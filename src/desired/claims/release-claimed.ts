import { explainForbidden } from "../../client/names/lock.ts";
import type { Failure } from "../../core/failure.ts";
import { asFailure } from "../../core/failure.ts";
import type { ClaimDeps } from "./claim-deps.ts";
import type { ClaimedMachine } from "./claimed-machine.ts";
import { readMachine } from "./find.ts";
import { releaseOne } from "./requests.ts";
import { standingOf } from "./standing.ts";

/** How often a release is tried that gets no clear answer, and the pause before its machine is looked at. */
const maxAttempts = 5;
const pauseMs = 500;

/** The status that a machine has after its release, where that was answered, or why it could not be released. */
export type Released = { readonly statusName: string | undefined } | { readonly failure: Failure };

/**
 * Releases one machine of a claim. After an unclear answer the machine is read before anything is repeated. Throws
 * where a signal ended it.
 */
export async function releaseClaimed(
  claim: string,
  machine: ClaimedMachine,
  deps: ClaimDeps,
): Promise<Released> {
  const { systemId, owner } = machine.view;
  for (let attempt = 1; ; attempt += 1) {
    const reply = await releaseOne(systemId, `svc claims release ${claim}`, deps);
    if (reply.kind === "done") return { statusName: reply.view?.statusName };
    if (reply.kind === "gone") return { statusName: undefined };
    if (reply.kind !== "unclear" || attempt === maxAttempts)
      return { failure: asFailure(await explained(reply.failure, machine)) };
    await deps.clock.sleep(pauseMs * attempt * (0.5 + deps.random.next()), deps.signal);
    const now = await readMachine(deps, systemId).catch(() => machine);
    const isReleased = now === undefined || now.view.owner !== owner || isOver(now);
    if (isReleased) return { statusName: now?.view.statusName };
  }
}

const explained = (failure: Failure, { view }: ClaimedMachine) =>
  explainForbidden(failure, [view], "release", ({ systemId }) => systemId);

const isOver = ({ view }: ClaimedMachine): boolean => ["free", "leaving"].includes(standingOf(view));
