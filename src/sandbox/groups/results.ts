import {
  type ResultType,
  resultsOf,
  resultTypes,
  runIdOf,
  type ScriptResult,
} from "../model/nodes/scripts.ts";
import { scriptNamed } from "../model/settings/scripts.ts";
import { outputOf } from "../serialize/machine-reports.ts";
import { type Run, serializeRun } from "../serialize/settings.ts";
import { invalid, notFound, requireFound } from "../state/domain-error.ts";
import type { Node } from "../state/node.ts";
import { hardwareTypes } from "../state/settings.ts";
import type { World } from "../state/world.ts";
import { bytes, empty, json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { checkedForm, type FormReader } from "../wire/form-reader.ts";
import { nodeOf } from "./path-nodes.ts";

const typesInAnswerOrder: readonly ResultType[] = ["installation", "testing", "commissioning"];

type RunKey = Pick<Run, "id" | "type">;

const runsOf = (node: Node): RunKey[] =>
  typesInAnswerOrder.flatMap((type) => {
    const id = runIdOf(node, type);
    return id === null ? [] : [{ id, type }];
  });

/** Checks the request first, because reading the results assigns ids to them. */
function runOf(call: Call): { readonly node: Node; readonly run: Run; readonly form: FormReader } {
  const node = nodeOf(call);
  const { id = "" } = call.path;
  const run = runsOf(node).find((each) => id === `current-${each.type}` || String(each.id) === id);
  if (run === undefined && !/^\d+$/.test(id))
    throw invalid(
      `Unknown id "${id}" must be current-commissioning, current-testing, current-installation, or the id number of a specific result.`,
    );
  const scriptSet = requireFound(run, "ScriptSet");
  const form = checkedForm(call);
  return { node, run: { ...scriptSet, results: resultsOf(call.world, node, scriptSet.type) }, form };
}

function filterResults(world: World, form: FormReader, { results }: Run): ScriptResult[] {
  const filters = form.list("filters");
  const hardware = form.text("hardware_type");
  return results.filter((result) => {
    const script = scriptNamed(world, result.name);
    const names = [result.name, String(result.id), ...(script?.tags ?? [])];
    const type = script?.hardwareType ?? 0;
    return (
      (filters.length === 0 || filters.some((each) => names.includes(each))) &&
      (!hardware || hardware === String(type) || hardware === hardwareTypes[type])
    );
  });
}

export const results = {
  "results.list"(call) {
    const { world } = call;
    const node = nodeOf(call);
    const form = checkedForm(call);
    const typeText = form.text("type");
    const withOutput = form.boolean("include_output") ?? false;
    const runs = runsOf(node)
      .filter(({ type }) => !typeText || typeText === type || typeText === String(resultTypes[type]))
      .map((run) => ({ ...run, results: resultsOf(world, node, run.type) }));
    return json(
      runs.map((run) => serializeRun(world, node, run, filterResults(world, form, run), withOutput)),
    );
  },
  "result.read": (call) => answerRun(call),
  "result.update"(call) {
    const { node, run, form } = runOf(call);
    const suppressed = form.boolean("suppressed");
    const names = filterResults(call.world, form, run).map(({ name }) => name);
    const otherNames = (node.suppressed ?? []).filter((name) => !names.includes(name));
    if (suppressed !== undefined) node.suppressed = suppressed ? [...otherNames, ...names] : otherNames;
    return answerRun(call);
  },
  "result.delete"(call) {
    const { node, run } = runOf(call);
    node.runs = { ...node.runs, [run.type]: null };
    if (run.type !== "installation") node.results[run.type] = -1;
    return empty(204);
  },
  "result.download"(call) {
    const { world } = call;
    const { node, run, form } = runOf(call);
    if (form.text("filetype") === "tar.xz")
      throw notFound("The sandbox does not create archives: use filetype=txt.");
    const stream = form.text("output") || "combined";
    const sortedResults = filterResults(world, form, run).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const outputs = sortedResults.map((result) => {
      const { stdout, stderr } = outputOf(world, node, result);
      const output = { stdout, stderr, result: "" }[stream] ?? stdout + stderr;
      if (sortedResults.length === 1) return output;
      const border = "-".repeat(80);
      return `${border}\n${result.name}\n${border}\n${output}\n`;
    });
    return bytes(Buffer.from(outputs.join("")), "application/binary");
  },
} satisfies HandlersOf<"results">;

function answerRun(call: Call) {
  const { world } = call;
  const { node, run, form } = runOf(call);
  const withOutput = form.boolean("include_output") ?? false;
  return json(serializeRun(world, node, run, filterResults(world, form, run), withOutput));
}
