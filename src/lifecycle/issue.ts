import { serviceLimitsMs, statuses } from "../api/statuses.ts";
import { eventText, isFailure, type MachineEvent } from "./history.ts";
import { type MachineView, valueOfStatus } from "./machine-view.ts";

type IssueKind = "failed" | "broken" | "missing" | "stuck" | "power";

/** Why a machine needs attention. */
interface Issue {
  readonly kind: IssueKind;
  /**
   * When the machine came into its status, in milliseconds since the epoch; undefined where no event tells.
   */
  readonly since: number | undefined;
  readonly reason: string | undefined;
}

/** What a machine's own facts say, without its events; `stuck` stands for what may be. */
export function suspect(view: MachineView): IssueKind | undefined {
  const value = valueOfStatus(view.status);
  if (value === "broken" || value === "missing") return value;
  if (value !== undefined && statuses[value].kind === "failure") return "failed";
  if (view.powerState === "error") return "power";
  return value !== undefined && serviceLimitsMs[value] !== undefined ? "stuck" : undefined;
}

/** The event that brought the machine into the status it has; undefined where none of these does. */
export function statusEvent(view: MachineView, history: readonly MachineEvent[]): MachineEvent | undefined {
  const value = valueOfStatus(view.status);
  const names = [view.statusName, ...(value === undefined ? [] : [statuses[value].name])].map((name) =>
    name.toLowerCase(),
  );
  return history.find(({ type, description }) => {
    const into = /\bto '?([^']+)'?$/i.exec(description)?.[1];
    return names.includes(type.toLowerCase()) || (into !== undefined && names.includes(into.toLowerCase()));
  });
}

/**
 * The issue of a machine at `now` (milliseconds, the service's time); undefined where it is none after all.
 */
export function judgeIssue(
  view: MachineView,
  history: readonly MachineEvent[],
  now: number,
): Issue | undefined {
  const kind = suspect(view);
  const began = statusEvent(view, history)?.at;
  if (kind === undefined) return undefined;
  if (kind === "stuck") {
    const value = valueOfStatus(view.status);
    const limitMs = value === undefined ? undefined : serviceLimitsMs[value];
    // Where no event tells of the status, the machine is in it at least since its last word.
    const since = began ?? history[0]?.at;
    if (limitMs === undefined || since === undefined || now - since <= limitMs) return undefined;
    const minutes = Math.round(limitMs / 60_000);
    return {
      kind,
      since,
      reason: reasonOf(view, [], `longer than the service's limit of ${minutes} minutes`),
    };
  }
  const said = kind === "power" ? "the service cannot control or read the machine's power" : undefined;
  return { kind, since: kind === "power" ? undefined : began, reason: reasonOf(view, history, said) };
}

function reasonOf(
  view: MachineView,
  history: readonly MachineEvent[],
  said: string | undefined,
): string | undefined {
  const failure = history.find(isFailure);
  const parts = [
    said,
    view.errorDescription,
    view.statusMessage,
    failure === undefined ? undefined : eventText(failure),
  ]
    .map((part) => part?.replace(/\s+/g, " ").trim())
    .filter((part) => part !== undefined && part !== "" && part !== view.statusName);
  const distinct = parts.filter((part, index) =>
    parts.every((other, at) => {
      const isInside = simple(other).includes(simple(part));
      return at === index || !isInside || (simple(other) === simple(part) && at > index);
    }),
  );
  return distinct.length === 0 ? undefined : distinct.join("; ");
}

/** "A - b" and "A: b" are the same words. */
const simple = (text: string | undefined): string => (text ?? "").toLowerCase().replace(/[^a-z0-9]+/g, " ");
