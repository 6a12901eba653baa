import { Failure } from "../core/failure.ts";
import type { Directory } from "./directory.ts";
import type { Ordered, Step } from "./step.ts";
import { type Edges, followedSteps, neededSteps } from "./step-edges.ts";

/**
 * Puts steps into an order that follows references: what is referred to is made before and deleted after. Within a
 * kind what goes makes room for what comes, where references do not ask for the contrary. Otherwise the order is
 * that of the files. Throws a usage failure for new objects that refer to each other in a circle.
 */
export function orderSteps(steps: readonly Step[], directory: Directory): Ordered {
  const needs = neededSteps(steps, directory);
  const follows = followedSteps(steps, directory);
  const before = (index: number): readonly number[] => [...(needs[index] ?? []), ...(follows[index] ?? [])];
  if (topological(steps.length, before) === undefined) throw circle(steps, needs);
  const { rooms, crowded } = roomsFor(steps, before);
  const order = sorted(steps.length, before, rooms) ?? [];
  const places = new Map(order.filter((index) => index < steps.length).map((index, place) => [index, place]));
  const placesOf = (indexes: Iterable<number>) => [...indexes].map((index) => places.get(index) ?? 0);
  return {
    steps: [...places.keys()].flatMap((index) => {
      const step = steps[index];
      const waits = rooms.flatMap(({ waiting }, room) => (waiting.has(index) ? [steps.length + room] : []));
      return step === undefined
        ? []
        : [
            {
              step,
              needs: placesOf(needs[index] ?? []),
              follows: [...placesOf(follows[index] ?? []), ...waits],
            },
          ];
    }),
    rooms: rooms.map(({ gone }) => placesOf(gone)),
    crowded,
  };
}

/** What goes of a kind, and what waits until it is gone. */
interface Room {
  readonly gone: readonly number[];
  readonly waiting: ReadonlySet<number>;
}

/** For each kind, what of it is made or changed waits for what of it is deleted, unless that closes a circle. */
function roomsFor(
  steps: readonly Step[],
  before: (index: number) => readonly number[],
): { readonly rooms: readonly Room[]; readonly crowded: readonly string[] } {
  let rooms: readonly Room[] = [];
  const crowded: string[] = [];
  for (const kind of new Set(steps.map((step) => step.kind))) {
    const own = [...steps.entries()].filter(([, step]) => step.kind === kind);
    const gone = own.flatMap(([index, { action }]) => (action === "delete" ? [index] : []));
    if (gone.length === 0 || gone.length === own.length) continue;
    const waiting = new Set(own.flatMap(([index, { action }]) => (action === "delete" ? [] : [index])));
    const wider = [...rooms, { gone, waiting }];
    if (sorted(steps.length, before, wider) !== undefined) rooms = wider;
    else crowded.push(kind.name);
  }
  return { rooms, crowded };
}

/** The order of steps and, by the numbers that follow theirs, of rooms; undefined for a circle. */
function sorted(
  count: number,
  before: (index: number) => readonly number[],
  rooms: readonly Room[],
): readonly number[] | undefined {
  return topological(count + rooms.length, (index) =>
    index < count
      ? [
          ...before(index),
          ...rooms.flatMap(({ waiting }, room) => (waiting.has(index) ? [count + room] : [])),
        ]
      : (rooms[index - count]?.gone ?? []),
  );
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
  return new Failure("usage", "items refer to each other in a cycle, so none of them can be created first", {
    lines: names.slice(0, 20),
  });
}
