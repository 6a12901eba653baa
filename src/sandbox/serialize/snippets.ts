import { nodeById } from "../state/access.ts";
import type { Snippet } from "../state/networks.ts";
import { findRow } from "../state/table.ts";
import type { World } from "../state/world.ts";
import { serializeRange, serializeSubnet } from "./networks.ts";
import { type Json, resourceUri } from "./resource-uri.ts";

const mailDate = (ms: number): string => new Date(ms).toUTCString().replace("GMT", "-0000");

/** The range is added where the snippet has one. */
export function serializeSnippet(world: World, snippet: Snippet): Json {
  const { subnets, ranges } = world.state.networks;
  const node = snippet.node === null ? undefined : nodeById(world, snippet.node);
  const subnet = findRow(subnets, snippet.subnetId);
  const range = findRow(ranges, snippet.rangeId);
  return {
    name: snippet.name,
    description: snippet.description,
    enabled: snippet.enabled,
    node: node === undefined ? null : { system_id: node.systemId, hostname: node.hostname },
    subnet: subnet === undefined ? null : serializeSubnet(world, subnet),
    ...(range === undefined ? {} : { iprange: serializeRange(world, range) }),
    value: snippet.history[0]?.value ?? "",
    history: snippet.history.map((revision) => ({
      id: revision.id,
      value: revision.value,
      created: mailDate(revision.created),
    })),
    global_snippet: snippet.node === null && snippet.subnetId === null,
    id: snippet.id,
    resource_uri: resourceUri(world, "dhcp-snippets", snippet.id),
  };
}
