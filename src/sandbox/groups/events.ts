import { canSee } from "../model/nodes/access.ts";
import { hasMac } from "../model/nodes/macs.ts";
import { serializeEvent } from "../serialize/events.ts";
import { allNodes, nodeById } from "../state/access.ts";
import { invalid, invalidField } from "../state/domain-error.ts";
import { type EventLevel, type EventRecord, eventLevels } from "../state/events.ts";
import type { Node } from "../state/node.ts";
import { json } from "../wire/answers.ts";
import type { Call, HandlersOf, Parameters } from "../wire/call.ts";

/** Document 1, "Limits". */
const defaultLimit = 100;

const maxLimit = 1000;

/** Document 2, "Events"; field notes, "Events". */
export const handlers = {
  "events.query"(call) {
    const { query, world } = call;
    const limit = readInteger(query, "limit") ?? defaultLimit;
    if (limit > maxLimit)
      throw invalid(`Requested number of events ${limit} is greater than limit: ${maxLimit}`);
    const before = readInteger(query, "before");
    const after = readInteger(query, "after");
    if (before !== undefined && after !== undefined)
      throw invalid("There is undefined behaviour when both `after` and `before` are specified.");
    const lowest = eventLevels[readLevel(query)];
    const wanted = nodeFilter(call);
    const matches = (event: EventRecord) =>
      eventLevels[event.level] >= lowest &&
      (before === undefined || event.id < before) &&
      (after === undefined || event.id > after) &&
      wanted(event);

    // With `after` the page holds the oldest events after that id; every page is shown newest first.
    const page = after === undefined ? newest(world.state.events.records, limit, matches) : [];
    if (after !== undefined) {
      for (const event of world.state.events.records) {
        if (page.length === limit) break;
        if (matches(event)) page.unshift(event);
      }
    }
    return json({
      count: page.length,
      events: page.map(serializeEvent),
      next_uri: pageLink(call, "after", page[0]?.id ?? after ?? 0),
      prev_uri: pageLink(call, "before", page.at(-1)?.id ?? before ?? 0),
    });
  },
} satisfies HandlersOf<"events">;

function newest(
  records: readonly EventRecord[],
  limit: number,
  matches: (event: EventRecord) => boolean,
): EventRecord[] {
  const page: EventRecord[] = [];
  for (let index = records.length - 1; index >= 0 && page.length < limit; index -= 1) {
    const event = records[index];
    if (event !== undefined && matches(event)) page.push(event);
  }
  return page;
}

function readInteger(query: Parameters, name: string): number | undefined {
  const value = query.get(name);
  if (value === undefined || value === "") return undefined;
  if (!/^\d{1,15}$/.test(value)) throw invalidField(name, "Enter a whole number that is not negative.");
  return Number(value);
}

function readLevel(query: Parameters): EventLevel {
  const level = query.get("level") || "INFO";
  if (Object.hasOwn(eventLevels, level)) return level as EventLevel;
  throw invalidField(
    "level",
    `'${level}' is not a valid level. It should be one of: ${Object.keys(eventLevels).join(", ")}.`,
  );
}

/**
 * Events of the nodes that the filters leave and that the caller may see; those of no node are for
 * administrators.
 */
function nodeFilter(call: Call): (event: EventRecord) => boolean {
  const { query, world } = call;
  const hostnames = query.all("hostname");
  const ids = query.all("id");
  const mac = query.get("mac_address");
  const holds: ((node: Node) => boolean)[] = [];
  if (mac !== undefined) {
    const owners = new Set(allNodes(world).filter((node) => hasMac(node, mac)));
    holds.push((node) => owners.has(node));
  }
  const zone = query.get("zone");
  if (zone !== undefined) {
    const id = world.state.places.zones.find((each) => each.name === zone)?.id;
    holds.push((node) => node.zoneId === id);
  }
  const agent = query.get("agent_name");
  if (agent !== undefined) holds.push((node) => node.agentName === agent);
  const owner = query.get("owner");
  if (owner !== undefined) holds.push((node) => node.owner === owner);

  return (event) => {
    if (hostnames.length > 0 && !hostnames.includes(event.hostname)) return false;
    if (ids.length > 0 && (event.node === null || !ids.includes(event.node))) return false;
    const node = event.node === null ? undefined : nodeById(world, event.node);
    if (node === undefined) return call.user.isAdministrator === true && holds.length === 0;
    return canSee(call.user, node) && holds.every((hold) => hold(node));
  };
}

/** The page links lack the operation, as they do in deployed services. */
function pageLink(call: Call, name: "before" | "after", id: number): string {
  const kept = call.query.names
    .filter((each) => each !== "before" && each !== "after" && each !== "op")
    .flatMap((each) => call.query.all(each).map((value): [string, string] => [each, value]));
  const query = new URLSearchParams([...kept, [name, String(id)]]);
  return `/${call.world.segment}/api/2.0/events/?${query}`;
}
