import { comment, deviceConstraint } from "../fields.ts";
import type { Field } from "../operation.ts";
import { agentName, bridgeFields } from "./machines-fields.ts";

/** One of the constraints that an interface is matched by. */
const interfaceConstraint =
  "(?:(?:id|fabric|fabric_class|ip|name|hostname|subnet|space|subnet_cidr|vlan|vid|tag|link_speed)=[^,;]+" +
  "|mode=unconfigured|type=(?:physical|vlan|bond|bridge|unknown))";

const labelled = `[^:;,=]+:${interfaceConstraint}(?:,${interfaceConstraint})*`;

/** A size in gigabytes; the tags of the disk in brackets. */
const disk = "\\s*(?:[A-Za-z0-9_.-]+:)?\\d+(?:\\.\\d+)?(?:\\([^()]*\\))?\\s*";

const vid = "(?:[0-9]|[1-9][0-9]{1,2}|[1-3][0-9]{3}|40[0-8][0-9]|409[0-4])";

/** Services also take a subnet by its CIDR, which holds colons. */
const ipv6Subnet = "(?:[0-9a-fA-F]{0,4}:){2,7}[0-9a-fA-F.]*/\\d{1,3}";

/** Constraints combine with AND. */
export const allocationFields = [
  agentName,
  { name: "arch", type: "string", repeatable: true, help: "architecture; any of several matches" },
  ...bridgeFields,
  comment,
  { name: "cpu_count", type: "integer", min: 0, help: "least number of CPUs" },
  { name: "mem", type: "integer", min: 0, help: "least RAM in MB" },
  { ...deviceConstraint, help: "hardware device the machine has" },
  { name: "dry_run", type: "boolean", default: "false", help: "acquire nothing, show what would match" },
  { name: "fabric_classes", type: "string", repeatable: true, help: "fabric class; any of several matches" },
  { name: "fabrics", type: "string", repeatable: true, help: "fabric; any of several matches" },
  { name: "not_fabric_classes", type: "string", repeatable: true, help: "fabric class to stay out of" },
  { name: "not_fabrics", type: "string", repeatable: true, help: "fabric to stay out of" },
  { name: "not_in_pool", type: "string", repeatable: true, help: "resource pool to stay out of" },
  { name: "not_in_zone", type: "string", repeatable: true, help: "physical zone to stay out of" },
  { name: "not_subnets", type: "string", repeatable: true, help: "subnet to stay out of" },
  { name: "not_tags", type: "string", repeatable: true, help: "tag the machine must not have" },
  {
    name: "interfaces",
    type: "string",
    form: "label:key=value[,key2=value2]",
    pattern: `(?:${labelled}(?:;${labelled})*)?`,
    help: "labelled interface, such as up:type=physical,space=prod",
  },
  {
    name: "name",
    type: "string",
    alsoRepeatable: true,
    form: "host|FQDN",
    help: "host name or FQDN of the machine",
  },
  { name: "pod", type: "string", alsoRepeatable: true, help: "pod the machine belongs to" },
  { name: "pod_type", type: "string", alsoRepeatable: true, help: "type of pod the machine belongs to" },
  { name: "not_pod", type: "string", alsoRepeatable: true, help: "pod to stay out of" },
  { name: "not_pod_type", type: "string", alsoRepeatable: true, help: "type of pod to stay out of" },
  { name: "pool", type: "string", alsoRepeatable: true, help: "resource pool" },
  {
    name: "storage",
    type: "string",
    form: "label:size(tag[,tag])[,label:...]",
    pattern: `(?:${disk}(?:,${disk})*)?`,
    help: "disks the machine has",
  },
  {
    name: "subnets",
    type: "string",
    repeatable: true,
    form: "id|fabric:|ip:|name:|space:|vid:|vlan:",
    pattern: `[^:]*|(?:fabric|ip|name|space|vlan):.+|vid:${vid}|${ipv6Subnet}`,
    help: "subnet it is linked to, all of several; vid:0 is untagged",
  },
  {
    name: "system_id",
    type: "string",
    alsoRepeatable: true,
    kind: "machine",
    help: "this machine, or one of several",
  },
  { name: "tags", type: "string", repeatable: true, help: "tag the machine has, all of several" },
  { name: "verbose", type: "boolean", flag: "verbose-constraints", help: "say more in constraints_by_type" },
  { name: "zone", type: "string", alsoRepeatable: true, help: "physical zone" },
] as const satisfies readonly Field[];
