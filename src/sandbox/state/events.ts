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
