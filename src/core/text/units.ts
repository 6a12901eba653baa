import { Failure } from "../failure.ts";

const unitMs: Readonly<Record<string, number>> = {
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

/** A bare number is seconds. Throws a usage `Failure` for other text, less than a millisecond, or more than 24 days. */
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

const momentUnitMs: Readonly<Record<string, number>> = { ...unitMs, w: 604_800_000 };
const minuteMs = 60_000;

const momentPattern =
  /^(?:(\d{4}-\d\d-\d\d)(?:[T ](?=\d)|$))?(?:(\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:\d\d)?)?$/i;

/** Takes `1h` (ago), or a date, `10:00` (today), or both. If a local time occurs twice, `--until` takes the later. */
export function parseMoment(text: string, label: "--since" | "--until", nowMs: number): number {
  const trimmed = text.trim();
  const parts = [...trimmed.matchAll(/(\d{1,9})([smhdw])/gy)];
  if (parts.length > 0 && parts.map(([part]) => part).join("") === trimmed)
    return (
      nowMs - parts.reduce((sum, [, count, unit = ""]) => sum + Number(count) * (momentUnitMs[unit] ?? 0), 0)
    );
  const [, date = localDay(nowMs), time = "00:00", zone = ""] = momentPattern.exec(trimmed) ?? [];
  const midnight = Date.parse(`${date}T00:00Z`);
  const exists = Number.isFinite(midnight) && new Date(midnight).toISOString().startsWith(date);
  const momentMs =
    zone === ""
      ? localTime(Date.parse(`${date}T${time}Z`), label === "--until")
      : Date.parse(`${date}T${time}${zone.toUpperCase()}`);
  if (trimmed !== "" && momentPattern.test(trimmed) && exists && Number.isFinite(momentMs)) return momentMs;
  throw new Failure("usage", `${label} takes a time, not '${text}'`, {
    hint: "such as 1h (ago), 2026-11-23T10:00 (local time), 2026-11-23T10:00Z or 10:00 (today)",
  });
}

/** `wallMs` is the local time read as UTC. When clocks change, a local time occurs twice or not at all. */
function localTime(wallMs: number, takesLater: boolean): number {
  const candidates = [-dayMs, dayMs].map((shiftMs) => wallMs + offsetMs(wallMs + shiftMs));
  const matches = candidates.filter((each) => each - offsetMs(each) === wallMs);
  return (takesLater ? Math.max : Math.min)(...(matches.length === 0 ? candidates : matches));
}

const offsetMs = (atMs: number): number => new Date(atMs).getTimezoneOffset() * minuteMs;

const localDay = (nowMs: number): string => new Date(nowMs - offsetMs(nowMs)).toISOString().slice(0, 10);

export const decimalUnits = ["B", "kB", "MB", "GB", "TB", "PB"] as const;
export const binaryUnits = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"] as const;

export type SizeUnits = typeof decimalUnits | typeof binaryUnits;

/** Rounds to a tenth; with `isFixed` keeps a zero decimal, so that redrawn text keeps its length. */
export function formatSize(
  bytes: number,
  units: SizeUnits = binaryUnits,
  { isFixed = false }: { readonly isFixed?: boolean } = {},
): string {
  const step = units === decimalUnits ? 1000 : 1024;
  let size = bytes;
  let unit = 0;
  // Rounding before the comparison makes 999.96 MB 1 GB, not 1000 MB.
  while (Math.round(Math.abs(size) * 10) / 10 >= step && unit < units.length - 1) {
    size /= step;
    unit += 1;
  }
  return `${isFixed && unit > 0 ? size.toFixed(1) : Math.round(size * 10) / 10} ${units[unit]}`;
}

const sizePrefixes = ["", "K", "M", "G", "T", "P"];

/**
 * Parses `2G`, `512 MiB` or a bare number of `unit` into a number of `unit`; NaN for other text. For MiB, GB means GiB,
 * because sizes of RAM are binary even where they are written as decimal ones.
 */
export function parseSize(text: string, unit: "MiB" | "MB"): number {
  const [, digits = "", prefix = "", binary = ""] =
    /^(\d{1,15}(?:\.\d{1,6})?) ?(?:([KMGTP])(i?)B?)?$/i.exec(text.trim()) ?? [];
  if (digits === "") return Number.NaN;
  const power = prefix === "" ? 2 : sizePrefixes.indexOf(prefix.toUpperCase());
  if (unit === "MiB") return Number(digits) * 1024 ** (power - 2);
  const step = binary === "" ? 1000 : 1024;
  return (Number(digits) * step ** power) / 1000 ** 2;
}
