import { defaults } from "../../../api/defaults.ts";
import { group } from "../../../api/groups/machines.ts";
import { ownNameOf } from "../../../desired/claims/apply-claims.ts";
import type { ClaimedMachine } from "../../../desired/claims/claimed-machine.ts";
import { findClaimed } from "../../../desired/claims/find.ts";
import { divide } from "../../../desired/claims/owners.ts";
import { type Released, releaseClaimed } from "../../../desired/claims/release-claimed.ts";
import { standingOf } from "../../../desired/claims/standing.ts";
import { Failure } from "../../../failure.ts";
import { inParallel } from "../../../parallel.ts";
import type { Action } from "../../invocation/invocation.ts";
import { confirmMachines, machinesAtRisk } from "../../operation/confirmation.ts";
import { type ResultRow, rowShape } from "../../operation/rows.ts";
import { watchSending } from "../../terminal/sending-watch.ts";
import { terminationFailure } from "../../terminal/signals.ts";
import { checkColumnNames } from "../../typed/column-names.ts";
import { claimNamed } from "./claim-named.ts";

const release = group.operations["machine.release"];

/** `svc claims release CLAIM`: gives every machine of the asker's that is marked for it back. */
export const releaseClaim: Action = async (invocation) => {
  const { context, messages, globals } = invocation;
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
  const stopping = new AbortController();
  const watch = watchSending(context, (kind) => stopping.abort(terminationFailure(kind)));
  try {
    const deps = {
      ...finder,
      ...{ clock: context.clock, parallel: defaults.parallel, signal: watch.signal },
      ...{ stopping: stopping.signal, note: messages.note },
    };
    const ends = await inParallel(
      machines,
      defaults.parallel,
      (machine) => releaseClaimed(name, machine, deps),
      () => stopping.signal.aborted,
    );
    const rows = machines.map((machine, index) => rowOf(machine, ends[index]));
    if (rows.length > 0) await invocation.print(rows, rowShape);
    const failure = failureOf(
      name,
      rows,
      ends.flatMap((end) => (end !== undefined && "failure" in end ? [end.failure] : [])),
      watch.signalled(),
    );
    if (failure !== undefined) throw failure;
  } finally {
    watch.release();
  }
};

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
