import {
  type StatusValue,
  serviceLimitsMs,
  statuses,
  statusValue,
  statusValues,
} from "../../catalogue/statuses.ts";
import { joinTexts } from "../../core/text/word-lists.ts";
import type { Client } from "../http/call.ts";
import { eventText, isErrorEvent, type MachineEvent, readEvents } from "./history.ts";
import type { MachineView } from "./machine-view.ts";

/** The time since a machine got its current status. */
export interface Episode {
  readonly start: MachineEvent | undefined;
  /** True if the status change before `start` is also known, so that no event of this status is missing. */
  readonly isComplete: boolean;
  /** Since `start`, newest first, and the event that marked the machine as broken. If `start` is unknown: all known events, or none if an earlier status change is among them. */
  readonly events: readonly MachineEvent[];
}

export function episodeOf(view: MachineView, history: readonly MachineEvent[]): Episode {
  const names = namesOf(view);
  const targets = history.map((event) => statusAfter(event, names));
  const at = targets.findIndex((target) => target !== undefined && names.includes(target));
  const end = targets.findIndex(
    (target, index) => index > at && target !== undefined && !names.includes(target),
  );
  if (at === -1) return { start: undefined, isComplete: false, events: end === -1 ? history : [] };
  const events = end === -1 ? history : history.slice(0, end);
  const episode = { start: history[at], isComplete: end !== -1, events };
  if (end === -1 || statusValue(view.status) !== "broken" || events.some(marksBroken)) return episode;
  const older = history.slice(end);
  const olderStatusIndex = targets
    .slice(end)
    .findIndex((target) => target !== undefined && !releaseStatuses.has(target));
  const markingEvent = (olderStatusIndex === -1 ? older : older.slice(0, olderStatusIndex)).find(marksBroken);
  return markingEvent === undefined
    ? { ...episode, isComplete: olderStatusIndex !== -1 }
    : { ...episode, events: [...events, markingEvent] };
}

/** Marking an owned machine as broken records the comment, then releases the machine, then changes its status. */
const releaseStatuses: ReadonlySet<string> = new Set(
  (["releasing", "disk_erasing", "ready"] as const).map((value) => statuses[value].name.toLowerCase()),
);

/** Reasons for a failure, the most certain first: from the machine, and from events since its status changed. */
function reasonsIn(view: MachineView, episode: Episode): readonly string[] {
  const markingEvent = episode.events.find((event) => isMarkingEvent(event) && event.description !== "");
  const statedReasons = [
    view.errorDescription,
    markingEvent === undefined ? undefined : commentOf(markingEvent),
  ];
  const isBroken = statusValue(view.status) === "broken";
  if (isBroken && statedReasons.some((part) => part !== undefined)) return distinct(statedReasons);
  const failure = episode.events.find(isErrorEvent);
  return distinct([
    ...statedReasons,
    failure === undefined || failure === markingEvent ? undefined : withoutStatus(eventText(failure), view),
    messageOfStatus(view, episode),
  ]);
}

export const reasonIn = (view: MachineView, episode: Episode): string | undefined =>
  joinTexts(...reasonsIn(view, episode));

/** The machine's status message, which may be older than its status; undefined if it is about another status. */
export function messageOfStatus(view: MachineView, { start, events }: Episode): string | undefined {
  const { statusMessage } = view;
  if (statusMessage === undefined) return undefined;
  const message = wordsOnly(statusMessage);
  const messageText = withoutStatus(statusMessage, view);
  if (messageText !== statusMessage) return messageText === "" ? undefined : messageText;
  const event = events.find((each) => message !== "" && wordsOnly(eventText(each)) === message);
  const isOfStatus =
    event !== undefined &&
    start !== undefined &&
    (event.id >= start.id || isErrorEvent(event) || isMarkingEvent(event));
  return isOfStatus ? statusMessage : undefined;
}

function distinct(parts: readonly (string | undefined)[]): readonly string[] {
  const texts = parts
    .map((part) => (part ?? "").replace(/\s+/g, " ").trim())
    .filter((part) => wordsOnly(part) !== "");
  return texts.filter((part, index) =>
    texts.every(
      (other, at) =>
        at === index || !includesWords(other, part) || (includesWords(part, other) && at > index),
    ),
  );
}

/** Compares only words, so that "A - b" includes "A: b". */
export const includesWords = (text: string, part: string): boolean =>
  ` ${wordsOnly(text)} `.includes(` ${wordsOnly(part)} `);

const wordsOnly = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const knownStatusNames = new Set(statusValues.map((value) => statuses[value].name.toLowerCase()));

function namesOf(view: MachineView): readonly string[] {
  const value = statusValue(view.status);
  const names = [view.statusName, ...(value === undefined ? [] : [statuses[value].name])];
  return names.map((name) => name.toLowerCase());
}

/** The status after a change, in lower case, from the type or from `Node changed status: From 'Ready' to 'Broken'`. */
function statusAfter(event: MachineEvent, statusNames: readonly string[]): string | undefined {
  const name = event.type.toLowerCase();
  if (knownStatusNames.has(name)) return name;
  if (name === "marked broken") return "broken";
  if (!/\bstatus\b/.test(name) && !/^from '/i.test(event.description)) return undefined;
  const text = eventText(event).toLowerCase();
  const to = text.lastIndexOf(" to ");
  if (to === -1) return undefined;
  const target = text
    .slice(to + 4)
    .replace(/['".]/g, "")
    .trim();
  return knownStatusNames.has(target) || statusNames.includes(target) ? target : undefined;
}

const isMarkingEvent = ({ type }: MachineEvent): boolean =>
  /\bmark(?:ed|ing)\b/i.test(type) && /\b(?:broken|failed)\b/i.test(type);

const marksBroken = (event: MachineEvent): boolean => isMarkingEvent(event) && /\bbroken\b/i.test(event.type);

/** The description `(admin) - PSU dead` contains the user and the comment. */
function commentOf({ type, description }: MachineEvent): string {
  const close = description.startsWith("(") ? description.indexOf(")") : -1;
  if (close === -1) return description;
  const user = description.slice(1, close);
  const comment = description.slice(close + 1).replace(/^[\s:-]+/, "");
  if (comment !== "") return `${comment} (${user})`;
  return /\bbroken\b/i.test(type) ? `marked broken by ${user}` : `marked as failed by ${user}`;
}

/** Removes the status from the beginning of a text, because it is shown next to the text. */
function withoutStatus(text: string, view: MachineView): string {
  const rest = namesOf(view)
    .filter((name) => text.toLowerCase().startsWith(name))
    .map((name) => text.slice(name.length).trimStart())
    .find((after) => after === "" || /^[:-]/.test(after));
  return rest === undefined ? text : rest.replace(/^[\s:-]+/, "");
}

const reasonTimeoutMs = 10_000;
/** Enough for all events of one operation. */
const maxEvents = 200;

export const machineReason = (view: MachineView): string | undefined => joinReasons(reasonsFromMachine(view));

function reasonsFromMachine(view: MachineView): readonly string[] {
  const { errorDescription, statusMessage } = view;
  const message = statusMessage && withoutStatus(statusMessage, view);
  return [errorDescription, message].filter((part) => part !== undefined);
}

/** Reads the reason from the machine's message and its events in this status, or else from its last ERROR event. */
export async function failureReason(
  client: Client,
  view: MachineView,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const options = { maxTimeoutMs: reasonTimeoutMs, retries: 0, signal };
  const readHistory = () => readEvents(client, [view.systemId], maxEvents, "DEBUG", options);
  const history = await readHistory()
    .catch(readHistory)
    .catch((): readonly MachineEvent[] => []);
  const episode = episodeOf(view, history);
  if (episode.start !== undefined) return reasonIn(view, episode);
  const machineReasons = reasonsFromMachine(view);
  const event = history.find(isErrorEvent);
  const description = event === undefined || event.description === "" ? event?.type : event.description;
  if (event === undefined || machineReasons.some((part) => part.includes(description ?? "")))
    return joinReasons(machineReasons);
  const time = event.created === undefined ? "" : ` (${event.created})`;
  return joinReasons([...machineReasons, `last error: ${eventText(event)}${time}`]);
}

const joinReasons = (parts: readonly string[]): string | undefined => joinTexts(...distinct(parts));

export const powerErrorText = "the service cannot control or read the machine's power";

export type IssueKind = "failed" | "broken" | "missing" | "stuck" | "power";

export interface Issue {
  readonly kind: IssueKind;
  /** When the status began, in milliseconds since the epoch; undefined if no event shows it. */
  readonly since: number | undefined;
  readonly reason: string | undefined;
}

export interface FailedScript {
  readonly name: string;
  /** 0 is commissioning, 1 installation, 2 testing. */
  readonly resultType: number | undefined;
  readonly exitStatus: number;
}

/** The service's limit for the machine's status, in milliseconds; undefined if it has none. */
export function serviceLimitOf({ status }: MachineView): number | undefined {
  const value = statusValue(status);
  return value === undefined ? undefined : serviceLimitsMs[value];
}

/** The issue that a machine shows without its events. `stuck` is only a possibility. */
export function possibleIssue(view: MachineView): IssueKind | undefined {
  const value = statusValue(view.status);
  if (value === "broken" || value === "missing") return value;
  if (value !== undefined && statuses[value].kind === "failure") return "failed";
  if (view.powerState === "error") return "power";
  return value !== undefined && serviceLimitsMs[value] !== undefined ? "stuck" : undefined;
}

/** True if older events would not change the issue. */
export function isExplained(view: MachineView, history: readonly MachineEvent[]): boolean {
  const kind = possibleIssue(view);
  if (kind === undefined || kind === "power") return true;
  const episode = episodeOf(view, history);
  if (episode.start === undefined) return false;
  return kind === "stuck" || episode.isComplete || reasonsIn(view, episode).length > 0;
}

const scriptTypes: Readonly<Partial<Record<StatusValue, number>>> = {
  failed_commissioning: 0,
  failed_deployment: 1,
  failed_testing: 2,
};

function scriptTypeOf({ status }: MachineView): number | undefined {
  const value = statusValue(status);
  return value === undefined ? undefined : scriptTypes[value];
}

export const mayHaveFailedScripts = (view: MachineView): boolean => scriptTypeOf(view) !== undefined;

/** `nowMs` is the service's time since the epoch. Returns undefined if the machine has no issue. */
export function judgeIssue(
  view: MachineView,
  history: readonly MachineEvent[],
  nowMs: number,
  scripts: readonly FailedScript[] = [],
): Issue | undefined {
  const kind = possibleIssue(view);
  if (kind === undefined) return undefined;
  const episode = episodeOf(view, history);
  const beganAt = episode.start?.at;
  if (kind === "stuck") {
    const limitMs = serviceLimitOf(view);
    // Without an event for the status, the machine has had it at least since its last event.
    const since = beganAt ?? history[0]?.at;
    if (limitMs === undefined || since === undefined || nowMs - since <= limitMs) return undefined;
    const text = `longer than the service's limit of ${Math.round(limitMs / 60_000)} minutes`;
    return { kind, since, reason: distinct([text, messageOfStatus(view, episode)]).join("; ") };
  }
  if (kind === "power") {
    const failure = history.find((event) => isErrorEvent(event) && /power/i.test(eventText(event)));
    const reasons = distinct([powerErrorText, failure && eventText(failure)]);
    return { kind, since: undefined, reason: reasons.join("; ") };
  }
  const reportedReasons = reasonsIn(view, episode);
  const reasons = distinct([scriptReason(view, scripts, reportedReasons), ...reportedReasons]);
  return { kind, since: beganAt, reason: joinTexts(...reasons) };
}

function scriptReason(view: MachineView, scripts: readonly FailedScript[], others: readonly string[]) {
  const type = scriptTypeOf(view);
  if (type === undefined) return undefined;
  const matchingScripts = scripts.filter(({ resultType }) => resultType === undefined || resultType === type);
  const names = [...new Set(matchingScripts.map(({ name }) => name))].filter(
    (name) => !others.some((reason) => reason.includes(name)),
  );
  if (names.length === 0) return undefined;
  return `${names.length === 1 ? "script" : "scripts"} ${names.join(", ")} failed`;
}
