import { group } from "../catalogue/groups/nodes.ts";
import type { Operation } from "../catalogue/operation.ts";
import { createMemberReader, openElements } from "../client/json/elements.ts";
import { Failure, isSignal } from "../core/failure.ts";
import { recordsIn } from "../core/json-record.ts";
import { chunksOf, inParallel } from "../core/parallel.ts";
import type { LoadedKind } from "./kinds.ts";
import { memberAt, type Observed } from "./observed.ts";
import type { Reader } from "./read-objects.ts";

/**
 * Host names of the nodes in each object, and its reserved addresses. While there are any, the service refuses to
 * delete the object.
 */
export type Blockers = ReadonlyMap<Observed, readonly string[]>;

/** Keeps the request line well below the services' limit of 8 kB. */
const valuesPerRequest = 50;

/** Empty for kinds that contain no nodes, and if the service does not list the nodes. */
export async function readBlockers(
  reader: Reader,
  kind: LoadedKind,
  objects: readonly Observed[],
): Promise<Blockers> {
  const blockers = new Map(await listNodes(reader, kind, objects));
  const { blockedByAddresses } = kind.kind;
  const operation = kind.group.operations[blockedByAddresses ?? ""];
  if (operation === undefined) return blockers;
  await inParallel(objects, reader.parallel, async (object) => {
    const reserved = await reservedAddresses(reader, operation, object);
    if (reserved.length > 0) blockers.set(object, [...(blockers.get(object) ?? []), ...reserved]);
  });
  return blockers;
}

/** Skips addresses of nodes and addresses that were only observed on the network. */
async function reservedAddresses(
  { client, signal }: Reader,
  operation: Operation,
  { identifiers }: Observed,
): Promise<readonly string[]> {
  try {
    const rows = recordsIn(await (await client.call(operation, identifiers, { signal })).value());
    return rows.flatMap(({ ip, alloc_type, node_summary }) =>
      typeof ip === "string" && alloc_type !== observedAddressType && !node_summary ? [ip] : [],
    );
  } catch (error) {
    if (!(error instanceof Failure) || isSignal(error)) throw error;
    return [];
  }
}

const observedAddressType = 6;

async function listNodes(
  { client, signal }: Reader,
  { kind: { blockedByNodes } }: LoadedKind,
  objects: readonly Observed[],
): Promise<Blockers> {
  const nodes = new Map<Observed, string[]>();
  if (blockedByNodes === undefined) return nodes;
  const { filter, path } = blockedByNodes;
  const members = path.split(".");
  const read = createMemberReader(new Set(["hostname", members[0] ?? ""]));
  for (const chunk of chunksOf(objects, valuesPerRequest)) {
    const objectByName = new Map(chunk.map((object) => [object.ownName, object]));
    try {
      const list = group.operations["nodes.list"];
      const answer = await client.call(list, { [filter]: [...objectByName.keys()] }, { signal });
      const elements = await openElements(answer.bytes({ readerChecksBrackets: true }), undefined);
      if (!elements.list) continue;
      for await (const element of elements.each) {
        const row = read(element);
        const hostname = memberAt(row, ["hostname"]);
        if (typeof hostname !== "string") continue;
        for (const name of new Set([memberAt(row, members)].flat(members.length))) {
          const object = typeof name === "string" ? objectByName.get(name) : undefined;
          if (object !== undefined) nodes.set(object, [...(nodes.get(object) ?? []), hostname]);
        }
      }
    } catch (error) {
      if (!(error instanceof Failure) || isSignal(error)) throw error;
    }
  }
  return nodes;
}
