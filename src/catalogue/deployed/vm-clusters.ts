import { boolean, integerOrName, text } from "../field.ts";
import type { GroupDefinition } from "../operation.ts";
import { deployed } from "../resource.ts";

const all = deployed("/vm-clusters/");
// The service has only this path, without a trailing slash.
const one = deployed("/vm-clusters/{id}", [integerOrName("id", "number or name of the cluster")]);

export const group = {
  columns: [
    { header: "NAME", path: "name", rank: "key" },
    { header: "PROJECT", path: "project" },
    { header: "STATUS", path: "state", rank: "key" },
    { header: "VERSION", path: "version", rank: "minor" },
    { header: "HOSTS", path: "hosts", as: "count" },
    { header: "VMS", path: "virtual_machines", as: "count" },
    { header: "POOL", path: "resource_pool", rank: "minor" },
    { header: "ZONE", path: "availability_zone", rank: "minor" },
    { header: "ID", path: "id" },
    { header: "DATE", path: "created_at", as: "age", wide: true },
  ],
  operations: {
    "vm-clusters.list": all.list("anyone", "List LXD clusters of VM hosts"),
    "vm-cluster.read": one.read("anyone", "Show a cluster of VM hosts"),
    "vm-cluster.update": one.update("admin", "Change a cluster of VM hosts", {
      fields: [
        text("name", "new name"),
        text("pool", "resource pool of its machines"),
        text("zone", "physical zone of its machines"),
      ],
      example: { pool: "web" },
    }),
    "vm-cluster.delete": one.remove("admin", "Remove a cluster and its VM hosts", {
      fields: [boolean("decompose", "also delete their virtual machines")],
      effects: [
        {
          template: "the service will delete every virtual machine of the cluster and its disks",
          when: { decompose: "true" },
        },
      ],
    }),
  },
} as const satisfies GroupDefinition;
