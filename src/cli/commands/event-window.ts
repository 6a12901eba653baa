import type { Clock } from "../../core/clock.ts";

/**
 * An event may appear after one of a higher id, when its transaction ends later. So what came in the last minute
 * is asked for again, as far as it is not more than a thousand events.
 */
const overlapMs = 60_000;
const maxReread = 1_000;

/** Which events of a log that is followed have been printed. */
export interface EventWindow {
  /** The id after which the log is to be read. */
  floor(): number;
  /** The events that are new, in the order of their ids; they count as printed from now on. */
  take<T extends { readonly id: number }>(events: readonly T[]): readonly T[];
  /** A whole reading is over: what is older than the overlap will not be asked for again. */
  endReading(): void;
}

/** Opens a window on the events after the id `start`. */
export function openEventWindow(clock: Clock, start: number): EventWindow {
  let floor = start;
  let printed = new Set<number>();
  let newest = start;
  const readings: { readonly at: number; readonly newest: number }[] = [];
  const raise = (to: number) => {
    if (to <= floor) return;
    floor = to;
    printed = new Set([...printed].filter((id) => id > floor));
  };
  return {
    floor: () => floor,
    take: (events) => {
      const fresh = events
        .filter(({ id }) => id > floor && !printed.has(id))
        .sort((a, b) => a.id - b.id)
        .filter(({ id }, index, all) => id !== all[index - 1]?.id);
      for (const { id } of fresh) printed.add(id);
      newest = Math.max(newest, fresh.at(-1)?.id ?? newest);
      if (printed.size > maxReread) raise([...printed].sort((a, b) => b - a)[maxReread] ?? floor);
      return fresh;
    },
    endReading: () => {
      const at = clock.monotonic();
      readings.push({ at, newest });
      while (readings.length > 1 && at - (readings[1]?.at ?? at) >= overlapMs) readings.shift();
      const [oldest] = readings;
      if (oldest !== undefined && at - oldest.at >= overlapMs) raise(oldest.newest);
    },
  };
}
