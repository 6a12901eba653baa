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
