const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/**
 * The time of an event in milliseconds since the epoch: `Fri, 20 Nov. 2026 16:17:54`, or ISO 8601; without a
 * zone it is UTC (field notes, "Events"). Undefined for any other form.
 */
export function eventTime(created: string): number | undefined {
  const mail = /^[A-Z][a-z]{2}, (\d{1,2}) ([A-Z][a-z]{2})[a-z]*\.? (\d{4}) (\d\d):(\d\d):(\d\d)\b/.exec(
    created,
  );
  const month = months.indexOf(mail?.[2] ?? "");
  if (mail !== null && month !== -1) {
    const [, day, , year, hours, minutes, seconds] = mail.map(Number);
    return Date.UTC(year ?? 0, month, day, hours, minutes, seconds);
  }
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(created)) return undefined;
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/.test(created);
  const ms = Date.parse(hasZone ? created : `${created.replace(" ", "T")}Z`);
  return Number.isNaN(ms) ? undefined : ms;
}
