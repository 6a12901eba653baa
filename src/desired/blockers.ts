import { nodeGroup } from "../catalogue/groups/nodes.ts";
import type { Operation } from "../catalogue/operation.ts";
import { listedRows } from "../client/json/elements.ts";
import { namesPerRequest } from "../client/names/find-nodes.ts";
import { withFallback } from "../core/failure.ts";
import { addTo } from "../core/grouping.ts";
import { recordsIn } from "../core/json-record.ts";
import { chunksOf, inParallel } from "../core/parallel.ts";
import type { LoadedKind } from "./kinds.ts";
import { memberAt, type Observed } from "./observed.ts";
import type { Reader } from "./read-objects.ts";

/** By object, the host names of its nodes and its reserved addresses; the service refuses to delete an object with any. */
export type Blockers = ReadonlyMap<Observed, readonly string[]>;

export async function readBlockers(
  reader: Reader,
  kind: LoadedKind,
  objects: readonly Observed[],
): Promise<Blockers> {
  const blockers = await blockingNodes(reader, kind, objects);
  const operation = kind.group.operations[kind.kind.blockedByAddresses ?? ""];
  if (operation === undefined) return blockers;
  await inParallel(objects, reader.parallel, async (object) => {
    const addresses = await withFallback([], () => reservedAddresses(reader, operation, object));
    addTo(blockers, object, ...addresses);
  });
  return blockers;
}

async function reservedAddresses(
  { client, signal }: Reader,
  operation: Operation,
  { identifiers }: Observed,
): Promise<readonly string[]> {
  const rows = recordsIn(await (await client.call(operation, identifiers, { signal })).value());
  return rows.flatMap(({ ip, alloc_type, node_summary }) =>
    typeof ip === "string" && alloc_type !== observedAddressType && !node_summary ? [ip] : [],
  );
}

const observedAddressType = 6;

async function blockingNodes(
  { client, signal }: Reader,
  { kind: { blockedByNodes } }: LoadedKind,
  objects: readonly Observed[],
): Promise<Map<Observed, string[]>> {
  const nodes = new Map<Observed, string[]>();
  if (blockedByNodes === undefined) return nodes;
  const { filter, path } = blockedByNodes;
  const members = path.split(".");
  for (const chunk of chunksOf(objects, namesPerRequest))
    await withFallback(undefined, async () => {
      const objectByName = new Map(chunk.map((object) => [object.ownName, object]));
      const list = nodeGroup.operations["nodes.list"];
      const answer = await client.call(list, { [filter]: [...objectByName.keys()] }, { signal });
      const bytes = answer.bytes({ readerChecksBrackets: true });
      for await (const row of listedRows(bytes, ["hostname", members[0] ?? ""])) {
        const hostname = memberAt(row, ["hostname"]);
        if (typeof hostname !== "string") continue;
        for (const name of new Set([memberAt(row, members)].flat(members.length))) {
          const object = typeof name === "string" ? objectByName.get(name) : undefined;
          if (object !== undefined) addTo(nodes, object, hostname);
        }
      }
    });
  return nodes;
}
