import { group } from "../../../catalogue/groups/machines.ts";
import type { Operation } from "../../../catalogue/operation.ts";
import type { MachineView } from "../../../client/lifecycle/machine-view.ts";
import { Failure } from "../../../core/failure.ts";
import { nameList } from "../../../core/text/name-list.ts";
import { planAdoption } from "../../../desired/claims/adopt.ts";
import { annotationKeys } from "../../../desired/claims/machines.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { confirmMachines } from "../../operation/confirmation.ts";
import { submitToMany } from "../../operation/many.ts";
import { isPreview, printPreviews } from "../../operation/preview.ts";
import { callOn, type NodeRun } from "../../operation/submit.ts";
import { labelsIn, type NamedSelection, readSelection, selectedNodes } from "../../selection/selection.ts";
import { checkClaimName, rememberClaims } from "./claims.ts";
import { readDesired } from "./site.ts";

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
  const count = options.file === undefined ? undefined : await readClaimCount(options.file, name, invocation);
  const client = await invocation.connect();
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
    effects: [{ template: `svc apply keeps or releases {them} as claim ${name} says` }],
  };
  const since = new Date(context.clock.now()).toISOString();
  const run: NodeRun = {
    ...{ client, invocation, parameter: "system_id", kind: "machine" },
    entry: { id: "machine.set_workload_annotations", group: { ...group, name: "claims" }, operation },
    label: labelsIn(selection, views),
    values: { key: { [annotationKeys.claim]: name, [annotationKeys.since]: since } },
  };
  const targets = machines.map(({ view }) => view);
  if (isPreview(invocation)) {
    const { buildRequest } = await import("../../../client/http/request.ts");
    const plannedRequests = targets.map((node) => ({
      request: buildRequest(operation, callOn(run, node).values, client.endpoint),
      nodes: [node],
    }));
    return await printPreviews(plannedRequests, client, invocation);
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

async function readClaimCount(file: string, name: string, invocation: Invocation): Promise<number> {
  const { desired } = await readDesired(invocation, [file]);
  const claim = desired.claims.find((each) => each.name === name);
  if (claim !== undefined) return claim.count;
  const names = desired.claims.map((each) => each.name);
  throw new Failure("usage", `${file} has no claim ${name}`, {
    hint: names.length === 0 ? "the file has no claims" : `its claims: ${nameList(names)}`,
  });
}
