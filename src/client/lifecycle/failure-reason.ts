import type { Client } from "../http/call.ts";
import { distinct, episodeOf, reasonsIn, withoutStatus } from "./episode.ts";
import { eventText, isFailure, type MachineEvent, readEvents } from "./history.ts";
import type { MachineView } from "./machine-view.ts";

const reasonTimeoutMs = 10_000;
/** Enough for the events of one operation in all their detail. */
const eventsRead = 200;

/** The error description and the status message of a machine, on one line. */
export const ownReason = (view: MachineView): string | undefined => joined(ownWords(view));

function ownWords(view: MachineView): readonly string[] {
  const { errorDescription, statusMessage } = view;
  const message = statusMessage && withoutStatus(statusMessage, view);
  return [errorDescription, message].filter((part) => part !== undefined);
}

/**
 * Why a machine failed, by its own words and the events of its status. Where no event is about the status, its own
 * words and its last ERROR event, with the event's time (UTC). One request, and a second where the first
 * fails; an event log that cannot be read leaves the machine's own words.
 */
export async function failureReason(
  client: Client,
  view: MachineView,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const options = { timeoutMs: reasonTimeoutMs, retries: 0, ...(signal === undefined ? {} : { signal }) };
  const ask = () => readEvents(client, [view.systemId], eventsRead, "DEBUG", options);
  const history = await ask()
    .catch(ask)
    .catch((): readonly MachineEvent[] => []);
  const episode = episodeOf(view, history);
  if (episode.began !== undefined) return joined(reasonsIn(view, episode));
  const own = ownWords(view);
  const event = history.find(isFailure);
  const description = event === undefined || event.description === "" ? event?.type : event.description;
  if (event === undefined || own.some((part) => part.includes(description ?? ""))) return joined(own);
  const time = event.created === undefined ? "" : ` (${event.created})`;
  return joined([...own, `last error: ${eventText(event)}${time}`]);
}

/** The texts on one line, each once. */
function joined(parts: readonly string[]): string | undefined {
  const texts = distinct(parts);
  return texts.length === 0 ? undefined : texts.join("; ");
}
