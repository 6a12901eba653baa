import { Failure } from "../failure.ts";
import type { Directory, Entry } from "./directory.ts";
import { heldValue } from "./observed.ts";
import { groundOf, targetsOf } from "./prune.ts";
import type { Placed, Step } from "./step.ts";

/** Which steps come before which, by their index. */
type Edges = readonly Set<number>[];

/**
 * Puts steps into an order that follows references: what is referred to is made before and deleted after. Within a
 * kind what goes makes room for what comes, where references do not ask for the contrary. Otherwise the order is
 * that of the files. Throws a usage failure for new objects that refer to each other in a circle.
 */
export function orderSteps(steps: readonly Step[], directory: Directory): readonly Placed[] {
  const needs = neededSteps(steps, directory);
  const follows = roomSteps(steps, needs, groundSteps(steps, directory));
  const order = topological(steps.length, (index) => [...(needs[index] ?? []), ...(follows[index] ?? [])]);
  if (order === undefined) throw circle(steps, needs);
  const places = new Map(order.map((index, place) => [index, place]));
  const placesOf = (indexes: Iterable<number>) => [...indexes].map((index) => places.get(index) ?? 0);
  return order.flatMap((index) => {
    const step = steps[index];
    return step === undefined
      ? []
      : [{ step, needs: placesOf(needs[index] ?? []), follows: placesOf(follows[index] ?? []) }];
  });
}

function neededSteps(steps: readonly Step[], directory: Directory): Edges {
  const indexOf = new Map(steps.map(({ entry }, index) => [entry, index]));
  const needs = steps.map(() => new Set<number>());
  for (const [index, { entry, action }] of steps.entries()) {
    const { item } = entry;
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
  const referred = Object.entries(kind.kind.refers ?? {}).flatMap(([field, refers]) => {
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
  const holder = directory.kinds.get(kind)?.kind.within?.kind;
  const isHeld = holder !== undefined && end > 0;
  return directory.find(kind, text) ?? (isHeld ? directory.find(holder, text.slice(0, end)) : undefined);
}

/** What the second part of a whole name refers to: the longest one that is known, such as the domain of a host. */
function partTarget({ kind, key = "" }: Entry, directory: Directory): Entry | undefined {
  const [, second = ""] = kind.kind.parts?.fields ?? [];
  const refers = kind.kind.refers?.[second];
  if (refers === undefined) return undefined;
  const labels = (key.split("\0")[0] ?? "").split(".");
  const found = labels.map((_, start) => directory.find(refers, labels.slice(start).join(".")));
  return found.find((entry) => entry !== undefined);
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

/** What of a kind is made or changed follows what of it is deleted, unless that closes a circle. */
function roomSteps(steps: readonly Step[], needs: Edges, before: Edges): Edges {
  let follows = before;
  for (const kind of new Set(steps.map((step) => step.kind))) {
    const own = [...steps.entries()].filter(([, step]) => step.kind === kind);
    const gone = own.flatMap(([index, { action }]) => (action === "delete" ? [index] : []));
    if (gone.length === 0 || gone.length === own.length) continue;
    const wider = follows.map((before, index) =>
      steps[index]?.kind === kind && steps[index]?.action !== "delete"
        ? new Set([...before, ...gone])
        : before,
    );
    const isOrdered = topological(steps.length, (index) => [
      ...(needs[index] ?? []),
      ...(wider[index] ?? []),
    ]);
    if (isOrdered !== undefined) follows = wider;
  }
  return follows;
}

/** The numbers below `count` so that each comes after those `before` it, else as they are; undefined for a circle. */
function topological(
  count: number,
  before: (index: number) => readonly number[],
): readonly number[] | undefined {
  const missing = Array.from({ length: count }, (_, index) => new Set(before(index)));
  const after: number[][] = Array.from({ length: count }, () => []);
  for (const [index, each] of missing.entries()) for (const other of each) after[other]?.push(index);
  const ready = [...missing.keys()].filter((index) => missing[index]?.size === 0);
  for (const next of ready)
    for (const index of after[next] ?? []) {
      missing[index]?.delete(next);
      if (missing[index]?.size === 0) ready.push(index);
    }
  return ready.length === count ? ready : undefined;
}

function circle(steps: readonly Step[], needs: Edges): Failure {
  const stuck = new Set(steps.keys());
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false;
    for (const index of stuck)
      if (![...(needs[index] ?? [])].some((other) => stuck.has(other)))
        isSmaller = stuck.delete(index) || isSmaller;
  }
  const names = [...stuck].flatMap((index) => {
    const step = steps[index];
    return step === undefined ? [] : [`${step.kind.name} ${step.name}`];
  });
  return new Failure("usage", "items refer to each other in a circle, so none of them can be made first", {
    lines: names.slice(0, 20),
  });
}
