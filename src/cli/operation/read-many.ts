import type { OutputFormat } from "../../catalogue/commands/options.ts";
import type { OperationEntry } from "../../catalogue/index.ts";
import type { Operation } from "../../catalogue/operation.ts";
import { sendCall } from "../../client/execute/send.ts";
import type { Answer } from "../../client/http/call.ts";
import { stringifyExact } from "../../client/json/exact.ts";
import type { MachineView } from "../../client/lifecycle/machine-view.ts";
import type { Failure } from "../../core/failure.ts";
import { asFailure } from "../../core/failure.ts";
import { isRecord } from "../../core/json-record.ts";
import { inOrder } from "../../core/parallel.ts";
import type { Shape } from "../output/columns.ts";
import { shapeOf } from "./result.ts";
import { answerOf, failureOfRows, type NodeResult, textOf } from "./rows.ts";
import { circuitBreaker } from "./sending.ts";
import { callOn, type NodeRun } from "./submit.ts";

/**
 * Reads several nodes with bounded concurrency and writes what was read as one list, in the order of the
 * nodes and as it comes: memory does not grow with their number. An answer that does not say whose it is gets
 * the node's names. What cannot be read is reported on standard error, and the others are written all the same.
 */
export async function readMany(run: NodeRun, nodes: readonly MachineView[]): Promise<void> {
  const { entry, invocation } = run;
  const { operation } = entry;
  const breaker = circuitBreaker(invocation);
  const results: NodeResult[] = [];
  const readOne = async (node: MachineView): Promise<string | Failure> => {
    try {
      const { answer } = await sendCall(callOn(run, node), { signal: breaker.signal });
      const text = operation.answersNode ? await textOf(answer) : await textFor(answer, node);
      breaker.passed();
      return text;
    } catch (error) {
      const failure = asFailure(error);
      breaker.failed(failure);
      return failure;
    }
  };
  const { format, query } = invocation.outputSettings(shapeOf(entry));
  // A query is asked of the same list in every form.
  const hasRows = listsElements(entry) && rowForms.includes(format) && query === undefined;
  const textFor = async (answer: Answer, node: MachineView): Promise<string> => {
    const value = await answer.value();
    return hasRows && Array.isArray(value)
      ? value.map((each) => stringifyExact(rowOf(each, node))).join(",")
      : stringifyExact(named(value, node, operation));
  };
  async function* list(): AsyncGenerator<Uint8Array> {
    let separator = "[";
    const answers = inOrder(nodes, breaker.parallel, readOne, () => breaker.reason() !== undefined);
    for await (const [{ systemId, hostname }, answer] of answers) {
      const ok = typeof answer === "string";
      const failure = ok ? undefined : answer;
      const error = ok
        ? null
        : (failure?.message ?? `not read: ${breaker.reason() ?? "an earlier one failed"}`);
      results.push({ row: { system_id: systemId, hostname, ok, status: null, error }, kind: failure?.kind });
      if (!ok || answer === "") continue;
      yield Buffer.from(`${separator}${answer}`);
      separator = ",";
    }
    yield Buffer.from(separator === "[" ? "[]" : "]");
  }
  try {
    await invocation.printAnswer(answerOf(list), hasRows ? rowsShapeOf(entry) : shapeFor(run));
  } finally {
    breaker.release();
  }
  const failure = failureOfRows(run, results, { showsReasons: true, remark: breaker.signalled() });
  if (failure !== undefined) throw failure;
}

function named(value: unknown, node: MachineView, operation: Operation): unknown {
  const names = { system_id: node.systemId, hostname: node.hostname };
  if (value instanceof Uint8Array) return { ...names, content: Buffer.from(value).toString("base64") };
  const plain: unknown = value instanceof Map ? Object.fromEntries(value) : value;
  return isRecord(plain) && operation.sensitive === undefined
    ? { ...names, ...plain }
    : { ...names, value: plain ?? null };
}

/** Forms with a row for each element of a list. */
const rowForms: readonly OutputFormat[] = ["table", "wide", "csv", "tsv"];

/** True where a node may have several of what is read: its disks, and whatever a described operation answers. */
const listsElements = ({ group, operation }: NodeRun["entry"]): boolean =>
  shapeOf({ group, operation }).isUnknown === true || operation.verb === "list";

/** An element of a list as a row of a table about several nodes. */
function rowOf(element: unknown, { hostname }: MachineView) {
  const plain: unknown = element instanceof Map ? Object.fromEntries(element) : element;
  return isRecord(plain) ? { node: hostname, ...plain } : { node: hostname, value: plain ?? null };
}

/** The columns of elements, behind the node that has them. */
export function rowsShapeOf(entry: Pick<OperationEntry, "group" | "operation">): Shape {
  const shape = shapeOf(entry);
  const own = shape.isUnknown === true ? [] : shape.columns;
  return {
    ...shape,
    identity: "system_id",
    columns: [{ header: "NODE", path: "node", rank: "key" }, ...own],
  };
}

function shapeFor({ entry }: NodeRun): Shape {
  const shape = shapeOf(entry);
  if (entry.operation.answersNode) return shape;
  const own = entry.operation.columns ?? [{ header: "VALUE", path: "value" }];
  return {
    ...shape,
    identity: "system_id",
    columns: [{ header: "NAME", path: "hostname", rank: "key" }, ...own],
  };
}
