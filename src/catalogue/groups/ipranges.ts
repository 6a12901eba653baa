import { integer, integerOrName, text } from "../field.ts";
import { ranges, subnets } from "../number-lists.ts";
import type { GroupDefinition } from "../operation.ts";
import { resource } from "../resource.ts";

const startIp = text("start_ip", "first address");
const endIp = text("end_ip", "last address");
const rangeComment = text("comment", "comment on the range");
const all = resource("/ipranges/");
const one = resource("/ipranges/{id}/", [integerOrName("id", "id or first address of the IP range", ranges)]);

export const group = {
  columns: [
    { header: "ID", path: "id" },
    { header: "START", path: "start_ip", rank: "key" },
    { header: "END", path: "end_ip", rank: "key" },
    { header: "TYPE", path: "type" },
    { header: "SUBNET", path: "subnet.cidr", min: 18 },
    { header: "USER", path: "user.username" },
    { header: "COMMENT", path: "comment", rank: "minor" },
  ],
  kind: {
    key: ["start_ip"],
    memberPaths: { subnet: ["subnet.cidr", "subnet.name", "subnet.id"] },
    references: { subnet: "subnets" },
  },
  operations: {
    "ip-ranges.list": all.list("anyone", "List IP ranges"),
    "ip-ranges.create": all.create("anyone", "Create an IP range", {
      fields: [
        { ...startIp, required: true },
        { ...endIp, required: true },
        integer("subnet", "id, name or CIDR of the subnet", {
          alsoName: true,
          list: subnets,
          required: true,
        }),
        text("type", "what the range is for", { required: true, choices: ["dynamic", "reserved"] }),
        rangeComment,
      ],
      example: { start_ip: "10.10.0.150", end_ip: "10.10.0.160", subnet: "1", type: "reserved" },
    }),
    "ip-range.delete": one.remove("owner", "Delete an IP range", {
      effects: [{ template: "DHCP stops on a VLAN that loses its last dynamic range" }],
    }),
    "ip-range.read": one.read("anyone", "Show an IP range"),
    "ip-range.update": one.update("owner", "Change an IP range", {
      fields: [rangeComment, endIp, startIp],
      example: { comment: "kept for printers" },
    }),
  },
} as const satisfies GroupDefinition;
