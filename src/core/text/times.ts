const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const mailPattern =
  /^[A-Z][a-z]{2}, (\d{1,2}) ([A-Z][a-z]{2})[a-z]*\.? (\d{4}) (\d\d):(\d\d):(\d\d)(?:\.\d+)?(?: ?(Z|UTC|GMT|[+-]\d\d:?\d\d))?$/;
const isoPattern = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?(?: ?(Z|[+-]\d\d:?\d\d))?$/;

/** Parses `Fri, 20 Nov. 2026 16:17:54` or ISO 8601 into milliseconds since the epoch. Times without a zone are in UTC. */
export function parseTime(text: string): number | undefined {
  const mail = mailPattern.exec(text);
  if (mail !== null) {
    const [, day, month, year, hours, minutes, seconds, zone] = mail;
    return epochMs([year, months.indexOf(month ?? "") + 1, day, hours, minutes, seconds], 0, zone);
  }
  const iso = isoPattern.exec(text);
  if (iso === null) return undefined;
  const [, year, month, day, hours, minutes, seconds = "0", fraction = "0", zone] = iso;
  return epochMs([year, month, day, hours, minutes, seconds], Math.floor(Number(fraction) * 1000), zone);
}

/** For example `2026-11-20T16:17:54Z`. */
export const isoSeconds = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

function epochMs(parts: readonly (string | number | undefined)[], fractionMs: number, zone = "Z") {
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = parts.map(Number);
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  if (!exists || hours > 23 || minutes > 59 || seconds > 60) return undefined;
  const [, sign, zoneHours, zoneMinutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  const offsetMinutes = (Number(zoneHours ?? 0) * 60 + Number(zoneMinutes ?? 0)) * (sign === "-" ? -1 : 1);
  return date.getTime() + ((hours * 60 + minutes - offsetMinutes) * 60 + seconds) * 1000 + fractionMs;
}
