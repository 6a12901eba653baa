import { kindOfNodes } from "../../catalogue/commands/name-source.ts";
import { loadGroup } from "../../catalogue/index.ts";
import type { IdentifierKind, Operation } from "../../catalogue/operation.ts";
import { Failure } from "../../core/failure.ts";
import { maxListedNames, nameList } from "../../core/text/word-lists.ts";
import { type Client, type Value, type Values, wordsOf } from "../http/call.ts";
import type { MachineView } from "../lifecycle/machine-view.ts";
import { findByFilter, type NodeMatch } from "./find-nodes.ts";
import {
  hasMacForm,
  isColonMac,
  isSystemId,
  lookUpBeforeChange,
  readMac,
  withoutTrailingDot,
} from "./names.ts";

/** Only exact matches count; a system_id takes precedence over an equal host name. Returns each node once. */
export async function resolveNodes(
  client: Client,
  kind: IdentifierKind,
  names: readonly string[],
): Promise<readonly MachineView[]> {
  const matches = await matchNames(client, kind, names);
  requireSingleMatches(kind, matches);
  return uniqueNodes(names.flatMap((name) => matches.get(name)?.map(({ view }) => view) ?? []));
}

export async function resolveNode(client: Client, kind: IdentifierKind, name: string): Promise<MachineView> {
  const [node] = await resolveNodes(client, kind, [name]);
  if (node === undefined) throw new Failure("notFound", `no ${kind} is called '${name}'`);
  return node;
}

export async function matchNames(
  client: Client,
  kind: IdentifierKind,
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly NodeMatch[]>> {
  const list = await listOperation(kind);
  const find = (filter: string, values: readonly string[]) => findByFilter(client, list, filter, values);
  const matches = new Map<string, readonly NodeMatch[]>(names.map((name) => [name, []]));
  const unmatchedNames = (hasForm: (name: string) => boolean) =>
    [...matches.keys()].filter((name) => matches.get(name)?.length === 0 && hasForm(name));
  const match = (searchNames: readonly string[], candidates: readonly NodeMatch[], keys: MatchKeys) => {
    const byKey = new Map<string, Map<string, NodeMatch>>();
    for (const each of candidates)
      for (const key of keys.ofNode(each)) {
        const nodes = byKey.get(key) ?? new Map<string, NodeMatch>();
        byKey.set(key, nodes.set(each.view.systemId, each));
      }
    for (const name of searchNames) {
      const nodes = new Map([...(byKey.get(keys.ofName(name)) ?? []), ...(byKey.get(anyName) ?? [])]);
      matches.set(name, [...nodes.values()]);
    }
  };

  const ids = unmatchedNames(isSystemId);
  match(ids, await find("id", ids), byId);
  const hosts = unmatchedNames((name) => !isColonMac(name));
  match(hosts, await find("hostname", hosts.flatMap(hostFilters)), byHost);
  const macs = unmatchedNames(hasMacForm);
  match(macs, await findByMac(macs, find), byMac);
  // Some services may have system ids of another form.
  const otherIds = unmatchedNames((name) => !isSystemId(name) && /^[\w-]{1,64}$/.test(name));
  match(otherIds, await find("id", otherIds), byId);
  return matches;
}

function requireSingleMatches(
  kind: IdentifierKind,
  matches: ReadonlyMap<string, readonly NodeMatch[]>,
): void {
  const missingNames = [...matches].filter(([, nodes]) => nodes.length === 0).map(([name]) => name);
  if (missingNames.length > 0) {
    const names = nameList(missingNames.map((name) => `'${name}'`));
    const controllerHint = kind === "node" ? "; for a controller that is not listed, give its system_id" : "";
    if (missingNames.some((name) => name.includes(",")))
      throw new Failure("notFound", `no ${kind} is called ${names}`, {
        hint: "names are separated by spaces",
      });
    throw new Failure("notFound", `no ${kind} is called ${names}`, {
      hint: `svc ${kind}s list shows those that you can see; -o wide also shows ids${controllerHint}`,
    });
  }
  for (const [name, nodes] of matches) {
    if (nodes.length < 2) continue;
    throw new Failure("notFound", `${nodes.length} ${kind}s are called '${name}'`, {
      lines: nodes
        .slice(0, maxListedNames)
        .map(({ view, fqdn }) => `${view.systemId}  ${fqdn ?? view.hostname}  ${view.statusName}`),
      hint: "use the system_id or the FQDN",
    });
  }
}

export const uniqueNodes = (views: readonly MachineView[]): readonly MachineView[] => [
  ...new Map(views.map((view) => [view.systemId, view])).values(),
];

export async function nodeOperations(kind: IdentifierKind) {
  const group = await loadGroup(kindOfNodes(kind));
  const { [`${kind}s.list`]: list, [`${kind}.read`]: read } = group.operations;
  if (list === undefined || read === undefined) throw new Error(`a ${kind} cannot be read`);
  return { group, list, read };
}

export const listOperation = async (kind: IdentifierKind): Promise<Operation> =>
  (await nodeOperations(kind)).list;

/** The texts by which nodes and names are compared. */
interface MatchKeys {
  ofNode(node: NodeMatch): readonly string[];
  ofName(name: string): string;
}

/** The key of a node that matches every name. */
const anyName = "*";

const byId: MatchKeys = { ofNode: ({ view }) => [view.systemId], ofName: (name) => name };

/** Host names are lower case, but a filter may be case-sensitive. */
function hostFilters(name: string): readonly string[] {
  const [host = name] = withoutTrailingDot(name).split(".");
  return [host, host.toLowerCase()];
}

const byHost: MatchKeys = {
  ofNode: ({ view, fqdn }) =>
    [view.hostname, ...(fqdn === undefined ? [] : [withoutTrailingDot(fqdn)])].map((name) =>
      name.toLowerCase(),
    ),
  ofName: (name) => withoutTrailingDot(name).toLowerCase(),
};

/** If a list shows no interfaces, the service's filter alone decides. */
const byMac: MatchKeys = { ofNode: ({ macs }) => macs ?? [anyName], ofName: (name) => readMac(name) ?? name };

export async function findByMac(
  names: readonly string[],
  find: (filter: string, values: readonly string[]) => Promise<readonly NodeMatch[]>,
): Promise<readonly NodeMatch[]> {
  const addresses = names.flatMap((name) => readMac(name) ?? []);
  const nodes = await find("mac_address", addresses);
  if (addresses.length < 2 || nodes.every(({ macs }) => macs !== undefined)) return nodes;
  const owners: NodeMatch[] = [];
  for (const address of addresses)
    for (const owner of await find("mac_address", [address])) owners.push({ ...owner, macs: [address] });
  return owners;
}

export interface ResolvedValues {
  readonly values: Values;
  /** The nodes in the path and in list fields. Nodes in single-valued fields are left out, because they do not change. */
  readonly nodes: readonly MachineView[];
  /** True if a word looks like an identifier and was not looked up. */
  readonly isUnverified: boolean;
}

interface NameField {
  readonly field: string;
  readonly kind: IdentifierKind;
  readonly role: "path" | "filter" | "list" | "single";
  readonly trustsIds: boolean;
}

function nameFieldsOf(operation: Operation): readonly NameField[] {
  const identifiers = (operation.parameters ?? []).flatMap(({ name, kind }): readonly NameField[] =>
    kind === undefined ? [] : [{ field: name, kind, role: "path", trustsIds: true }],
  );
  const fields = (operation.fields ?? []).flatMap(
    ({ name, kind, required, type, repeatable, isSplittable }): readonly NameField[] => {
      if (kind === undefined) return [];
      const isFilter = operation.method === "GET" && required !== true;
      const isList = type === "list" || repeatable === true;
      const role = isFilter ? "filter" : isList ? "list" : "single";
      return [{ field: name, kind, role, trustsIds: isSplittable === true && operation.verb === "list" }];
    },
  );
  return [...identifiers, ...fields];
}

/** An unmatched system_id is still sent in a filter or for kind `node`, because lists may not show controllers. */
export async function resolveValues(
  operation: Operation,
  values: Values,
  client: Client,
  mode: "trust" | "verify",
): Promise<ResolvedValues> {
  const nameFields = nameFieldsOf(operation);
  const needsNoLookup = ({ trustsIds }: NameField, word: string) =>
    word === "" || (mode === "trust" && trustsIds && isSystemId(word));
  const resolvedFields: Record<string, Value> = {};
  const nodes: MachineView[] = [];
  for (const kind of new Set(nameFields.map((each) => each.kind))) {
    const fieldsOfKind = nameFields.filter((each) => each.kind === kind);
    const lookupWords = fieldsOfKind.flatMap((each) =>
      wordsOf(values[each.field]).filter((word) => !needsNoLookup(each, word)),
    );
    if (lookupWords.length === 0) continue;
    const matches = await matchNames(client, kind, [...new Set(lookupWords)]);
    const acceptedIds = new Set(
      fieldsOfKind
        .filter(({ role }) => role === "filter" || (kind === "node" && role === "single"))
        .flatMap(({ field }) => wordsOf(values[field]))
        .filter((word) => isSystemId(word) && matches.get(word)?.length === 0),
    );
    await lookUpBeforeChange(operation, async () =>
      requireSingleMatches(kind, new Map([...matches].filter(([word]) => !acceptedIds.has(word)))),
    );
    for (const { field, role } of fieldsOfKind) {
      const value = values[field];
      const views = wordsOf(value).flatMap((word) => matches.get(word)?.[0]?.view ?? []);
      const ids = wordsOf(value).map((word) => matches.get(word)?.[0]?.view.systemId ?? word);
      const [first] = ids;
      if (Array.isArray(value)) resolvedFields[field] = [...new Set(ids)];
      else if (first !== undefined) resolvedFields[field] = first;
      if (role === "path" || role === "list") nodes.push(...views);
    }
  }
  const isUnverified = nameFields.some((each) =>
    wordsOf(values[each.field]).some((word) => word !== "" && needsNoLookup(each, word)),
  );
  return { values: { ...values, ...resolvedFields }, nodes: uniqueNodes(nodes), isUnverified };
}
