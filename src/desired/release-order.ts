import type { Step } from "./change.ts";
import { type Directory, type Entry, textsOf } from "./directory.ts";
import { laterSiblings } from "./numbered.ts";
import { heldValue } from "./observed.ts";
import { targetsOfItem, targetsOfObject } from "./targets.ts";
import { outermostOf, usedAs } from "./used-names.ts";

/**
 * What must be free before a step: a disk that leaves one RAID for another, and a mount point that moves. Steps that
 * free it come first.
 */
export function releasingSteps(steps: readonly Step[], directory: Directory): readonly ReadonlySet<number>[] {
  const follows = steps.map(() => new Set<number>());
  const freeing = new Map<unknown, number[]>();
  const free = (resource: unknown, index: number) => {
    if (freeing.get(resource)?.push(index) === undefined) freeing.set(resource, [index]);
  };
  for (const [index, step] of steps.entries()) {
    for (const target of abandonedTargets(step, directory)) free(target, index);
    const holder = step.action === "delete" ? step.entry.object?.parent : undefined;
    const emptied = holder && directory.entryFor(holder);
    if (emptied?.kind.kind.usedAs !== undefined) free(emptied, index);
    for (const word of freedValues(step, directory)) free(word, index);
  }
  if (freeing.size === 0) return follows;
  for (const [index, step] of steps.entries())
    for (const resource of neededBy(step, directory))
      for (const other of freeing.get(resource) ?? []) if (other !== index) follows[index]?.add(other);
  return follows;
}

const isUser = ({ kind }: Entry): boolean => kind.kind.siblings !== undefined;

const desiredTargets = ({ entry, action }: Step, directory: Directory): readonly Entry[] =>
  entry.item === undefined || action === "delete" ? [] : targetsOfItem(entry, entry.item, directory);

/** Objects that an object no longer uses. */
function abandonedTargets(step: Step, directory: Directory): readonly Entry[] {
  if (!isUser(step.entry)) return [];
  const targets = new Set(desiredTargets(step, directory));
  return targetsOfObject(step.entry, directory).filter((each) => !targets.has(each));
}

function neededBy(step: Step, directory: Directory): readonly unknown[] {
  const { entry, changes, action } = step;
  const { uniqueFields = [] } = entry.kind.kind;
  const words = changes.flatMap(({ field: { name } }) =>
    uniqueFields.includes(name) && entry.item !== undefined
      ? textsOf(entry.kind, entry.item, name).map((text) => wordOf(entry, name, text))
      : [],
  );
  const currentTargets = isUser(entry) ? new Set(targetsOfObject(entry, directory)) : new Set();
  const newTargets = isUser(entry)
    ? desiredTargets(step, directory).filter((each) => !currentTargets.has(each))
    : [];
  const later = action === "update" ? [] : laterSiblings([entry], directory);
  return [entry, ...later, ...(entry.parent === undefined ? [] : [entry.parent]), ...newTargets, ...words];
}

/** Values that only one object has, of the object itself or of what goes with it. */
function freedValues({ entry, action, changes }: Step, directory: Directory): readonly string[] {
  // What it had is gone with what it comes with.
  if (action === "create") return [];
  const changed = changes.map(({ field }) => field.name);
  const name = usedAs(entry);
  const isGone = action === "delete" || action === "replace";
  const along = isGone && name !== undefined ? directory.used.within(outermostOf(entry), name) : [entry];
  return along.flatMap((each) =>
    (each.kind.kind.uniqueFields ?? []).flatMap((field) => {
      const value = heldValue(each.object, field);
      const isFreed = typeof value === "string" && value !== "" && (isGone || changed.includes(field));
      return isFreed ? [wordOf(each, field, value)] : [];
    }),
  );
}

const wordOf = (entry: Entry, field: string, value: string): string =>
  `${outermostOf(entry)?.key}\0${field}\0${value}`;
