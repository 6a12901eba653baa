import type { IdentifierKind, Operation } from "../../api/operation.ts";
import { Failure } from "../../failure.ts";
import type { Client, Values } from "../../http/client.ts";
import { isRecord, type MachineView, machineView, textOf } from "../../lifecycle/machine-view.ts";
import { inParallel } from "./pool.ts";

/** Names asked for in one request: the request line stays well under the 8 kB that services take. */
const namesPerRequest = 50;

/** Requests under way at once while names are resolved. */
const parallelRequests = 4;

/** The answers to a name that could be several nodes' are listed up to this many. */
const listedCandidates = 10;

interface Found {
  readonly view: MachineView;
  readonly fqdn: string | undefined;
}

/**
 * The nodes that names stand for, in the order of the names and each once: a system_id, host name, FQDN or MAC address. The service's
 * own filters find them (document 1, "Node list filters"); only exact matches count. Throws a notFound failure for names that match
 * nothing and for a name that several nodes have.
 */
export async function resolveNodes(
  client: Client,
  kind: IdentifierKind,
  names: readonly string[],
): Promise<readonly MachineView[]> {
  const list = await listOperation(kind);
  const ask = (filter: string, values: readonly string[]) => findAll(client, list, filter, values);
  const macs = names.filter(isMacAddress);
  const others = names.filter((name) => !isMacAddress(name));
  const byId = new Map(
    (await ask("id", others.filter(isSystemId))).map((found) => [found.view.systemId, found]),
  );
  const hosts = others.filter((name) => !byId.has(name));
  const byHost = await ask("hostname", [...new Set(hosts.map((name) => name.split(".")[0] ?? name))]);
  const owners = await inParallel(macs, parallelRequests, (mac) => ask("mac_address", [mac]));
  const matches = new Map<string, readonly Found[]>([
    ...[...byId].map(([id, found]): [string, readonly Found[]] => [id, [found]]),
    ...hosts.map((name): [string, readonly Found[]] => [
      name,
      byHost.filter((found) => isCalled(found, name)),
    ]),
    ...macs.map((mac, index): [string, readonly Found[]] => [mac, owners[index] ?? []]),
  ]);
  refuseUnclear(kind, names, matches);
  const views = names.flatMap((name) => matches.get(name)?.map(({ view }) => view) ?? []);
  return [...new Map(views.map((view) => [view.systemId, view])).values()];
}

/** The nodes that node list filters select. */
export async function listNodes(
  client: Client,
  kind: IdentifierKind,
  filters: Values,
): Promise<readonly MachineView[]> {
  return (await ask(client, await listOperation(kind), filters)).map(({ view }) => view);
}

/** What a system_id looks like; a host name may look the same. */
export const isSystemId = (name: string): boolean => /^[a-z0-9]{6}$/.test(name);

const isMacAddress = (name: string): boolean => /^[0-9a-f]{2}([:-][0-9a-f]{2}){5}$/i.test(name);

const isCalled = ({ view, fqdn }: Found, name: string): boolean =>
  view.hostname.toLowerCase() === name.toLowerCase() || fqdn?.toLowerCase() === name.toLowerCase();

async function listOperation(kind: IdentifierKind): Promise<Operation> {
  switch (kind) {
    case "machine":
      return (await import("../../api/groups/machines.ts")).group.operations["machines.list"];
    case "device":
      return (await import("../../api/groups/devices.ts")).group.operations["devices.list"];
    case "node":
      return (await import("../../api/groups/nodes.ts")).group.operations["nodes.list"];
  }
}

async function findAll(
  client: Client,
  list: Operation,
  filter: string,
  values: readonly string[],
): Promise<readonly Found[]> {
  const pieces = Array.from({ length: Math.ceil(values.length / namesPerRequest) }, (_, index) =>
    values.slice(index * namesPerRequest, (index + 1) * namesPerRequest),
  );
  let failure: unknown;
  const answers = await inParallel(
    pieces,
    parallelRequests,
    async (piece): Promise<readonly Found[]> => {
      try {
        return await ask(client, list, { [filter]: piece });
      } catch (error) {
        // A filter value that the service cannot take matches nothing (some answer 400 for an unknown MAC address).
        if (error instanceof Failure && error.kind === "invalid") return [];
        failure ??= error;
        return [];
      }
    },
    () => failure !== undefined,
  );
  if (failure !== undefined) throw failure;
  return answers.flatMap((answer) => answer ?? []);
}

async function ask(client: Client, list: Operation, filters: Values): Promise<readonly Found[]> {
  const value = await (await client.call(list, filters)).value();
  return (Array.isArray(value) ? value : []).flatMap((item: unknown) => {
    const view = machineView(item) ?? deviceView(item);
    return view === undefined || !isRecord(item) ? [] : [{ view, fqdn: textOf(item["fqdn"]) }];
  });
}

/** A device has no status: its view holds what there is. */
function deviceView(item: unknown): MachineView | undefined {
  return isRecord(item) ? machineView({ status: 0, status_name: "-", ...item }) : undefined;
}

function refuseUnclear(
  kind: IdentifierKind,
  names: readonly string[],
  matches: ReadonlyMap<string, readonly Found[]>,
): void {
  const missing = names.filter((name) => (matches.get(name) ?? []).length === 0);
  if (missing.length > 0) {
    throw new Failure("notFound", `no ${kind} is called ${missing.map((name) => `'${name}'`).join(", ")}`, {
      hint: `svc ${kind}s list shows names and -o wide ids; nothing was changed`,
    });
  }
  for (const name of names) {
    const found = matches.get(name) ?? [];
    if (found.length < 2) continue;
    throw new Failure("notFound", `${found.length} ${kind}s are called '${name}'`, {
      lines: found
        .slice(0, listedCandidates)
        .map(({ view, fqdn }) => `${view.systemId}  ${fqdn ?? view.hostname}`),
      hint: "use the system_id or the FQDN; nothing was changed",
    });
  }
}
