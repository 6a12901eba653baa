import { kebab } from "../../catalogue/commands/command-signature.ts";
import { furtherNodeFilters } from "../../catalogue/fields.ts";
import type { IdentifierKind, Operation } from "../../catalogue/operation.ts";
import { statuses, statusValue } from "../../catalogue/statuses.ts";
import type { Client, Values } from "../../client/http/call.ts";
import type { MachineView } from "../../client/lifecycle/machine-view.ts";
import { findNodes, type NodeMatch, nodesIn, noStatus } from "../../client/names/found-nodes.ts";
import { plainName } from "../../client/names/names.ts";
import { listOperation, resolveNodes, uniqueNodes } from "../../client/names/resolve.ts";
import { wordsOf } from "../../client/values/words.ts";
import { Failure } from "../../core/failure.ts";
import { comparedMembers, meetsAll } from "../typed/node-conditions.ts";
import type { NodeFilters } from "../typed/node-filters.ts";
import { matchesAny } from "../typed/ranges.ts";
import { askList } from "./node-tests.ts";

/**
 * Lists nodes by filters. Throws a `Failure` if a node does not match: services ignore unknown filters
 * without an error and list the whole fleet.
 */
export async function selectNodes(
  client: Client,
  kind: IdentifierKind,
  { parameters: sent, conditions }: NodeFilters,
): Promise<readonly MachineView[]> {
  const list = await listOperation(kind);
  await requireFilters(client, list, sent);
  const answer = await askList(client, list, sent, conditions);
  const matches = await nodesIn(answer, list, undefined, comparedMembers(conditions), (node) =>
    meetsAll(node, conditions),
  );
  refuseIgnored(matches, sent);
  return uniqueNodes(matches.map(({ view }) => view));
}

/**
 * Throws a `Failure` for an undocumented filter if the service lists nodes for one that cannot exist: it may
 * ignore this one too, and the nodes do not show it.
 */
export async function requireFilters(client: Client, list: Operation, filters: Values): Promise<void> {
  const further = furtherNodeFilters.find(({ name }) => filters[name] !== undefined);
  if (further === undefined) return;
  try {
    await (await client.call(list, { id: ["none"], [unknownFilterName]: "1" })).value();
  } catch (error) {
    if (error instanceof Failure && error.kind === "invalid") return;
    throw error;
  }
  const name = kebab(further.name);
  throw new Failure("other", `the service may ignore the filter ${name}: it accepts any filter`, {
    hint: "name the machines instead",
  });
}

/** Throws a `Failure` if a listed node does not match a filter. */
export function refuseIgnored(nodes: readonly NodeMatch[], filters: Values): void {
  for (const [name, value] of Object.entries(filters)) {
    const expected = wordsOf(value).map(simple);
    const stray = nodes.find((each) => {
      const has = seenBy[name]?.(each);
      return has !== undefined && expected.every((text) => isPlain(text) && !has.includes(text));
    });
    if (stray === undefined) continue;
    const { hostname, systemId } = stray.view;
    throw new Failure(
      "other",
      `the service ignored ${name}=${expected.join(",")}: it answered with ${hostname} (${systemId})`,
      {
        hint: "name the machines instead",
      },
    );
  }
}

const unknownFilterName = "svc_no_such_filter";

const simple = (text: string): string => plainName(text).toLowerCase();

/** Only the service can judge others: ids of a zone or pool, negations. */
const isPlain = (text: string): boolean => /^[a-z][\w.-]*$/.test(text) || /^[a-z0-9]{6}$/.test(text);

const seenBy: Readonly<Record<string, (node: NodeMatch) => readonly string[] | undefined>> = {
  hostname: ({ view, fqdn }) => [view.hostname, fqdn ?? view.hostname].map(simple),
  id: ({ view }) => [view.systemId],
  zone: ({ zone }) => (zone === undefined ? undefined : [simple(zone)]),
  pool: ({ pool }) => (pool === undefined ? undefined : [simple(pool)]),
  status: ({ view }) => {
    const value = statusValue(view.status);
    return value === undefined || view.statusName === noStatus
      ? undefined
      : [value, simple(statuses[value].name), simple(view.statusName)];
  },
};

/**
 * The nodes named, then those matching patterns in the order of the service's list, which is read once; each
 * once. Throws notFound for a pattern without matches.
 */
export async function nodesOfPatterns(
  client: Client,
  kind: IdentifierKind,
  names: readonly string[],
  patterns: ReadonlySet<string>,
): Promise<readonly MachineView[]> {
  const plain = names.filter((name) => !patterns.has(name));
  const exactMatches = plain.length === 0 ? [] : await resolveNodes(client, kind, plain);
  const unmatched = new Set(patterns);
  const matching: MachineView[] = [];
  for (const { view, fqdn } of await findNodes(client, await listOperation(kind), {})) {
    const matchingPatterns = [...patterns].filter((pattern) =>
      matchesAny([pattern], { hostname: view.hostname, fqdn }),
    );
    for (const pattern of matchingPatterns) unmatched.delete(pattern);
    if (matchingPatterns.length > 0) matching.push(view);
  }
  const [first, ...others] = unmatched;
  if (first !== undefined) {
    const quoted = [first, ...others].map((pattern) => `'${pattern}'`).join(", ");
    throw new Failure("notFound", `no ${kind} matches ${quoted}`, {
      hint: `svc ${kind}s list shows those that you may see; * matches any characters and ? matches one`,
    });
  }
  return uniqueNodes([...exactMatches, ...matching]);
}
