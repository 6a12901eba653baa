import { describe, expect, it } from "vitest";
import { loadAllOperations } from "../../../../src/catalogue/index.ts";
import { type StatusValue, statuses } from "../../../../src/catalogue/statuses.ts";
import { effectTexts } from "../../../../src/cli/operation/confirmation.ts";
import { operationSpec } from "../../../../src/cli/tree/operation-spec.ts";
import type { Values } from "../../../../src/client/http/call.ts";
import { machineView } from "../../../../src/client/lifecycle/machine-view.ts";

const entries = await loadAllOperations();

const entryOf = (id: string) => {
  const entry = entries.find((each) => each.id === id);
  if (entry === undefined) throw new Error(id);
  return entry;
};

function machine(status: StatusValue, more: Readonly<Record<string, unknown>> = {}) {
  const view = machineView({ system_id: "aaaaaa", status: statuses[status].id, ...more });
  if (view === undefined) throw new Error(status);
  return view;
}

const erasing = "enable_disk_erasing_on_release";
const virtual = { pod: { id: 1, name: "lab-host" } };

describe("what the service does beyond a command's name", () => {
  it.each<[string, Values, ReturnType<typeof machine>[], readonly string[]]>([
    ["machine.deploy", {}, [machine("ready")], ["the service will allocate it to you first"]],
    ["machine.deploy", {}, [machine("allocated")], []],
    [
      "machine.deploy",
      {},
      [machine("ready"), machine("allocated")],
      ["the service will allocate 1 of them to you first"],
    ],
    [
      "machines.create",
      {},
      [],
      ["the service will commission an administrator's machine (--no-commission prevents it)"],
    ],
    ["machines.create", { commission: "false" }, [], []],
    ["machines.create", { deployed: "true" }, [], []],
    ["machines.accept", {}, [machine("new")], ["the service will commission it"]],
    ["machines.accept", {}, [machine("ready")], []],
    ["machines.add_chassis", {}, [], []],
    [
      "machines.add_chassis",
      { accept_all: "true" },
      [],
      ["the service will commission every machine of the chassis"],
    ],
    [
      "machine.abort",
      {},
      [machine("deploying")],
      ["the machine stays Allocated: svc machines release frees it"],
    ],
    ["machine.abort", {}, [machine("testing")], []],
    ["machine.commission", { skip_networking: "1", skip_storage: "true" }, [machine("ready")], []],
    ["machine.commission", {}, [machine("new")], []],
    ["machine.release", {}, [machine("allocated")], [`the service will erase all disks if ${erasing} is on`]],
    ["machine.release", { erase: "true" }, [machine("allocated")], []],
    [
      "machine.release",
      { erase: "true", force: "true" },
      [machine("allocated")],
      ["the service will delete the virtual machines on it"],
    ],
    ["machine.delete", {}, [machine("ready", virtual)], ["the VM host will delete it with all disks"]],
    ["machine.delete", {}, [machine("ready"), machine("ready", { pod: null })], []],
    [
      "node.delete",
      {},
      [machine("ready"), machine("ready", virtual)],
      ["the VM host will delete 1 of them with all disks"],
    ],
    ["fabric.delete", {}, [], ["its VLANs are deleted too; fails if subnets or interfaces are on them"]],
    ["zone.delete", {}, [], ["its nodes move to the default zone"]],
    ["subnet.delete", {}, [], ["its IP ranges, DHCP snippets and static routes are deleted too"]],
    ["block-device.delete", {}, [], ["its partitions are deleted too"]],
    ["account.delete_authorisation_token", { token_key: "other" }, [], []],
    [
      "account.delete_authorisation_token",
      { token_key: "mine" },
      [],
      ["svc uses this key itself: further commands will be refused"],
    ],
    // No effect is known for an unknown status.
    ["machine.power_on", {}, [{ ...machine("allocated"), status: 99 }], []],
  ])("%s %j", (id, values, machines, expected) => {
    const { effects = [] } = entryOf(id).operation;
    expect(effectTexts({ effects, values, machines }, new Map(), "mine")).toEqual(expected);
  });

  it.each([
    ["true", [`the service will erase all disks (${erasing} is on)`]],
    ["false", []],
  ])("follows the configuration: %s", (value, expected) => {
    const call = { ...entryOf("machine.release").operation, values: {}, machines: [machine("deployed")] };
    expect(effectTexts(call, new Map([[erasing, value]]))).toEqual(expected);
  });

  it.each(entries.filter(({ operation }) => operation.effects !== undefined))(
    "$id says it in its help",
    (entry) => {
      const { effects = [], fields = [] } = entry.operation;
      const notes = operationSpec(entry).notes?.join("\n") ?? "";
      expect(notes).not.toMatch(/\{(them|release)/);
      for (const { template, when = {}, currentKeyField } of effects) {
        expect(notes.toLowerCase()).toContain(template.split("{")[0]?.toLowerCase());
        const mentionedFields = [
          ...Object.keys(when),
          ...(currentKeyField === undefined ? [] : [currentKeyField]),
        ];
        expect(fields.map(({ name }) => name)).toEqual(expect.arrayContaining(mentionedFields));
      }
    },
  );
});
