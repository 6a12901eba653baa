import { queryEvents } from "../../../../../src/cli/commands/operations/events.ts";
import type { Invocation } from "../../../../../src/cli/invocation/invocation.ts";
import type { Values } from "../../../../../src/client/http/call.ts";
import { printingHarness, runOf, type ServedRequest } from "../../harness.ts";

export const event = (id: number) => ({ id, level: "INFO", type: `Type ${id}`, hostname: "web-01" });

/** An event log that answers like live services. */
export function logOf(ids: () => readonly number[]) {
  return ({ values }: ServedRequest) => {
    const [before, after] = [Number(values["before"] ?? Number.POSITIVE_INFINITY), values["after"]];
    const limit = Number(values["limit"] ?? 100);
    const matching = ids().filter((id) => id < before && id > Number(after ?? -1));
    const sorted = [...matching].sort((a, b) => a - b);
    const page = after === undefined ? sorted.slice(-limit) : sorted.slice(0, limit);
    return { count: page.length, events: page.reverse().map(event), next_uri: "/elsewhere", prev_uri: "/x" };
  };
}

export const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);
export const idsIn = (text: string) =>
  text
    .trim()
    .split("\n")
    .map((line) => Number(JSON.parse(line).id));

export const queryHarness = (
  answer: Parameters<typeof printingHarness>[0],
  options: Readonly<Record<string, unknown>> = {},
  output: "json" | "ndjson" | "name" = "ndjson",
) => printingHarness(answer, { options, globals: { output } });

/** A run against the log of these events. */
export const logHarness = (
  ids: () => readonly number[],
  options?: Readonly<Record<string, unknown>>,
  output?: "json" | "ndjson" | "name",
) => queryHarness(logOf(ids), options, output);

export const query = (invocation: Invocation, values: Values = {}) =>
  queryEvents(runOf("events.query", values, invocation).run);

/** Presses Ctrl-C during the given sleep, which ends following. */
export function endAt(
  harness: ReturnType<typeof printingHarness>,
  sleep: number,
  also: (count: number) => void = () => {},
) {
  let sleeps = 0;
  harness.clock.onSleep = () => {
    sleeps += 1;
    also(sleeps);
    if (sleeps === sleep) harness.terminal.signal("SIGINT");
  };
}
