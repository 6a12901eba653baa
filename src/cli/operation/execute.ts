import { signatureOf, takesSeveralIds } from "../../catalogue/commands/command-spec.ts";
import type { OperationEntry } from "../../catalogue/index.ts";
import type { Operation } from "../../catalogue/operation.ts";
import { withListedNumbers } from "../../client/execute/listed-fields.ts";
import { resolveCall } from "../../client/execute/resolve.ts";
import { type Client, type Values, wordsOf } from "../../client/http/call.ts";
import { splitValues } from "../../client/http/split.ts";
import type { MachineView } from "../../client/lifecycle/machine-view.ts";
import type { NodeNames } from "../../client/lifecycle/progress-event.ts";
import { refuseLocked } from "../../client/names/lock.ts";
import { isSystemId } from "../../client/names/names.ts";
import type { Invocation } from "../invocation/invocation.ts";
import {
  expandNodePatterns,
  labelerFor,
  readSelection,
  selectedNodes,
  singleNameIn,
  withSystemIds,
} from "../values/selection.ts";
import { isPreview, printPreviews } from "./preview.ts";
import { callOn, type NodeRun, submitCall } from "./submit.ts";

export async function execute(entry: OperationEntry, values: Values, invocation: Invocation): Promise<void> {
  const { operation } = entry;
  if (takesSeveralIds(operation)) return await executeOnNodes(entry, values, invocation);
  const client = await invocation.connect(operation.who === "anonymous" ? "keyless" : "signed");
  await executeOnce(entry, values, client, invocation);
}

export async function executeOnce(
  entry: OperationEntry,
  requestedValues: Values,
  client: Client,
  invocation: Invocation,
): Promise<void> {
  const { operation } = entry;
  const isPreviewOnly = isPreview(invocation, operation);
  const needsCheck = operation.confirm !== undefined || operation.ignoresLock === true;
  const mode = needsCheck || (isPreviewOnly && !invocation.globals.curl) ? "verify" : "trust";
  const nodeValues = await expandNodePatterns(operation, requestedValues, client);
  const call = await resolveCall(entry, nodeValues, client, mode, invocation.messages.detail);
  const { values, nodes, label } = call;
  if (isPreviewOnly) {
    const sentValues = await withListedNumbers(operation, values, client);
    const valuesPerRequest = splitValues(operation, sentValues, client.endpoint);
    const previews = valuesPerRequest.map((piece) => ({ operation, values: piece, nodes }));
    return await printPreviews(previews, client, invocation, { ...operation, values, machines: nodes });
  }
  if (needsCheck) refuseLocked(operation.verb, nodes, label);
  if (operation.confirm !== undefined) {
    const { confirmCall } = await import("./confirmation.ts");
    await confirmCall(operation, describeCall(entry, requestedValues), values, nodes, {
      ...invocation,
      client,
    });
  }
  await submitCall(call, invocation, requestedValues);
}

function describeCall(entry: OperationEntry, values: Values): string {
  const words = signatureOf(entry).arguments.map(({ name, field }) => values[field?.name ?? name]);
  const operands = words.filter((word) => typeof word === "string");
  return [entry.group.name, entry.operation.verb, ...operands].join(" ");
}

async function executeOnNodes(entry: OperationEntry, values: Values, invocation: Invocation): Promise<void> {
  const { operation } = entry;
  const [identifier] = operation.parameters ?? [];
  if (identifier?.kind === undefined) throw new Error(`${entry.id} is not an operation on nodes`);
  const words = wordsOf(values[identifier.name]);
  const selection = await readSelection(words, invocation);
  const client = await invocation.connect();
  const initialRun: NodeRun = {
    entry,
    parameter: identifier.name,
    kind: identifier.kind,
    values: await withSystemIds({ ...operation, parameters: [] }, values, invocation, "verify"),
    label: labelerFor(selection),
    client,
    invocation,
  };
  const isPreviewOnly = isPreview(invocation);
  const singleName = singleNameIn(words, selection);
  const mustVerify = isPreviewOnly ? !invocation.globals.curl : needsCurrentState(operation, invocation);
  if (!mustVerify && selection.kind === "names" && selection.names.every(isSystemId)) {
    const nodeNames = selection.names.map((name) => ({ systemId: name, hostname: name }));
    const [first] = nodeNames;
    if (isPreviewOnly) return await printPreview(initialRun, nodeNames);
    if (singleName !== undefined && first !== undefined)
      return await submitCall(callOn(initialRun, first), invocation);
  }
  const nodes = await selectedNodes(selection, operation, identifier.kind, client);
  const run: NodeRun = { ...initialRun, label: labelerFor(selection, nodes) };
  const [first] = nodes;
  if (first === undefined) {
    const { printNoMatch } = await import("./many.ts");
    return await printNoMatch(run, selection);
  }
  const targets = machinesToChange(run, nodes);
  if (isPreviewOnly) return await printPreview(run, targets);
  if (operation.confirm !== undefined) {
    refuseLocked(operation.verb, targets, run.label, selectorWords(words, invocation));
    const { confirmMachines } = await import("./confirmation.ts");
    await confirmMachines(operation, values, targets, { ...invocation, client });
  }
  if (operation.method !== "GET") {
    const names = targets.length === 1 ? targets[0]?.hostname : `${targets.length} ${identifier.kind}s`;
    await invocation.multiSiteRun?.ready(`${operation.verb} ${names}`);
  }
  if (singleName !== undefined) {
    if (targets.length > 0) return await submitCall(callOn(run, first), invocation);
    const { printNode } = await import("./results.ts");
    return await printNode(run, run.kind, first);
  }
  const { submitToMany } = await import("./many.ts");
  await submitToMany(run, nodes, new Set(targets));
}

/** Words that select the same machines again; empty if they came from standard input. */
export function selectorWords(words: readonly string[], { context: { argv } }: Invocation) {
  const where = argv.flatMap((word, index) =>
    word.startsWith("--where=") ? [word] : word === "--where" ? [word, argv[index + 1] ?? ""] : [],
  );
  return where.length > 0 ? where : words.includes("-") ? [] : words;
}

function machinesToChange({ entry: { operation }, invocation }: NodeRun, nodes: readonly MachineView[]) {
  const state = operation.skippedPowerState;
  if (state === undefined || invocation.options["force"] === true) return nodes;
  const targets = nodes.filter(({ powerState }) => powerState !== state);
  const skippedCount = nodes.length - targets.length;
  const [first] = nodes;
  const subject = nodes.length === 1 ? `${first?.hostname} is` : `${skippedCount} of ${nodes.length} are`;
  if (skippedCount > 0)
    invocation.messages.note(`${subject} already ${state}: skipped (use --force to send anyway)`);
  return targets;
}

const needsCurrentState = (operation: Operation, invocation: Invocation): boolean =>
  operation.confirm !== undefined || invocation.options["wait"] === true;

async function printPreview(run: NodeRun, nodes: readonly (NodeNames | MachineView)[]): Promise<void> {
  const { entry, client, invocation } = run;
  const { operation } = entry;
  const previews = await Promise.all(
    nodes.map(async (node) => ({
      operation,
      values: await withListedNumbers(operation, callOn(run, node).values, client),
      nodes: [node],
    })),
  );
  const machines = nodes.filter((node): node is MachineView => "status" in node);
  const effectCall = { ...operation, values: run.values, machines };
  await printPreviews(previews, client, invocation, effectCall);
}
