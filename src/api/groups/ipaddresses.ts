import type { Group } from "../operation.ts";
import { resource } from "../resource.ts";

const ipAddresses = resource("/ipaddresses/");

export const group = {
  name: "ipaddresses",
  identity: "ip",
  columns: [
    { header: "IP", path: "ip" },
    { header: "TYPE", path: "alloc_type_name" },
    { header: "OWNER", path: "owner.username" },
    { header: "SUBNET", path: "subnet.cidr" },
    { header: "NODE", path: "interface_set.system_id", as: "node" },
    { header: "CREATED", path: "created", as: "time" },
    { header: "MAC", path: "interface_set.mac_address", wide: true },
  ],
  operations: {
    "ip-addresses.list": ipAddresses.list({
      who: "anyone",
      summary: "List reserved IP addresses",
      notes: ["Your own user-reserved addresses unless --all or --owner is given by an administrator."],
      fields: [
        { name: "ip", type: "string", help: "only this IP address" },
        { name: "all", type: "boolean", adminOnly: true, help: "all reserved addresses" },
        { name: "owner", type: "string", adminOnly: true, help: "only addresses of this user" },
      ],
    }),
    "ip-addresses.release": ipAddresses.post("release", {
      who: "anyone",
      summary: "Release a reserved IP address",
      fields: [
        { name: "ip", type: "string", required: true, alsoPositional: true, help: "IP address to release" },
        {
          name: "discovered",
          type: "boolean",
          adminOnly: true,
          help: "release a discovered address; needs --force",
        },
        { name: "force", type: "boolean", adminOnly: true, help: "release an address of any type" },
      ],
      rules: [{ kind: "needs", field: "discovered", needs: ["force"], says: "--discovered needs --force" }],
      confirm: "destroys",
      success: 204,
      errors: [404],
      result: "none",
      example: { ip: "10.10.0.50", force: "true" },
    }),
    "ip-addresses.reserve": ipAddresses.post("reserve", {
      who: "anyone",
      summary: "Reserve an IP address",
      notes: ["No subnet that matches is a 400, no address left a 503."],
      fields: [
        { name: "hostname", type: "string", help: "host name; in the default domain where it names none" },
        { name: "ip", type: "string", help: "this address, within a known subnet" },
        { name: "ip_address", type: "string", deprecated: "use --ip", help: "the same as --ip" },
        { name: "mac", type: "string", help: "MAC address to link it to" },
        { name: "subnet", type: "string", form: "CIDR", help: "subnet to take a free address of" },
      ],
      rules: [
        { kind: "any", fields: ["subnet", "ip", "ip_address"], says: "give --subnet or --ip" },
        {
          kind: "exclusive",
          fields: ["subnet", "ip", "ip_address"],
          says: "--subnet, --ip and its old name --ip-address cannot be combined",
        },
      ],
      example: { subnet: "10.10.0.0/24" },
      errors: [400, 503],
      meanings: {
        404: {
          kind: "conflict",
          hint: "the address is taken: name another one, or give --subnet for a free one",
        },
      },
    }),
  },
} as const satisfies Group;
