import { boolean, text } from "../field.ts";
import type { GroupDefinition } from "../operation.ts";
import { nameOperations, resource } from "../resource.ts";
import { anyOf, needs } from "../rule.ts";

const all = resource("/ipaddresses/");

export const group = {
  identity: "ip",
  columns: [
    { header: "IP", path: "ip", rank: "key" },
    { header: "TYPE", path: "alloc_type_name" },
    { header: "OWNER", path: "owner.username" },
    { header: "SUBNET", path: "subnet.cidr", min: 18 },
    { header: "NODE", path: "interface_set.system_id", as: "node" },
    { header: "CREATED", path: "created", as: "age" },
    { header: "MAC", path: "interface_set.mac_address", wide: true, min: 17 },
  ],
  operations: nameOperations({
    "ip-addresses.list": all.list("anyone", "List reserved IP addresses", {
      notes: ["Lists your own user-reserved addresses, unless an administrator gives --all or --owner."],
      fields: [
        text("ip", "only this IP address"),
        boolean("all", "all reserved addresses", { adminOnly: true }),
        text("owner", "only addresses of this user", { adminOnly: true }),
      ],
    }),
    "ip-addresses.release": all.post("anyone", "Release a reserved IP address", {
      fields: [
        text("ip", "IP address to release", { required: true, alsoPositional: true }),
        boolean("discovered", "release a discovered address; needs --force", { adminOnly: true }),
        boolean("force", "release an address of any type", { adminOnly: true }),
      ],
      rules: [needs("discovered", "force")],
      confirm: "destroys",
      success: 204,
      result: "none",
      example: { ip: "10.10.0.50", force: "true" },
    }),
    "ip-addresses.reserve": all.post("anyone", "Reserve an IP address", {
      answersWith: "ip",
      notes: ["Fails with 400 if no subnet matches, and with 503 if no address is left."],
      fields: [
        text("hostname", "host name; in the default domain unless it includes one"),
        text("ip", "address to reserve, in a known subnet"),
        text("ip_address", "the same as --ip", { deprecated: "use --ip" }),
        text("mac", "MAC address to link it to"),
        text("subnet", "subnet to take a free address from", { form: "CIDR" }),
      ],
      rules: [
        anyOf("give --subnet or --ip", "subnet", "ip", "ip_address"),
        {
          kind: "exclusive",
          fields: ["subnet", "ip", "ip_address"],
          message: "--subnet, --ip and its old name --ip-address cannot be combined",
        },
      ],
      example: { subnet: "10.10.0.0/24" },
      answers503: true,
      meanings: {
        404: {
          kind: "conflict",
          hint: "the address is taken: name another one, or give --subnet for a free one",
        },
      },
    }),
  }),
} as const satisfies GroupDefinition;
