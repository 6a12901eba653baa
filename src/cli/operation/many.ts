import type { OutputFormat } from "../../catalogue/commands/options.ts";
import type { Operation } from "../../catalogue/operation.ts";
import { type Submission, targetsOf } from "../../client/execute/many.ts";
import type { Call } from "../../client/execute/resolve.ts";
import { sendCall } from "../../client/execute/send.ts";
import type { Answer } from "../../client/http/call.ts";
import { adminOnlyHint } from "../../client/http/errors.ts";
import { stringifyExact } from "../../client/json/exact.ts";
import type { MachineView } from "../../client/lifecycle/machine-view.ts";
import type { WaitOutcome } from "../../client/lifecycle/progress-event.ts";
import { resolvesDoubt } from "../../client/lifecycle/submitted.ts";
import { statusNameOf } from "../../client/names/find-nodes.ts";
import { asFailure, type Failure, isSignal } from "../../core/failure.ts";
import { isRecord } from "../../core/json-record.ts";
import { resultsInOrder } from "../../core/parallel.ts";
import { shellWord } from "../../core/text/shell-words.ts";
import { nextCommand } from "../invocation/globals.ts";
import type { Shape } from "../output/columns.ts";
import { asRanges } from "../parsing/ranges.ts";
import type { Selection } from "../values/selection.ts";
import { resumeHint } from "../waiting/wait.ts";
import { nodeReadWords, outcomeHint } from "./doubt.ts";
import {
  bodyText,
  failureOfRows,
  hasUnfinished,
  isTable,
  jsonAnswer,
  type NodeResult,
  outcomeTexts,
  printNodeRows,
  printRows,
  resultOfWait,
  resultRow,
} from "./results.ts";
import { type NamedNode, type Refusal, refusalsIn, sendInBatches, startBreaker } from "./sending.ts";
import { perNodeShapeOf, shapeOf } from "./shapes.ts";
import { callOn, type NodeRun, noteNextStep } from "./submit.ts";

/** Sends the operation to the nodes in `targets`; the others get a row that says that nothing was sent. */
export async function submitToMany(
  run: NodeRun,
  nodes: readonly MachineView[],
  targets: ReadonlySet<MachineView> = new Set(nodes),
): Promise<void> {
  if (run.entry.operation.method === "GET") return await readMany(run, nodes);
  await submitCalls(run, nodes, new Map([...targets].map((node) => [node, callOn(run, node)])));
}

/** Like `submitToMany`, but also for new nodes, which have no system_id until their call is answered. */
export async function submitCalls(
  run: NodeRun,
  nodes: readonly NamedNode[],
  calls: ReadonlyMap<NamedNode, Call>,
) {
  const { entry, invocation } = run;
  const { operation } = entry;
  const { submissions, outcomes, stopFailure, isWaitSkipped, waitFailure, unsent } = await sendInBatches(
    run,
    calls,
  );
  const results = nodes.map((node) => {
    const submission = submissions.get(node);
    if (submission === undefined) return resultOfSkipped(node);
    const target = typeof submission === "string" ? undefined : submission.target;
    return resultOf(node, submission, outcomes.get(target?.systemId ?? ""), isWaitSkipped);
  });
  const rows = results.map(({ row }) => row);
  const isSignalled = stopFailure !== undefined || (waitFailure !== undefined && isSignal(waitFailure));
  await (isSignalled ? printRows(rows, invocation) : printNodeRows(run, rows));
  const submittedTargets = targetsOf([...submissions.values()].filter((each) => typeof each !== "string"));
  const targetsWithClearAnswer = submittedTargets.filter(({ isUnclear }) => isUnclear !== true);
  if (stopFailure === undefined) await noteNextStep(operation, targetsWithClearAnswer, invocation);
  const pendingTargets = submittedTargets.filter(({ systemId }) => !outcomes.has(systemId));
  const hint = [
    unknownOutcomeHint(run, results),
    hintOfRefusals(refusalsIn(submissions, run.label), targetsWithClearAnswer.length > 0),
    stopFailure && resumeHint(operation, pendingTargets, invocation),
    (stopFailure ?? waitFailure)?.details.hint,
    unsentHint(run, unsent),
  ]
    .filter((part) => part !== undefined)
    .join("; ");
  const failure = failureOfRows(run, results, {
    showsReasons: invocation.globals.output === "name",
    isUnfinished: isWaitSkipped || hasUnfinished(outcomes.values()),
    runFailure: stopFailure ?? waitFailure,
    hint: hint || undefined,
  });
  if (failure !== undefined) throw failure;
  if (stopFailure !== undefined)
    throw stopFailure.with({ outcome: "done", hint: hint || "the operation was carried out" });
}

/** In characters; a hint does not repeat a longer list of names. */
const maxListLength = 1000;

function unsentHint(
  { entry: { group, operation } }: NodeRun,
  unsent: readonly NamedNode[],
): string | undefined {
  if (unsent.length === 0) return undefined;
  const names = new Set(unsent.map(({ hostname }) => hostname));
  const words = names.size === unsent.length ? asRanges([...names]) : unsent.map(({ systemId }) => systemId);
  const list = words.map(shellWord).join(" ");
  const namesText = list.length > maxListLength ? "the names of the rows that were not sent" : list;
  return `${unsent.length} not sent; continue with svc ${group.name} ${operation.verb} ${namesText} and the same options`;
}

const maxHintNames = 20;

/** If others succeeded, the refusal cannot be due to the user's role. */
function hintOfRefusals(refusals: readonly Refusal[], othersSucceeded: boolean): string | undefined {
  const hints = new Set<string>();
  const names: string[] = [];
  for (const { name, failure } of refusals) {
    const { hint } = failure.details;
    if (hint === undefined || (othersSucceeded && hint === adminOnlyHint)) continue;
    const ending = ` ${shellWord(name)}`;
    if (hint.endsWith(ending)) names.push(shellWord(name));
    hints.add(hint.endsWith(ending) ? hint.slice(0, -ending.length) : hint);
  }
  const [hint, ...others] = hints;
  if (hint === undefined || others.length > 0 || names.length > maxHintNames) return undefined;
  if (names.length < 2) return [hint, ...names].join(" ");
  const pluralHint = hint.replace(" it first:", " them first:").replace(/ it is done:/, " they are done:");
  return [pluralHint, ...names].join(" ");
}

function unknownOutcomeHint(
  { kind, label, invocation }: NodeRun,
  results: readonly NodeResult[],
): string | undefined {
  const names = results.flatMap(({ row: { outcome, system_id, hostname } }) =>
    outcome === "unknown" ? [label({ systemId: system_id, hostname })] : [],
  );
  return names.length === 0 ? undefined : outcomeHint(nextCommand(nodeReadWords(kind, names), invocation));
}

const statusOf = (node: NamedNode): string | null => ("statusName" in node ? statusNameOf(node) : null);

const resultOfSkipped = (node: NamedNode): NodeResult => ({
  row: resultRow(node, { ok: true, status: statusOf(node), error: null, outcome: "not_sent" }),
});

/** If `submission` is a string, it explains why nothing was sent. `isWaitSkipped`: a signal arrived before the wait. */
function resultOf(
  node: NamedNode,
  submission: Submission | string,
  outcome: WaitOutcome | undefined,
  isWaitSkipped: boolean,
): NodeResult {
  const failedRow = { system_id: node.systemId, hostname: node.hostname, ok: false, status: statusOf(node) };
  if (typeof submission === "string")
    return { row: { ...failedRow, error: `not sent: ${submission}`, outcome: "not_sent" } };
  const { target, failure } = submission;
  if (target === undefined) {
    const { message: error, details, kind } = failure;
    return { row: { ...failedRow, error, outcome: details.outcome ?? "not_sent" }, kind };
  }
  const isOutcomeClear = outcome !== undefined && (outcome.result === "done" || resolvesDoubt([outcome]));
  if (failure !== undefined && !isOutcomeClear) {
    const observation = outcome?.result === "left" ? outcome.reason : undefined;
    const error = `no clear answer; ${observation ?? "it may have been carried out"}: ${failure.message}`;
    const status = outcome?.to ?? statusOf(node);
    return { row: { ...failedRow, status, error, outcome: "unknown" }, kind: failure.kind };
  }
  const identity = node.systemId === "" ? target : node;
  if (outcome !== undefined) return resultOfWait(identity.hostname, outcome);
  const error = isWaitSkipped ? outcomeTexts.stopped : null;
  const status = target.statusName ?? null;
  return { row: resultRow(identity, { ok: !isWaitSkipped, status, error, outcome: "done" }) };
}

export async function printNoMatch(run: NodeRun, selection: Selection): Promise<void> {
  const { entry, invocation, kind } = run;
  const reason =
    selection.kind === "filters" ? `no ${kind} matches --where` : `standard input contains no ${kind}`;
  invocation.messages.note(`${reason}: nothing to do`);
  if (entry.operation.method !== "GET") return await printRows([], invocation);
  if (!isTable(invocation)) await readMany(run, []);
}

/** Prints one list in the order of the nodes, each answer as soon as it is its turn, without keeping the answers. */
export async function readMany(run: NodeRun, nodes: readonly MachineView[]): Promise<void> {
  const { entry, invocation } = run;
  const { operation } = entry;
  const breaker = startBreaker(invocation, { isReading: true });
  const results: NodeResult[] = [];
  const readOne = async (node: MachineView): Promise<string | Failure> => {
    try {
      const { answer } = await sendCall(callOn(run, node), { signal: breaker.signal });
      const text = operation.answersNode ? await bodyText(answer) : await textWithNames(answer, node);
      breaker.recordSuccess();
      return text;
    } catch (error) {
      const failure = asFailure(error);
      breaker.recordFailure(failure);
      return failure;
    }
  };
  const { format, query } = invocation.outputSettings(shapeOf(entry));
  // With a query there are no rows, so that it applies to the same list in every format.
  const hasRows = answersWithList(entry) && rowFormats.includes(format) && query === undefined;
  const textWithNames = async (answer: Answer, node: MachineView): Promise<string> => {
    const value = await answer.value();
    return hasRows && Array.isArray(value)
      ? value.map((each) => stringifyExact(rowOf(each, node))).join(",")
      : stringifyExact(withNames(value, node, operation));
  };
  async function* list(): AsyncGenerator<Uint8Array> {
    let separator = "[";
    const answers = resultsInOrder(nodes, breaker.parallel, readOne, () => breaker.reason() !== undefined);
    for await (const [{ systemId, hostname }, answer] of answers) {
      const ok = typeof answer === "string";
      const failure = ok ? undefined : answer;
      const error = ok
        ? null
        : (failure?.message ?? `not read: ${breaker.reason() ?? "an earlier request failed"}`);
      results.push({ row: { system_id: systemId, hostname, ok, status: null, error }, kind: failure?.kind });
      if (!ok || answer === "") continue;
      yield Buffer.from(`${separator}${answer}`);
      separator = ",";
    }
    yield Buffer.from(separator === "[" ? "[]" : "]");
  }
  try {
    await invocation.printAnswer(jsonAnswer(list), hasRows ? perNodeShapeOf(entry) : namedShapeOf(run));
  } finally {
    breaker.release();
  }
  const failure = failureOfRows(run, results, { showsReasons: true, runFailure: breaker.signalFailure() });
  if (failure !== undefined) throw failure;
}

function withNames(value: unknown, node: MachineView, operation: Operation): unknown {
  const names = { system_id: node.systemId, hostname: node.hostname };
  if (value instanceof Uint8Array) return { ...names, content: Buffer.from(value).toString("base64") };
  return isRecord(value) && operation.sensitive === undefined
    ? { ...names, ...value }
    : { ...names, value: value ?? null };
}

const rowFormats: readonly OutputFormat[] = ["table", "wide", "csv", "tsv"];

const answersWithList = ({ group, operation }: NodeRun["entry"]): boolean =>
  shapeOf({ group, operation }).hasUnknownMembers === true || operation.verb === "list";

const rowOf = (element: unknown, { hostname }: MachineView) =>
  isRecord(element) ? { node: hostname, ...element } : { node: hostname, value: element ?? null };

function namedShapeOf({ entry }: NodeRun): Shape {
  const shape = shapeOf(entry);
  if (entry.operation.answersNode) return shape;
  const columns = entry.operation.columns ?? [{ header: "VALUE", path: "value" }];
  return {
    ...shape,
    identity: "system_id",
    columns: [{ header: "NAME", path: "hostname", rank: "key" }, ...columns],
  };
}
