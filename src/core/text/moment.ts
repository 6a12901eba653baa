import { Failure } from "../failure.ts";
import { unitMs } from "./duration.ts";

const momentUnitMs: Readonly<Record<string, number>> = { ...unitMs, w: 604_800_000 };
const minuteMs = 60_000;
const dayMs = 86_400_000;

const momentPattern =
  /^(?:(\d{4}-\d\d-\d\d)(?:[T ](?=\d)|$))?(?:(\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:\d\d)?)?$/i;

/** Takes `1h` (ago), a date, `10:00` (today) or both. If a local time occurs twice, `--until` takes the later. */
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
  const stated = Date.parse(`${date}T${time}${zone.toUpperCase()}`);
  const at = zone === "" ? localTime(Date.parse(`${date}T${time}Z`), label === "--until") : stated;
  if (trimmed !== "" && momentPattern.test(trimmed) && exists && Number.isFinite(at)) return at;
  throw new Failure("usage", `${label} takes a time, not '${text}'`, {
    hint: "such as 1h (ago), 2026-11-23T10:00 (local time), 2026-11-23T10:00Z or 10:00 (today)",
  });
}

/** `wallMs` is the local time read as UTC. In a year, a local time may occur twice or not at all. */
function localTime(wallMs: number, takesLater: boolean): number {
  const readings = [-dayMs, dayMs].map((shift) => wallMs + offsetMs(wallMs + shift));
  const existing = readings.filter((each) => each - offsetMs(each) === wallMs);
  return (takesLater ? Math.max : Math.min)(...(existing.length === 0 ? readings : existing));
}

const offsetMs = (atMs: number): number => new Date(atMs).getTimezoneOffset() * minuteMs;

const localDay = (nowMs: number): string => new Date(nowMs - offsetMs(nowMs)).toISOString().slice(0, 10);
