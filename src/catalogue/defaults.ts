const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Help prints these defaults. The deadlines of operations are in `waiters`. */
export const defaults = {
  timeoutMs: minute,
  retries: 3,
  parallel: 8,
  /** The default of `svc machines wait`, longer than the sum of all limits of the service. */
  waitDeadlineMs: 70 * minute,
  watchIntervalMs: 5 * second,
  /** Each poll reads the whole fleet, which is 200 MB for 10,000 machines. */
  statusIntervalMs: 10 * second,
  followIntervalMs: 2 * second,
  /** Longer than an operating system waits for its services when it shuts down. */
  softTimeoutMs: 5 * minute,
  importIntervalMs: 5 * second,
  importDeadlineMs: 4 * hour,
} as const;

export const sandboxServer = "svc-sandbox";
