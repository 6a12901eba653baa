import { defaults } from "../../../catalogue/defaults.ts";
import { group } from "../../../catalogue/groups/machines.ts";
import type { Client } from "../../../client/http/call.ts";
import type { WaitOutcome, WatchTarget } from "../../../client/lifecycle/progress-event.ts";
import { wordsOf } from "../../../client/values/words.ts";
import type { Context } from "../../../context.ts";
import type { Random } from "../../../core/clock.ts";
import { Failure } from "../../../core/failure.ts";
import { inParallel } from "../../../core/parallel.ts";
import { ownNameOf } from "../../../desired/claims/apply-claims.ts";
import { groupsOf, standingOf } from "../../../desired/claims/decide.ts";
import {
  type ClaimedMachine,
  divide,
  findAllClaimed,
  findClaimed,
} from "../../../desired/claims/machines.ts";
import { type Released, releaseClaimed } from "../../../desired/claims/requests.ts";
import { nameField } from "../../../desired/document/claims.ts";
import type { Action, Invocation } from "../../invocation/invocation.ts";
import { namesFolder } from "../../names-cache/freshness.ts";
import { plainName } from "../../names-cache/name.ts";
import { keepNames } from "../../names-cache/store.ts";
import { confirmMachines, machinesAtRisk } from "../../operation/confirmation.ts";
import { shapeOf } from "../../operation/result.ts";
import { type ResultRow, rowShape } from "../../operation/rows.ts";
import type { Shape } from "../../output/columns.ts";
import { escapeLine } from "../../output/escape.ts";
import { terminationFailure, watchSending } from "../../terminal/signals.ts";
import { checkColumnNames } from "../../typed/column-names.ts";
import { watchAfter } from "../../waiting/wait.ts";

const shape: Shape = {
  identity: "name",
  listed: "claims",
  columns: [
    { header: "NAME", path: "name", rank: "key" },
    { header: "OWNER", path: "owners" },
    { header: "MACHINES", path: "machines", as: "count" },
    { header: "DEPLOYED", path: "deployed", as: "count" },
    { header: "DEPLOYING", path: "deploying", as: "count" },
    { header: "ALLOCATED", path: "allocated", as: "count" },
    { header: "FAILED", path: "failed", as: "count" },
  ],
};

export const listClaims: Action = async (invocation) => {
  await checkColumnNames(invocation.globals, shape.columns);
  const client = await invocation.connect();
  const { context } = invocation;
  const claims = await findAllClaimed({ client, random: context.random });
  keepClaims([...claims.keys()], client, context);
  const rows = [...claims].map(([name, machines]) => {
    const { held, coming, taken, failed } = groupsOf(machines);
    return {
      name,
      owners: [...new Set(machines.flatMap(({ view }) => view.owner ?? []))].sort(),
      machines: machines.length,
      deployed: held.length,
      deploying: coming.length,
      allocated: taken.length,
      failed: failed.length,
    };
  });
  await invocation.print(rows, shape);
};

/** Stores all names for completion. */
function keepClaims(claims: readonly string[], { endpoint }: Client, { env, clock, random }: Context): void {
  const folder = namesFolder(env, endpoint);
  if (folder === undefined) return;
  const names = claims.map(plainName).filter((name) => name !== undefined);
  keepNames(folder, "claims", { names, isWhole: true, nowMs: clock.now() }, random);
}

const list = group.operations["machines.list"];

export const showClaim: Action = async (invocation) => {
  const shape = shapeOf({ group, operation: list });
  await checkColumnNames(invocation.globals, shape.columns);
  const name = claimNamed(invocation);
  const client = await invocation.connect();
  const found = await findClaimed({ client, random: invocation.context.random }, name);
  if (found.length === 0)
    throw new Failure("notFound", `no machine is marked for claim ${name}`, { hint: "svc claims list" });
  const ids = found.map(({ view }) => view.systemId);
  await invocation.printAnswer(await client.call(list, { id: ids }), shape);
};

const release = group.operations["machine.release"];

export const releaseClaim: Action = async (invocation) => {
  const { context, messages, globals, options } = invocation;
  await checkColumnNames(globals, rowShape.columns);
  const name = claimNamed(invocation);
  const client = await invocation.connect();
  const finder = { client, random: context.random };
  const { own, foreign } = divide(name, await findClaimed(finder, name), await ownNameOf(finder)());
  for (const { view } of foreign)
    messages.warn(
      `${view.hostname} is marked for claim ${name} and belongs to ${view.owner}; it is left alone`,
    );
  const machines = own.filter(({ view }) => !["free", "leaving"].includes(standingOf(view)));
  if (machines.length === 0) messages.note(`claim ${name} has no machines to release`);
  const views = machines.map(({ view }) => view);
  await confirmMachines("release", views, machinesAtRisk(release, {}, views), invocation);
  const { ends, stopped } = await releaseAll(invocation, { ...finder, name, machines });
  const gone = machines.filter((_, index) => isReleased(ends[index]));
  const waited =
    options["wait"] === true && stopped === undefined && gone.length > 0
      ? await watchAfter(invocation, release, gone.map(targetOf))
      : undefined;
  const rows = machines.map((machine, index) =>
    afterWait(rowOf(machine, ends[index]), waited?.outcomes ?? []),
  );
  if (rows.length > 0) await invocation.print(rows, rowShape);
  const failures = ends.flatMap((end) => (end !== undefined && "failure" in end ? [end.failure] : []));
  const failure = failures.length === 0 ? waited?.failure : undefined;
  const ended = failure ?? failureOf(name, rows, failures, stopped);
  if (ended !== undefined) throw ended;
};

interface Releasing {
  readonly client: Client;
  readonly random: Random;
  readonly name: string;
  readonly machines: readonly ClaimedMachine[];
}

async function releaseAll(
  { context, messages }: Invocation,
  { name, machines, ...finder }: Releasing,
): Promise<{ readonly ends: readonly (Released | undefined)[]; readonly stopped: Failure | undefined }> {
  const stopping = new AbortController();
  const watch = watchSending(context, (kind) => stopping.abort(terminationFailure(kind)));
  const deps = {
    ...finder,
    ...{ clock: context.clock, parallel: defaults.parallel, signal: watch.signal },
    ...{ stopping: stopping.signal, note: messages.note },
  };
  try {
    const ends = await inParallel(
      machines,
      defaults.parallel,
      (machine) => releaseClaimed(name, machine, deps),
      () => stopping.signal.aborted,
    );
    return { ends, stopped: watch.signalled() };
  } finally {
    watch.release();
  }
}

const isReleased = (end: Released | undefined): boolean => end !== undefined && !("failure" in end);

const targetOf = ({ view }: ClaimedMachine): WatchTarget => ({
  systemId: view.systemId,
  hostname: view.hostname,
  before: view.status,
  owner: view.owner,
});

function afterWait(row: ResultRow, outcomes: readonly WaitOutcome[]): ResultRow {
  const outcome = outcomes.find(({ systemId }) => systemId === row.system_id);
  if (outcome === undefined) return row;
  const isDone = outcome.result === "done";
  return {
    ...row,
    ok: isDone,
    status: outcome.to ?? row.status,
    error: isDone ? null : (outcome.reason ?? `the wait for its release ended: ${outcome.result}`),
  };
}

function rowOf({ view }: ClaimedMachine, end: Released | undefined): ResultRow {
  const ok = end !== undefined && !("failure" in end);
  const failure = end !== undefined && "failure" in end ? end.failure : undefined;
  return {
    system_id: view.systemId,
    hostname: view.hostname,
    ok,
    status: ok ? (end.statusName ?? null) : view.statusName,
    error: end === undefined ? "not started" : (failure?.message ?? null),
    outcome: end === undefined ? "not_sent" : (failure?.details.outcome ?? "done"),
  };
}

function failureOf(
  name: string,
  rows: readonly ResultRow[],
  failures: readonly Failure[],
  stopped: Failure | undefined,
): Failure | undefined {
  const left = rows.filter(({ ok }) => !ok);
  const [only] = failures;
  if (left.length === 0) return stopped;
  if (rows.length === 1 && only !== undefined && stopped === undefined) return only;
  return new Failure(
    stopped?.kind ?? "someFailed",
    `${left.length} of ${rows.length} machines are not released`,
    {
      lines: left.map(({ hostname, error }) => `${hostname}: ${error}`),
      hint: `release the rest with the same command: svc claims release ${name}`,
      machines: left.map(({ system_id, hostname, status }) => ({ system_id, hostname, status })),
    },
  );
}

/** Throws a usage failure for a word that cannot be a claim. */
export function claimNamed(invocation: Invocation): string {
  const [name = ""] = wordsOf(invocation.arguments["claim"]);
  if (new RegExp(`^(?:${nameField.pattern})$`).test(name)) return name;
  throw new Failure("usage", `'${escapeLine(name)}' is not a valid claim name: ${nameField.form}`);
}
