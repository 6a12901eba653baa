import type { Group, IdentifierKind, Operation } from "../../catalogue/operation.ts";
import { Failure } from "../../core/failure.ts";
import type { Client } from "../http/call.ts";
import type { MachineView } from "../lifecycle/machine-view.ts";
import { findByValues, type NodeMatch } from "./found-nodes.ts";
import { hasMacForm, isMacOnly, isSystemId, plainName, readMac } from "./names.ts";

/** Candidates of a name, and names without any, are listed up to this many. */
const maxListed = 20;

/**
 * The nodes that names stand for, in the order of the names and each once: a system_id, host name, FQDN or
 * MAC address. The service's own list filters find them; only exact matches count, and a system_id comes before
 * a host name that looks the same. Throws a notFound failure for names that match nothing and for a name that
 * several nodes have.
 */
export async function resolveNodes(
  client: Client,
  kind: IdentifierKind,
  names: readonly string[],
): Promise<readonly MachineView[]> {
  const matches = await matchNames(client, kind, names);
  refuseUnclear(kind, matches);
  return uniqueNodes(names.flatMap((name) => matches.get(name)?.map(({ view }) => view) ?? []));
}

/** What each name could stand for. */
export async function matchNames(
  client: Client,
  kind: IdentifierKind,
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly NodeMatch[]>> {
  const list = await listOperation(kind);
  const find = (filter: string, values: readonly string[]) =>
    values.length === 0 ? [] : findByValues(client, list, filter, [...new Set(values)]);
  const matches = new Map<string, readonly NodeMatch[]>(names.map((name) => [name, []]));
  const unmatched = (isMeant: (name: string) => boolean) =>
    [...matches.keys()].filter((name) => matches.get(name)?.length === 0 && isMeant(name));
  const match = (wanted: readonly string[], found: readonly NodeMatch[], keys: Keys) => {
    const byKey = new Map<string, Map<string, NodeMatch>>();
    for (const each of found)
      for (const key of keys.ofNode(each)) {
        const nodes = byKey.get(key) ?? new Map<string, NodeMatch>();
        byKey.set(key, nodes.set(each.view.systemId, each));
      }
    for (const name of wanted) {
      const nodes = new Map([...(byKey.get(keys.ofName(name)) ?? []), ...(byKey.get(anyName) ?? [])]);
      matches.set(name, [...nodes.values()]);
    }
  };

  const ids = unmatched(isSystemId);
  match(ids, await find("id", ids), byId);
  const hosts = unmatched((name) => !isMacOnly(name));
  match(hosts, await find("hostname", hosts.flatMap(hostFilters)), byHost);
  const macs = unmatched(hasMacForm);
  match(macs, await findByMac(macs, find), byMac);
  // Other deployments may form their ids in another way.
  const others = unmatched((name) => !isSystemId(name) && /^[\w-]{1,64}$/.test(name));
  match(others, await find("id", others), byId);
  return matches;
}

/** Throws the notFound failure of names that match nothing, or of one that several nodes have. */
export function refuseUnclear(
  kind: IdentifierKind,
  matches: ReadonlyMap<string, readonly NodeMatch[]>,
): void {
  const missing = [...matches].filter(([, found]) => found.length === 0).map(([name]) => name);
  const [first] = missing;
  if (first !== undefined) {
    const shown = missing.slice(0, maxListed).map((name) => `'${name}'`);
    const rest = missing.length - shown.length;
    throw new Failure(
      "notFound",
      missing.length === 1
        ? `no ${kind} is called '${first}'`
        : `no ${kind} is called ${shown.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`,
      {
        hint: `svc ${kind}s list shows names, with -o wide also ids${kind === "node" ? "; a controller that it does not show is named by its system_id" : ""}`,
      },
    );
  }
  for (const [name, found] of matches) {
    if (found.length < 2) continue;
    throw new Failure("notFound", `${found.length} ${kind}s are called '${name}'`, {
      lines: found
        .slice(0, maxListed)
        .map(({ view, fqdn }) => `${view.systemId}  ${fqdn ?? view.hostname}  ${view.statusName}`),
      hint: "use the system_id or the FQDN",
    });
  }
}

/** Each node once, in the order of its first appearance. */
export const uniqueNodes = (views: readonly MachineView[]): readonly MachineView[] => [
  ...new Map(views.map((view) => [view.systemId, view])).values(),
];

/** What lists and reads a kind of node. */
export async function nodeOperations(
  kind: IdentifierKind,
): Promise<{ readonly group: Group; readonly list: Operation; readonly read: Operation }> {
  switch (kind) {
    case "machine": {
      const { group } = await import("../../catalogue/groups/machines.ts");
      return { group, list: group.operations["machines.list"], read: group.operations["machine.read"] };
    }
    case "device": {
      const { group } = await import("../../catalogue/groups/devices.ts");
      return { group, list: group.operations["devices.list"], read: group.operations["device.read"] };
    }
    case "node": {
      const { group } = await import("../../catalogue/groups/nodes.ts");
      return { group, list: group.operations["nodes.list"], read: group.operations["node.read"] };
    }
  }
}

/** The list of a kind of node. */
export const listOperation = async (kind: IdentifierKind): Promise<Operation> =>
  (await nodeOperations(kind)).list;

/** What a node and a name have in common where the name means the node. */
interface Keys {
  ofNode(found: NodeMatch): readonly string[];
  ofName(name: string): string;
}

/** The key of a node that every name asked for may mean. */
const anyName = "*";

const byId: Keys = { ofNode: ({ view }) => [view.systemId], ofName: (name) => name };

/** The host names to ask for: the filter may take letters as they stand, and host names are lower case. */
function hostFilters(name: string): readonly string[] {
  const [host = name] = plainName(name).split(".");
  return [host, host.toLowerCase()];
}

const byHost: Keys = {
  ofNode: ({ view, fqdn }) =>
    [view.hostname, ...(fqdn === undefined ? [] : [plainName(fqdn)])].map((name) => name.toLowerCase()),
  ofName: (name) => plainName(name).toLowerCase(),
};

/** A node whose interfaces are not shown is taken for the owner that the filter says it is. */
const byMac: Keys = {
  ofNode: ({ macs }) => macs ?? [anyName],
  ofName: (name) => readMac(name) ?? name,
};

/** One request for all addresses; one for each where the list shows no interfaces, which name the owner. */
async function findByMac(
  names: readonly string[],
  find: (filter: string, values: readonly string[]) => Promise<readonly NodeMatch[]> | readonly NodeMatch[],
): Promise<readonly NodeMatch[]> {
  const addresses = names.flatMap((name) => readMac(name) ?? []);
  const found = await find("mac_address", addresses);
  if (addresses.length < 2 || found.every(({ macs }) => macs !== undefined)) return found;
  const owners: NodeMatch[] = [];
  for (const address of addresses)
    for (const owner of await find("mac_address", [address])) owners.push({ ...owner, macs: [address] });
  return owners;
}
