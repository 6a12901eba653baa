import { Failure } from "../failure.ts";

export const unitMs: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** Formats in the largest unit without a remainder: `90s`, `2h`. */
export function formatDuration(ms: number): string {
  const [unit, size] =
    Object.entries(unitMs)
      .reverse()
      .find(([, size]) => ms % size === 0) ?? (["ms", 1] as const);
  return ms === 0 ? "0" : `${ms / size}${unit}`;
}

/** Rounds to seconds, in a form that `parseDuration` reads: `1h02m`, `3m20s`, `15s`. */
export function formatElapsed(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const twoDigits = (number: number) => String(number).padStart(2, "0");
  if (hours > 0) return `${hours}h${twoDigits(minutes)}m`;
  return minutes > 0 ? `${minutes}m${twoDigits(rest)}s` : `${rest}s`;
}

const dayMs = 86_400_000;

/** Like `formatElapsed`, but in days and hours from one day on: `3d4h`. */
export function formatAge(ms: number): string {
  const days = Math.floor(Math.max(0, ms) / dayMs);
  return days === 0 ? formatElapsed(ms) : `${days}d${Math.floor((ms % dayMs) / 3_600_000)}h`;
}

const unitsByName: ReadonlyMap<string, number> = new Map([
  ...Object.entries(unitMs),
  ...["sec", "secs", "second", "seconds"].map((name) => [name, 1000] as const),
  ...["min", "mins", "minute", "minutes"].map((name) => [name, 60_000] as const),
  ...["hr", "hrs", "hour", "hours"].map((name) => [name, 3_600_000] as const),
  ...["day", "days"].map((name) => [name, 86_400_000] as const),
]);

/** The longest timer in milliseconds, just under 25 days. */
const maxMs = 2 ** 31 - 1;

/** Leaves room below the longest timer, because jitter is added. */
const maxIntervalMs = 22 * 86_400_000;

/** Shorter times would be rounded to 0. */
const minDurationMs = 1;

/** A bare number is seconds. Throws a usage `Failure` for other text, below a millisecond, and above 24 days. */
export function parseDuration(text: string, label: string): number {
  const parts = [...text.trim().matchAll(/(\d+(?:\.\d+)?)([a-z]+)?/gy)];
  const matchedText = parts.map(([part]) => part).join("");
  const sizes = parts.map(([, , unit = "s"]) => unitsByName.get(unit));
  const hasUnits = parts.every(([, , unit]) => unit !== undefined);
  const isDuration = matchedText !== "" && matchedText === text.trim() && (parts.length === 1 || hasUnits);
  if (!isDuration || sizes.includes(undefined)) {
    throw new Failure("usage", `${label} takes a duration, not '${text}'`, {
      hint: "durations look like 90s, 40m, 2h or 1h30m",
    });
  }
  const ms = parts.reduce((sum, [, count], index) => sum + Number(count) * (sizes[index] ?? 0), 0);
  if (ms > maxMs) throw new Failure("usage", `${label} must be at most 24 days, not '${text}'`);
  const isZero = parts.every(([, count]) => /^[0.]+$/.test(count ?? ""));
  if (!isZero && ms < minDurationMs)
    throw new Failure("usage", `${label} must be at least 1ms, not '${text}'`);
  return Math.round(ms);
}

/** Parses a timeout or an interval between requests into milliseconds: at least `minMs`, never 0. */
export function parseInterval(text: string, label: string, minMs = minDurationMs): number {
  const ms = parseDuration(text, label);
  if (ms < minMs)
    throw new Failure("usage", `${label} must be at least ${formatDuration(minMs)}, not '${text}'`);
  if (ms > maxIntervalMs)
    throw new Failure("usage", `${label} must be at most ${formatDuration(maxIntervalMs)}, not '${text}'`);
  return ms;
}
