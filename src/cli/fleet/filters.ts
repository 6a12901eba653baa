import { deviceKeys, nodeListFilters } from "../../api/fields.ts";
import { furtherNodeFilters } from "../../api/further-filters.ts";
import type { Field, IdentifierKind, Operation } from "../../api/operation.ts";
import { statuses, statusValue } from "../../api/statuses.ts";
import { isRepeatable, kebab, spelledAs } from "../../contract/command-signature.ts";
import { Failure } from "../../failure.ts";
import type { Client, Values } from "../../http/call.ts";
import type { MachineView } from "../../lifecycle/machine-view.ts";
import { wordsOf } from "../line/arguments.ts";
import { nearest } from "../line/nearest.ts";
import { checkTexts, meantOf } from "../operation/check.ts";
import { type Found, findNodes, noStatus } from "./found-nodes.ts";
import { plainName } from "./names.ts";
import { listOperation, uniqueNodes } from "./resolve.ts";

const fields: readonly Field[] = [...nodeListFilters, ...furtherNodeFilters];

/**
 * `pool=ci,status=deployed` as node list filters; those of several texts all have to match. Throws a usage
 * failure for an unknown filter, a value that is not of its type or empty, which a service may take for no
 * filter at all, and for one that is given twice where the service takes one, or by two texts: the service
 * would select what matches either of the two values.
 */
export function parseFilters(texts: readonly string[], label = "--where"): Values {
  const filters = new Map<string, readonly string[]>();
  for (const text of texts) {
    for (const [name, values] of filtersIn(text, label)) {
      if (filters.has(name)) throw givenTwice(name, label);
      filters.set(name, values);
    }
  }
  if (filters.size === 0) throw new Failure("usage", `${label} is empty: it would select every node`);
  const values = Object.fromEntries(
    [...filters].map(([name, given]) => [name, given.length > 1 ? given : (given[0] ?? "")]),
  );
  const [wrong] = fields.flatMap((field) =>
    checkTexts(field, filters.get(field.name) ?? [], `${label} ${kebab(field.name)}`, false),
  );
  if (wrong !== undefined) {
    const hints = fields.map((field) => meantOf(field, filters.get(field.name) ?? []));
    throw new Failure("usage", wrong, { hint: hints.find((hint) => hint !== undefined) });
  }
  return values;
}

function givenTwice(name: string, label: string): Failure {
  const field = fields.find((known) => known.name === name);
  const either = field !== undefined && isRepeatable(field);
  return new Failure("usage", `${label} ${kebab(name)} is given twice: a node has to match every ${label}`, {
    hint: either ? `for either of two values: ${label} ${name}=one,${name}=other` : "it takes one value",
  });
}

function filtersIn(text: string, label: string): ReadonlyMap<string, readonly string[]> {
  const filters = new Map<string, readonly string[]>();
  let last = "";
  for (const pair of text.split(",").filter((piece) => piece.trim() !== "")) {
    const at = pair.indexOf("=");
    const name = pair.slice(0, Math.max(at, 0)).trim().replaceAll("-", "_");
    const value = pair.slice(at + 1).trim();
    if (at < 1) throw new Failure("usage", `${label} takes filter=value,..., not '${pair.trim()}'`);
    if (last === "devices" && deviceKeys.includes(name)) {
      filters.set(last, [`${filters.get(last)?.[0]},${name}=${value}`]);
      continue;
    }
    const field = fields.find((known) => known.name === name);
    if (field === undefined) throw unknownFilter(name, label);
    if (value === "") throw new Failure("usage", `${label} ${name}= is empty: it would select every node`);
    const earlier = filters.get(name) ?? [];
    if (earlier.length > 0 && !isRepeatable(field)) throw new Failure("usage", `${label} takes ${name} once`);
    filters.set(name, [...earlier, spelledAs(field, value)]);
    last = name;
  }
  return filters;
}

function unknownFilter(name: string, label: string): Failure {
  const meant = nearest(
    name,
    fields.map((field) => field.name),
  );
  return new Failure("usage", `${label} has no filter '${name}'`, {
    hint:
      meant === undefined
        ? nodeListFilters.map((field) => kebab(field.name)).join(", ")
        : `did you mean ${meant}?`,
  });
}

/**
 * The nodes that node list filters select. Throws a failure where one of them does not fit: a service that
 * does not know a filter ignores it in silence, and would hand out the whole fleet.
 */
export async function selectNodes(
  client: Client,
  kind: IdentifierKind,
  filters: Values,
): Promise<readonly MachineView[]> {
  const list = await listOperation(kind);
  const further = furtherNodeFilters.find(({ name }) => filters[name] !== undefined);
  if (further !== undefined) await requireKnown(further.name, list, client);
  const found = await findNodes(client, list, filters);
  for (const [name, value] of Object.entries(filters)) {
    const wanted = wordsOf(value).map(simple);
    const stray = found.find((each) => {
      const has = seenBy[name]?.(each);
      return has !== undefined && wanted.every((text) => isPlain(text) && !has.includes(text));
    });
    if (stray === undefined) continue;
    const { hostname, systemId } = stray.view;
    throw new Failure(
      "other",
      `the service ignored ${name}=${wanted.join(",")}: it answered with ${hostname} (${systemId})`,
      {
        hint: "name the machines instead",
      },
    );
  }
  return uniqueNodes(found.map(({ view }) => view));
}

/**
 * Throws a `Failure` where the service answers a list for a filter that nobody knows: it would ignore one of
 * other services just so, and nothing in a node shows whether it did.
 */
async function requireKnown(name: string, list: Operation, client: Client): Promise<void> {
  try {
    await (await client.call(list, { id: ["none"], [unknownFilterName]: "1" })).value();
  } catch (error) {
    if (error instanceof Failure && error.kind === "invalid") return;
    throw error;
  }
  throw new Failure("other", `the service may ignore the filter ${kebab(name)}: it takes any`, {
    hint: "name the machines instead",
  });
}

/** A filter that no service has. */
const unknownFilterName = "svc_no_such_filter";

const simple = (text: string): string => plainName(text).toLowerCase();

/** False for forms that only the service can judge: ids of a zone or pool, negations. */
const isPlain = (text: string): boolean => /^[a-z][\w.-]*$/.test(text) || /^[a-z0-9]{6}$/.test(text);

/**
 * What a node shows of itself that a filter of that name looks at, in lower case; undefined where it shows
 * nothing.
 */
const seenBy: Readonly<Record<string, (found: Found) => readonly string[] | undefined>> = {
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
