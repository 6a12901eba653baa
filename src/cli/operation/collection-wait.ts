import { group as machines } from "../../api/groups/machines.ts";
import type { OperationEntry } from "../../api/index.ts";
import { Failure, isInDoubt, isSignal, isUnread } from "../../failure.ts";
import type { Client, Values } from "../../http/call.ts";
import { isRecord, type MachineView, machineView } from "../../lifecycle/machine-view.ts";
import type { Outcome } from "../../lifecycle/progress-event.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { nextCommand } from "../invocation/same-connection.ts";
import { labelsOf } from "../selection/labels.ts";
import { wordsOf } from "../typed/arguments.ts";
import { doubtAfter, withResume } from "../waiting/resume.ts";
import { watchAfter } from "../waiting/wait.ts";
import { canBeWatched } from "./doubtful.ts";
import { endOf, failureOf, isOpen, unfinished } from "./many.ts";
import type { SentTarget } from "./node-run.ts";
import { shapeOf } from "./result.ts";
import { failureOfRows, printRows, type ResultRow } from "./rows.ts";

/** One request that is about several machines, or makes one. */
interface CollectionRun {
  readonly entry: OperationEntry;
  /** With system ids in the place of names, and as they were typed. */
  readonly values: Values;
  readonly typed: Values;
  /** The machines that it names. */
  readonly nodes: readonly MachineView[];
  readonly client: Client;
  readonly invocation: Invocation;
}

/**
 * Sends the request and waits for the operation on every machine that it names, or that the answer names. A
 * machine that was made is printed as it is at the end; otherwise there is a row for each.
 */
export async function sendAndWatch(run: CollectionRun): Promise<void> {
  const { entry, invocation } = run;
  const sent = await send(run);
  const isMade = entry.operation.waiter === "create";
  if (sent.targets.length === 0) {
    invocation.messages.note("the service names no machine: nothing to wait for");
    return await printRows([], invocation);
  }
  const watched = await watchAfter(invocation, entry.operation, sent.targets);
  const { outcomes, failure } = watched;
  if (sent.doubt !== undefined && watched.moved.size === 0 && failure !== undefined)
    throw doubtAfter(failure, sent.doubt, entry.operation, sent.targets, invocation);
  if (isMade) {
    await printMachines(run, sent.targets);
    if (failure !== undefined) throw failure;
    return;
  }
  const rows = outcomes.map(rowOf);
  await printRows(rows, invocation);
  const labels = new Map(sent.targets.map(({ systemId, typed }) => [systemId, typed ?? systemId]));
  const remark = endOf(watched);
  const ended = failureOfRows({
    rows,
    failures: outcomes.flatMap(failureOf),
    what: `${entry.group.name} ${entry.operation.verb}`,
    tellsReasons: invocation.globals.output === "name",
    label: ({ system_id }) => labels.get(system_id) ?? system_id,
    isUnfinished: outcomes.some(({ result }) => isOpen(result)),
    remark,
  });
  if (ended !== undefined) throw ended;
}

interface SentAll {
  readonly targets: readonly SentTarget[];
  /** The request got no clear answer. */
  readonly doubt?: Failure;
}

/** Where there is no clear answer, the machines are watched that the request names. */
async function send(run: CollectionRun): Promise<SentAll> {
  const { entry, values, nodes, client, invocation } = run;
  try {
    const answer = await client.call(entry.operation, values);
    return { targets: targetsOf(run, await answer.value()) };
  } catch (error) {
    const [first] = nodes;
    const isWatchable = isInDoubt(error) && !isSignal(error) && first !== undefined;
    if (!isWatchable || !(await canBeWatched(client, first.systemId)))
      throw withResume(error, entry.operation, named(run), invocation);
    invocation.messages.note(`${error.message}: no clear answer; watching what becomes of the machines`);
    return { targets: named(run).map((target) => ({ ...target, isUnclear: true })), doubt: error };
  }
}

/** The machines that the request names, else those of the answer: objects, or system ids alone. */
function targetsOf(run: CollectionRun, value: unknown): readonly SentTarget[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : isRecord(value) ? [value] : [];
  const views = items.flatMap((item) => machineView(item) ?? []);
  const answered = new Map(views.map((view) => [view.systemId, view]));
  if (run.nodes.length > 0)
    return named(run).map((target) => {
      const view = answered.get(target.systemId);
      return view === undefined ? target : { ...target, statusName: view.statusName, answered: view.status };
    });
  const ids = items.flatMap((item) => (typeof item === "string" ? [item] : []));
  const isNone = Array.isArray(value) && value.length === 0 && run.entry.operation.waiter !== "create";
  if (views.length + ids.length === 0 && !isNone)
    throw new Failure("other", "the service's answer names no machine to wait for", {
      outcome: "done",
      hint: `the operation was carried out; look: ${nextCommand(["machines", "list"], run.invocation)}`,
    });
  return [
    ...views.map(({ systemId, hostname, status, statusName, owner }) => ({
      systemId,
      hostname,
      statusName,
      answered: status,
      ...(owner === undefined ? {} : { owner }),
    })),
    ...ids.map((systemId) => ({ systemId, hostname: systemId, statusName: undefined })),
  ];
}

function named({ nodes, typed }: CollectionRun): readonly SentTarget[] {
  const label = labelsOf(Object.values(typed).flatMap((value) => wordsOf(value)));
  return nodes.map((node) => ({
    systemId: node.systemId,
    hostname: node.hostname,
    typed: label(node),
    statusName: undefined,
    before: node.status,
    ...(node.owner === undefined ? {} : { owner: node.owner }),
  }));
}

async function printMachines({ entry, client, invocation }: CollectionRun, targets: readonly SentTarget[]) {
  const read = machines.operations["machine.read"];
  for (const { systemId } of targets) {
    try {
      const answer = await client.call(read, { system_id: systemId });
      await invocation.printAnswer(answer, shapeOf({ group: entry.group, operation: read }));
    } catch (error) {
      if (!isUnread(error)) throw error;
      if (!isSignal(error)) invocation.messages.warn(`${systemId} cannot be read again: ${error.message}`);
      await invocation.print({ system_id: systemId }, shapeOf(entry));
    }
  }
}

function rowOf({ systemId, hostname, result, to, reason }: Outcome): ResultRow {
  const ok = result === "done";
  return {
    system_id: systemId,
    hostname,
    ok,
    status: to ?? null,
    error: ok ? null : (reason ?? unfinished[result]),
    outcome: "done",
  };
}
