import type { OutputFormat } from "../../catalogue/commands/options.ts";
import type { Operation } from "../../catalogue/operation.ts";
import { sendCall } from "../../client/execute/send.ts";
import type { Answer } from "../../client/http/call.ts";
import { stringifyExact } from "../../client/json/exact.ts";
import type { MachineView } from "../../client/lifecycle/machine-view.ts";
import { asFailure, type Failure } from "../../core/failure.ts";
import { isRecord } from "../../core/json-record.ts";
import { inOrder } from "../../core/parallel.ts";
import type { Shape } from "../output/columns.ts";
import { answerOf, failureOfRows, type NodeResult, textOf } from "./results.ts";
import { circuitBreaker } from "./sending.ts";
import { rowsShapeOf, shapeOf } from "./shapes.ts";
import { callOn, type NodeRun } from "./submit.ts";

/** Prints one list in the order of the nodes, each answer as soon as it is its turn, without keeping the answers. */
export async function readMany(run: NodeRun, nodes: readonly MachineView[]): Promise<void> {
  const { entry, invocation } = run;
  const { operation } = entry;
  const breaker = circuitBreaker(invocation, true);
  const results: NodeResult[] = [];
  const readOne = async (node: MachineView): Promise<string | Failure> => {
    try {
      const { answer } = await sendCall(callOn(run, node), { signal: breaker.signal });
      const text = operation.answersNode ? await textOf(answer) : await textWithNames(answer, node);
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
    const answers = inOrder(nodes, breaker.parallel, readOne, () => breaker.reason() !== undefined);
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
    await invocation.printAnswer(answerOf(list), hasRows ? rowsShapeOf(entry) : namedShapeOf(run));
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
