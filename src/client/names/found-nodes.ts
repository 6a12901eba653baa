import type { Operation } from "../../catalogue/operation.ts";
import { Failure } from "../../core/failure.ts";
import { isRecord } from "../../core/json-record.ts";
import { chunksOf, inParallel } from "../../core/parallel.ts";
import type { Client, Values } from "../http/call.ts";
import { createMemberReader, openElements } from "../json/elements.ts";
import { type MachineView, machineView, textOf, viewMembers } from "../lifecycle/machine-view.ts";

/** A node as a list shows it, with what it can be recognised by. */
export interface NodeMatch {
  readonly view: MachineView;
  readonly fqdn: string | undefined;
  /**
   * MAC addresses of its interfaces in lower case with colons; undefined where the list shows no interfaces.
   */
  readonly macs: readonly string[] | undefined;
  /** Names of its zone and resource pool. */
  readonly zone: string | undefined;
  readonly pool: string | undefined;
}

/** Names asked for in one request: the request line stays well under the 8 kB that services take. */
const namesPerRequest = 50;

/** Requests under way at once while names are resolved. */
const parallelRequests = 4;

/** The members of a node that are looked at; a machine of 30 kB is not parsed for the sake of ten fields. */
const members = [...viewMembers, "fqdn", "interface_set", "zone", "pool"];

/**
 * The nodes of one list, read as they arrive: memory does not grow with their size. Throws a `Failure` for an
 * answer that is not a list.
 */
export async function findNodes(
  client: Client,
  list: Operation,
  filters: Values,
  wanted: readonly string[] = members,
): Promise<readonly NodeMatch[]> {
  const answer = await client.call(list, filters);
  const elements = await openElements(answer.bytes({ isFollowed: true }), undefined);
  if (!elements.list) throw new Failure("other", `the service's answer contains no nodes (GET ${list.path})`);
  const read = createMemberReader(wanted);
  const found: NodeMatch[] = [];
  for await (const element of elements.each) {
    const match = nodeMatch(read(element));
    if (match !== undefined) found.push(match);
  }
  return found;
}

/** A node as a list shows it; undefined for anything else. */
export function nodeMatch(item: unknown): NodeMatch | undefined {
  const view = isRecord(item) ? (machineView(item) ?? withoutStatus(item)) : undefined;
  if (view === undefined || !isRecord(item)) return undefined;
  return {
    view,
    fqdn: textOf(item["fqdn"]),
    macs: macsOf(item["interface_set"]),
    zone: nameOf(item["zone"]),
    pool: nameOf(item["pool"]),
  };
}

/** The nodes that a repeatable filter finds for many values, with one request for each fifty. */
export async function findByValues(
  client: Client,
  list: Operation,
  filter: string,
  values: readonly string[],
): Promise<readonly NodeMatch[]> {
  const wanted = filter === "mac_address" ? members : members.filter((name) => name !== "interface_set");
  const find = async (piece: readonly string[]): Promise<readonly NodeMatch[]> => {
    try {
      return await findNodes(client, list, { [filter]: piece }, wanted);
    } catch (error) {
      if (!(error instanceof Failure) || error.kind !== "invalid") throw error;
      // Some services refuse the whole filter for one value that they do not know: halve until it stands
      // alone.
      if (piece.length === 1) return [];
      const middle = Math.ceil(piece.length / 2);
      return [...(await find(piece.slice(0, middle))), ...(await find(piece.slice(middle)))];
    }
  };
  const answers = await inParallel(chunksOf(values, namesPerRequest), parallelRequests, find);
  return answers.flatMap((answer) => answer ?? []);
}

/** The status name of what has none. */
export const noStatus = "-";

/** A device or controller has no status: its view holds what there is. */
function withoutStatus(item: Readonly<Record<string, unknown>>): MachineView | undefined {
  return machineView({ ...item, status: 0, status_name: noStatus });
}

function macsOf(interfaces: unknown): readonly string[] | undefined {
  if (!Array.isArray(interfaces)) return undefined;
  return interfaces.flatMap((each: unknown) => {
    const mac = isRecord(each) ? textOf(each["mac_address"]) : undefined;
    return mac === undefined ? [] : [mac.toLowerCase()];
  });
}

const nameOf = (value: unknown): string | undefined =>
  isRecord(value) ? textOf(value["name"]) : textOf(value);
