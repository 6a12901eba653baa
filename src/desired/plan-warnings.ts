import { groupBy } from "../core/grouping.ts";
import { nameList } from "../core/text/word-lists.ts";
import type { FieldNotice } from "./change.ts";
import type { Entry } from "./entry.ts";
import { placeText } from "./item.ts";

export interface ItemNotice extends FieldNotice {
  readonly entry: Entry;
}

const maxNames = 5;

export function planWarnings(notices: readonly ItemNotice[]): readonly string[] {
  const noticesOfKind = (kind: FieldNotice["kind"]) => notices.filter((notice) => notice.kind === kind);
  const fieldNotices = (["unseen", "fixed", "computed"] as const).flatMap(noticesOfKind);
  const byField = groupBy(fieldNotices, ({ kind, entry, field }) => `${kind} ${entry.kind.name} ${field}`);
  const byReason = groupBy(noticesOfKind("blocked"), ({ reason }) => reason);
  return [
    ...unsetWarning(noticesOfKind("unset")),
    ...unknownWarning(noticesOfKind("unknown")),
    ...noticesOfKind("needed").map(
      ({ variable, entry }) => `${variable} is not set: ${entryLabel(entry)} cannot be created without it`,
    ),
    ...[...byField.values()].map(fieldWarning),
    ...[...byReason].map(
      ([reason, blocked]) =>
        `${joinNames(blocked.map(({ entry }) => entryLabel(entry)))} cannot be changed now: ${reason}`,
    ),
  ];
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
    ? `the service does not show ${field} of ${entry.kind.name}, so it is set only when an object is created, and never compared: ${names}`
    : `${field} of ${entry.kind.name} cannot be changed, and is left unchanged: ${names}`;
}

export const entryLabel = ({ kind, name }: Entry): string => `${kind.name} ${name}`;

const placeOf = ({ item }: Entry): string => (item === undefined ? "" : ` (${placeText(item.place)})`);

const notSetText = (names: readonly string[]): string =>
  `${joinNames(names)} ${names.length === 1 ? "is" : "are"} not set`;

const joinNames = (names: readonly string[]): string => nameList(names, ", ", maxNames);
