import { expect, test } from "vitest";
import { loadAllOperations } from "../../../src/catalogue/index.ts";
import { statuses } from "../../../src/catalogue/statuses.ts";

const operations = await loadAllOperations();

const destroys = `
  machines.release machine.delete machine.release device.delete node.delete account.delete_authorisation_token
  ssh-key.delete ssl-key.delete boot-resource.delete boot-source.delete boot-source-selection.delete
  commissioning-script.delete dhcp-snippet.delete discovery.clear discovery.clear_by_mac_and_ip
  dns-resource-record.delete dns-resource.delete domain.delete fabric.delete vlan.delete files.delete file.delete
  ip-addresses.release ip-range.delete license-key.delete network.delete bcache-cache-set.delete bcache.delete
  partition.delete partition.format
`;

const interrupts = `
  machines.clone machine.restore_default_configuration machine.restore_networking_configuration
  machine.restore_storage_configuration machine.set_storage_layout machine.mark_broken machine.power_off
  machine.power_on machine.rescue_mode machine.test
  device.restore_default_configuration device.restore_networking_configuration boot-resources.stop_import
`;

/**
 * Operations that ask for confirmation only for machines in these statuses, or if one of these fields is set.
 */
const onlyIn: Readonly<Record<string, readonly [statuses: readonly number[], fields: readonly string[]]>> = {
  "machine.release": [
    [6, 9, 16],
    ["erase", "quick_erase", "secure_erase", "force"],
  ],
  "machines.release": [
    [6, 9, 16],
    ["erase", "quick_erase", "secure_erase", "force"],
  ],
  "machine.mark_broken": [[5, 6, 9, 10, 16], []],
  "machine.power_on": [[10], []],
  "machine.rescue_mode": [[6], []],
  "machine.test": [[6], []],
};

test.each([
  ["destroys", destroys],
  ["interrupts", interrupts],
])("svc asks before an operation that %s something", (confirm, ids) => {
  const asking = operations
    .filter(({ operation }) => operation.confirm === confirm && operation.source === undefined)
    .map(({ id }) => id);
  expect(asking.sort()).toEqual(ids.trim().split(/\s+/).sort());
});

test("svc asks before live services delete, format or release something", () => {
  const destroying = operations.filter(
    ({ operation: { source, method, verb } }) =>
      source === "deployed" &&
      (method === "DELETE" || /^(?:delete|remove|format|unformat)\b(?!-tag)/.test(verb)),
  );
  expect(destroying.filter(({ operation }) => operation.confirm !== "destroys").map(({ id }) => id)).toEqual(
    [],
  );
});

test("some operations ask only about machines in use", () => {
  const limited = operations.flatMap(({ id, operation: { confirmWhen } }) =>
    confirmWhen === undefined
      ? []
      : [
          [
            id,
            [
              confirmWhen.statuses.map((value) => statuses[value].id).sort((a, b) => a - b),
              confirmWhen.fields ?? [],
            ],
          ],
        ],
  );
  expect(Object.fromEntries(limited)).toEqual(onlyIn);
});
