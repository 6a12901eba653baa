import { group as machines } from "../../catalogue/groups/machines.ts";
import { Failure } from "../../core/failure.ts";
import { inParallel } from "../../core/parallel.ts";
import type { Call } from "../execute/resolve.ts";
import { reportOf, sendAndWait, type WaitReport, watchUntil } from "../execute/wait.ts";
import type { Client } from "../http/call.ts";
import { type Goal, parseCondition } from "../lifecycle/goal.ts";
import type { ProgressEvent, WatchTarget } from "../lifecycle/progress-event.ts";
import { resolveNodes } from "../names/resolve.ts";
import type { CallClient, Session } from "./session.ts";
import type { SettledMachine, WaitOptions } from "./types.ts";

const parallelReads = 4;

export async function waitForEnd(
  session: Session,
  call: Call,
  signal: AbortSignal,
  options: WaitOptions,
): Promise<readonly unknown[]> {
  const { client } = call;
  const { targets, failure } = await sendAndWait(call, {
    watch: (watchTargets, goal) => watch(session, { client, signal }, watchTargets, goal, options),
    note: session.note,
  });
  if (failure !== undefined) throw failure;
  return await inParallel(targets, parallelReads, (target) => readMachine(client, target));
}

async function readMachine(client: Client, { systemId, hostname }: WatchTarget): Promise<unknown> {
  try {
    const answer = await client.call(machines.operations["machine.read"], { system_id: systemId });
    return await answer.value();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.kind === "notFound") return { system_id: systemId, hostname };
    throw error.with(
      { outcome: "done" },
      `the operation has ended, but ${hostname} cannot be read: ${error.message}`,
    );
  }
}

export async function waitUntil(
  session: Session,
  call: CallClient,
  names: readonly string[],
  conditions: readonly string[],
  { all = false, ...options }: WaitOptions & { readonly all?: boolean | undefined },
): Promise<readonly SettledMachine[]> {
  const goalConditions = conditions.map((text) => parseCondition(text, "waitFor"));
  const machines = await resolveNodes(call.client, "machine", names);
  const goal: Goal = { kind: "conditions", conditions: goalConditions, all };
  const targets = machines.map(({ systemId, hostname }) => ({ systemId, hostname }));
  const { outcomes, failure } = await watch(session, call, targets, goal, options);
  if (failure !== undefined) throw failure;
  return outcomes.map(({ systemId, hostname, to: status, elapsedMs }) => ({
    ...{ systemId, hostname, status, elapsedMs },
  }));
}

async function watch(
  { clock, random }: Session,
  { client, signal }: Pick<CallClient, "client" | "signal">,
  targets: readonly WatchTarget[],
  goal: Goal,
  { waitTimeoutMs, pollIntervalMs, onChange }: WaitOptions,
): Promise<WaitReport> {
  const onProgress = (event: ProgressEvent) => {
    if (event.type !== "changed" || event.from === event.to) return;
    const { systemId, hostname, from, to, message } = event;
    onChange?.({ systemId, hostname, from, to, message });
  };
  const settings = { client, clock, random, signal, waitTimeoutMs, pollIntervalMs, onProgress };
  return reportOf(targets, goal, await watchUntil(targets, goal, settings));
}
