import { defaults } from "../defaults.ts";
import type { Group } from "../operation.ts";
import { pollInterval } from "../option-spec.ts";
import { resource } from "../resource.ts";

const events = resource("/events/");

export const group = {
  name: "events",
  identity: "id",
  columns: [
    { header: "ID", path: "id", rank: "minor", width: 7 },
    { header: "TIME", path: "created", as: "time", rank: "key", width: 20 },
    { header: "LEVEL", path: "level", width: 8 },
    { header: "HOST", path: "hostname", width: 16 },
    { header: "TYPE", path: "type", rank: "text", width: 24 },
    { header: "DESCRIPTION", path: "description", rank: "text", width: 40 },
    { header: "NODE", path: "node", wide: true },
    { header: "USER", path: "username", wide: true },
  ],
  operations: {
    "events.query": events.get("query", {
      who: "anyone",
      summary: "Show events, newest first",
      options: [
        { name: "follow", excludes: ["sort"], help: "go on and print new events as they come, oldest first" },
        { name: "all", help: "every event there is, in pages" },
        { ...pollInterval, needs: ["follow"], default: defaults.followIntervalMs },
      ],
      fields: [
        {
          name: "hostname",
          type: "string",
          repeatable: true,
          namesRows: true,
          help: "only events of this host name",
        },
        { name: "mac_address", type: "string", help: "only events of the node with this MAC address" },
        {
          name: "id",
          type: "string",
          repeatable: true,
          namesRows: true,
          kind: "node",
          help: "only events of these nodes",
        },
        { name: "zone", type: "string", help: "only events of nodes in this physical zone" },
        { name: "agent_name", type: "string", help: "only events of nodes with this agent name" },
        {
          name: "level",
          type: "string",
          choices: ["AUDIT", "CRITICAL", "DEBUG", "ERROR", "INFO", "WARNING"],
          default: "INFO",
          help: "this level and above",
        },
        {
          name: "limit",
          type: "integer",
          min: 1,
          max: 1000,
          default: "100",
          help: "how many events at most",
        },
        { name: "before", type: "integer", min: 0, help: "only events older than this event id" },
        { name: "after", type: "integer", min: 0, help: "only events newer than this event id" },
        { name: "owner", type: "string", help: "only events of nodes owned by this user" },
      ],
      rules: [
        { kind: "exclusive", fields: ["before", "after"], says: "--before and --after cannot be combined" },
      ],
      rows: "events",
      example: { limit: "5" },
    }),
  },
} as const satisfies Group;
