import { group as machines } from "../../catalogue/groups/machines.ts";
import { nodeGroup } from "../../catalogue/groups/nodes.ts";
import { subnetGroup } from "../../catalogue/groups/subnets.ts";
import type { Client } from "../../client/http/call.ts";
import { createMemberReader, elementsOf } from "../../client/json/elements.ts";
import { textOf } from "../../client/lifecycle/machine-view.ts";
import { Failure, resultOrFailure } from "../../core/failure.ts";
import { isRecord } from "../../core/json-record.ts";
import { chunksOf, inParallel } from "../../core/parallel.ts";
import { maskByForm } from "../../core/secrets/text.ts";
import { cellText } from "../output/cells.ts";
import type { LookedUpForm } from "../output/columns.ts";

const idsPerRequest = 50;
const maxRequests = 4;
const requestLimits = { maxTimeoutMs: 10_000, retries: 0 };

type ReadLookUps = (
  client: Client,
  values: readonly string[],
  note: (text: string) => void,
) => Promise<ReadonlyMap<string, string>>;

/** Host names by system id, for at most 200 nodes, without those that cannot be read. */
const readNodeNames: ReadLookUps = async (client, ids) => {
  const names = new Map<string, string>();
  const read = createMemberReader(["system_id", "hostname"]);
  const chunks = chunksOf(ids, idsPerRequest).slice(0, maxRequests);
  await inParallel(chunks, maxRequests, async (id) => {
    await resultOrFailure(async () => {
      const answer = await client.call(nodeGroup.operations["nodes.list"], { id }, requestLimits);
      for await (const element of elementsOf(answer)) {
        const node = read(element);
        const [systemId, hostname] = isRecord(node)
          ? [textOf(node["system_id"]), textOf(node["hostname"])]
          : [];
        if (systemId !== undefined && hostname !== undefined) names.set(systemId, hostname);
      }
    });
  });
  return names;
};

const maxSubnets = 100;
const parallelSubnets = 8;

/** Used share of subnets by `resource_uri`. Sends a request per subnet, for at most 100. */
const readSubnetUse: ReadLookUps = async (client, resourceUris) => {
  const usedShares = new Map<string, string>();
  let isReachable = true;
  await inParallel(resourceUris.slice(0, maxSubnets), parallelSubnets, async (resourceUri) => {
    const id = /\/(\d+)\/$/.exec(resourceUri)?.[1];
    if (id === undefined || !isReachable) return;
    const statistics = subnetGroup.operations["subnet.statistics"];
    const value = await resultOrFailure(async () =>
      (await client.call(statistics, { id }, requestLimits)).value(),
    );
    if (value instanceof Failure) isReachable &&= value.kind !== "unreachable";
    else usedShares.set(resourceUri, cellText(value, "usage", "percent"));
  });
  return usedShares;
};

/** Power addresses of machines by system id, which only administrators may read. */
const readBmcAddresses: ReadLookUps = async (client, ids, note) => {
  const addresses = new Map<string, string>();
  const failures = new Set<string>();
  await inParallel(chunksOf(ids, idsPerRequest), maxRequests, async (id) => {
    if (failures.size > 0) return;
    const operation = machines.operations["machines.power_parameters"];
    const value = await resultOrFailure(async () =>
      (await client.call(operation, { id }, requestLimits)).value(),
    );
    if (value instanceof Failure) return void failures.add(value.message);
    for (const [systemId, parameters] of Object.entries(isRecord(value) ? value : {})) {
      const address = bmcAddress(parameters);
      if (address !== undefined) addresses.set(systemId, address);
    }
  });
  for (const message of failures) note(`addresses of BMCs: ${message}`);
  return addresses;
};

const bmcAddress = (parameters: unknown): string | undefined => {
  const address = isRecord(parameters) ? textOf(parameters["power_address"]) : undefined;
  return address === undefined ? undefined : maskByForm(address);
};

export const lookUps: Readonly<Record<LookedUpForm, ReadLookUps>> = {
  node: readNodeNames,
  subnetUse: readSubnetUse,
  bmcAddress: readBmcAddresses,
};
