const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** A time without a zone is UTC; one in a form that is not known stays as it came. */
export function timeText(text: string): string {
  const iso = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.\d+)?(?:Z|[+-]00:?00)?$/.exec(text);
  if (iso !== null) return `${iso[1]} ${iso[2]}Z`;
  const mail =
    /^[A-Z][a-z]{2}, (\d{1,2}) ([A-Z][a-z]{2})[a-z]*\.? (\d{4}) (\d\d:\d\d:\d\d)(?: (?:[+-]0000|GMT|UTC))?$/.exec(
      text,
    );
  const month = months.indexOf(mail?.[2] ?? "");
  if (mail === null || month === -1) return text;
  return `${mail[3]}-${String(month + 1).padStart(2, "0")}-${mail[1]?.padStart(2, "0")} ${mail[4]}Z`;
}

const secondMs = 1000;
/** Clocks differ: a time that is so little ahead is now. */
const maxAheadMs = 60 * secondMs;
const ageUnits: readonly (readonly [unit: string, ms: number, upToMs: number])[] = [
  ["s", secondMs, 60 * secondMs],
  ["m", 60 * secondMs, 3600 * secondMs],
  ["h", 3600 * secondMs, 24 * 3600 * secondMs],
  ["d", 24 * 3600 * secondMs, 730 * 24 * 3600 * secondMs],
  ["y", 365 * 24 * 3600 * secondMs, Number.POSITIVE_INFINITY],
];

/**
 * The time since then in its largest unit, rounded down: `45s`, `3m`, `2h`, `5d`, `2y`. The time itself without
 * `now`, where it is ahead of that, and where its form is not known.
 */
export function ageText(text: string, now: number | undefined): string {
  const time = timeText(text);
  if (now === undefined) return time;
  const ageMs = now - Date.parse(time.replace(" ", "T"));
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ$/.test(time) || !(ageMs > -maxAheadMs)) return time;
  const past = Math.max(0, ageMs);
  const [unit, ms] = ageUnits.find(([, , upToMs]) => past < upToMs) ?? ["y", 1];
  return `${Math.floor(past / ms)}${unit}`;
}
