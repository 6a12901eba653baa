import { Failure } from "../failure.ts";

const unitMs: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** In the largest unit that divides it: `90s`, `2h`. */
export function formatDuration(ms: number): string {
  const [unit, size] =
    Object.entries(unitMs)
      .reverse()
      .find(([, size]) => ms % size === 0) ?? (["ms", 1] as const);
  return ms === 0 ? "0" : `${ms / size}${unit}`;
}

/** To the second, in a form that can be typed: `1h02m`, `3m20s`, `15s`. */
export function formatElapsed(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const twoDigits = (number: number) => String(number).padStart(2, "0");
  if (hours > 0) return `${hours}h${twoDigits(minutes)}m`;
  return minutes > 0 ? `${minutes}m${twoDigits(rest)}s` : `${rest}s`;
}

const dayMs = 86_400_000;

/** Like `formatElapsed`, but days and hours from one day: `3d4h`. */
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

/** In milliseconds: short enough to be a timer after jitter. */
const maxIntervalMs = 22 * 86_400_000;

/** In milliseconds: shorter times would become 0. */
const minDurationMs = 1;

/**
 * Parses `90s`, `40m`, `2h`, `1h30m`, `5mins` or `0` into milliseconds; a bare number is seconds. `label` is the
 * option. Throws a usage `Failure` for anything else, for less than a millisecond except 0, and for more than a timer
 * allows.
 */
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
  if (ms > maxMs) throw new Failure("usage", `${label} takes at most 24 days, not '${text}'`);
  const isZero = parts.every(([, count]) => /^[0.]+$/.test(count ?? ""));
  if (!isZero && ms < minDurationMs) throw new Failure("usage", `${label} takes at least 1ms, not '${text}'`);
  return Math.round(ms);
}

/** Parses the time for a request or between two: at least `minMs`, never 0. */
export function parseInterval(text: string, label: string, minMs = minDurationMs): number {
  const ms = parseDuration(text, label);
  if (ms < minMs)
    throw new Failure("usage", `${label} takes at least ${formatDuration(minMs)}, not '${text}'`);
  if (ms > maxIntervalMs)
    throw new Failure("usage", `${label} takes at most ${formatDuration(maxIntervalMs)}, not '${text}'`);
  return ms;
}
