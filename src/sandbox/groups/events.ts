import { canSee } from "../model/nodes/access.ts";
import { nodeFilters } from "../model/nodes/filters.ts";
import { fieldsOf } from "../serialize/references.ts";
import { invalid } from "../state/domain-error.ts";
import {
  allNodes,
  type EventLevel,
  type EventRecord,
  eventLevels,
  nodeById,
  usesDeployedStyle,
} from "../state/world.ts";
import { json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { checkedForm } from "../wire/form-reader.ts";

const defaultLimit = 100;

export const handlers = {
  "events.query"(call) {
    const { world } = call;
    const form = checkedForm(call);
    const limit = form.integer("limit") ?? defaultLimit;
    const [before, after] = ["before", "after"].map(form.integer);
    if (before !== undefined && after !== undefined)
      throw invalid("There is undefined behaviour when both `after` and `before` are specified.");
    const minLevel = eventLevels[(form.text("level") || "INFO") as EventLevel];
    const matchesNode = nodeFilter(call);
    const matches = (event: EventRecord) =>
      eventLevels[event.level] >= minLevel &&
      (before === undefined || event.id < before) &&
      (after === undefined || event.id > after) &&
      matchesNode(event);

    // With `after`, the page contains the oldest events after that id, but lists them newest first.
    const { records } = world.state.events;
    const matchingEvents = records.filter(matches);
    const start = after === undefined ? Math.max(0, matchingEvents.length - limit) : 0;
    const page = matchingEvents.slice(start, start + limit).reverse();
    return json({
      count: page.length,
      events: page.map(serializeEvent),
      next_uri: pageLink(call, "after", page[0]?.id ?? after ?? 0),
      prev_uri: pageLink(call, "before", page.at(-1)?.id ?? before ?? 0),
    });
  },
} satisfies HandlersOf<"events">;

function nodeFilter({ query, world, user }: Call): (event: EventRecord) => boolean {
  const [hostnames, ids, [owner]] = [query.all("hostname"), query.all("id"), query.all("owner").slice(-1)];
  const tests = nodeFilters(
    world,
    new Map(["mac_address", "zone", "agent_name"].map((name) => [name, query.all(name).slice(-1)])),
  );
  if (owner !== undefined) tests.push((node) => node.owner === owner);
  const matches = new Set(allNodes(world).filter((node) => tests.every((test) => test(node))));
  return (event) => {
    if (hostnames.length > 0 && !hostnames.includes(event.hostname)) return false;
    if (ids.length > 0 && (event.node === null || !ids.includes(event.node))) return false;
    const node = event.node === null ? undefined : nodeById(world, event.node);
    if (node === undefined) return user.isAdministrator && tests.length === 0;
    return canSee(user, node) && matches.has(node);
  };
}

/** Live services repeat the query's `op` in the link. */
function pageLink({ query, world, addressing }: Call, name: "before" | "after", id: number): string {
  const otherParameters = query.names
    .filter((each) => each !== "before" && each !== "after")
    .flatMap((each) => (query.values.get(each) ?? []).map((value): [string, string] => [each, value]));
  const repeatsOp = addressing === "query" && usesDeployedStyle(world, "event-links");
  const op: [string, string][] = repeatsOp ? [["op", "query"]] : [];
  const link = new URLSearchParams([...op, ...otherParameters, [name, String(id)]]);
  return `/${world.segment}/api/2.0/events/?${link}`;
}

/** Format `Fri, 20 Nov. 2026 16:17:54`, in UTC. */
function formatCreated(ms: number): string {
  const [day, date, month, year, time] = new Date(ms).toUTCString().replace(",", "").split(" ");
  return `${day}, ${date} ${month}. ${year} ${time}`;
}

const eventFields = fieldsOf<EventRecord>(
  ...(["username", "node", "hostname", "id", "level", "created", "type", "description"] as const),
);

const serializeEvent = (event: EventRecord) => ({
  ...eventFields(event),
  created: formatCreated(event.created),
});
