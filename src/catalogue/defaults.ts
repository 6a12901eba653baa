const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/**
 * What svc assumes where no option says otherwise, in milliseconds where it is a time; help prints it from
 * here. How long a wait for an operation lasts stands in `waiters`.
 */
export const defaults = {
  /** Until an answer begins, and between its pieces. */
  timeoutMs: minute,
  retries: 3,
  /** Requests under way at once. */
  parallel: 8,
  /** Of \`svc machines wait\`: longer than every limit of the service added up. */
  waitDeadlineMs: 70 * minute,
  watchIntervalMs: 5 * second,
  /** The whole fleet each time: 200 MB for 10,000 machines. */
  statusIntervalMs: 10 * second,
  followIntervalMs: 2 * second,
  importIntervalMs: 5 * second,
  /** An import fetches whole images from afar. */
  importDeadlineMs: 4 * hour,
} as const;
