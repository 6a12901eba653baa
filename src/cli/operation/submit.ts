import { takesSeveralIds } from "../../catalogue/commands/command-spec.ts";
import { isTableForm } from "../../catalogue/commands/options.ts";
import type { OperationEntry } from "../../catalogue/index.ts";
import type { IdentifierKind, Operation } from "../../catalogue/operation.ts";
import { type Call, nodeOf } from "../../client/execute/resolve.ts";
import { identityFromRequest, sendCall } from "../../client/execute/send.ts";
import { isJsonAnswer } from "../../client/http/answer-body.ts";
import type { Answer, Client, Values } from "../../client/http/call.ts";
import type { MachineView } from "../../client/lifecycle/machine-view.ts";
import type { NodeNames, WatchTarget } from "../../client/lifecycle/progress-event.ts";
import { submittedNode } from "../../client/lifecycle/submitted.ts";
import type { Labeler } from "../../client/names/names.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { isInteractive } from "../terminal/streams.ts";
import { shapeOf } from "./shapes.ts";

export interface NodeRun {
  readonly entry: OperationEntry;
  readonly parameter: string;
  readonly kind: IdentifierKind;
  readonly values: Values;
  readonly label: Labeler;
  readonly client: Client;
  readonly invocation: Invocation;
}

/** If the node has not been read, `inputValues` contain its name as typed. */
export const callOn = (run: NodeRun, node: NodeNames | MachineView): Call => ({
  entry: run.entry,
  client: run.client,
  label: run.label,
  note: run.invocation.messages.detail,
  inputValues: { ...run.values, [run.parameter]: run.label(node) },
  values: { ...run.values, [run.parameter]: node.systemId },
  nodes: "status" in node ? [node] : [],
  isUnverified: !("status" in node),
});

/** After an unclear outcome, the failure names the command that shows it, with identifiers as typed. */
export async function submitCall(
  call: Call,
  invocation: Invocation,
  requestedValues: Values = call.inputValues,
): Promise<void> {
  try {
    const isWaiting = invocation.options["wait"] === true && call.entry.operation.waiter !== undefined;
    await (isWaiting ? sendAndPrintOutcome(call, invocation) : sendAndPrint(call, invocation));
  } catch (error) {
    const { withOutcomeCommand } = await import("./doubt.ts");
    throw withOutcomeCommand(error, call.entry, requestedValues, invocation);
  }
}

async function sendAndPrint(call: Call, invocation: Invocation): Promise<void> {
  const { operation } = call.entry;
  const changesNodes = call.nodes.length > 0 && changesListedNodes(operation);
  if (!changesNodes && (operation.method === "GET" || !takesSeveralIds(operation)))
    return await printResult(call, invocation);
  const { printChangedNode, printChangedNodes } = await import("./results.ts");
  await (changesNodes ? printChangedNodes : printChangedNode)(await sendCall(call), invocation);
  if (changesNodes || operation.waiter === undefined) return;
  await noteNextStep(operation, [submittedNode(nodeOf(call), call.label)], invocation);
}

export async function noteNextStep(
  operation: Operation,
  targets: readonly WatchTarget[],
  invocation: Invocation,
): Promise<void> {
  if (!isInteractive(invocation.context)) return;
  const { nextStep } = await import("../waiting/wait.ts");
  const next = nextStep(operation, targets, invocation);
  if (next !== undefined) invocation.messages.note(next);
}

const changesListedNodes = ({ method, parameters, fields = [] }: Operation): boolean =>
  method !== "GET" && parameters === undefined && fields.some(({ kind }) => kind !== undefined);

async function sendAndPrintOutcome(call: Call, invocation: Invocation): Promise<void> {
  const { operation } = call.entry;
  const { sendAndWait } = await import("../../client/execute/wait.ts");
  const { watcherOf } = await import("../waiting/wait.ts");
  const { failureOfRows, failureOfWait, hasUnfinished, printNode, printFinalState, printRows, resultOfWait } =
    await import("./results.ts");
  const waitReport = await sendAndWait(call, watcherOf(invocation, operation));
  const { targets, outcomes, failure } = waitReport;
  if (takesSeveralIds(operation)) {
    if (failure !== undefined) throw failure;
    return await printFinalState(call, invocation);
  }
  if (targets.length === 0) {
    invocation.messages.note("the answer contains no machine: nothing to wait for");
    return await printRows([], invocation);
  }
  if (operation.waiter === "create") {
    for (const target of targets) await printNode({ client: call.client, invocation }, "machine", target);
    if (failure !== undefined) throw failure;
    return;
  }
  const results = outcomes.map((outcome) => resultOfWait(outcome.hostname, outcome));
  await printRows(
    results.map(({ row }) => row),
    invocation,
  );
  const rowsFailure = failureOfRows(call, results, {
    showsReasons: invocation.globals.output === "name",
    isUnfinished: hasUnfinished(outcomes),
    runFailure: failureOfWait(waitReport),
  });
  if (rowsFailure !== undefined) throw rowsFailure;
}

export async function printResult(call: Call, invocation: Invocation): Promise<void> {
  const { entry, values } = call;
  const { operation } = entry;
  const shape = shapeOf(entry);
  if (
    (operation.described === true || operation.source === "deployed") &&
    operation.mayAnswerContent === true
  ) {
    const { printContent } = await import("./content.ts");
    return await printContent(call, shape, invocation);
  }
  const { answer } = await sendCall(call);
  const mayAnswerAnything =
    operation.described === true && operation.method === "GET" && operation.result === "json";
  if (mayAnswerAnything && !isJsonAnswer(answer)) {
    const { printNonJsonAnswer } = await import("./content.ts");
    return await printNonJsonAnswer(answer, values, shape, invocation);
  }
  if (operation.result === "json") {
    const nameCollector =
      operation.verb === "list"
        ? (await import("./listed-names.ts")).openNameCollector(entry, values, call.client, invocation)
        : undefined;
    await invocation.printAnswer(withCreatedObject(answer, entry, values), shape, nameCollector?.watch);
    return await nameCollector?.store();
  }
  const value = await answer.value();
  const valueSettings = operation.answersAnyText === true ? { valueName: String(values["name"]) } : {};
  const isTable = isTableForm(invocation.outputSettings(shape).format);
  // Live services return null for operations that are documented to return nothing.
  const hasResult =
    value !== undefined &&
    !(value === null && operation.result === "none") &&
    !(value === "OK" && operation.method !== "GET" && isTable);
  if (hasResult) await invocation.print(value, { ...shape, ...valueSettings });
  if (hasResult && (value !== "" || !isTable)) return;
  const outcome = operation.method === "GET" ? "the answer is empty" : "done";
  const subject = value === "OK" && typeof values["name"] === "string" ? ` ${values["name"]}` : "";
  invocation.messages.note(`${entry.group.name} ${operation.verb}${subject}: ${outcome}`);
}

/** Services return nothing for a stored file, but later commands need its name. */
function withCreatedObject(answer: Answer, entry: OperationEntry, values: Values): Answer {
  const createdObject = identityFromRequest(entry, values);
  if (createdObject === undefined) return answer;
  return {
    ...answer,
    async *bytes(options) {
      let isEmpty = true;
      for await (const chunk of answer.bytes(options)) {
        isEmpty = false;
        yield chunk;
      }
      if (isEmpty) yield Buffer.from(JSON.stringify(createdObject));
    },
  };
}
