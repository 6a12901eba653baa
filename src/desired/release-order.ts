import { addTo } from "../core/grouping.ts";
import type { Step } from "./change.ts";
import { type Directory, textsOf } from "./directory.ts";
import type { Entry } from "./entry.ts";
import { laterSiblings } from "./numbered.ts";
import { currentValueOf } from "./observed.ts";
import { targetsOfItem, targetsOfObject } from "./targets.ts";
import { outermostOf, referenceNameOf } from "./used-names.ts";

/**
 * Steps that must come before a step because they free what it needs, such as a mount point or a disk that moves to
 * another RAID.
 */
export function releasingSteps(steps: readonly Step[], directory: Directory): readonly ReadonlySet<number>[] {
  const follows = steps.map(() => new Set<number>());
  const freeingSteps = new Map<unknown, number[]>();
  for (const [index, step] of steps.entries()) {
    for (const target of abandonedTargets(step, directory)) addTo(freeingSteps, target, index);
    const holder = step.action === "delete" ? step.entry.object?.parent : undefined;
    const emptiedEntry = holder && directory.entryFor(holder);
    if (emptiedEntry?.kind.kind.referenceName !== undefined) addTo(freeingSteps, emptiedEntry, index);
    for (const key of freedValues(step, directory)) addTo(freeingSteps, key, index);
  }
  if (freeingSteps.size === 0) return follows;
  for (const [index, step] of steps.entries())
    for (const resource of neededResources(step, directory))
      for (const other of freeingSteps.get(resource) ?? []) if (other !== index) follows[index]?.add(other);
  return follows;
}

const usesObjects = ({ kind }: Entry): boolean => kind.kind.siblings !== undefined;

const desiredTargets = ({ entry, action }: Step, directory: Directory): readonly Entry[] =>
  entry.item === undefined || action === "delete" ? [] : targetsOfItem(entry, entry.item, directory);

function abandonedTargets(step: Step, directory: Directory): readonly Entry[] {
  if (!usesObjects(step.entry)) return [];
  const targets = new Set(desiredTargets(step, directory));
  return targetsOfObject(step.entry, directory).filter((each) => !targets.has(each));
}

function neededResources(step: Step, directory: Directory): readonly unknown[] {
  const { entry, changes, action } = step;
  const { uniqueFields = [] } = entry.kind.kind;
  const valueKeys = changes.flatMap(({ field: { name } }) =>
    uniqueFields.includes(name) && entry.item !== undefined
      ? textsOf(entry.kind, entry.item, name).map((text) => valueKey(entry, name, text))
      : [],
  );
  const currentTargets = usesObjects(entry) ? new Set(targetsOfObject(entry, directory)) : new Set();
  const newTargets = usesObjects(entry)
    ? desiredTargets(step, directory).filter((each) => !currentTargets.has(each))
    : [];
  const laterEntries = action === "update" ? [] : laterSiblings([entry], directory);
  return [entry, ...laterEntries, ...(entry.parent ? [entry.parent] : []), ...newTargets, ...valueKeys];
}

function freedValues({ entry, action, changes }: Step, directory: Directory): readonly string[] {
  // The old values of a created object disappeared with the object that it belongs to.
  if (action === "create") return [];
  const changedFields = changes.map(({ field }) => field.name);
  const name = referenceNameOf(entry);
  const isRemoved = action === "delete" || action === "replace";
  const removedEntries =
    isRemoved && name !== undefined ? directory.used.objectsNamed(outermostOf(entry), name) : [entry];
  return removedEntries.flatMap((each) =>
    (each.kind.kind.uniqueFields ?? []).flatMap((field) => {
      const value = currentValueOf(each.object, field);
      const isFreed =
        typeof value === "string" && value !== "" && (isRemoved || changedFields.includes(field));
      return isFreed ? [valueKey(each, field, value)] : [];
    }),
  );
}

const valueKey = (entry: Entry, field: string, value: string): string =>
  `${outermostOf(entry)?.key}\0${field}\0${value}`;
