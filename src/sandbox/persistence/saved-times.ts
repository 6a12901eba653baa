/** The members of a state that hold moments of simulated time, in milliseconds since the epoch. */
const timeNames: ReadonlySet<string> = new Set([
  "created",
  "createdAt",
  "updated",
  "lastSeen",
  "lastDeployed",
  "startedAt",
  "endsAt",
  "importEndsAt",
  "scanEndsAt",
]);

/**
 * Moves every moment of a state that was read from a file: time stands still while the sandbox is not running, so
 * what was in progress goes on with the time it had left, and nothing seems to have hung meanwhile.
 */
export function shiftTimes(value: unknown, byMs: number): void {
  if (typeof value !== "object" || value === null) return;
  const members = value as Record<string, unknown>;
  for (const [name, member] of Object.entries(members)) {
    if (typeof member === "number" && timeNames.has(name)) members[name] = member + byMs;
    else shiftTimes(member, byMs);
  }
}
