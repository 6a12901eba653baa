export const MiB = 1024 * 1024;

/** Deployed services round the sizes of partitions down to multiples of this. */
export const alignmentBytes = 4 * MiB;

/** A GPT takes 4 MiB before the first partition and 1 MiB after the last. Deployed services count it as used. */
export const partitionTableBytes = 5 * MiB;

export const alignDown = (bytes: number): number => Math.floor(bytes / alignmentBytes) * alignmentBytes;
const powers: Readonly<Record<string, number>> = { "": 0, K: 1, M: 2, G: 3, T: 4 };

/** Accepts a whole number with an optional suffix K, M, G or T (powers of 1000), up to the safe integers. */
export function parseSize(text: string): number | undefined {
  const match = /^\s*(\d{1,16})\s*([KMGT]?)B?\s*$/i.exec(text);
  if (match === null) return undefined;
  const bytes = Number(match[1]) * 1000 ** (powers[(match[2] ?? "").toUpperCase()] ?? 0);
  return Number.isSafeInteger(bytes) ? bytes : undefined;
}

/** For example `40.0 GB`. */
export function humanSize(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB", "TB", "PB"];
  let power = 0;
  let value = bytes;
  // Otherwise 999.96 kB would become `1000.0 kB`.
  while (value >= (power === 0 ? 1000 : 999.95) && power < units.length - 1) {
    value /= 1000;
    power += 1;
  }
  return power === 0 ? `${bytes} bytes` : `${value.toFixed(1)} ${units[power]}`;
}

/** UTC with milliseconds and without a time zone. */
export const timestamp = (ms: number): string => new Date(ms).toISOString().slice(0, -1);

/** `m` is a minute. */
const unitSeconds: Readonly<Record<string, number>> = {
  "": 1,
  s: 1,
  sec: 1,
  second: 1,
  seconds: 1,
  m: 60,
  min: 60,
  minute: 60,
  minutes: 60,
  h: 3600,
  hr: 3600,
  hour: 3600,
  hours: 3600,
  d: 86_400,
  day: 86_400,
  days: 86_400,
  w: 604_800,
  week: 604_800,
  weeks: 604_800,
  ms: 0.001,
  msec: 0.001,
};

/** Returns whole seconds for text such as `15m` or `1h 30min`. */
export function parseTimeSpan(text: string): number | undefined {
  const parts = text.trim().split(/(?<=\D)(?=\d)/);
  let seconds = 0;
  for (const part of parts) {
    const match = /^(\d{1,12})\s*([A-Za-z]*)\s*$/.exec(part);
    const unit = match?.[2] ?? "";
    if (match === null || !Object.hasOwn(unitSeconds, unit)) return undefined;
    seconds += Number(match[1]) * (unitSeconds[unit] ?? 0);
  }
  return Math.floor(seconds);
}
