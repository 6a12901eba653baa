import { Failure } from "../core/failure.ts";
import { addTo } from "../core/grouping.ts";
import { losesChildren, type OrderedStep, type Step, type StepOrder } from "./change.ts";
import {
  baseObjects,
  dependenciesOfItem,
  dependenciesOfObject,
  dependentsOf,
  type EntryIndex,
  laterSiblings,
  outermostOf,
  previousSibling,
  referenceNameOf,
  usedEntries,
} from "./dependencies.ts";
import { placeText } from "./item.ts";
import { currentValueOf, type Entry } from "./service-objects.ts";
import { textsOf } from "./values.ts";

/**
 * Orders steps by references: a step's targets are created before it and deleted after it. Within a kind, deletions
 * go first unless references forbid it; otherwise the order of the files decides. Throws a usage failure for circular
 * references between new objects.
 */
export function orderSteps(steps: readonly Step[], entryIndex: EntryIndex): StepOrder {
  const needs = neededSteps(steps, entryIndex);
  let edges = joinedEdges(needs, followedSteps(steps, entryIndex));
  if (hasCycle(edges)) throw cycleFailure(steps, needs);
  edges = withoutCycles(edges, freeingSteps(steps, entryIndex));
  const waitGroups: (readonly number[])[] = [];
  const kindsCreatedFirst: string[] = [];
  for (const kind of new Set(steps.map((step) => step.kind))) {
    const isDeletion = (index: number) => steps[index]?.action === "delete";
    const kindSteps = [...steps.keys()].filter((index) => steps[index]?.kind === kind);
    const deletions = kindSteps.filter(isDeletion);
    if (deletions.length === 0 || deletions.length === kindSteps.length) continue;
    // The additional last node of the graph waits for all deletions of the kind.
    const edgesWithGroup = [...edges, new Set(deletions)];
    for (const index of kindSteps)
      if (!isDeletion(index)) edgesWithGroup[index] = new Set([...(edges[index] ?? []), edges.length]);
    if (hasCycle(edgesWithGroup)) kindsCreatedFirst.push(kind.name);
    else {
      edges = edgesWithGroup;
      waitGroups.push(deletions);
    }
  }
  const order = [...topological(edges)].filter((index) => index < steps.length);
  const positions = new Map(order.map((index, position) => [index, position]));
  const positionsOf = (indexes: Iterable<number>) => [...indexes].map((each) => positions.get(each) ?? each);
  const orderedSteps = order.flatMap((index): readonly OrderedStep[] => {
    const step = steps[index];
    const needed = needs[index] ?? new Set<number>();
    const followed = [...(edges[index] ?? [])].filter((other) => !needed.has(other));
    return step === undefined ? [] : [{ step, needs: positionsOf(needed), follows: positionsOf(followed) }];
  });
  return { steps: orderedSteps, waitGroups: waitGroups.map(positionsOf), kindsCreatedFirst };
}

const joinedEdges = (edges: Edges, addedEdges: Edges): Edges =>
  edges.map((each, index) => new Set([...each, ...(addedEdges[index] ?? [])]));

/** Leaves out added edges that would close a cycle, as when two partitions exchange their mount points. */
function withoutCycles(edges: Edges, addedEdges: Edges): Edges {
  const allEdges = joinedEdges(edges, addedEdges);
  const outside = topological(allEdges);
  const acyclicEdges = allEdges.map((each, index) => new Set(outside.has(index) ? each : edges[index]));
  for (const [index, each] of addedEdges.entries())
    for (const other of outside.has(index) ? [] : each) {
      const isNew = acyclicEdges[index]?.has(other) === false;
      acyclicEdges[index]?.add(other);
      if (isNew && hasCycle(acyclicEdges)) acyclicEdges[index]?.delete(other);
    }
  return acyclicEdges;
}

/** Nodes become ready, in this order, when all their predecessors have ended. */
export function readyNodes(predecessors: Edges) {
  const pendingPredecessors = predecessors.map((each) => new Set(each));
  const dependents: number[][] = predecessors.map(() => []);
  for (const [index, each] of pendingPredecessors.entries())
    for (const other of each) dependents[other]?.push(index);
  const ready = new Set(pendingPredecessors.flatMap((each, index) => (each.size === 0 ? [index] : [])));
  const end = (index: number) => {
    for (const next of dependents[index] ?? []) {
      pendingPredecessors[next]?.delete(index);
      if (pendingPredecessors[next]?.size === 0) ready.add(next);
    }
  };
  return { ready, end };
}

/** Leaves out nodes in a cycle, and those that follow one. */
function topological(predecessors: Edges): ReadonlySet<number> {
  const { ready, end } = readyNodes(predecessors);
  for (const next of ready) end(next);
  return ready;
}

const hasCycle = (edges: Edges): boolean => topological(edges).size < edges.length;

function cycleFailure(steps: readonly Step[], needs: Edges): Failure {
  const outside = topological(needs);
  const names = steps.flatMap(({ kind, name, place }, index) =>
    outside.has(index) ? [] : [`${place === undefined ? "" : `${placeText(place)}: `}${kind.name} ${name}`],
  );
  return new Failure("usage", "items refer to each other in a cycle, so none of them can be created first", {
    lines: names.slice(0, 20),
  });
}

/** By step, the indices of the steps that come before it. */
type Edges = readonly ReadonlySet<number>[];

function neededSteps(steps: readonly Step[], entryIndex: EntryIndex): Edges {
  const indexOf = mainSteps(steps);
  const needs = steps.map(() => new Set<number>());
  for (const [index, { entry, action, isFollowUp }] of steps.entries()) {
    const { item } = entry;
    const mainStep = isFollowUp ? indexOf.get(entry) : undefined;
    if (mainStep !== undefined) needs[index]?.add(mainStep);
    if (item !== undefined)
      for (const target of dependenciesOfItem(entry, item, entryIndex)) {
        const other = indexOf.get(target);
        const otherStep = other === undefined ? undefined : steps[other];
        if (other === undefined || otherStep === undefined || other === index) continue;
        const isAwaited =
          otherStep.action === "update"
            ? entry.kind.spec.siblings !== undefined ||
              (target.kind.spec.referenceName !== undefined &&
                target !== previousSibling(entry, entryIndex)) ||
              (target === entry.parent && losesChildren(otherStep))
            : otherStep.action !== "delete";
        if (isAwaited) needs[index]?.add(other);
      }
    if (action === "create") continue;
    for (const target of usedEntries(entry, entryIndex)) {
      const other = indexOf.get(target);
      if (other !== undefined && other !== index && steps[other]?.action === "delete")
        needs[other]?.add(index);
    }
  }
  return needs;
}

const mainSteps = (steps: readonly Step[]): ReadonlyMap<Entry, number> =>
  new Map(
    [...steps.entries()].flatMap(([index, { entry, isFollowUp }]) => (isFollowUp ? [] : [[entry, index]])),
  );

function followedSteps(steps: readonly Step[], entryIndex: EntryIndex): Edges {
  const follows = baseSteps(steps, entryIndex);
  if (!steps.some(({ isFollowUp }) => isFollowUp)) return follows;
  const indexOf = mainSteps(steps);
  const dependentsByEntry = dependentsOf(entryIndex);
  for (const [index, { entry, isFollowUp }] of steps.entries()) {
    if (!isFollowUp) continue;
    const dependents = new Set<Entry>([entry]);
    for (const each of dependents)
      for (const dependent of dependentsByEntry.get(each) ?? []) dependents.add(dependent);
    dependents.delete(entry);
    for (const each of dependents) {
      const other = indexOf.get(each);
      if (other !== undefined) follows[index]?.add(other);
    }
  }
  return follows;
}

/** A base object may disappear with its dependent and be recreated, so it is changed only afterwards. */
function baseSteps(steps: readonly Step[], entryIndex: EntryIndex): readonly Set<number>[] {
  const indexOf = new Map(
    steps.map(({ entry, action }, index) => [action === "update" ? entry : undefined, index]),
  );
  const follows = steps.map(() => new Set<number>());
  for (const [index, { action, entry }] of steps.entries()) {
    if (action !== "delete") continue;
    for (const base of baseObjects(entry, entryIndex)) follows[indexOf.get(base) ?? -1]?.add(index);
  }
  return follows;
}

/**
 * Steps that must come before a step because they free what it needs, such as a mount point or a disk that moves to
 * another RAID.
 */
function freeingSteps(steps: readonly Step[], entryIndex: EntryIndex): Edges {
  const follows = steps.map(() => new Set<number>());
  const stepsFreeing = new Map<unknown, number[]>();
  for (const [index, step] of steps.entries()) {
    for (const target of abandonedTargets(step, entryIndex)) addTo(stepsFreeing, target, index);
    const shrunkParent = step.action === "delete" ? step.entry.object?.parent : undefined;
    const shrunkEntry = shrunkParent && entryIndex.entryFor(shrunkParent);
    if (shrunkEntry?.kind.spec.referenceName !== undefined) addTo(stepsFreeing, shrunkEntry, index);
    for (const key of freedValues(step, entryIndex)) addTo(stepsFreeing, key, index);
  }
  if (stepsFreeing.size === 0) return follows;
  for (const [index, step] of steps.entries())
    for (const resource of neededResources(step, entryIndex))
      for (const other of stepsFreeing.get(resource) ?? []) if (other !== index) follows[index]?.add(other);
  return follows;
}

const usesSiblings = ({ kind }: Entry): boolean => kind.spec.siblings !== undefined;

const desiredTargets = ({ entry, action }: Step, entryIndex: EntryIndex): readonly Entry[] =>
  entry.item === undefined || action === "delete" ? [] : dependenciesOfItem(entry, entry.item, entryIndex);

function abandonedTargets(step: Step, entryIndex: EntryIndex): readonly Entry[] {
  if (!usesSiblings(step.entry)) return [];
  const targets = new Set(desiredTargets(step, entryIndex));
  return dependenciesOfObject(step.entry, entryIndex).filter((each) => !targets.has(each));
}

function neededResources(step: Step, entryIndex: EntryIndex): readonly unknown[] {
  const { entry, changes, action } = step;
  const { uniqueFields = [] } = entry.kind.spec;
  const valueKeys = changes.flatMap(({ field: { name } }) =>
    uniqueFields.includes(name) && entry.item !== undefined
      ? textsOf(entry.kind, entry.item, name).map((text) => valueKey(entry, name, text))
      : [],
  );
  const currentTargets = usesSiblings(entry) ? new Set(dependenciesOfObject(entry, entryIndex)) : new Set();
  const newTargets = usesSiblings(entry)
    ? desiredTargets(step, entryIndex).filter((each) => !currentTargets.has(each))
    : [];
  const laterEntries = action === "update" ? [] : laterSiblings([entry], entryIndex);
  return [entry, ...laterEntries, ...(entry.parent ? [entry.parent] : []), ...newTargets, ...valueKeys];
}

function freedValues({ entry, action, changes }: Step, entryIndex: EntryIndex): readonly string[] {
  // An object that is created again lost its old values when its parent or an earlier sibling was replaced.
  if (action === "create") return [];
  const changedFields = changes.map(({ field }) => field.name);
  const name = referenceNameOf(entry);
  const isRemoved = action === "delete" || action === "replace";
  const removedEntries =
    isRemoved && name !== undefined ? entryIndex.references.objectsNamed(outermostOf(entry), name) : [entry];
  const recreatedEntries = action === "replace" ? laterSiblings([entry], entryIndex) : [];
  return [...removedEntries, ...recreatedEntries].flatMap((each) =>
    (each.kind.spec.uniqueFields ?? []).flatMap((field) => {
      const value = currentValueOf(each.object, field);
      const isFreed =
        typeof value === "string" && value !== "" && (isRemoved || changedFields.includes(field));
      return isFreed ? [valueKey(each, field, value)] : [];
    }),
  );
}

const valueKey = (entry: Entry, field: string, value: string): string =>
  `${outermostOf(entry)?.key}\0${field}\0${value}`;
