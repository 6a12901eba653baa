import { boolean, commaSeparated, exclusive, integer, integerOrName, list, text } from "../field.ts";
import type { GroupDefinition, Kind } from "../group.ts";
import { domains, pools, zones } from "../number-lists.ts";
import type { Column, Operation } from "../operation.ts";
import { liveOnly, nameOperations, type OperationWithOptions } from "../resource.ts";
import { secretPowerParameters } from "./node-operations.ts";

/** VM hosts, which older services call pods. Both paths have the same operations and answers. */

const hypervisorColumns = [
  { header: "NAME", path: "name", rank: "key" },
  { header: "TYPE", path: "type" },
  { header: "VERSION", path: "version", rank: "minor" },
  { header: "CPU", path: "used.cores/total.cores", min: 5 },
  { header: "RAM", path: "used.memory/total.memory", as: "mebibytes", min: 9 },
  { header: "STORAGE", path: "used.local_storage/total.local_storage", as: "bytes", rank: "minor" },
  { header: "POOL", path: "pool.name", rank: "minor" },
  { header: "ZONE", path: "zone.name", rank: "minor" },
  { header: "ID", path: "id" },
  { header: "HOST", path: "host.system_id", as: "node", wide: true },
  { header: "ARCH", path: "architectures", wide: true },
  { header: "CPU RATIO", path: "cpu_over_commit_ratio", wide: true },
  { header: "RAM RATIO", path: "memory_over_commit_ratio", wide: true },
  { header: "TAGS", path: "tags", wide: true },
] as const satisfies readonly Column[];

const hypervisorKind = {
  key: ["name"],
  memberPaths: { zone: ["zone.name", "zone.id"], pool: ["pool.name", "pool.id"] },
  // The service adds this tag to each host.
  emptyMarkers: { tags: "pod-console-logging" },
  references: { zone: "zones", pool: "resourcepools" },
  neverEmpty: ["zone", "pool", "power_address", "cpu_over_commit_ratio", "memory_over_commit_ratio"],
  readBy: { power_address: "vm-host.parameters", power_pass: "vm-host.parameters" },
} as const satisfies Kind;

const ratio = { pattern: String.raw`\d+(?:\.\d+)?`, form: "number" } as const;

const sharedFields = [
  text("name", "name; generated when omitted"),
  text("pool", "resource pool of the host, and by default of its machines"),
  text("zone", "physical zone"),
  text("tags", "tags of the host", commaSeparated),
  text("power_pass", "password or passphrase for the address", { secret: true }),
];

const address = text("power_address", "address, such as qemu+ssh://host/system or host:8443");
const tagChange = {
  answersWith: "id",
  fields: [text("tag", "tag", { required: true, alsoPositional: true })],
  example: { id: "1", tag: "fast" },
} as const;
const decompose = boolean("decompose", "also delete its virtual machines");

const idOrNameField = (name: string, help: string, numberList: typeof zones) =>
  text(name, help, { list: numberList, form: "id|name" });

type HypervisorId<Single extends string> =
  | `${Single}s.${"list" | "create"}`
  | `${Single}.${"read" | "update" | "delete" | "add_tag" | "remove_tag" | "compose" | "parameters" | "refresh"}`;

/** `single` is the path of an object, without slashes, and the beginning of the ids. */
function hypervisorOperations<const Single extends string>(single: Single, deprecated?: string) {
  const shared = deprecated === undefined ? {} : { deprecated };
  const all = liveOnly(`/${single}s/`, [], shared);
  const one = liveOnly(`/${single}s/{id}/`, [integerOrName("id", "number or name of the VM host")], {
    ...shared,
    example: { id: "1" },
  });
  const operations: Readonly<Record<string, Operation>> = {
    [`${single}s.list`]: all.list("anyone", "List VM hosts and how much of each is in use"),
    [`${single}s.create`]: all.create("admin", "Register a VM host and its machines", {
      notes: [
        "For LXD, give a certificate and its key, or a password that makes LXD trust a new certificate.",
      ],
      fields: [
        text("type", "type of the VM host", { required: true, suggestions: ["lxd", "virsh"] }),
        { ...address, required: true },
        text("power_user", "user name for the connection, for types that need one"),
        ...sharedFields,
        text("project", "LXD project for its machines; created if missing"),
        text("certificate", "client certificate of LXD", { content: true, undocumented: true }),
        text("key", "private key of --certificate", { content: true, secret: true, undocumented: true }),
        text("password", "password that makes LXD trust the certificate", {
          secret: true,
          undocumented: true,
        }),
      ],
      example: { type: "virsh", power_address: "qemu+ssh://ops@10.10.0.7/system", name: "lab-host" },
    }),
    [`${single}.read`]: one.read("anyone", "Show a VM host and how much of it is in use"),
    [`${single}.update`]: one.update("admin", "Change a VM host", {
      fields: [
        address,
        ...sharedFields,
        text("cpu_over_commit_ratio", "CPU overcommit ratio, 0 to 10", ratio),
        text("memory_over_commit_ratio", "memory overcommit ratio, 0 to 10", ratio),
        text("default_storage_pool", "default storage pool for disks"),
        text("default_macvlan_mode", "mode of macvlan interfaces", {
          suggestions: ["bridge", "passthru", "private", "vepa"],
        }),
      ],
      example: { id: "1", cpu_over_commit_ratio: "2.5", pool: "web" },
    }),
    [`${single}.delete`]: one.remove("admin", "Remove a VM host", {
      fields: [decompose],
      notes: ["Without --decompose the virtual machines keep running."],
      effects: [
        {
          template: "the service will delete every virtual machine of the host and its disks",
          when: { decompose: "true" },
        },
      ],
    }),
    [`${single}.add_tag`]: one.post("admin", "Add a tag to a VM host", tagChange),
    [`${single}.remove_tag`]: one.post("admin", "Remove a tag from a VM host", tagChange),
    [`${single}.compose`]: one.post("admin", "Create a virtual machine on a VM host", {
      answersWith: "system_id",
      identity: "system_id",
      columns: [{ header: "MACHINE", path: "system_id", as: "node", rank: "key" }],
      fields: [
        integer("cores", "number of cores; 1 when omitted", { min: 1 }),
        text("memory", "RAM in MiB, or with a unit: 4GB; 2048 when omitted", { unit: "MiB" }),
        boolean("hugepages_backed", "back the memory with huge pages; LXD only"),
        list("pinned_cores", "host cores to pin it to, instead of --cores"),
        integer("cpu_speed", "minimum CPU speed in MHz", { min: 1 }),
        text("architecture", "architecture, such as amd64/generic"),
        text("storage", "disks, such as root:32(default),data:100(ssd)", { form: "label:GB[(tags)],..." }),
        text("interfaces", "interfaces, such as eth0:subnet=prod-net", { form: "name:key=value[,...]" }),
        text("hostname", "host name; generated when omitted"),
        idOrNameField("domain", "domain; the default domain when omitted", domains),
        idOrNameField("zone", "physical zone; the host's when omitted", zones),
        idOrNameField("pool", "resource pool; the host's when omitted", pools),
      ],
      rules: [exclusive("cores", "pinned_cores")],
      answers503: true,
      commonFields: ["cores", "memory", "storage", "hostname"],
      example: { id: "1", cores: "2", memory: "4096", hostname: "vm-01" },
    }),
    [`${single}.parameters`]: one.get("admin", "Show a VM host's connection settings, including secrets", {
      emptyAnswer: "object",
      sensitive: [...secretPowerParameters, "certificate"],
      identity: "power_address",
    }),
    [`${single}.refresh`]: one.post("admin", "Refresh the VM host's resources and machines", {
      answersWith: "id",
    }),
  };
  return nameOperations(operations) as Readonly<Record<HypervisorId<Single>, OperationWithOptions>>;
}

export const vmHostGroup = {
  columns: hypervisorColumns,
  kind: hypervisorKind,
  operations: hypervisorOperations("vm-host"),
} as const satisfies GroupDefinition;

export const podGroup = {
  columns: hypervisorColumns,
  operations: hypervisorOperations("pod", "use vm-hosts"),
} as const satisfies GroupDefinition;

const allClusters = liveOnly("/vm-clusters/");
// The service has only this path, without a trailing slash.
const oneCluster = liveOnly("/vm-clusters/{id}", [integerOrName("id", "number or name of the cluster")]);

export const vmClusterGroup = {
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
    "vm-clusters.list": allClusters.list("anyone", "List LXD clusters of VM hosts"),
    "vm-cluster.read": oneCluster.read("anyone", "Show a cluster of VM hosts"),
    "vm-cluster.update": oneCluster.update("admin", "Change a cluster of VM hosts", {
      fields: [
        text("name", "new name"),
        text("pool", "resource pool of its machines"),
        text("zone", "physical zone of its machines"),
      ],
      example: { pool: "web" },
    }),
    "vm-cluster.delete": oneCluster.remove("admin", "Remove a cluster and its VM hosts", {
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
