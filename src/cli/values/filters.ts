import { kebab } from "../../catalogue/commands/command-spec.ts";
import { undocumentedNodeFilters } from "../../catalogue/fields.ts";
import type { IdentifierKind, Operation } from "../../catalogue/operation.ts";
import { statuses, statusValue } from "../../catalogue/statuses.ts";
import { readWholeBody } from "../../client/http/answer-body.ts";
import { type Answer, type CallOptions, type Client, type Values, wordsOf } from "../../client/http/call.ts";
import { createMemberReader, elementsOf } from "../../client/json/elements.ts";
import { parseExact } from "../../client/json/exact.ts";
import { type MachineView, textOf } from "../../client/lifecycle/machine-view.ts";
import { findNodes, type NodeMatch, nodesIn, statusNameOf } from "../../client/names/find-nodes.ts";
import { withoutTrailingDot } from "../../client/names/names.ts";
import { listOperation, resolveNodes, uniqueNodes } from "../../client/names/resolve.ts";
import { readCurrentUser } from "../../client/service/facts.ts";
import { Failure } from "../../core/failure.ts";
import { isRecord } from "../../core/json-record.ts";
import { matchesGlob } from "../../core/text/glob.ts";
import {
  comparedMembers,
  filterHints,
  meetsAll,
  type NodeCondition,
  type NodeFilters,
} from "../parsing/node-filters.ts";

/** Throws if a node does not match, because services ignore unknown filters and list the whole fleet. */
export async function selectNodes(
  client: Client,
  kind: IdentifierKind,
  { parameters, conditions }: NodeFilters,
): Promise<readonly MachineView[]> {
  const list = await listOperation(kind);
  await requireFilterSupport(client, list, parameters);
  const answer = await requestList(client, list, { parameters, conditions });
  const matches = await nodesIn(answer, list, undefined, comparedMembers(conditions), (node) =>
    meetsAll(node, conditions),
  );
  refuseIgnoredFilters(matches, parameters);
  return uniqueNodes(matches.map(({ view }) => view));
}

/** Sends an invented filter: a service that accepts it may ignore other filters too, which the answer would not show. */
export async function requireFilterSupport(client: Client, list: Operation, filters: Values): Promise<void> {
  const undocumentedFilter = undocumentedNodeFilters.find(({ name }) => filters[name] !== undefined);
  if (undocumentedFilter === undefined) return;
  try {
    await (await client.call(list, { id: ["none"], [unknownFilterName]: "1" })).value();
  } catch (error) {
    if (error instanceof Failure && error.kind === "invalid") return;
    throw error;
  }
  const name = kebab(undocumentedFilter.name);
  throw new Failure("other", `the service may ignore the filter ${name}: it accepts any filter`, {
    hint: "name the machines instead",
  });
}

export function refuseIgnoredFilters(nodes: readonly NodeMatch[], filters: Values): void {
  for (const [name, value] of Object.entries(filters)) {
    const words = wordsOf(value).map(normalize);
    const nonMatchingNode = nodes.find((each) => {
      const nodeValues = valuesByFilter[name]?.(each);
      return (
        nodeValues !== undefined && words.every((text) => isPlainName(text) && !nodeValues.includes(text))
      );
    });
    if (nonMatchingNode === undefined) continue;
    const { hostname, systemId } = nonMatchingNode.view;
    throw new Failure(
      "other",
      `the service ignored ${name}=${words.join(",")}: it answered with ${hostname} (${systemId})`,
      { hint: "name the machines instead" },
    );
  }
}

const unknownFilterName = "svc_no_such_filter";

const normalize = (text: string): string => withoutTrailingDot(text).toLowerCase();

/** Only the service can judge other values, such as ids of a zone or negations. */
const isPlainName = (text: string): boolean => /^[a-z][\w.-]*$/.test(text) || /^[a-z0-9]{6}$/.test(text);

const valuesByFilter: Readonly<Record<string, (node: NodeMatch) => readonly string[] | undefined>> = {
  hostname: ({ view, fqdn }) => [view.hostname, fqdn ?? view.hostname].map(normalize),
  id: ({ view }) => [view.systemId],
  zone: ({ zone }) => (zone === undefined ? undefined : [normalize(zone)]),
  pool: ({ pool }) => (pool === undefined ? undefined : [normalize(pool)]),
  status: ({ view }) => {
    const value = statusValue(view.status);
    return value === undefined || statusNameOf(view) === null
      ? undefined
      : [value, normalize(statuses[value].name), normalize(view.statusName)];
  },
};

/** The named nodes, then those that match patterns, in the order of the service's list. */
export async function nodesOfPatterns(
  client: Client,
  kind: IdentifierKind,
  names: readonly string[],
  patterns: ReadonlySet<string>,
): Promise<readonly MachineView[]> {
  const exactNames = names.filter((name) => !patterns.has(name));
  const exactMatches = exactNames.length === 0 ? [] : await resolveNodes(client, kind, exactNames);
  const unmatchedPatterns = new Set(patterns);
  const patternMatches: MachineView[] = [];
  for (const { view, fqdn } of await findNodes(client, await listOperation(kind), {})) {
    const nodeNames = [view.hostname, ...(fqdn === undefined ? [] : [fqdn])];
    const matchingPatterns = [...patterns].filter((pattern) =>
      nodeNames.some((name) => matchesGlob(pattern, name)),
    );
    for (const pattern of matchingPatterns) unmatchedPatterns.delete(pattern);
    if (matchingPatterns.length > 0) patternMatches.push(view);
  }
  const [first, ...others] = unmatchedPatterns;
  if (first !== undefined) {
    const quotedPatterns = [first, ...others].map((pattern) => `'${pattern}'`).join(", ");
    throw new Failure("notFound", `no ${kind} matches ${quotedPatterns}`, {
      hint: `svc ${kind}s list shows those that you may see; * matches any characters, and ? any single one`,
    });
  }
  return uniqueNodes([...exactMatches, ...patternMatches]);
}

interface LimitOptions {
  readonly limit?: number | undefined;
  /** Called if there are more than `limit`; the others are not read. */
  readonly onLimit?: () => void;
}

export function filterAnswer(
  answer: Answer,
  conditions: readonly NodeCondition[],
  { limit, onLimit }: LimitOptions,
): Answer {
  const read = createMemberReader(comparedMembers(conditions));
  const hasConditions = conditions.length > 0;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    let count = 0;
    for await (const element of elementsOf(answer)) {
      const node = hasConditions ? read(element) : undefined;
      if (hasConditions && !(isRecord(node) && meetsAll(node, conditions))) continue;
      if (count === limit) {
        onLimit?.();
        break;
      }
      yield Buffer.from(count === 0 ? "[" : ",");
      yield element.json;
      count += 1;
    }
    yield Buffer.from(count === 0 ? "[]" : "]");
  }
  return { ...answer, bytes, value: async () => parseExact((await readWholeBody(bytes())).toString("utf8")) };
}

/** The listed nodes that meet all conditions, with these members and those that the conditions compare. */
export async function* matchingNodes(
  answer: Answer,
  conditions: readonly NodeCondition[],
  members: readonly string[],
): AsyncGenerator<unknown> {
  const read = createMemberReader([...members, ...comparedMembers(conditions)]);
  for await (const element of elementsOf(answer)) {
    const node = read(element);
    if (meetsAll(node, conditions)) yield node;
  }
}

export async function* listMachines(
  client: Client,
  filters: NodeFilters,
  members: readonly string[],
  options: CallOptions = {},
): AsyncGenerator<unknown> {
  const answer = await requestList(client, await listOperation("machine"), filters, options);
  yield* matchingNodes(answer, filters.conditions, members);
}

/** Repeats the request without the undocumented filters if the service refuses them. */
export async function requestList(
  client: Client,
  operation: Operation,
  { parameters, conditions }: NodeFilters,
  options: CallOptions = {},
): Promise<Answer> {
  const extraParameters = filterHints(conditions);
  try {
    return await client.call(operation, { ...parameters, ...extraParameters }, options);
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== "invalid" || Object.keys(extraParameters).length === 0)
      throw error;
    const errorText = [error.message, ...(error.details.lines ?? [])].join("\n");
    if (!/no such constraint/i.test(errorText)) throw error;
    return await client.call(operation, parameters, options);
  }
}

export async function readUserName(client: Client): Promise<string> {
  const name = textOf((await readCurrentUser(client))?.["username"]);
  if (name !== undefined) return name;
  const hint = "use --owner NAME instead";
  throw new Failure("other", "--mine: the service does not say which user the API key belongs to", { hint });
}
