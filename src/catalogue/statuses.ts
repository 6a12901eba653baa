/** `progress` ends by itself; `stable` and `unhealthy` stay; `failure` is the result of a failed operation. */
export type StatusKind = "stable" | "unhealthy" | "progress" | "failure";

export const statuses = {
  new: { id: 0, name: "New", kind: "stable" },
  commissioning: { id: 1, name: "Commissioning", kind: "progress" },
  failed_commissioning: { id: 2, name: "Failed commissioning", kind: "failure" },
  missing: { id: 3, name: "Missing", kind: "unhealthy" },
  ready: { id: 4, name: "Ready", kind: "stable" },
  reserved: { id: 5, name: "Reserved", kind: "stable" },
  deployed: { id: 6, name: "Deployed", kind: "stable" },
  retired: { id: 7, name: "Retired", kind: "stable" },
  broken: { id: 8, name: "Broken", kind: "unhealthy" },
  deploying: { id: 9, name: "Deploying", kind: "progress" },
  allocated: { id: 10, name: "Allocated", kind: "stable" },
  failed_deployment: { id: 11, name: "Failed deployment", kind: "failure" },
  releasing: { id: 12, name: "Releasing", kind: "progress" },
  failed_releasing: { id: 13, name: "Releasing failed", kind: "failure" },
  disk_erasing: { id: 14, name: "Disk erasing", kind: "progress" },
  failed_disk_erasing: { id: 15, name: "Failed disk erasing", kind: "failure" },
  rescue_mode: { id: 16, name: "Rescue mode", kind: "stable" },
  entering_rescue_mode: { id: 17, name: "Entering rescue mode", kind: "progress" },
  failed_entering_rescue_mode: { id: 18, name: "Failed to enter rescue mode", kind: "failure" },
  exiting_rescue_mode: { id: 19, name: "Exiting rescue mode", kind: "progress" },
  failed_exiting_rescue_mode: { id: 20, name: "Failed to exit rescue mode", kind: "failure" },
  testing: { id: 21, name: "Testing", kind: "progress" },
  failed_testing: { id: 22, name: "Failed testing", kind: "failure" },
} as const satisfies Record<string, { id: number; name: string; kind: StatusKind }>;

/** A status as filters spell it, such as `failed_testing`. */
export type StatusValue = keyof typeof statuses;

export const statusValues = Object.keys(statuses) as readonly StatusValue[];

export const statusesOfKind = (...kinds: readonly StatusKind[]): readonly StatusValue[] =>
  statusValues.filter((value) => kinds.includes(statuses[value].kind));

export const lastingStatuses = statusesOfKind("stable", "unhealthy", "failure").filter(
  (status) => status !== "rescue_mode",
);

/** Undefined for an unknown number, because services may have further statuses. */
export const statusValue = (id: number | undefined): StatusValue | undefined =>
  statusValues.find((value) => statuses[value].id === id);

/** Converts to lower case, and separates words by one underscore. */
export const plainWord = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, "_");

/** All spellings of a status, as `plainWord` returns them: value, number, name, and other documented words. */
export const statusSpellings: Readonly<Record<string, StatusValue>> = {
  ...Object.fromEntries(
    statusValues.flatMap((value) => [
      [value, value],
      [String(statuses[value].id), value],
      [plainWord(statuses[value].name), value],
    ]),
  ),
  declared: "new",
  failed_test: "failed_testing",
};

const minutesMs = 60_000;

/** The service ends these statuses itself after this time. Erasing has no limit. */
export const serviceLimitsMs: Readonly<Partial<Record<StatusValue, number>>> = {
  commissioning: 30 * minutesMs,
  testing: 30 * minutesMs,
  deploying: 30 * minutesMs,
  entering_rescue_mode: 30 * minutesMs,
  releasing: 5 * minutesMs,
  exiting_rescue_mode: 5 * minutesMs,
};

/** Which statuses end a wait. `client/lifecycle/finding.ts` decides how often they must be read. */
export interface Waiter {
  /** `before` is the initial status, or ready if that is broken or failed; `settled` is any status not in progress. */
  readonly success: readonly StatusValue[] | "before" | "settled";
  readonly failure: readonly StatusValue[];
  /** Also a success if the machine was never seen in progress, because the service had nothing to do. */
  readonly idleSuccess?: readonly StatusValue[];
  /** The operation may end in its initial status, which counts only after a status in progress. */
  readonly mayEndInInitialStatus?: true;
  /** The machine may belong to the caller while the operation runs. */
  readonly changesOwner?: true;
  /** A deleted machine is a success: releasing a composed machine deletes it. */
  readonly deletionIsSuccess?: true;
  readonly power?: "on" | "off";
  /** Longer than the service's own limits. Time for erasing disks does not count. */
  readonly deadlineMs: number;
}

export const waiters = {
  commission: {
    success: ["ready"],
    failure: ["failed_commissioning", "failed_testing", "broken"],
    mayEndInInitialStatus: true,
    changesOwner: true,
    deadlineMs: 70 * minutesMs,
  },
  create: {
    success: ["ready"],
    failure: ["failed_commissioning", "failed_testing", "broken"],
    idleSuccess: ["new", "deployed"],
    changesOwner: true,
    deadlineMs: 70 * minutesMs,
  },
  accept: {
    success: ["ready"],
    failure: ["failed_commissioning", "failed_testing", "broken"],
    changesOwner: true,
    deadlineMs: 70 * minutesMs,
  },
  test: {
    success: "before",
    failure: ["failed_testing"],
    mayEndInInitialStatus: true,
    deadlineMs: 40 * minutesMs,
  },
  deploy: { success: ["deployed"], failure: ["failed_deployment", "broken"], deadlineMs: 40 * minutesMs },
  release: {
    success: ["ready", "new"],
    failure: ["failed_releasing", "failed_disk_erasing", "broken"],
    deletionIsSuccess: true,
    deadlineMs: 15 * minutesMs,
  },
  rescue_mode: {
    success: ["rescue_mode"],
    failure: ["failed_entering_rescue_mode"],
    deadlineMs: 40 * minutesMs,
  },
  exit_rescue_mode: {
    success: lastingStatuses.filter((status) => !status.endsWith("rescue_mode")),
    failure: ["failed_exiting_rescue_mode"],
    deadlineMs: 15 * minutesMs,
  },
  abort: { success: "settled", failure: [], deadlineMs: 15 * minutesMs },
  power_on: { success: [], failure: [], power: "on", deadlineMs: 10 * minutesMs },
  power_off: { success: [], failure: [], power: "off", deadlineMs: 10 * minutesMs },
} as const satisfies Record<string, Waiter>;

export type WaiterName = keyof typeof waiters;

export const waitWords = ["power=on", "power=off", "gone", "ssh"] as const;
export type WaitWord = (typeof waitWords)[number];

const statusAdvice = [
  {
    words: ["failed", "failure", "error"],
    advice:
      "'svc machines issues' shows all machines that failed; the statuses are failed_deployment, failed_testing and so on",
  },
  {
    words: ["free", "available", "idle"],
    advice: "machines that can be allocated have the status ready",
  },
  {
    words: ["active", "running", "used"],
    advice: "machines in use have the status allocated or deployed",
  },
];

export const statusHint = (word: string): string | undefined =>
  statusAdvice.find(({ words }) => words.includes(plainWord(word)))?.advice;
