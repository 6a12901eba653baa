import { Failure } from "../../core/failure.ts";
import type { ClaimedMachine } from "./claimed-machine.ts";

/** The machines with the mark of a claim: the asker's, and those of other users. */
export interface Divided {
  readonly own: readonly ClaimedMachine[];
  readonly foreign: readonly ClaimedMachine[];
}

/**
 * Divides marked machines by their owner: an administrator sees those of everybody. Where the asker's name is not
 * known and they belong to several users, it throws a conflict `Failure`.
 */
export function divide(
  claim: string,
  machines: readonly ClaimedMachine[],
  ownName: string | undefined,
): Divided {
  const owners = [...new Set(machines.flatMap(({ view }) => view.owner ?? []))];
  if (ownName === undefined && owners.length > 1)
    throw new Failure("conflict", `the machines of claim ${claim} belong to ${owners.sort().join(" and ")}`, {
      hint: "svc cannot tell which are yours: give the claim another name",
    });
  const isForeign = ({ view }: ClaimedMachine) =>
    ownName !== undefined && view.owner !== undefined && view.owner !== ownName;
  return {
    own: machines.filter((each) => !isForeign(each)),
    foreign: machines.filter(isForeign),
  };
}
