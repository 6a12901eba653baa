import { group } from "../../../catalogue/groups/machines.ts";
import type { Client } from "../../../client/http/call.ts";
import { labelsOf } from "../../../client/names/names.ts";
import type { Context } from "../../../context.ts";
import { Failure } from "../../../core/failure.ts";
import { groupsOf, machinesInUse } from "../../../desired/claims/decide.ts";
import { divideByOwner, findAllClaimed, findClaimed, readOwnName } from "../../../desired/claims/machines.ts";
import { nameField } from "../../../desired/document/claims.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { namesFolder } from "../../names-cache/freshness.ts";
import { nameIn, plainName } from "../../names-cache/name.ts";
import { type CachedNames, readNames, storeNames } from "../../names-cache/store.ts";
import { confirmMachines } from "../../operation/confirmation.ts";
import { submitToMany } from "../../operation/many.ts";
import { shapeOf } from "../../operation/result.ts";
import { rowShape } from "../../operation/row-shape.ts";
import type { NodeRun } from "../../operation/submit.ts";
import { escapeLine } from "../../output/escape.ts";
import { checkColumnNames } from "../../parsing/column-names.ts";

export async function readClaims(invocation: Invocation): Promise<readonly unknown[]> {
  const client = await invocation.connect();
  const { context } = invocation;
  const folder = namesFolder(context.env, client.endpoint);
  const claimNames = folder === undefined ? [] : storedClaimNames(readNames(folder, "claims"));
  const claims = await findAllClaimed({ client, random: context.random }, claimNames);
  if (folder !== undefined) storeClaimNames(folder, [...claims.keys()], context.clock.now(), context);
  return [...claims].map(([name, machines]) => {
    const { deployed, deploying, allocated, failed } = groupsOf(machines);
    return {
      name,
      owners: [...new Set(machines.flatMap(({ view }) => view.owner ?? []))].sort(),
      machines: machines.length,
      deployed: deployed.length,
      deploying: deploying.length,
      allocated: allocated.length,
      failed: failed.length,
    };
  });
}

/** Stores claim names for completion and for the next `svc claims list`. */
function storeClaimNames(folder: string, claims: readonly string[], nowMs: number, { random }: Context) {
  const names = claims.map(plainName).filter((name) => name !== undefined);
  storeNames(folder, "claims", { names, isComplete: true, nowMs }, random);
}

const storedClaimNames = ({ lines }: CachedNames): readonly string[] =>
  lines.map((line) => nameIn(line)?.word).filter((name) => name !== undefined);

/** Adds names to the stored list before machines are allocated; the age of the list does not change. */
export function rememberClaims(names: readonly string[], { endpoint }: Client, context: Context): void {
  const folder = namesFolder(context.env, endpoint);
  if (folder === undefined) return;
  const storedNames = readNames(folder, "claims");
  const allNames = new Set([...storedClaimNames(storedNames), ...names]);
  if (allNames.size > storedNames.lines.length)
    storeClaimNames(folder, [...allNames].sort(), storedNames.listedAtMs, context);
}

const listOperation = group.operations["machines.list"];

export async function printClaim(claimName: string, invocation: Invocation): Promise<void> {
  const shape = shapeOf({ group, operation: listOperation });
  await checkColumnNames(invocation.globals, shape.columns);
  const name = checkClaimName(claimName);
  const client = await invocation.connect();
  const machines = await findClaimed({ client, random: invocation.context.random }, name);
  if (machines.length === 0)
    throw new Failure("notFound", `no machine is marked for claim ${name}`, { hint: "svc claims list" });
  const ids = machines.map(({ view }) => view.systemId);
  await invocation.printAnswer(await client.call(listOperation, { id: ids }), shape);
}

const releaseOperation = group.operations["machine.release"];

export async function releaseMachines(claimName: string, invocation: Invocation): Promise<void> {
  const { context, messages, globals } = invocation;
  await checkColumnNames(globals, rowShape.columns);
  const name = checkClaimName(claimName);
  const client = await invocation.connect();
  const finder = { client, random: context.random };
  const { ownMachines, foreignMachines } = divideByOwner(
    name,
    await findClaimed(finder, name),
    await readOwnName(finder),
  );
  for (const { view } of foreignMachines)
    messages.warn(
      `${view.hostname} is marked for claim ${name} and belongs to ${view.owner}; it is left alone`,
    );
  const views = machinesInUse(ownMachines).map(({ view }) => view);
  if (views.length === 0) return messages.note(`claim ${name} has no machines to release`);
  await confirmMachines(releaseOperation, {}, views, { ...invocation, client });
  const run: NodeRun = {
    ...{ client, invocation, parameter: "system_id", kind: "machine" },
    entry: { id: "machine.release", group, operation: releaseOperation },
    label: labelsOf([], views),
    values: { comment: `svc claims release ${name}` },
  };
  try {
    await submitToMany(run, views);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { hint } = error.details;
    const rest = `release the rest with the same command: svc claims release ${name}`;
    throw error.with({ hint: hint === undefined ? rest : `${hint}; then ${rest}` });
  }
}

export function checkClaimName(name: string): string {
  if (new RegExp(`^(?:${nameField.pattern})$`).test(name)) return name;
  throw new Failure("usage", `'${escapeLine(name)}' is not a valid claim name: ${nameField.form}`);
}
