import { defaults } from "../defaults.ts";
import { exclusive, integer, text } from "../field.ts";
import type { GroupDefinition } from "../group.ts";
import { option, pollInterval } from "../option-spec.ts";
import { nameOperations, resource } from "../resource.ts";

const events = resource("/events/");

export const group = {
  columns: [
    { header: "ID", path: "id", rank: "minor", width: 7 },
    { header: "TIME", path: "created", as: "time", rank: "key", width: 20 },
    { header: "LEVEL", path: "level", as: "level", rank: "key", width: 8 },
    { header: "HOST", path: "hostname", width: 16, min: 12, rank: "text" },
    { header: "TYPE", path: "type", rank: "text", width: 24 },
    { header: "DESCRIPTION", path: "description", rank: "text", width: 40 },
    { header: "NODE", path: "node", wide: true },
    { header: "USER", path: "username", wide: true },
  ],
  operations: nameOperations({
    "events.query": events.get("anyone", "Show events, newest first", {
      options: [
        option("since", "only events since this time: 1h (ago), 10:00, 2026-11-23T10:00", {
          value: "time",
          excludes: ["after"],
        }),
        option("until", "only events up to this time", { value: "time", excludes: ["before", "follow"] }),
        option("follow", "keep printing new events as they arrive, oldest first", { excludes: ["sort"] }),
        option("all", "all events, read page by page", { excludes: ["since", "until"] }),
        { ...pollInterval, needs: ["follow"], default: defaults.followIntervalMs },
      ],
      fields: [
        text("hostname", "only events of the node with this host name", {
          repeatable: true,
          isSplittable: true,
        }),
        text("mac_address", "only events of the node with this MAC address"),
        text("id", "only events of these nodes", { repeatable: true, isSplittable: true, kind: "node" }),
        text("zone", "only events of nodes in this physical zone"),
        text("agent_name", "only events of nodes with this agent name"),
        text("level", "only events of this level and above", {
          choices: ["AUDIT", "CRITICAL", "DEBUG", "ERROR", "INFO", "WARNING"],
          default: "INFO",
        }),
        integer("limit", "maximum number of events", { min: 1, max: 1000, default: "100" }),
        integer("before", "only events older than the event with this id", { min: 0 }),
        integer("after", "only events newer than this event id", { min: 0 }),
        text("owner", "only events of nodes owned by this user"),
      ],
      commonFields: ["hostname", "level", "limit"],
      rules: [exclusive("before", "after")],
      notes: [
        "Times are local unless they have a zone: 2026-11-23T10:00Z, 2026-11-23T10:00+01:00. If a local time occurs twice or not at all because clocks change, --since takes the earlier time and --until the later. With --since, all events since then are shown, unless --limit is given. The service can find events only by id, so --until needs up to 30 small requests.",
      ],
      rows: "events",
      timeMember: "created",
      example: { limit: "5" },
    }),
  }),
} as const satisfies GroupDefinition;
