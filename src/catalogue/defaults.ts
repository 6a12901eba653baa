const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Defaults, times in milliseconds; help prints them from here. Deadlines of operations are in `waiters`. */
export const defaults = {
  /** Until an answer begins, and between its parts. */
  timeoutMs: minute,
  retries: 3,
  parallel: 8,
  /** For \`svc machines wait\`: longer than all limits of the service together. */
  waitDeadlineMs: 70 * minute,
  watchIntervalMs: 5 * second,
  /** Each reading is the whole fleet: 200 MB for 10,000 machines. */
  statusIntervalMs: 10 * second,
  followIntervalMs: 2 * second,
  /** Longer than a system waits for its services before it ends them. */
  softTimeoutMs: 5 * minute,
  importIntervalMs: 5 * second,
  importDeadlineMs: 4 * hour,
} as const;

/** The header `Server` of a sandbox's answers. */
export const sandboxServer = "svc-sandbox";
