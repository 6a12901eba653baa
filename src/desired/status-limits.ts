import { statuses } from "../catalogue/statuses.ts";
import type { Entry } from "./directory.ts";
import { outermost } from "./observed.ts";

const outermostEntry = (entry: Entry): Entry =>
  entry.parent === undefined ? entry : outermostEntry(entry.parent);

/** Why the service would refuse any change of the object now; undefined if it allows changes. */
export function blockedNow(entry: Entry): string | undefined {
  const { changedIn } = entry.kind.kind;
  if (changedIn === undefined) return undefined;
  const { name, object } = outermostEntry(entry);
  const holder = object && outermost(object);
  if (holder === undefined)
    return `${name} does not exist yet; apply again after its commissioning, which finds its hardware`;
  const { status, status_name: statusName, locked } = holder.held;
  if (locked === true) return `${holder.name} is locked`;
  const allowed = changedIn.map((value): { readonly id: number; readonly name: string } => statuses[value]);
  if (status === undefined || allowed.some(({ id }) => id === status)) return undefined;
  const names = allowed.map((each) => each.name).join(", ");
  return `${holder.name} is ${String(statusName ?? status)}, and the service allows it only while a machine is one of ${names}`;
}
