import { Failure } from "../core/failure.ts";
import { addTo } from "../core/grouping.ts";
import { nameList } from "../core/text/word-lists.ts";
import type { Blockers } from "./blockers.ts";
import { losesChildren, type OrderedStep, type Step, type StepOrder } from "./change.ts";
import type { Directory } from "./directory.ts";
import type { Entry } from "./entry.ts";
import { type Desired, placeText } from "./item.ts";
import { entryLabel } from "./plan-warnings.ts";
import { releasingSteps } from "./release-order.ts";
import { baseObjects, targetsOfItem, targetsOfObject } from "./targets.ts";

/**
 * Orders steps by references: targets are created before and deleted after. Within a kind, deletions go first unless
 * references forbid it; otherwise the order of the files decides. Throws a usage failure for circular references
 * between new objects.
 */
export function orderSteps(steps: readonly Step[], directory: Directory): StepOrder {
  const needs = neededSteps(steps, directory);
  const requiredEdges = followedSteps(steps, directory);
  const follows = withEdgesIfAcyclic(steps.length, needs, requiredEdges, releasingSteps(steps, directory));
  const before = (index: number): readonly number[] => [...(needs[index] ?? []), ...(follows[index] ?? [])];
  if (topological(steps.length, before) === undefined) throw cycleFailure(steps, needs);
  const { waitGroups, kindsCreatedFirst } = waitGroupsFor(steps, before);
  const order = orderWithGroups(steps.length, before, waitGroups) ?? [];
  const places = new Map(order.filter((index) => index < steps.length).map((index, place) => [index, place]));
  const placesOf = (indexes: Iterable<number>) => [...indexes].map((index) => places.get(index) ?? 0);
  const orderedSteps = [...places.keys()].flatMap((index): readonly OrderedStep[] => {
    const step = steps[index];
    if (step === undefined) return [];
    const groupsBefore = waitGroups.flatMap(({ waitingSteps }, group) =>
      waitingSteps.has(index) ? [steps.length + group] : [],
    );
    const predecessors = [...placesOf(follows[index] ?? []), ...groupsBefore];
    return [{ step, needs: placesOf(needs[index] ?? []), follows: predecessors }];
  });
  return {
    steps: orderedSteps,
    waitGroups: waitGroups.map(({ deletions }) => placesOf(deletions)),
    kindsCreatedFirst,
  };
}

function withEdgesIfAcyclic(count: number, needs: Edges, follows: Edges, extraEdges: Edges): Edges {
  const allEdges = follows.map((each, index) => new Set([...each, ...(extraEdges[index] ?? [])]));
  const before = (index: number) => [...(needs[index] ?? []), ...(allEdges[index] ?? [])];
  return topological(count, before) === undefined ? follows : allEdges;
}

interface WaitGroup {
  readonly deletions: readonly number[];
  readonly waitingSteps: ReadonlySet<number>;
}

function waitGroupsFor(
  steps: readonly Step[],
  before: (index: number) => readonly number[],
): { readonly waitGroups: readonly WaitGroup[]; readonly kindsCreatedFirst: readonly string[] } {
  let waitGroups: readonly WaitGroup[] = [];
  const kindsCreatedFirst: string[] = [];
  for (const kind of new Set(steps.map((step) => step.kind))) {
    const kindSteps = [...steps.keys()].filter((index) => steps[index]?.kind === kind);
    const deletions = kindSteps.filter((index) => steps[index]?.action === "delete");
    if (deletions.length === 0 || deletions.length === kindSteps.length) continue;
    const waitingSteps = new Set(kindSteps.filter((index) => steps[index]?.action !== "delete"));
    const nextGroups = [...waitGroups, { deletions, waitingSteps }];
    if (orderWithGroups(steps.length, before, nextGroups) !== undefined) waitGroups = nextGroups;
    else kindsCreatedFirst.push(kind.name);
  }
  return { waitGroups, kindsCreatedFirst };
}

function orderWithGroups(
  count: number,
  before: (index: number) => readonly number[],
  waitGroups: readonly WaitGroup[],
): readonly number[] | undefined {
  return topological(count + waitGroups.length, (index) =>
    index < count
      ? [
          ...before(index),
          ...waitGroups.flatMap(({ waitingSteps }, group) =>
            waitingSteps.has(index) ? [count + group] : [],
          ),
        ]
      : (waitGroups[index - count]?.deletions ?? []),
  );
}

function topological(
  count: number,
  before: (index: number) => readonly number[],
): readonly number[] | undefined {
  const pendingPredecessors = Array.from({ length: count }, (_, index) => new Set(before(index)));
  const dependents: number[][] = Array.from({ length: count }, () => []);
  for (const [index, each] of pendingPredecessors.entries())
    for (const other of each) dependents[other]?.push(index);
  const ready = [...pendingPredecessors.keys()].filter((index) => pendingPredecessors[index]?.size === 0);
  for (const next of ready)
    for (const index of dependents[next] ?? []) {
      pendingPredecessors[index]?.delete(next);
      if (pendingPredecessors[index]?.size === 0) ready.push(index);
    }
  return ready.length === count ? ready : undefined;
}

function cycleFailure(steps: readonly Step[], needs: Edges): Failure {
  const cycle = new Set(steps.keys());
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false;
    for (const index of cycle)
      if (![...(needs[index] ?? [])].some((other) => cycle.has(other)))
        isSmaller = cycle.delete(index) || isSmaller;
  }
  const names = [...cycle].flatMap((index) => {
    const step = steps[index];
    if (step === undefined) return [];
    const place = step.place === undefined ? "" : `${placeText(step.place)}: `;
    return [`${place}${step.kind.name} ${step.name}`];
  });
  return new Failure("usage", "items refer to each other in a cycle, so none of them can be created first", {
    lines: names.slice(0, 20),
  });
}

type Edges = readonly ReadonlySet<number>[];
type MutableEdges = readonly Set<number>[];

function neededSteps(steps: readonly Step[], directory: Directory): Edges {
  const indexOf = mainSteps(steps);
  const needs = steps.map(() => new Set<number>());
  for (const [index, { entry, action, isLater }] of steps.entries()) {
    const { item } = entry;
    const mainStep = isLater === true ? indexOf.get(entry) : undefined;
    if (mainStep !== undefined) needs[index]?.add(mainStep);
    if (item !== undefined)
      for (const target of targetsOfItem(entry, item, directory)) {
        const other = indexOf.get(target);
        const otherStep = other === undefined ? undefined : steps[other];
        if (other === undefined || otherStep === undefined || other === index) continue;
        const isAwaited =
          otherStep.action === "update"
            ? entry.kind.kind.siblings !== undefined ||
              target.kind.kind.referenceName !== undefined ||
              (target === entry.parent && losesChildren(otherStep))
            : otherStep.action !== "delete";
        if (isAwaited) needs[index]?.add(other);
      }
    if (action === "create") continue;
    for (const target of targetsOfObject(entry, directory)) {
      const other = indexOf.get(target);
      if (other !== undefined && other !== index && steps[other]?.action === "delete")
        needs[other]?.add(index);
    }
  }
  return needs;
}

const mainSteps = (steps: readonly Step[]): ReadonlyMap<Entry, number> =>
  new Map(
    [...steps.entries()].flatMap(([index, { entry, isLater }]) => (isLater === true ? [] : [[entry, index]])),
  );

function followedSteps(steps: readonly Step[], directory: Directory): Edges {
  const follows = baseSteps(steps, directory);
  if (!steps.some(({ isLater }) => isLater === true)) return follows;
  const indexOf = mainSteps(steps);
  const users = usersOf(directory);
  for (const [index, { entry, isLater }] of steps.entries()) {
    if (isLater !== true) continue;
    const dependents = new Set<Entry>([entry]);
    for (const each of dependents) for (const user of users.get(each) ?? []) dependents.add(user);
    dependents.delete(entry);
    for (const each of dependents) {
      const other = indexOf.get(each);
      if (other !== undefined) follows[index]?.add(other);
    }
  }
  return follows;
}

function usersOf(directory: Directory): ReadonlyMap<Entry, readonly Entry[]> {
  const users = new Map<Entry, Entry[]>();
  for (const entry of directory.entries)
    for (const target of entry.item === undefined ? [] : targetsOfItem(entry, entry.item, directory))
      addTo(users, target, entry);
  return users;
}

/** A base object may disappear with its dependent and be recreated, so it is changed only afterwards. */
function baseSteps(steps: readonly Step[], directory: Directory): MutableEdges {
  const indexOf = new Map(
    steps.map(({ entry, action }, index) => [action === "update" ? entry : undefined, index]),
  );
  const follows = steps.map(() => new Set<number>());
  for (const [index, { action, entry }] of steps.entries()) {
    if (action !== "delete") continue;
    for (const base of baseObjects(entry, directory)) follows[indexOf.get(base) ?? -1]?.add(index);
  }
  return follows;
}

export function planDeletions(
  desired: Desired,
  directory: Directory,
  blockers: Blockers = new Map(),
): { readonly steps: readonly Step[]; readonly warnings: readonly string[] } {
  const users = usersOf(directory);
  const unidentifiedItems = desired.items.filter((item) => directory.entryOf(item)?.key === undefined);
  const warnings: string[] = [];
  const steps = directory.entries.flatMap((entry): readonly Step[] => {
    const { kind, object, item, name } = entry;
    if (item !== undefined || object === undefined || object.isBuiltIn) return [];
    if (kind.kind.createOnDemand === true || kind.operations.remove === undefined) return [];
    const scope = desired.scopes.find(
      ({ kind: scoped, parent }) =>
        scoped === kind.name && (parent && directory.entryOf(parent)?.object) === object.parent,
    );
    if (scope === undefined) return [];
    const possibleItem = unidentifiedItems.find(
      (each) => each.kind === kind.name && each.parent === scope.parent,
    );
    const user = users.get(entry)?.at(-1);
    const reason =
      (possibleItem && `it may be the item at ${possibleItem.place.file}:${possibleItem.place.line}`) ??
      (user && `${entryLabel(user)} needs it`);
    if (reason === undefined) return [{ action: "delete", kind, name, entry, place: undefined, changes: [] }];
    warnings.push(`${kind.name} ${name} stays: ${reason}`);
    return [];
  });
  const blockersByEntry = blockedEntries(new Set(steps.map(({ entry }) => entry)), directory, blockers);
  for (const [{ kind, name }, by] of blockersByEntry)
    warnings.push(
      `${kind.name} ${name} stays, because the service refuses to delete it while it has ${nameList(by)}`,
    );
  return { steps: steps.filter(({ entry }) => !blockersByEntry.has(entry)), warnings };
}

function blockedEntries(
  deletedEntries: ReadonlySet<Entry>,
  directory: Directory,
  blockers: Blockers,
): ReadonlyMap<Entry, readonly string[]> {
  const blockersByEntry = new Map<Entry, string[]>();
  for (const entry of directory.entries) {
    if (deletedEntries.has(entry) || entry.item !== undefined) continue;
    for (const target of new Set(targetsOfObject(entry, directory)))
      if (deletedEntries.has(target) && target.kind.kind.blockedBy?.includes(entry.kind.name) === true)
        addTo(blockersByEntry, target, entryLabel(entry));
  }
  for (const entry of deletedEntries)
    for (const hostname of (entry.object && blockers.get(entry.object)) ?? []) {
      const node = directory.find("devices", hostname) ?? directory.find("machines", hostname);
      const isMoved = node?.item?.fields.has(entry.kind.kind.blockedByNodes?.filter ?? "") === true;
      if (!isMoved && !(node !== undefined && deletedEntries.has(node)))
        addTo(blockersByEntry, entry, hostname);
    }
  return blockersByEntry;
}
