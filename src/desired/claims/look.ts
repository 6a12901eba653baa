import { valueOfStatus } from "../../client/lifecycle/machine-view.ts";
import { asFailure, Failure, isSignal } from "../../core/failure.ts";
import type { ClaimDeps } from "./claim-deps.ts";
import type { ClaimState } from "./claim-state.ts";
import { findClaimed, readMachine } from "./find.ts";
import { divide } from "./owners.ts";
import { releaseOne } from "./requests.ts";

/** How often the machines are looked for before the run gives up, and the first pause between; it doubles. */
const maxLooks = 5;
const firstPauseMs = 500;

export type OwnName = () => Promise<string | undefined>;

/** Reads the machines of a claim into its state, again after errors of the service. */
export async function look(state: ClaimState, deps: ClaimDeps, ownName: OwnName): Promise<void> {
  const { name } = state.claim;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const found = await findClaimed(deps, name);
      Object.assign(state, divide(name, found, found.length === 0 ? undefined : await ownName()));
      const unlisted = await findUnlisted(state, deps, ownName);
      if (unlisted.length === 0) return;
      if (attempt === maxLooks) throw await unmarkedFailure(unlisted, state, deps);
    } catch (error) {
      const failure = asFailure(error);
      const mayPass = failure.kind === "serverError" || failure.kind === "unreachable";
      if (isSignal(failure) || !mayPass || attempt === maxLooks) throw failure;
      deps.note(`claim ${name}: ${failure.message}; looking again`);
    }
    await deps.clock.sleep(firstPauseMs * 2 ** (attempt - 1), deps.stopping);
  }
}

/** The machines that this run has allocated and holds, and that the list has never shown. */
async function findUnlisted(
  { mine, seen, own }: ClaimState,
  deps: ClaimDeps,
  ownName: OwnName,
): Promise<readonly string[]> {
  const unlisted: string[] = [];
  const listed = new Set(own.map(({ view }) => view.systemId));
  for (const systemId of [...mine]) {
    if (listed.has(systemId)) seen.add(systemId);
    else if (seen.has(systemId)) mine.delete(systemId);
    else {
      const machine = await readMachine(deps, systemId);
      const me = await ownName();
      const isHeld =
        machine !== undefined &&
        valueOfStatus(machine.view.status) === "allocated" &&
        (me === undefined || machine.view.owner === me);
      if (isHeld) unlisted.push(systemId);
      // Released by another run of the same claim.
      else mine.delete(systemId);
    }
  }
  return unlisted;
}

/** No later run would find machines that the list does not show: they are given back. */
async function unmarkedFailure(
  systemIds: readonly string[],
  { claim }: ClaimState,
  deps: ClaimDeps,
): Promise<Failure> {
  const comment = `svc claim ${claim.name}: the mark was not kept`;
  const kept: string[] = [];
  for (const systemId of systemIds) {
    const reply = await releaseOne(systemId, comment, deps);
    if (reply.kind !== "done") kept.push(systemId);
  }
  const what = `the service allocated ${systemIds.join(" and ")}, and does not list what it allocates by agent_name`;
  return new Failure(
    "other",
    `${what}; ${kept.length === 0 ? "all have been released" : `not released: ${kept.join(" ")}`}`,
    {
      hint: "claims cannot be used with this service",
      outcome: "done",
    },
  );
}
