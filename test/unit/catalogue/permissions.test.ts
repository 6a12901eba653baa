import { expect, test } from "vitest";
import { loadDocumentedOperations } from "./documented.ts";

/** Operations by the role they require; all others are open to every user. */
const restricted: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  admin: {
    "boot-resources": "create import stop_import",
    "boot-resource": "delete upload",
    "boot-sources": "create list",
    "boot-source": "delete read update",
    "boot-source-selections": "list create",
    "boot-source-selection": "delete read update",
    "commissioning-scripts": "list create",
    "commissioning-script": "delete read update",
    devices: "set_zone",
    device: "power_parameters",
    "dhcp-snippets": "create",
    "dhcp-snippet": "delete update revert",
    discovery: "clear clear_by_mac_and_ip",
    "dns-resource-record": "delete update",
    "dns-resources": "create",
    "dns-resource": "delete update",
    domains: "create set_serial",
    domain: "delete update set_default",
    fabrics: "create",
    fabric: "delete update",
    vlans: "create",
    vlan: "delete update",
    "license-keys": "create list",
    "license-key": "delete read update",
    svc: "set_config",
    machines: "accept accept_all add_chassis power_parameters set_zone",
    machine:
      "clear_default_gateways commission delete exit_rescue_mode get_token mark_fixed override_failed_testing power_parameters rescue_mode restore_default_configuration restore_networking_configuration restore_storage_configuration set_storage_layout test update",
    networks: "create",
    network: "delete update",
    nodes: "set_zone",
    node: "delete power_parameters",
    "bcache-cache-sets": "create",
    "block-devices": "create",
  },
  owner: {
    device:
      "delete update restore_default_configuration restore_networking_configuration set_owner_data set_workload_annotations",
    "ip-range": "delete update",
    machines: "clone release",
    machine:
      "abort deploy get_curtin_config lock unlock mark_broken mount_special unmount_special power_off power_on release set_owner_data set_workload_annotations",
    "bcache-cache-set": "delete update",
    bcaches: "create",
    bcache: "delete update",
    partition: "delete add_tag format",
  },
  anonymous: { version: "get", machines: "create" },
};

/** Operations that the documents explicitly reserve for administrators. */
const documented = [
  ...["commissioning-scripts.list", "commissioning-scripts.create", "commissioning-script.delete"],
  ...["commissioning-script.read", "commissioning-script.update", "device.power_parameters"],
  ...["machine.power_parameters", "machines.power_parameters", "node.power_parameters", "machines.accept"],
  "machines.accept_all",
];

const operations = await loadDocumentedOperations();

const idsOf = (who: string): readonly string[] =>
  Object.entries(restricted[who] ?? {}).flatMap(([object, verbs]) =>
    verbs.split(" ").map((verb) => `${object}.${verb}`),
  );

test.each([
  ["admin", 78],
  ["owner", 31],
  ["anonymous", 2],
])("%s may carry out %i operations", (who, count) => {
  const ids = operations.filter(({ operation }) => operation.who === who).map(({ id }) => id);
  expect(ids.sort()).toEqual([...idsOf(who)].sort());
  expect(ids).toHaveLength(count);
});

test("every user may carry out the other 78", () => {
  expect(operations.filter(({ operation }) => operation.who === "anyone")).toHaveLength(78);
});

test("operations that the documents reserve for administrators are reserved", () => {
  const marked = operations.filter(({ operation }) => operation.documentedAdminOnly);
  expect(marked.map(({ id }) => id).sort()).toEqual([...documented].sort());
  for (const { operation } of marked) expect(operation.who).toBe("admin");
});
