import type { Operation } from "../../catalogue/operation.ts";
import { Failure } from "../../core/failure.ts";
import { isRecord } from "../../core/json-record.ts";
import { chunksOf, inParallel } from "../../core/parallel.ts";
import type { Answer, Client, Values } from "../http/call.ts";
import { listedRows } from "../json/elements.ts";
import { type MachineView, machineView, textOf, viewMembers } from "../lifecycle/machine-view.ts";

export interface NodeMatch {
  readonly view: MachineView;
  readonly fqdn: string | undefined;
  /** In lower case with colons; undefined if the list shows no interfaces. */
  readonly macs: readonly string[] | undefined;
  readonly zone: string | undefined;
  readonly pool: string | undefined;
}

/** Keeps request lines well below the 8 kB that services accept. */
export const namesPerRequest = 50;

const parallelRequests = 4;

/** A machine takes up to 30 kB of JSON; parsing only these members takes a fraction of the time. */
const members = [...viewMembers, "fqdn", "interface_set", "zone", "pool"];

/** Streams the list, so that memory does not grow. Throws a `Failure` if the answer is not a list. */
export async function findNodes(
  client: Client,
  list: Operation,
  filters: Values,
  memberNames: readonly string[] = members,
): Promise<readonly NodeMatch[]> {
  return await nodesIn(await client.call(list, filters), list, memberNames);
}

/** `isMatch` may also read the members in `extraMembers`. */
export async function nodesIn(
  answer: Answer,
  list: Operation,
  memberNames: readonly string[] = members,
  extraMembers: readonly string[] = [],
  isMatch: (node: unknown) => boolean = () => true,
): Promise<readonly NodeMatch[]> {
  const problem = `the service's answer contains no nodes (GET ${list.path})`;
  const matches: NodeMatch[] = [];
  for await (const node of listedRows(answer, [...memberNames, ...extraMembers], problem)) {
    const match = isMatch(node) ? nodeMatch(node) : undefined;
    if (match !== undefined) matches.push(match);
  }
  return matches;
}

export function nodeMatch(item: unknown): NodeMatch | undefined {
  const view = isRecord(item)
    ? (machineView(item) ?? machineView({ ...item, status: 0, status_name: noStatus }))
    : undefined;
  if (view === undefined || !isRecord(item)) return undefined;
  return {
    view,
    fqdn: textOf(item["fqdn"]),
    macs: macsOf(item["interface_set"]),
    zone: nameOf(item["zone"]),
    pool: nameOf(item["pool"]),
  };
}

/** Sends no request if there are no values. */
export async function findByFilter(
  client: Client,
  list: Operation,
  filter: string,
  values: readonly string[],
): Promise<readonly NodeMatch[]> {
  const memberNames = filter === "mac_address" ? members : members.filter((name) => name !== "interface_set");
  const answers = await inParallel(
    chunksOf([...new Set(values)], namesPerRequest),
    parallelRequests,
    (chunk) => halveIfRefused(chunk, (piece) => findNodes(client, list, { [filter]: piece }, memberNames)),
  );
  return answers.flatMap((answer) => answer ?? []);
}

/** Some services refuse a filter with an unknown value, so the list is halved until that value is alone. */
export async function halveIfRefused<Row>(
  values: readonly string[],
  find: (values: readonly string[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  try {
    return await find(values);
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== "invalid") throw error;
    if (values.length === 1) return [];
    const middle = Math.ceil(values.length / 2);
    const first = await halveIfRefused(values.slice(0, middle), find);
    return [...first, ...(await halveIfRefused(values.slice(middle), find))];
  }
}

const noStatus = "-";

/** Devices and controllers have no status. */
export const statusNameOf = ({ statusName }: Pick<MachineView, "statusName">): string | null =>
  statusName === noStatus ? null : statusName;

function macsOf(interfaces: unknown): readonly string[] | undefined {
  if (!Array.isArray(interfaces)) return undefined;
  return interfaces.flatMap((each: unknown) => {
    const mac = isRecord(each) ? textOf(each["mac_address"]) : undefined;
    return mac === undefined ? [] : [mac.toLowerCase()];
  });
}

/** Pools, zones and domains are objects in some answers and names in others. */
export const nameOf = (value: unknown): string | undefined =>
  isRecord(value) ? textOf(value["name"]) : textOf(value);
