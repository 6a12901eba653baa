import { canSee } from "../model/nodes/access.ts";
import { filterTests } from "../model/nodes/filters.ts";
import {
  type ResultType,
  resultsOf,
  resultTypes,
  runIdOf,
  type ScriptResult,
} from "../model/nodes/scripts.ts";
import { findScript } from "../model/settings/scripts.ts";
import { outputOf } from "../serialize/machine-reports.ts";
import { fieldsOf } from "../serialize/references.ts";
import { type Run, serializeNodeResult, serializeRun } from "../serialize/settings.ts";
import type { Node } from "../state/node.ts";
import { invalid, invalidField, notFound, requireFound } from "../state/service-error.ts";
import { matchesHardware } from "../state/settings.ts";
import {
  allNodes,
  type EventLevel,
  type EventRecord,
  eventLevels,
  nodeById,
  usesDeployedStyle,
  type World,
} from "../state/world.ts";
import { bytes, empty, json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { type FormReader, readValidForm } from "../wire/form-reader.ts";
import { nodeOf } from "./nodes.ts";

const typesInAnswerOrder: readonly ResultType[] = ["installation", "testing", "commissioning"];

const runsOf = (node: Node): Omit<Run, "results">[] =>
  typesInAnswerOrder.flatMap((type) => {
    const id = runIdOf(node, type);
    return id === null ? [] : [{ id, type }];
  });

/** Checks the request before it reads the results, because reading assigns ids to them. */
function runOf(call: Call): { readonly node: Node; readonly run: Run; readonly form: FormReader } {
  const node = nodeOf(call);
  const { id = "" } = call.path;
  const run = runsOf(node).find((each) => id === `current-${each.type}` || String(each.id) === id);
  if (run === undefined && !/^\d+$/.test(id))
    throw invalid(
      `Unknown id "${id}" must be current-commissioning, current-testing, current-installation, or the id number of a specific result.`,
    );
  const scriptSet = requireFound(run, "ScriptSet");
  const form = readValidForm(call);
  return { node, run: { ...scriptSet, results: resultsOf(call.world, node, scriptSet.type) }, form };
}

function filterResults(world: World, form: FormReader, { results }: Run): ScriptResult[] {
  const filters = form.list("filters");
  const hardware = form.text("hardware_type");
  return results.filter((result) => {
    const script = findScript(world, result.name);
    const names = [result.name, String(result.id), ...(script?.tags ?? [])];
    return (
      (filters.length === 0 || filters.some((each) => names.includes(each))) &&
      (!hardware || matchesHardware(hardware, script?.hardwareType ?? 0))
    );
  });
}

export const nodeHistory = {
  "results.list"(call) {
    const { world } = call;
    const node = nodeOf(call);
    const form = readValidForm(call);
    const typeText = form.text("type");
    const withOutput = form.boolean("include_output") ?? false;
    const runs = runsOf(node)
      .filter(({ type }) => !typeText || typeText === type || typeText === String(resultTypes[type]))
      .map((run) => ({ ...run, results: resultsOf(world, node, run.type) }));
    return json(
      runs.map((run) => serializeRun(world, node, run, filterResults(world, form, run), withOutput)),
    );
  },
  "result.read": answerRun,
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
  "events.query"(call) {
    const { world } = call;
    const form = readValidForm(call);
    const limit = form.integer("limit") ?? defaultLimit;
    const [before, after] = ["before", "after"].map(form.integer);
    if (before !== undefined && after !== undefined)
      throw invalid("There is undefined behaviour when both `after` and `before` are specified.");
    const minLevel = eventLevels[(form.text("level") || "INFO") as EventLevel];
    const matchesNode = nodeFilter(call);
    const matches = (event: EventRecord) =>
      eventLevels[event.level] >= minLevel &&
      (before === undefined || event.id < before) &&
      (after === undefined || event.id > after) &&
      matchesNode(event);

    // With `after`, the page contains the oldest events after that id, but lists them newest first.
    const { records } = world.state.events;
    const matchingEvents = records.filter(matches);
    const start = after === undefined ? Math.max(0, matchingEvents.length - limit) : 0;
    const page = matchingEvents.slice(start, start + limit).reverse();
    return json({
      count: page.length,
      events: page.map(serializeEvent),
      next_uri: pageLink(call, "after", page[0]?.id ?? after ?? 0),
      prev_uri: pageLink(call, "before", page.at(-1)?.id ?? before ?? 0),
    });
  },
  "installation-results.list"({ world, user, query }) {
    const systemIds = query.all("system_id");
    const typeText = query.get("result_type");
    const types = typeText ? [resultType(typeText)] : (["commissioning", "testing", "installation"] as const);
    const names = query.all("name");
    const nodes = allNodes(world, "machine").filter(
      (node) => (systemIds.length === 0 || systemIds.includes(node.systemId)) && canSee(user, node),
    );
    const answers = nodes.flatMap((node) =>
      types
        .flatMap((type) => resultsOf(world, node, type))
        .filter(({ name, endedAt }) => endedAt !== null && (names.length === 0 || names.includes(name)))
        .map((result) => serializeNodeResult(world, node, result)),
    );
    return json(answers);
  },
} satisfies HandlersOf<"results" | "events" | "installation-results">;

function answerRun(call: Call) {
  const { world } = call;
  const { node, run, form } = runOf(call);
  const withOutput = form.boolean("include_output") ?? false;
  return json(serializeRun(world, node, run, filterResults(world, form, run), withOutput));
}

const defaultLimit = 100;

function nodeFilter({ query, world, user }: Call): (event: EventRecord) => boolean {
  const [hostnames, ids, [owner]] = [query.all("hostname"), query.all("id"), query.all("owner").slice(-1)];
  const tests = filterTests(
    world,
    new Map(["mac_address", "zone", "agent_name"].map((name) => [name, query.all(name).slice(-1)])),
  );
  if (owner !== undefined) tests.push((node) => node.owner === owner);
  const matches = new Set(allNodes(world).filter((node) => tests.every((test) => test(node))));
  return (event) => {
    if (hostnames.length > 0 && !hostnames.includes(event.hostname)) return false;
    if (ids.length > 0 && (event.node === null || !ids.includes(event.node))) return false;
    const node = event.node === null ? undefined : nodeById(world, event.node);
    if (node === undefined) return user.isAdministrator && tests.length === 0;
    return canSee(user, node) && matches.has(node);
  };
}

/** Live services repeat the query's `op` in the link. */
function pageLink({ query, world, addressing }: Call, name: "before" | "after", id: number): string {
  const otherParameters = query.names
    .filter((each) => each !== "before" && each !== "after")
    .flatMap((each) => (query.values.get(each) ?? []).map((value): [string, string] => [each, value]));
  const repeatsOp = addressing === "query" && usesDeployedStyle(world, "event-links");
  const op: [string, string][] = repeatsOp ? [["op", "query"]] : [];
  const link = new URLSearchParams([...op, ...otherParameters, [name, String(id)]]);
  return `/${world.segment}/api/2.0/events/?${link}`;
}

/** Format `Fri, 20 Nov. 2026 16:17:54`, in UTC. */
function formatCreated(ms: number): string {
  const [day, date, month, year, time] = new Date(ms).toUTCString().replace(",", "").split(" ");
  return `${day}, ${date} ${month}. ${year} ${time}`;
}

const eventFields = fieldsOf<EventRecord>(
  ...(["username", "node", "hostname", "id", "level", "created", "type", "description"] as const),
);

const serializeEvent = (event: EventRecord) => ({
  ...eventFields(event),
  created: formatCreated(event.created),
});

function resultType(text: string): ResultType {
  const name = text.toLowerCase();
  const type = typesInAnswerOrder.find((each) => each === name || String(resultTypes[each]) === text);
  if (type !== undefined) return type;
  throw invalidField("result_type", `'${text}' is not a result type: 0, 1 or 2.`);
}
