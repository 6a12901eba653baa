import { integerId } from "../fields.ts";
import type { Field, Group } from "../operation.ts";
import { resource } from "../resource.ts";

const startIp = { name: "start_ip", type: "string", help: "first address" } as const satisfies Field;

const endIp = { name: "end_ip", type: "string", help: "last address" } as const satisfies Field;

const rangeComment = {
  name: "comment",
  type: "string",
  help: "remark on the range",
} as const satisfies Field;

const ipRanges = resource("/ipranges/");
const ipRange = resource("/ipranges/{id}/", integerId("id", "id of the IP range"));

export const group = {
  name: "ipranges",
  identity: "id",
  columns: [
    { header: "ID", path: "id" },
    { header: "START", path: "start_ip" },
    { header: "END", path: "end_ip" },
    { header: "TYPE", path: "type" },
    { header: "SUBNET", path: "subnet.cidr" },
    { header: "USER", path: "user.username" },
    { header: "COMMENT", path: "comment" },
  ],
  operations: {
    "ip-ranges.list": ipRanges.list({ who: "anyone", summary: "List IP ranges" }),
    "ip-ranges.create": ipRanges.create({
      who: "anyone",
      summary: "Create an IP range",
      fields: [
        { ...startIp, required: true },
        { ...endIp, required: true },
        {
          name: "subnet",
          type: "integer",
          alsoName: true,
          required: true,
          help: "id, name or CIDR of the subnet",
        },
        {
          name: "type",
          type: "string",
          required: true,
          choices: ["dynamic", "reserved"],
          help: "what the range is for",
        },
        rangeComment,
      ],
      example: { start_ip: "10.10.0.150", end_ip: "10.10.0.160", subnet: "1", type: "reserved" },
      errors: [403],
    }),
    "ip-range.delete": ipRange.remove({ who: "owner", summary: "Delete an IP range", errors: [403, 404] }),
    "ip-range.read": ipRange.read({ who: "anyone", summary: "Show an IP range" }),
    "ip-range.update": ipRange.update({
      who: "owner",
      summary: "Change an IP range",
      fields: [rangeComment, endIp, startIp],
      example: { comment: "kept for printers" },
      errors: [403, 404],
    }),
  },
} as const satisfies Group;
