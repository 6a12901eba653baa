export const MiB = 1024 * 1024;

/** Live services round the sizes of partitions down to multiples of this. */
export const alignmentBytes = 4 * MiB;

/** A GPT takes 4 MiB before the first partition and 1 MiB after the last. Live services count it as used. */
export const partitionTableBytes = 5 * MiB;

export const alignDown = (bytes: number): number => Math.floor(bytes / alignmentBytes) * alignmentBytes;

const powers: Readonly<Record<string, number>> = { "": 0, K: 1, M: 2, G: 3, T: 4 };

/** Returns bytes. The units are powers of 1000. */
export function parseSize(text: string): number | undefined {
  const match = /^(\d{1,16})\s*([KMGT]?)B?$/i.exec(text.trim());
  if (match === null) return undefined;
  const bytes = Number(match[1]) * 1000 ** (powers[(match[2] ?? "").toUpperCase()] ?? 0);
  return Number.isSafeInteger(bytes) ? bytes : undefined;
}

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

export const timestamp = (ms: number): string => new Date(ms).toISOString().slice(0, -1);

export const rfc2822Time = (ms: number): string => new Date(ms).toUTCString().replace("GMT", "-0000");

const timeUnits = [
  { seconds: 1, names: ["", "s", "sec", "second", "seconds"] },
  { seconds: 60, names: ["m", "min", "minute", "minutes"] },
  { seconds: 3600, names: ["h", "hr", "hour", "hours"] },
  { seconds: 86_400, names: ["d", "day", "days"] },
  { seconds: 604_800, names: ["w", "week", "weeks"] },
  { seconds: 0.001, names: ["ms", "msec"] },
];

export function parseTimeSpanSeconds(text: string): number | undefined {
  const parts = text.trim().split(/(?<=\D)(?=\d)/);
  let seconds = 0;
  for (const part of parts) {
    const match = /^(\d{1,12})\s*([A-Za-z]*)$/.exec(part.trim());
    const unit = timeUnits.find(({ names }) => names.includes(match?.[2] ?? ""));
    if (match === null || unit === undefined) return undefined;
    seconds += Number(match[1]) * unit.seconds;
  }
  return Math.floor(seconds);
}
