import type { World } from "./world.ts";

export const eventLevels = { DEBUG: 10, INFO: 20, WARNING: 30, ERROR: 40, CRITICAL: 50, AUDIT: 0 } as const;

export type EventLevel = keyof typeof eventLevels;

export interface EventRecord {
  readonly id: number;
  readonly level: EventLevel;
  readonly type: string;
  readonly description: string;
  readonly hostname: string;
  /** The system id of the node; null for what concerns none. */
  readonly node: string | null;
  /** Simulated milliseconds since the epoch. */
  readonly created: number;
  readonly username: string;
}

/** The event log, oldest first. */
export interface EventLog {
  nextId: number;
  records: EventRecord[];
}

/** The log keeps this many; older ones go first. */
const capacity = 200_000;

interface NewEvent {
  readonly type: string;
  readonly level?: EventLevel;
  readonly description?: string;
  readonly username?: string;
  readonly node?: { readonly systemId: string; readonly hostname: string };
}

/** Writes one event, dated now. */
export function recordEvent(world: World, event: NewEvent): EventRecord {
  const log = world.state.events;
  const record: EventRecord = {
    id: log.nextId,
    level: event.level ?? "INFO",
    type: event.type,
    description: event.description ?? "",
    hostname: event.node?.hostname ?? "",
    node: event.node?.systemId ?? null,
    created: world.clock.now(),
    username: event.username ?? "unknown",
  };
  log.nextId += 1;
  log.records.push(record);
  if (log.records.length > capacity) log.records.splice(0, capacity / 10);
  return record;
}
