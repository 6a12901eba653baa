import { group as machines } from "../../catalogue/groups/machines.ts";
import { nodeGroup } from "../../catalogue/groups/nodes.ts";
import { subnetGroup } from "../../catalogue/groups/subnets.ts";
import type { Client } from "../../client/http/call.ts";
import { createMemberReader, elementsOf } from "../../client/json/elements.ts";
import { textOf } from "../../client/lifecycle/machine-view.ts";
import { Failure } from "../../core/failure.ts";
import { isRecord } from "../../core/json-record.ts";
import { chunksOf, inParallel } from "../../core/parallel.ts";
import { maskByForm } from "../../core/secrets/text.ts";
import { cellText } from "../output/cells.ts";
import type { LookedUpForm } from "../output/columns.ts";

const idsPerRequest = 50;
const maxRequests = 4;
const limits = { maxTimeoutMs: 10_000, retries: 0 };

/** Host names by system id, for at most 200 nodes, without those that cannot be read. */
export async function readNodeNames(client: Client, ids: readonly string[]) {
  const names = new Map<string, string>();
  const read = createMemberReader(["system_id", "hostname"]);
  const chunks = chunksOf(ids, idsPerRequest).slice(0, maxRequests);
  await inParallel(chunks, maxRequests, async (id) => {
    try {
      const answer = await client.call(nodeGroup.operations["nodes.list"], { id }, limits);
      for await (const element of elementsOf(answer)) {
        const node = read(element);
        const [systemId, hostname] = isRecord(node)
          ? [textOf(node["system_id"]), textOf(node["hostname"])]
          : [];
        if (systemId !== undefined && hostname !== undefined) names.set(systemId, hostname);
      }
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
  });
  return names;
}

const maxSubnets = 100;
const parallelSubnets = 8;

/** Used share of subnets by `resource_uri`. Sends a request per subnet, for at most 100. */
async function readSubnetUse(client: Client, resourceUris: readonly string[]) {
  const usedShares = new Map<string, string>();
  let isReachable = true;
  await inParallel(resourceUris.slice(0, maxSubnets), parallelSubnets, async (resourceUri) => {
    const id = /\/(\d+)\/$/.exec(resourceUri)?.[1];
    if (id === undefined || !isReachable) return;
    try {
      const statistics = subnetGroup.operations["subnet.statistics"];
      const value = await (await client.call(statistics, { id }, limits)).value();
      usedShares.set(resourceUri, cellText(value, "usage", "percent"));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      isReachable &&= error.kind !== "unreachable";
    }
  });
  return usedShares;
}

/** Power addresses of machines by system id, which only administrators may read. */
async function readBmcAddresses(client: Client, ids: readonly string[], note: (text: string) => void) {
  const addresses = new Map<string, string>();
  const failures = new Set<string>();
  await inParallel(chunksOf(ids, idsPerRequest), maxRequests, async (id) => {
    if (failures.size > 0) return;
    try {
      const operation = machines.operations["machines.power_parameters"];
      const value = await (await client.call(operation, { id }, limits)).value();
      for (const [systemId, parameters] of Object.entries(isRecord(value) ? value : {})) {
        const address = bmcAddress(parameters);
        if (address !== undefined) addresses.set(systemId, address);
      }
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      failures.add(error.message);
    }
  });
  for (const message of failures) note(`addresses of BMCs: ${message}`);
  return addresses;
}

const bmcAddress = (parameters: unknown): string | undefined => {
  const address = isRecord(parameters) ? textOf(parameters["power_address"]) : undefined;
  return address === undefined ? undefined : maskByForm(address);
};

type ReadLookUps = (
  client: Client,
  values: readonly string[],
  note: (text: string) => void,
) => Promise<ReadonlyMap<string, string>>;

export const lookUps: Readonly<Record<LookedUpForm, ReadLookUps>> = {
  node: readNodeNames,
  subnetUse: readSubnetUse,
  bmcAddress: readBmcAddresses,
};
