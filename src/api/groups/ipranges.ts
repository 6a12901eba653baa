import { integerId } from "../fields.ts";
import type { Field, Group } from "../operation.ts";

const rangeId = integerId("id", "id of the IP range");

const startIp = { name: "start_ip", type: "string", help: "first address" } as const satisfies Field;

const endIp = { name: "end_ip", type: "string", help: "last address" } as const satisfies Field;

const rangeComment = {
  name: "comment",
  type: "string",
  help: "remark on the range",
} as const satisfies Field;

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
    "ip-ranges.list": {
      verb: "list",
      method: "GET",
      path: "/ipranges/",
      who: "anyone",
      summary: "List IP ranges",
      success: 200,
      result: "json",
    },
    "ip-ranges.create": {
      verb: "create",
      method: "POST",
      path: "/ipranges/",
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
      success: 200,
      errors: [403],
      result: "json",
    },
    "ip-range.delete": {
      verb: "delete",
      method: "DELETE",
      path: "/ipranges/{id}/",
      who: "owner",
      summary: "Delete an IP range",
      parameters: [rangeId],
      confirm: "destroys",
      success: 200,
      errors: [403, 404],
      result: "none",
    },
    "ip-range.read": {
      verb: "get",
      method: "GET",
      path: "/ipranges/{id}/",
      who: "anyone",
      summary: "Show an IP range",
      parameters: [rangeId],
      success: 200,
      errors: [404],
      result: "json",
    },
    "ip-range.update": {
      verb: "update",
      method: "PUT",
      path: "/ipranges/{id}/",
      who: "owner",
      summary: "Change an IP range",
      parameters: [rangeId],
      fields: [rangeComment, endIp, startIp],
      example: { comment: "kept for printers" },
      success: 200,
      errors: [403, 404],
      result: "json",
    },
  },
} as const satisfies Group;
