import { statuses } from "../catalogue/statuses.ts";
import { groupBy } from "../core/grouping.ts";
import { primitiveText } from "../core/json-record.ts";
import { nameList } from "../core/text/word-lists.ts";
import type { ComparedItem, Comparison, FieldNotice } from "./change.ts";
import {
  dependenciesOfItem,
  dependenciesOfObject,
  type EntryIndex,
  numberingProblem,
} from "./dependencies.ts";
import { placeText } from "./item.ts";
import { type Entry, entryLabel, outermost } from "./service-objects.ts";

export interface Caller {
  readonly name: string;
  readonly isAdministrator: boolean;
}

export function changeObstacle(entry: Entry, caller?: Caller): string | undefined {
  const { changeableStatuses, childPaths } = entry.kind.spec;
  if (changeableStatuses === undefined && childPaths?.[""] === undefined) return undefined;
  const { name, object } = outermost(entry);
  const machine = object && outermost(object);
  if (changeableStatuses === undefined && machine === undefined) return undefined;
  if (machine === undefined)
    return `${name} does not exist yet; apply again after its commissioning, which detects its hardware`;
  const { status, status_name: statusName, locked, owner } = machine.childRows;
  if (locked === true) return `${machine.name} is locked`;
  const belongsToOtherUser = caller !== undefined && !caller.isAdministrator && owner !== caller.name;
  if (belongsToOtherUser && typeof owner === "string" && owner !== "")
    return `${machine.name} belongs to ${owner}`;
  if (changeableStatuses === undefined) return undefined;
  const allowedStatuses = changeableStatuses.map(
    (value): { readonly id: number; readonly name: string } => statuses[value],
  );
  if (status === undefined || allowedStatuses.some(({ id }) => id === status)) return undefined;
  const names = allowedStatuses.map((each) => each.name).join(" or ");
  return `${machine.name} is ${primitiveText(statusName ?? status)}, but the service allows this change only on machines that are ${names}`;
}

interface PlanContext {
  readonly comparedItems: readonly ComparedItem[];
  readonly entryIndex: EntryIndex;
  readonly prunes: boolean;
}

export function siblingObstacle(
  entry: Entry,
  { comparedItems, entryIndex, prunes }: PlanContext,
): string | undefined {
  if (!entry.kind.spec.isNumbered) return undefined;
  const isCreated = ({ difference }: Comparison) =>
    difference !== undefined && difference.action !== "update";
  const siblings = new Set(entryIndex.references.siblingsOf(entry));
  const affectedEntries = comparedItems.flatMap((each) =>
    siblings.has(each.entry) && isCreated(each.comparison) ? [each.entry] : [],
  );
  for (const each of affectedEntries.includes(entry) ? affectedEntries : []) {
    const usingEntry =
      each.object && entryIndex.entries.find((other) => isUsing(other, each, { entryIndex, prunes }));
    if (usingEntry !== undefined) return `delete ${entryLabel(usingEntry)} first: it uses ${each.name}`;
    const problem = numberingProblem(each, entryIndex, prunes);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

const isUsing = (
  usingEntry: Entry,
  { kind, object }: Entry,
  { entryIndex, prunes }: Pick<PlanContext, "entryIndex" | "prunes">,
): boolean =>
  usingEntry.object !== undefined &&
  kind.spec.blockedBy?.includes(usingEntry.kind.name) === true &&
  dependenciesOfObject(usingEntry, entryIndex).some((each) => each.object === object) &&
  (usingEntry.item === undefined
    ? !prunes
    : dependenciesOfItem(usingEntry, usingEntry.item, entryIndex).some((each) => each.object === object));

export interface ItemNotice extends FieldNotice {
  readonly entry: Entry;
}

const maxNames = 5;

export function planWarnings(notices: readonly ItemNotice[]): readonly string[] {
  const noticesOfKind = (kind: FieldNotice["kind"]) => notices.filter((notice) => notice.kind === kind);
  const fieldNotices = (["unseen", "frozen", "computed"] as const).flatMap(noticesOfKind);
  const byField = groupBy(fieldNotices, ({ kind, entry, field }) => `${kind} ${entry.kind.name} ${field}`);
  const byReason = groupBy(noticesOfKind("blocked"), ({ reason }) => reason);
  return [
    ...unsetWarning(noticesOfKind("unset")),
    ...unknownWarning(noticesOfKind("unknownKey")),
    ...noticesOfKind("unsetButNeeded").map(
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
    const sourceField = entry.kind.spec.computedFrom?.[field];
    return `the service derives ${field} of ${entry.kind.name} from ${sourceField}, so it is left unchanged: ${names}`;
  }
  return kind === "unseen"
    ? `the service does not show ${field} of ${entry.kind.name}, so it is set only when an object is created, and never compared: ${names}`
    : `${field} of ${entry.kind.name} cannot be changed, and is left unchanged: ${names}`;
}

const placeOf = ({ item }: Entry): string => (item === undefined ? "" : ` (${placeText(item.place)})`);

const notSetText = (names: readonly string[]): string =>
  `${joinNames(names)} ${names.length === 1 ? "is" : "are"} not set`;

const joinNames = (names: readonly string[]): string => nameList(names, ", ", maxNames);
