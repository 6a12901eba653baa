/** The units that a duration is typed in. */
export const unitMs: Readonly<Record<string, number>> = {
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
