import type { FieldNotice } from "./change.ts";
import type { Entry } from "./directory.ts";
import { placeText } from "./item.ts";

export interface ItemNotice extends FieldNotice {
  readonly entry: Entry;
}

const maxNames = 5;

export function planWarnings(notices: readonly ItemNotice[]): readonly string[] {
  const noticesOfKind = (kind: FieldNotice["kind"]) => notices.filter((notice) => notice.kind === kind);
  const byField = new Map<string, ItemNotice[]>();
  for (const notice of [
    ...noticesOfKind("unseen"),
    ...noticesOfKind("fixed"),
    ...noticesOfKind("computed"),
  ]) {
    const groupKey = `${notice.kind} ${notice.entry.kind.name} ${notice.field}`;
    byField.set(groupKey, [...(byField.get(groupKey) ?? []), notice]);
  }
  return [
    ...unsetWarning(noticesOfKind("unset")),
    ...unknownWarning(noticesOfKind("unknown")),
    ...noticesOfKind("needed").map(
      ({ variable, entry }) => `${variable} is not set: ${entryLabel(entry)} cannot be created without it`,
    ),
    ...[...byField.values()].map(fieldWarning),
    ...blockedWarnings(noticesOfKind("blocked")),
  ];
}

function blockedWarnings(notices: readonly ItemNotice[]): readonly string[] {
  const byReason = new Map<string, string[]>();
  for (const { reason = "", entry } of notices) {
    const names = byReason.get(reason);
    if (names === undefined) byReason.set(reason, [entryLabel(entry)]);
    else names.push(entryLabel(entry));
  }
  return [...byReason].map(([reason, names]) => `${joinNames(names)} cannot be changed now: ${reason}`);
}

function unsetWarning(notices: readonly ItemNotice[]): readonly string[] {
  const [first, ...others] = notices;
  if (first === undefined) return [];
  const { variable, field, entry } = first;
  if (others.length === 0)
    return [`${variable} is not set: ${field} of ${entryLabel(entry)} is left unchanged`];
  const names = [...new Set(notices.map((notice) => notice.variable ?? ""))];
  return [`${notSetText(names)}: the ${notices.length} fields that need them are left unchanged`];
}

/** Items whose keys need unset variables cannot be identified. */
function unknownWarning(notices: readonly ItemNotice[]): readonly string[] {
  if (notices.length === 0) return [];
  const places = notices.map(({ entry }) => `${entry.kind.name}${placeOf(entry)}`);
  const names = [...new Set(notices.map(({ variable }) => variable ?? ""))];
  return [`${notSetText(names)}: ${joinNames(places)} ${places.length === 1 ? "is" : "are"} left out`];
}

function fieldWarning(notices: readonly ItemNotice[]): string {
  const [{ kind, field, entry }] = notices as readonly [ItemNotice];
  const names = joinNames(notices.map((notice) => notice.entry.name));
  if (kind === "computed") {
    const sourceField = entry.kind.kind.computedFrom?.[field];
    return `the service derives ${field} of ${entry.kind.name} from ${sourceField}, so it is left unchanged: ${names}`;
  }
  return kind === "unseen"
    ? `the service does not show ${field} of ${entry.kind.name}, so it is set when an object is created, and not compared: ${names}`
    : `${field} of ${entry.kind.name} cannot be changed, and is left unchanged: ${names}`;
}

export const entryLabel = ({ kind, name }: Entry): string => `${kind.name} ${name}`;

const placeOf = ({ item }: Entry): string => (item === undefined ? "" : ` (${placeText(item.place)})`);

const notSetText = (names: readonly string[]): string =>
  `${joinNames(names)} ${names.length === 1 ? "is" : "are"} not set`;

function joinNames(names: readonly string[]): string {
  const firstNames = names.slice(0, maxNames);
  const rest = names.length - firstNames.length;
  return rest > 0 ? `${firstNames.join(", ")} and ${rest} more` : firstNames.join(", ");
}
