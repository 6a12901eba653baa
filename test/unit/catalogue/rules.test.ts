import { describe, expect, it } from "vitest";
import { loadAllOperations } from "../../../src/catalogue/index.ts";
import type { Field, Operation } from "../../../src/catalogue/operation.ts";
import { blocksOf } from "./documented.ts";

/**
 * How the catalogue implements each rule of `documented-rules.txt`, in the same order: `rule` is a check
 * between fields, `field` a check of one field, `note` a text about what cannot be checked, `result` and
 * `path` a property of the operation. The rest of the entry must be found there.
 */
const keptBy: Readonly<Record<string, readonly string[]>> = {
  "version.get": ["path /api/version/", "elsewhere: 410 is an answer like any other"],
  "ssh-keys.create": ["field key"],
  "ssh-keys.import": ["field keysource"],
  "boot-resources.create": ["note required for custom images", "note not part of this request"],
  "boot-resource.upload": ["note first id is that of the boot resource"],
  "boot-sources.create": ["rule --keyring-data or --keyring-filename"],
  "device.details": ["result bson"],
  "device.set_workload_annotations": ["field key", "note empty value removes", "note no longer allocated"],
  "dhcp-snippets.create": ["rule cannot be combined", "rule --iprange needs --subnet"],
  "dhcp-snippet.update": ["rule cannot be combined", "field global_snippet"],
  "dhcp-snippet.revert": ["field to"],
  "discovery.clear": ["rule --all, --mdns and --neighbours"],
  "discovery.scan": [
    "rule without --cidr, needs --force",
    "note discovery must be enabled",
    "note no effect with ping",
  ],
  "dns-resource-records.create": ["rule --name needs --domain"],
  "dns-resources.create": ["note --fqdn has no effect"],
  "dns-resource.update": ["note ignores --fqdn"],
  "domain.update": ["field name"],
  "events.query": ["field limit", "field level"],
  "vlans.create": ["field space"],
  "files.create": ["field file"],
  "files.delete": ["field filename"],
  "ip-addresses.list": ["field owner"],
  "ip-addresses.release": ["rule --discovered needs --force", "field force"],
  "ip-addresses.reserve": ["rule give --subnet or --ip", "rule --ip-address cannot be combined"],
  "svc.set_config": ["rule invalid value", "elsewhere: no value is sent where none is typed"],
  "machines.create": [
    "note never commissioned",
    "note stays New until it is accepted",
    "field power_parameters",
  ],
  "machines.accept": [
    "note Machines that were accepted before are ignored",
    "field machines",
    "note Accepts all of the machines or none",
  ],
  "machines.accept_all": ["note Accepts machines with the status New"],
  "machines.add_chassis": [
    "rule need --username and --password",
    "rule --port is for",
    "rule --power-control is for",
    "rule --prefix-filter is for",
    "rule --protocol is for",
    "rule --token-name needs --token-secret",
  ],
  "machines.allocate": [
    ...["note all constraints must match", "field tags", "field subnets", "field interfaces"],
    ...["field dry_run", "note Only machines with the status Ready are considered"],
  ],
  "machines.clone": [
    "field storage",
    "note at least as many physical disks",
    "note interfaces of the same names",
  ],
  "machines.release": ["field machines", "note the status of one machine does not allow a release"],
  "machine.delete": ["note Without --force"],
  "machine.update": [
    "field disable_ipv4",
    "field power_type",
    "note empties the power parameters",
    "field power_parameters_skip_check",
  ],
  "machine.abort": ["note Allowed while an operation is in progress"],
  "machine.commission": ["note ends in Ready"],
  "machine.deploy": [
    "field distro_series",
    "field vcenter_registration",
    "note Allowed in the statuses Allocated",
  ],
  "machine.details": ["result bson"],
  "machine.exit_rescue_mode": ["note Allowed in rescue mode"],
  "machine.mark_broken": ["elsewhere: the summary tells that it releases first"],
  "machine.mark_fixed": ["note Allowed in the status Broken"],
  "machine.override_failed_testing": ["note Allowed in the status Failed testing"],
  "machine.power_off": ["note may answer with the machine"],
  "machine.power_on": ["note may answer with the machine"],
  "machine.query_power_state": ["note May take 30 seconds"],
  "machine.release": [
    "note the whole disk is overwritten with zeros",
    "note --secure-erase and --quick-erase together do a quick erase",
    "note --secure-erase alone overwrites",
    "field quick_erase",
    "note Allowed in the statuses Allocated",
  ],
  "machine.rescue_mode": ["note Allowed in the statuses Deployed and Broken"],
  "machine.set_storage_layout": [
    "rule --storage-layout lvm only",
    "rule --storage-layout bcache only",
    "field boot_size",
    "note The machine must be Ready or Allocated",
  ],
  "machine.set_workload_annotations": [
    "field key",
    "note empty value removes",
    "note when the machine is released",
  ],
  "machine.test": [
    "note may answer with the machine",
    "note Allowed in the statuses Ready, Allocated, Deployed and Broken",
  ],
  "network.connect_macs": ["note do not rely on it"],
  "network.disconnect_macs": ["note do not rely on it"],
  "network.list_connected_macs": ["note do not rely on it"],
  "node.details": ["result bson"],
  "bcache-cache-sets.create": ["rule --cache-device and --cache-partition cannot be combined"],
  "bcache-cache-set.update": ["rule --cache-device and --cache-partition cannot be combined"],
  "bcaches.create": [
    "rule --backing-device and --backing-partition cannot be combined",
    "rule --backing-partition",
  ],
  "bcache.update": ["rule --backing-device and --backing-partition cannot be combined"],
  "block-devices.create": ["rule --id-path cannot be combined with both"],
  "partition.add_tag": ["path {id}op-add_tag"],
  "partition.format": ["path {id}op-format"],
};

/** Whether the field accepts only certain values. */
const isConstrained = (field: Field): boolean =>
  field.type !== "string" ||
  [field.choices, field.pattern, field.required, field.repeatable, field.suggestions, field.adminOnly].some(
    (constraint) => constraint !== undefined,
  );

function keeps(operation: Operation, how: string): boolean {
  const [word, ...rest] = how.split(" ");
  const text = rest.join(" ");
  switch (word) {
    case "rule":
      return (operation.rules ?? []).some(({ message }) => message.includes(text));
    case "note":
      return (operation.notes ?? []).some((note) => note.includes(text));
    case "field":
      return (operation.fields ?? []).some((field) => field.name === text && isConstrained(field));
    case "result":
      return operation.result === text;
    case "path":
      return operation.path.endsWith(text);
    default:
      return word === "elsewhere:";
  }
}

const operations = new Map((await loadAllOperations()).map(({ id, operation }) => [id, operation]));

describe("the rules of the documents", () => {
  it.each(Object.entries(keptBy))("are kept by %s", (id, ways) => {
    const operation = operations.get(id);
    if (operation === undefined) throw new Error(`the catalogue has no ${id}`);
    expect(ways.filter((how) => !keeps(operation, how))).toEqual([]);
  });

  it("are complete: 106 rules", () => {
    const counts = [...blocksOf("documented-rules.txt")].map(([id, rules]) => [id, rules.length]);
    expect(Object.entries(keptBy).map(([id, ways]) => [id, ways.length])).toEqual(counts);
    expect(Object.values(keptBy).flat()).toHaveLength(106);
  });
});
