/** A moment as answers write it: UTC to the millisecond, without a time zone. */
export const timestamp = (ms: number): string => new Date(ms).toISOString().slice(0, -1);

/** The seconds of each unit of the init system's time spans; `m` is a minute and `M` a month. */
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

/** The whole seconds of a time span such as `15m` or `1h 30min`; undefined for any other text. */
export function parseTimeSpan(text: string): number | undefined {
  // Parts begin where a digit follows something else.
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
