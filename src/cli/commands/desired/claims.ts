import { group } from "../../../catalogue/groups/machines.ts";
import type { Operation } from "../../../catalogue/operation.ts";
import type { Client } from "../../../client/http/call.ts";
import type { MachineView } from "../../../client/lifecycle/machine-view.ts";
import { labeler } from "../../../client/names/names.ts";
import type { Context } from "../../../context.ts";
import { Failure } from "../../../core/failure.ts";
import { nameList } from "../../../core/text/word-lists.ts";
import { groupsOf, machinesInUse } from "../../../desired/claims/decide.ts";
import {
  annotationKeys,
  divideByOwner,
  findAllClaimed,
  findClaimed,
  readCurrentUserName,
} from "../../../desired/claims/machines.ts";
import { planAdoption } from "../../../desired/claims/plan-claims.ts";
import { nameField } from "../../../desired/document/claims.ts";
import { type Claim, labelOf } from "../../../desired/item.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { namesFolder } from "../../names-cache/freshness.ts";
import { type CachedNames, nameIn, readNames, storeNames, toName } from "../../names-cache/names.ts";
import { confirmMachines } from "../../operation/confirmation.ts";
import { submitToMany } from "../../operation/many.ts";
import { isPreview, printPreviews } from "../../operation/preview.ts";
import { resultRowShape, shapeOf } from "../../operation/shapes.ts";
import { callOn, type NodeRun } from "../../operation/submit.ts";
import { escapeLine } from "../../output/escape.ts";
import { checkColumnNames } from "../../parsing/column-names.ts";
import { labelerFor, type NamedSelection, readSelection, selectedNodes } from "../../values/selection.ts";
import { openClients, readDesiredState } from "./plan.ts";

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
  const names = claims.map(toName).filter((name) => name !== undefined);
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
    throw new Failure("notFound", `no machine is in claim ${name}`, { hint: "svc claims list" });
  const ids = machines.map(({ view }) => view.systemId);
  await invocation.printAnswer(await client.call(listOperation, { id: ids }), shape);
}

const releaseOperation = group.operations["machine.release"];

export async function releaseMachines(claimName: string, invocation: Invocation): Promise<void> {
  const { context, messages, globals } = invocation;
  await checkColumnNames(globals, resultRowShape.columns);
  const name = checkClaimName(claimName);
  const client = await invocation.connect();
  const finder = { client, random: context.random };
  const { ownMachines, foreignMachines } = divideByOwner(
    name,
    await findClaimed(finder, name),
    await readCurrentUserName(finder),
  );
  for (const { view } of foreignMachines)
    messages.warn(`${view.hostname} is in claim ${name} but belongs to ${view.owner}; it is left alone`);
  const views = machinesInUse(ownMachines).map(({ view }) => view);
  if (views.length === 0) return messages.note(`claim ${name} has no machines to release`);
  await confirmMachines(releaseOperation, {}, views, { ...invocation, client });
  const run: NodeRun = {
    client,
    invocation,
    parameter: "system_id",
    kind: "machine",
    entry: { id: "machine.release", group, operation: releaseOperation },
    label: labeler([], views),
    values: { comment: `svc claims release ${name}` },
  };
  try {
    await submitToMany(run, views);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { hint } = error.details;
    const retryHint = `release the rest with the same command: svc claims release ${name}`;
    throw error.with({ hint: hint === undefined ? retryHint : `${hint}; then ${retryHint}` });
  }
}

function checkClaimName(name: string): string {
  if (new RegExp(`^(?:${nameField.pattern})$`).test(name)) return name;
  throw new Failure("usage", `'${escapeLine(name)}' is not a valid claim name: ${nameField.form}`);
}

const annotateOperation = group.operations["machine.set_workload_annotations"];

type AdoptInvocation = Invocation<
  { readonly file?: string },
  { readonly claim: string; readonly system_id: readonly string[] }
>;

/** Annotates running machines with a claim, so that the next plan finds them. */
export async function adoptMachines(invocation: AdoptInvocation): Promise<void> {
  const { context, messages, options } = invocation;
  const { claim, system_id: words } = invocation.arguments;
  const name = checkClaimName(claim);
  const selection = await readSelection(words, invocation);
  const client = await invocation.connect();
  const { file } = options;
  const count = file === undefined ? undefined : await readClaimCount(file, name, client, invocation);
  const views = await selectedNodes(selection, annotateOperation, "machine", client);
  if (selection.kind === "names") refuseDuplicates(words, selection, views);
  const ids = views.map(({ systemId }) => systemId);
  const { machines, alreadyClaimedCount } = await planAdoption(
    { client, random: context.random },
    name,
    ids,
    count,
  );
  const subject =
    ids.length === 1 ? (views[0]?.hostname ?? "") : `${alreadyClaimedCount} of ${ids.length} machines`;
  if (alreadyClaimedCount > 0)
    messages.note(`already in claim ${name}: ${subject}${machines.length === 0 ? "; nothing was sent" : ""}`);
  if (machines.length === 0) return;
  const operation: Operation = {
    ...annotateOperation,
    verb: `adopt ${name}`,
    effects: [{ template: `svc apply will manage {them} as part of claim ${name}` }],
  };
  const since = new Date(context.clock.now()).toISOString();
  const run: NodeRun = {
    client,
    invocation,
    parameter: "system_id",
    kind: "machine",
    entry: { id: "machine.set_workload_annotations", group: { ...group, name: "claims" }, operation },
    label: labelerFor(selection, views),
    values: { key: { [annotationKeys.claim]: name, [annotationKeys.since]: since } },
  };
  const targets = machines.map(({ view }) => view);
  if (isPreview(invocation)) {
    const previews = targets.map((node) => ({
      operation,
      values: callOn(run, node).values,
      nodes: [node],
    }));
    return await printPreviews(previews, client, invocation);
  }
  await confirmMachines({ ...operation, verb: "adopt" }, {}, targets, { ...invocation, client });
  rememberClaims([name], client, context);
  await submitToMany(run, targets);
}

/** A machine named twice is probably a mistake, and would make the count wrong. */
function refuseDuplicates(
  words: readonly string[],
  { names, patterns }: NamedSelection,
  machines: readonly MachineView[],
): void {
  const word = words.find((each, index) => each !== "-" && words.indexOf(each) !== index);
  if (word !== undefined) throw new Failure("usage", `${word} is given twice`);
  if (patterns === undefined && names.length > machines.length)
    throw new Failure("usage", "a machine was given twice, under different names");
}

/** Returns how many machines the claim may have at the site in use. */
async function readClaimCount(
  file: string,
  name: string,
  client: Client,
  invocation: Invocation,
): Promise<number> {
  const { desired } = await readDesiredState(invocation, [file]);
  const shares = desired.claims.filter((each) => each.name === name);
  const clients = await openClients(shares, client, invocation);
  const isHere = ({ site }: Claim) => clients.get(site)?.endpoint.baseUrl === client.endpoint.baseUrl;
  const share = shares.find(isHere);
  if (share === undefined) {
    const names = [
      ...new Set(shares.length > 0 ? shares.map(labelOf) : desired.claims.map((each) => each.name)),
    ];
    throw new Failure("usage", `${file} has no claim ${name}${shares.length > 0 ? " at this site" : ""}`, {
      hint: names.length === 0 ? "the file has no claims" : `its claims: ${nameList(names)}`,
    });
  }
  if (share.total === undefined) return share.count;
  const otherCounts = await Promise.all(
    shares
      .filter((each) => !isHere(each))
      .map(async ({ site }) => {
        const finder = { client: clients.get(site) ?? client, random: invocation.context.random };
        return machinesInUse(await findClaimed(finder, name)).length;
      }),
  );
  return Math.max(0, share.total - otherCounts.reduce((sum, count) => sum + count, 0));
}
