import { Failure } from "../failure.ts";
import { formatDuration, unitMs } from "./duration.ts";

/** Every way to write a unit, with its milliseconds. */
const unitsByName: ReadonlyMap<string, number> = new Map([
  ...Object.entries(unitMs),
  ...["sec", "secs", "second", "seconds"].map((name) => [name, 1000] as const),
  ...["min", "mins", "minute", "minutes"].map((name) => [name, 60_000] as const),
  ...["hr", "hrs", "hour", "hours"].map((name) => [name, 3_600_000] as const),
  ...["day", "days"].map((name) => [name, 86_400_000] as const),
]);

/** The longest time that a timer can take, a little under 25 days, in milliseconds. */
const maxMs = 2 ** 31 - 1;

/** The longest interval, in milliseconds: a timer takes it even when jitter makes it longer. */
const maxIntervalMs = 22 * 86_400_000;

/** The shortest time that is not taken for 0, in milliseconds. */
const minDurationMs = 1;

/**
 * Reads a duration such as `90s`, `40m`, `2h`, `1h30m`, `5mins` or `0` in milliseconds; a number alone is
 * seconds. `what` is the option it was typed for. Throws a usage `Failure` for anything else, for a time that
 * is not 0 and shorter than a millisecond, and for more than a timer can take.
 */
export function parseDuration(text: string, what: string): number {
  const parts = [...text.trim().matchAll(/(\d+(?:\.\d+)?)([a-z]+)?/gy)];
  const whole = parts.map(([part]) => part).join("");
  const sizes = parts.map(([, , unit = "s"]) => unitsByName.get(unit));
  const hasUnits = parts.every(([, , unit]) => unit !== undefined);
  const isDuration = whole !== "" && whole === text.trim() && (parts.length === 1 || hasUnits);
  if (!isDuration || sizes.includes(undefined)) {
    throw new Failure("usage", `${what} takes a duration, not '${text}'`, {
      hint: "durations look like 90s, 40m, 2h or 1h30m",
    });
  }
  const ms = parts.reduce((sum, [, count], index) => sum + Number(count) * (sizes[index] ?? 0), 0);
  if (ms > maxMs) throw new Failure("usage", `${what} takes 24 days at most, not '${text}'`);
  const isZero = parts.every(([, count]) => /^[0.]+$/.test(count ?? ""));
  if (!isZero && ms < minDurationMs) throw new Failure("usage", `${what} takes 1ms at least, not '${text}'`);
  return Math.round(ms);
}

/** Reads the time between two requests, or for one: at least `minMs`, and never 0. */
export function parseInterval(text: string, what: string, minMs = minDurationMs): number {
  const ms = parseDuration(text, what);
  if (ms < minMs)
    throw new Failure("usage", `${what} takes ${formatDuration(minMs)} at least, not '${text}'`);
  if (ms > maxIntervalMs)
    throw new Failure("usage", `${what} takes ${formatDuration(maxIntervalMs)} at most, not '${text}'`);
  return ms;
}
