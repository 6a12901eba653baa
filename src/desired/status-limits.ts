import { statuses } from "../catalogue/statuses.ts";
import type { Entry } from "./entry.ts";
import { outermost } from "./observed.ts";

const outermostEntry = (entry: Entry): Entry =>
  entry.parent === undefined ? entry : outermostEntry(entry.parent);

export interface Caller {
  readonly name: string;
  readonly isAdministrator: boolean;
}

export function changeObstacle(entry: Entry, caller?: Caller): string | undefined {
  const { changeableStatuses, childPaths } = entry.kind.kind;
  if (changeableStatuses === undefined && childPaths?.[""] === undefined) return undefined;
  const { name, object } = outermostEntry(entry);
  const machine = object && outermost(object);
  if (changeableStatuses === undefined && machine === undefined) return undefined;
  if (machine === undefined)
    return `${name} does not exist yet; apply again after its commissioning, which detects its hardware`;
  const { status, status_name: statusName, locked, owner } = machine.childRows;
  if (locked === true) return `${machine.name} is locked`;
  const belongsToOther = caller !== undefined && !caller.isAdministrator && owner !== caller.name;
  if (belongsToOther && typeof owner === "string" && owner !== "")
    return `${machine.name} belongs to ${owner}`;
  if (changeableStatuses === undefined) return undefined;
  const allowedStatuses = changeableStatuses.map(
    (value): { readonly id: number; readonly name: string } => statuses[value],
  );
  if (status === undefined || allowedStatuses.some(({ id }) => id === status)) return undefined;
  const names = allowedStatuses.map((each) => each.name).join(" or ");
  return `${machine.name} is ${String(statusName ?? status)}, but the service allows this change only on machines that are ${names}`;
}
