import { boolean, integer, text } from "../field.ts";
import { comment, deviceConstraint } from "../fields.ts";
import type { Field } from "../operation.ts";
import { agentName, bridgeFields } from "./machines-fields.ts";

const interfacePattern =
  "(?:(?:id|fabric|fabric_class|ip|name|hostname|subnet|space|subnet_cidr|vlan|vid|tag|link_speed)=[^,;]+" +
  "|mode=unconfigured|type=(?:physical|vlan|bond|bridge|unknown))";

const labelledInterfacePattern = `[^:;,=]+:${interfacePattern}(?:,${interfacePattern})*`;
const diskPattern = "\\s*(?:[A-Za-z0-9_.-]+:)?\\d+(?:\\.\\d+)?(?:\\([^()]*\\))?\\s*";
const vidPattern = "(?:[0-9]|[1-9][0-9]{1,2}|[1-3][0-9]{3}|40[0-8][0-9]|409[0-4])";

/** A subnet may be identified by its CIDR, which contains colons. */
const ipv6SubnetPattern = "(?:[0-9a-fA-F]{0,4}:){2,7}[0-9a-fA-F.]*/\\d{1,3}";

export const allocationFields: readonly Field[] = [
  agentName,
  text("arch", "architecture; repeat to allow several", { repeatable: true }),
  ...bridgeFields,
  comment,
  integer("cpu_count", "minimum number of CPUs", { min: 0 }),
  integer("mem", "minimum RAM in MiB, or with a unit: 64GB", { min: 0, unit: "MiB" }),
  { ...deviceConstraint, help: "hardware device it must have" },
  boolean("dry_run", "show the match without acquiring it", { default: "false" }),
  text("fabric_classes", "fabric class; repeat to allow several", { repeatable: true }),
  text("fabrics", "fabric; repeat to allow several", { repeatable: true }),
  text("not_fabric_classes", "fabric class to exclude", { repeatable: true }),
  text("not_fabrics", "fabric to exclude", { repeatable: true }),
  text("not_in_pool", "resource pool to exclude", { repeatable: true }),
  text("not_in_zone", "physical zone to exclude", { repeatable: true }),
  text("not_subnets", "subnet to exclude", { repeatable: true }),
  text("not_tags", "tag it must not have", { repeatable: true }),
  text("interfaces", "labelled interface, such as up:type=physical,space=prod", {
    form: "label:key=value[,key2=value2]",
    pattern: `(?:${labelledInterfacePattern}(?:;${labelledInterfacePattern})*)?`,
  }),
  text("name", "host name or FQDN", { alsoRepeatable: true, form: "host|FQDN" }),
  text("pod", "pod it must belong to", { alsoRepeatable: true }),
  text("pod_type", "type of pod it must belong to", { alsoRepeatable: true }),
  text("not_pod", "pod to exclude", { alsoRepeatable: true }),
  text("not_pod_type", "type of pod to exclude", { alsoRepeatable: true }),
  text("pool", "resource pool", { alsoRepeatable: true }),
  text("storage", "disks it must have, in GB, such as root:100(ssd),data:500", {
    form: "label:size(tag[,tag])[,label:...]",
    pattern: `(?:${diskPattern}(?:,${diskPattern})*)?`,
  }),
  text("subnets", "subnet it must be on, vid:0 if untagged; repeat for several", {
    repeatable: true,
    form: "id|fabric:|ip:|name:|space:|vid:|vlan:",
    pattern: `[^:]*|(?:fabric|ip|name|space|vlan):.+|vid:${vidPattern}|${ipv6SubnetPattern}`,
  }),
  text("system_id", "machine to acquire; repeat to allow several", { alsoRepeatable: true, kind: "machine" }),
  text("tags", "tag it must have; repeat to require several", { repeatable: true }),
  boolean("verbose", "more detail in constraints_by_type", { flag: "verbose-constraints" }),
  text("zone", "physical zone", { alsoRepeatable: true }),
];
