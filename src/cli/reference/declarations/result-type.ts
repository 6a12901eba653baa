import { isRepeatable } from "../../../catalogue/commands/command-signature.ts";
import { memberName } from "../../../catalogue/commands/library-text.ts";
import type { OperationEntry } from "../../../catalogue/index.ts";
import type { Field } from "../../../catalogue/operation.ts";

/** Types whose names are not the name of their group in the singular. */
const irregularTypes: Readonly<Record<string, string>> = {
  sshkeys: "SshKey",
  sslkeys: "SslKey",
  "dnsresource-records": "DnsResourceRecord",
  dnsresources: "DnsResource",
  files: "StoredFile",
  ipaddresses: "IpAddress",
  ipranges: "IpRange",
  resourcepools: "ResourcePool",
  results: "ScriptRun",
  "package-repositories": "PackageRepository",
  rackcontrollers: "RackController",
  regioncontrollers: "Controller",
  pods: "VmHost",
  config: "unknown",
  version: "unknown",
};

export function typeName(name: string): string {
  const member = memberName(name);
  return member.charAt(0).toUpperCase() + member.slice(1);
}

/** Types of answers that are neither the group's object nor a list of it; `[]` marks a list. */
const exceptions: Readonly<Record<string, string>> = {
  "machines.accept": "Machine[]",
  "machines.accept_all": "Machine[]",
  "machines.list_allocated": "Machine[]",
  "machines.release": "string[]",
  "machines.power_parameters": "Readonly<Record<string, JsonObject>>",
  "machine.get_curtin_config": "unknown",
  "machine.get_token": "JsonObject | null",
  "machine.power_parameters": "JsonObject",
  "machine.query_power_state": "PowerStateAnswer",
  "device.power_parameters": "JsonObject",
  "node.power_parameters": "JsonObject",
  "account.create_authorisation_token": "CreatedToken",
  "ssh-keys.import": "SshKey[]",
  "discovery.by_unknown_ip": "Discovery[]",
  "discovery.by_unknown_mac": "Discovery[]",
  "discovery.by_unknown_ip_and_mac": "Discovery[]",
  "discovery.scan": "JsonObject",
  "events.query": "EventPage",
  "files.create": "CreatedFile",
  "file.read": "StoredFile | Uint8Array",
  "files.get": "StoredFile | Uint8Array",
  "files.get_by_key": "StoredFile | Uint8Array",
  "commissioning-script.read": "CommissioningScript | Uint8Array",
  "network.list_connected_macs": "JsonObject[]",
  "script.download": "Uint8Array",
  "result.download": "Uint8Array",
  "volume-group.create_logical_volume": "LogicalVolume",
  "subnet.ip_addresses": "SubnetAddress[]",
  "subnet.reserved_ip_ranges": "SubnetRange[]",
  "subnet.statistics": "SubnetStatistics",
  "subnet.unreserved_ip_ranges": "SubnetRange[]",
  "rack-controllers.describe_power_types": "PowerTypeDescription[]",
  "rack-controllers.power_parameters": "Readonly<Record<string, JsonObject>>",
  "rack-controller.list_boot_images": "RackImages",
  "rack-controller.power_parameters": "JsonObject",
  "rack-controller.query_power_state": "PowerStateAnswer",
  "region-controller.power_parameters": "JsonObject",
  "vm-host.compose": "ComposedMachine",
  "vm-host.parameters": "JsonObject",
  "pod.compose": "ComposedMachine",
  "pod.parameters": "JsonObject",
  "tag.machines": "Machine[]",
  "tag.nodes": "Node[]",
  "tag.devices": "Device[]",
  "tag.rack_controllers": "Node[]",
  "tag.region_controllers": "Node[]",
  "tag.rebuild": "JsonObject",
  "tag.update_nodes": "TagChanges",
};

export interface ResultType {
  readonly type: string;
  readonly item?: string;
}

export function resultType({ id, group, operation }: OperationEntry): ResultType {
  if (operation.result === "none") return { type: "void" };
  if (operation.result === "text") return { type: "Scalar" };
  if (operation.result === "bson") return { type: "JsonObject" };
  const objectType = irregularTypes[group.name] ?? typeName(group.name).replace(/s$/, "");
  const type = exceptions[id] ?? `${objectType}${operation.verb === "list" ? "[]" : ""}`;
  if (operation.rows !== undefined) return { type, item: type === "EventPage" ? "Event" : "ScriptResult" };
  return type.endsWith("[]") ? { type: `readonly ${type}`, item: type.slice(0, -2) } : { type };
}

export function fieldType(field: Field): string {
  const type = valueType(field);
  if (field.type === "list") return `readonly ${inArray(type)}[]`;
  return isRepeatable(field) && field.type !== "map" ? `${type} | readonly ${inArray(type)}[]` : type;
}

function valueType(field: Field): string {
  switch (field.type) {
    case "boolean":
    case "switch":
      return "boolean";
    case "integer":
      return field.alsoName === true ? "number | string" : "number";
    case "size":
      return "number | string";
    case "base64":
    case "file":
      return "Data";
    case "map":
      return "Readonly<Record<string, string | number | boolean>>";
    case "list":
      return "string | number";
    case "string":
      return textType(field);
  }
}

function textType({ choices, suggestions }: Field): string {
  if (choices !== undefined) return choices.map(literal).join(" | ");
  if (suggestions !== undefined) {
    const truth = suggestions.includes("true") ? ["boolean"] : [];
    return [...truth, ...suggestions.map(literal), "(string & {})"].join(" | ");
  }
  return "string";
}

const literal = (text: string): string => JSON.stringify(text);

const inArray = (type: string): string => (/[ |&]/.test(type) ? `(${type})` : type);
