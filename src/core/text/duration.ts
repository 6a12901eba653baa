import { Failure } from "../failure.ts";

/** The units that a duration is typed in. */
const unitMs: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** Writes milliseconds as a duration is typed, with the largest unit that divides them: `90s`, `2h`. */
export function formatDuration(ms: number): string {
  const [unit, size] =
    Object.entries(unitMs)
      .reverse()
      .find(([, size]) => ms % size === 0) ?? (["ms", 1] as const);
  return ms === 0 ? "0" : `${ms / size}${unit}`;
}

/** Writes milliseconds to the second, in a form that durations are typed in: `1h02m`, `3m20s`, `15s`. */
export function formatElapsed(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (number: number) => String(number).padStart(2, "0");
  if (hours > 0) return `${hours}h${two(minutes)}m`;
  return minutes > 0 ? `${minutes}m${two(rest)}s` : `${rest}s`;
}

const dayMs = 86_400_000;

/** As `formatElapsed`, in days and hours from a day on: `3d4h`. */
export function formatAge(ms: number): string {
  const days = Math.floor(Math.max(0, ms) / dayMs);
  return days === 0 ? formatElapsed(ms) : `${days}d${Math.floor((ms % dayMs) / 3_600_000)}h`;
}

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
