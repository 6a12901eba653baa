import { claimMarks } from "../../catalogue/named.ts";

/** What a machine's agent name begins with that belongs to a claim. */
const prefix = claimMarks.agentName;

/** The annotations that tell people which claim a machine is for, and since when it has been taken. */
export const annotationKeys = { claim: claimMarks.annotation, since: "svc.since" } as const;

/** The agent name that marks the machines of a claim, given in the request that allocates them. */
export const markerOf = (claim: string): string => `${prefix}${claim}`;

/** The claim that an agent name marks; undefined for any other agent name. */
export function claimOfMarker(agentName: string | undefined): string | undefined {
  if (agentName === undefined || !agentName.startsWith(prefix)) return undefined;
  return agentName.slice(prefix.length) || undefined;
}
