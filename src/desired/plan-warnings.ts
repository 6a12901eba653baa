import type { Remark } from "./change.ts";
import type { Entry } from "./directory.ts";
import { placeText } from "./item.ts";

export interface ItemRemark extends Remark {
  readonly entry: Entry;
}

/** Maximum names per warning; the others are counted. */
const maxNames = 5;

export function planWarnings(remarks: readonly ItemRemark[]): readonly string[] {
  const remarksAbout = (is: Remark["is"]) => remarks.filter((remark) => remark.is === is);
  const byField = new Map<string, ItemRemark[]>();
  for (const remark of [...remarksAbout("unseen"), ...remarksAbout("fixed"), ...remarksAbout("computed")]) {
    const cause = `${remark.is} ${remark.entry.kind.name} ${remark.field}`;
    byField.set(cause, [...(byField.get(cause) ?? []), remark]);
  }
  return [
    ...unsetWarning(remarksAbout("unset")),
    ...unknownWarning(remarksAbout("unknown")),
    ...remarksAbout("needed").map(
      ({ variable, entry }) => `${variable} is not set: ${entryLabel(entry)} cannot be created without it`,
    ),
    ...[...byField.values()].map(fieldWarning),
    ...blockedWarnings(remarksAbout("blocked")),
  ];
}

function blockedWarnings(remarks: readonly ItemRemark[]): readonly string[] {
  const byReason = new Map<string, string[]>();
  for (const { reason = "", entry } of remarks) {
    const names = byReason.get(reason);
    if (names === undefined) byReason.set(reason, [entryLabel(entry)]);
    else names.push(entryLabel(entry));
  }
  return [...byReason].map(([reason, names]) => `${joinNames(names)} cannot be changed now: ${reason}`);
}

function unsetWarning(remarks: readonly ItemRemark[]): readonly string[] {
  const [first, ...others] = remarks;
  if (first === undefined) return [];
  const { variable, field, entry } = first;
  if (others.length === 0)
    return [`${variable} is not set: ${field} of ${entryLabel(entry)} is left unchanged`];
  const names = [...new Set(remarks.map((remark) => remark.variable ?? ""))];
  return [`${areNotSet(names)}: the ${remarks.length} fields that need them are left unchanged`];
}

/** Items whose keys need unset variables cannot be identified. */
function unknownWarning(remarks: readonly ItemRemark[]): readonly string[] {
  if (remarks.length === 0) return [];
  const places = remarks.map(({ entry }) => `${entry.kind.name}${placeOf(entry)}`);
  const names = [...new Set(remarks.map(({ variable }) => variable ?? ""))];
  return [`${areNotSet(names)}: ${joinNames(places)} ${places.length === 1 ? "is" : "are"} left out`];
}

function fieldWarning(remarks: readonly ItemRemark[]): string {
  const [{ is, field, entry }] = remarks as readonly [ItemRemark];
  const names = joinNames(remarks.map((remark) => remark.entry.name));
  if (is === "computed") {
    const by = entry.kind.kind.computedFrom?.[field];
    return `the service derives ${field} of ${entry.kind.name} from ${by}, so it is left unchanged: ${names}`;
  }
  return is === "unseen"
    ? `the service does not show ${field} of ${entry.kind.name}, so it is set when an object is created, and not compared: ${names}`
    : `${field} of ${entry.kind.name} cannot be changed, and is left unchanged: ${names}`;
}

export const entryLabel = ({ kind, name }: Entry): string => `${kind.name} ${name}`;

const placeOf = ({ item }: Entry): string => (item === undefined ? "" : ` (${placeText(item.place)})`);

const areNotSet = (names: readonly string[]): string =>
  `${joinNames(names)} ${names.length === 1 ? "is" : "are"} not set`;

function joinNames(names: readonly string[]): string {
  const firstNames = names.slice(0, maxNames);
  const rest = names.length - firstNames.length;
  return rest > 0 ? `${firstNames.join(", ")} and ${rest} more` : firstNames.join(", ");
}
