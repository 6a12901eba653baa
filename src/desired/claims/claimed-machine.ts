import { type MachineView, machineView, textOf } from "../../client/lifecycle/machine-view.ts";
import { isRecord } from "../../core/json-record.ts";
import { annotationKeys } from "./marker.ts";

/** A machine as a list shows it, with what ties it to a claim. */
export interface ClaimedMachine {
  readonly view: MachineView;
  readonly fqdn: string | undefined;
  /** Undefined where the service does not show agent names. */
  readonly agentName: string | undefined;
  /** Its annotations by key; undefined where the service does not show them. */
  readonly annotations: Readonly<Record<string, unknown>> | undefined;
}

/** The members of a machine that claims look at. */
export const claimMembers: readonly string[] = [
  ...["system_id", "hostname", "fqdn", "status", "status_name", "status_message", "error_description"],
  ...["power_state", "locked", "owner", "ip_addresses", "agent_name", "workload_annotations"],
];

/** Reads a machine object; undefined for anything else. */
export function claimedMachine(row: unknown): ClaimedMachine | undefined {
  const view = machineView(row);
  if (view === undefined || !isRecord(row)) return undefined;
  const { agent_name: agentName, workload_annotations: annotations } = row;
  return {
    view,
    fqdn: textOf(row["fqdn"]),
    agentName: typeof agentName === "string" ? agentName : undefined,
    annotations: isRecord(annotations) ? annotations : undefined,
  };
}

/** True where one of the words names the machine: its system id, host name or FQDN in any letter case. */
export function isNamed({ view, fqdn }: ClaimedMachine, names: ReadonlySet<string>): boolean {
  return [view.systemId, view.hostname, fqdn].some(
    (name) => name !== undefined && names.has(name.toLowerCase()),
  );
}

/** The claim that its annotations name. */
export const annotatedClaim = ({ annotations }: ClaimedMachine): string | undefined =>
  textOf(annotations?.[annotationKeys.claim]);

/** Since when it has been taken, as its annotations say; times sort as text. */
export const takenSince = ({ annotations }: ClaimedMachine): string | undefined =>
  textOf(annotations?.[annotationKeys.since]);
