import type { EventRecord } from "../state/events.ts";

/** `Fri, 20 Nov. 2026 16:17:54`, UTC without saying so. */
function formatCreated(ms: number): string {
  const [day, date, month, year, time] = new Date(ms).toUTCString().replace(",", "").split(" ");
  return `${day}, ${date} ${month}. ${year} ${time}`;
}

export const serializeEvent = (event: EventRecord) => ({
  username: event.username,
  node: event.node,
  hostname: event.hostname,
  id: event.id,
  level: event.level,
  created: formatCreated(event.created),
  type: event.type,
  description: event.description,
});
