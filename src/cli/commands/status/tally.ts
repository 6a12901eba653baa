import { possibleIssue } from "../../../client/lifecycle/issue.ts";
import {
  inProgress,
  type MachineView,
  machineView,
  textOf,
  valueOfStatus,
  viewMembers,
} from "../../../client/lifecycle/machine-view.ts";
import { isRecord } from "../../../core/json-record.ts";

/** A machine that is listed individually; all others are only counted. */
export interface FleetMachine extends MachineView {
  readonly pool: string;
  readonly zone: string;
}

export interface Share {
  machines: number;
  /** Machines that can be allocated. */
  ready: number;
  /** Machines that have failed, are broken or missing, or have a power error. */
  troubled: number;
}

export interface Tally {
  machines: number;
  /** By status number. */
  readonly byStatus: Map<number, { readonly name: string; machines: number }>;
  readonly byPool: Map<string, Share>;
  readonly byZone: Map<string, Share>;
  readonly byPower: Map<string, number>;
  readonly inProgress: FleetMachine[];
  /** Failed, broken, missing, with a power error, or in rescue mode. */
  readonly suspects: FleetMachine[];
  readonly locked: FleetMachine[];
}

export const emptyTally = (): Tally => ({
  machines: 0,
  byStatus: new Map(),
  byPool: new Map(),
  byZone: new Map(),
  byPower: new Map(),
  inProgress: [],
  suspects: [],
  locked: [],
});

export const tallyMembers = [...viewMembers, "fqdn", "pool", "zone"];

export function countMachine(tally: Tally, element: unknown): void {
  const view = machineView(element);
  if (view === undefined || !isRecord(element)) return;
  const machine: FleetMachine = { ...view, pool: nameOf(element["pool"]), zone: nameOf(element["zone"]) };
  tally.machines += 1;
  const status = tally.byStatus.get(machine.status) ?? { name: machine.statusName, machines: 0 };
  status.machines += 1;
  tally.byStatus.set(machine.status, status);
  const issueKind = possibleIssue(machine);
  const hasIssue = issueKind !== undefined && issueKind !== "stuck";
  addTo(tally.byPool, machine.pool, machine, hasIssue);
  addTo(tally.byZone, machine.zone, machine, hasIssue);
  const power = machine.powerState ?? "unknown";
  tally.byPower.set(power, (tally.byPower.get(power) ?? 0) + 1);
  if (hasIssue || valueOfStatus(machine.status) === "rescue_mode") tally.suspects.push(machine);
  if (inProgress(machine.status)) tally.inProgress.push(machine);
  if (machine.locked) tally.locked.push(machine);
}

function addTo(shares: Map<string, Share>, name: string, machine: MachineView, hasIssue: boolean): void {
  const share = shares.get(name) ?? { machines: 0, ready: 0, troubled: 0 };
  share.machines += 1;
  if (valueOfStatus(machine.status) === "ready") share.ready += 1;
  if (hasIssue) share.troubled += 1;
  shares.set(name, share);
}

/** Pools and zones are objects in some answers and names in others. */
const nameOf = (value: unknown): string => textOf(isRecord(value) ? value["name"] : value) ?? "-";
