import type { Node } from "./node.ts";
import type { EventLevel, EventRecord, World } from "./world.ts";

/** If there are more events, the oldest tenth is removed. */
const capacity = 200_000;

interface NewEvent {
  readonly type: string;
  readonly level?: EventLevel;
  readonly description?: string;
  readonly username?: string;
  readonly node?: { readonly systemId: string; readonly hostname: string };
}

export function recordEvent(world: World, event: NewEvent): EventRecord {
  const log = world.state.events;
  const record: EventRecord = {
    id: log.nextId++,
    level: event.level ?? "INFO",
    type: event.type,
    description: event.description ?? "",
    hostname: event.node?.hostname ?? "",
    node: event.node?.systemId ?? null,
    created: world.clock.now(),
    username: event.username ?? "unknown",
  };
  log.records.push(record);
  if (log.records.length > capacity) log.records.splice(0, capacity / 10);
  return record;
}

export interface Actor {
  readonly username: string;
  readonly comment?: string | undefined;
}

export function recordNodeEvent(
  world: World,
  node: Node,
  type: string,
  description = "",
  username?: string,
): void {
  recordEvent(world, { type, description, node, ...(username === undefined ? {} : { username }) });
  node.statusMessage = description === "" ? type : `${type} - ${description}`;
}
