import { Failure } from "../../failure.ts";

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The longest time that a timer can take, a little under 25 days, in milliseconds. */
const longestMs = 2 ** 31 - 1;

/**
 * Reads a duration such as `90s`, `40m`, `2h`, `1h30m` or `0` in milliseconds; a number alone is seconds.
 * `what` is the option it was typed for. Throws a usage `Failure` for anything else, and for more than a
 * timer can take.
 */
export function parseDuration(text: string, what: string): number {
  const parts = [...text.trim().matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)?/gy)];
  const whole = parts.map(([part]) => part).join("");
  const hasUnits = parts.every(([, , unit]) => unit !== undefined);
  if (whole === "" || whole !== text.trim() || (parts.length > 1 && !hasUnits)) {
    throw new Failure("usage", `${what} takes a duration, not '${text}'`, {
      hint: "durations look like 90s, 40m, 2h or 1h30m",
    });
  }
  const ms = parts.reduce((sum, [, count, unit]) => sum + Number(count) * (unitMs[unit ?? "s"] ?? 0), 0);
  if (ms > longestMs) throw new Failure("usage", `${what} takes 24 days at most, not '${text}'`);
  return Math.round(ms);
}

/**
 * Writes milliseconds in the form that `parseDuration` reads, with the largest unit that divides them: `90s`,
 * `2h`.
 */
export function formatDuration(ms: number): string {
  const [unit, size] =
    Object.entries(unitMs)
      .reverse()
      .find(([, size]) => ms % size === 0) ?? (["ms", 1] as const);
  return ms === 0 ? "0" : `${ms / size}${unit}`;
}
