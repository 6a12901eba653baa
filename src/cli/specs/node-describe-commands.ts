import type { BuiltinSpec } from "../../catalogue/commands/command-spec.ts";
import type { IdentifierKind } from "../../catalogue/operation.ts";
import { option } from "../../catalogue/option-spec.ts";

const events = option("events", "number of recent events to show", {
  value: "count",
  type: "count",
  min: 0,
  max: 1000,
  default: "8",
});

const describing = <const Group extends "machines" | "devices" | "nodes">(
  group: Group,
  kind: IdentifierKind,
  example: string,
) =>
  ({
    summary: `Show everything about a ${kind} on one page`,
    theme: "Inspection",
    arguments: [
      {
        name: "system_id",
        help: `${kind}: system_id, hostname, FQDN or MAC address; ranges, and - for standard input`,
        required: true,
        variadic: true,
        names: group,
      },
    ],
    options: [events],
    notes: [
      "Identity, state, addresses, interfaces, disks, tags, annotations, failed scripts and the last events. A part that cannot be read is named in its place, and the others are shown.",
      "-o json prints what was read: the node itself as the member node, events, failed_scripts, and unread with the parts that are missing. Several names give a list.",
    ],
    ignores: ["curl"],
    example,
  }) as const satisfies BuiltinSpec;

/** `describe` of whatever has a system_id. */
export const nodeDescribeCommands = {
  "machines.describe": () => describing("machines", "machine", "svc machines describe app-01"),
  "devices.describe": () => describing("devices", "device", "svc devices describe printer-01"),
  "nodes.describe": () => describing("nodes", "node", "svc nodes describe app-01"),
};
