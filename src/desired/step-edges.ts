import type { Directory, Entry } from "./directory.ts";
import { heldValue } from "./observed.ts";
import { groundOf, targetsOf } from "./prune.ts";
import type { Step } from "./step.ts";

/** Which steps come before which, by their index. */
export type Edges = readonly Set<number>[];

/** The steps without which each step cannot be done. */
export function neededSteps(steps: readonly Step[], directory: Directory): Edges {
  const indexOf = mainSteps(steps);
  const needs = steps.map(() => new Set<number>());
  for (const [index, { entry, action, isLater }] of steps.entries()) {
    const { item } = entry;
    const main = isLater === true ? indexOf.get(entry) : undefined;
    if (main !== undefined) needs[index]?.add(main);
    if (item !== undefined)
      for (const target of targetsOf(entry, item, directory)) {
        const other = indexOf.get(target);
        const isMade = other !== undefined && ["create", "replace"].includes(steps[other]?.action ?? "");
        if (isMade && other !== index) needs[index]?.add(other);
      }
    // What is deleted, or given another reference, is so before the object that it referred to goes.
    if (action === "create") continue;
    for (const target of heldTargets(entry, directory)) {
      const other = indexOf.get(target);
      if (other !== undefined && other !== index && steps[other]?.action === "delete")
        needs[other]?.add(index);
    }
  }
  return needs;
}

/** What an object of the service refers to as it is now. */
function heldTargets(entry: Entry, directory: Directory): readonly Entry[] {
  const { kind, object } = entry;
  if (object === undefined) return [];
  const referred = Object.entries(kind.kind.references ?? {}).flatMap(([field, refers]) => {
    const value = heldValue(object, field);
    const texts = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
    return texts.flatMap((text) => namedEntry(refers, String(text), directory) ?? []);
  });
  const domain = partTarget(entry, directory);
  const above = object.parent === undefined ? undefined : directory.entryFor(object.parent);
  return [
    ...referred,
    ...[domain, above].filter((each) => each !== undefined),
    ...groundOf(entry, directory),
  ];
}

/** The object that a reference names, or the one that holds it where that alone is known. */
function namedEntry(kind: string, text: string, directory: Directory): Entry | undefined {
  const end = text.lastIndexOf("/");
  const holder = directory.kinds.get(kind)?.kind.parent?.kind;
  const isHeld = holder !== undefined && end > 0;
  return directory.find(kind, text) ?? (isHeld ? directory.find(holder, text.slice(0, end)) : undefined);
}

/** What the second part of a whole name refers to: the longest one that is known, such as the domain of a host. */
function partTarget({ kind, key = "" }: Entry, directory: Directory): Entry | undefined {
  const [, second = ""] = kind.kind.joinedFields?.fields ?? [];
  const refers = kind.kind.references?.[second];
  if (refers === undefined) return undefined;
  const labels = (key.split("\0")[0] ?? "").split(".");
  const found = labels.map((_, start) => directory.find(refers, labels.slice(start).join(".")));
  return found.find((entry) => entry !== undefined);
}

/** The step of each entry; of two, the first. */
const mainSteps = (steps: readonly Step[]): ReadonlyMap<Entry, number> =>
  new Map(
    [...steps.entries()].flatMap(([index, { entry, isLater }]) => (isLater === true ? [] : [[entry, index]])),
  );

/** What has to be over before a step, whatever became of it. */
export function followedSteps(steps: readonly Step[], directory: Directory): Edges {
  const grounds = groundSteps(steps, directory);
  if (!steps.some(({ isLater }) => isLater === true)) return grounds;
  const indexOf = mainSteps(steps);
  const users = usersOf(directory);
  for (const [index, { entry, isLater }] of steps.entries()) {
    if (isLater !== true) continue;
    const seen = new Set<Entry>([entry]);
    for (const each of seen) for (const user of users.get(each) ?? []) seen.add(user);
    seen.delete(entry);
    for (const each of seen) {
      const other = indexOf.get(each);
      if (other !== undefined) grounds[index]?.add(other);
    }
  }
  return grounds;
}

/** The entries whose items refer to each entry. */
function usersOf(directory: Directory): ReadonlyMap<Entry, readonly Entry[]> {
  const users = new Map<Entry, Entry[]>();
  for (const entry of directory.entries)
    for (const target of entry.item === undefined ? [] : targetsOf(entry, entry.item, directory))
      users.set(target, [...(users.get(target) ?? []), entry]);
  return users;
}

/** What an object stood on may go with it, and is made anew then: it is changed after that. */
function groundSteps(steps: readonly Step[], directory: Directory): Edges {
  const indexOf = new Map(
    steps.map(({ entry, action }, index) => [action === "update" ? entry : undefined, index]),
  );
  const follows = steps.map(() => new Set<number>());
  for (const [index, { action, entry }] of steps.entries()) {
    if (action !== "delete") continue;
    for (const ground of groundOf(entry, directory)) follows[indexOf.get(ground) ?? -1]?.add(index);
  }
  return follows;
}
