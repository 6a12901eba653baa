import { describe, expect, test } from "vitest";
import { groupName, inventoryOf } from "../../../../../src/cli/commands/ssh/inventory.ts";
import { loginUser } from "../../../../../src/cli/commands/ssh/login-users.ts";
import { hostileMachines, machine } from "./machines.ts";

describe("an inventory", () => {
  test("of a recorded machine", () => {
    const { inventory } = inventoryOf([machine({ tag_names: ["ssd", "rack-7"] })], {});
    expect(inventory.all?.children).toEqual([
      "ungrouped",
      ...["arch_amd64", "domain_svc", "os_ubuntu", "os_ubuntu_jammy", "owner_bob", "pool_default"],
      "power_on",
      ...["status_deployed", "tag_rack_7", "tag_ssd", "zone_default"],
    ]);
    expect(inventory["tag_rack_7"]).toEqual({ hosts: ["deployed1"] });
    expect(inventory._meta.hostvars["deployed1"]).toMatchObject({
      ansible_host: "10.10.0.251",
      ansible_user: "ubuntu",
      svc_system_id: "4tn8bn",
      svc_status: "deployed",
      svc_memory_mib: 8192,
      svc_ip_addresses: ["10.10.0.251"],
    });
  });

  test("is the same in whatever order the machines come", () => {
    const machines = hostileMachines(7, 30);
    expect(inventoryOf([...machines].reverse(), {}).inventory._meta).toEqual(
      inventoryOf(machines, {}).inventory._meta,
    );
  });

  test("of no machines holds no hosts", () => {
    expect(inventoryOf([], {}).inventory).toEqual({
      all: { children: ["ungrouped"] },
      _meta: { hostvars: {} },
    });
  });

  test("names machines of one host name by FQDN, and those of one FQDN by system id", () => {
    const withNames = inventoryOf(
      [
        machine({ system_id: "aaaaaa", hostname: "web", fqdn: "web.one" }),
        machine({ system_id: "bbbbbb", hostname: "web", fqdn: "web.two" }),
        machine({ system_id: "cccccc", hostname: "db", fqdn: "db.one" }),
        machine({ system_id: "dddddd", hostname: "DB", fqdn: "db.one" }),
      ],
      {},
    );
    expect(Object.keys(withNames.inventory._meta.hostvars)).toEqual([
      "cccccc",
      "dddddd",
      "web.one",
      "web.two",
    ]);
    expect(withNames.byName.get("aaaaaa")).toBe("web.one");
  });

  test.each(["localhost", "all", "ungrouped", "tag_ssd"])("never calls a machine %s", (name) => {
    const { inventory } = inventoryOf([machine({ hostname: name, tag_names: ["ssd"] })], {});
    expect(Object.keys(inventory._meta.hostvars)).toEqual(["deployed1.svc"]);
  });

  test("contains no address of a machine without logins", () => {
    const { inventory } = inventoryOf([machine({ status: 4, status_name: "Ready" })], {});
    expect(inventory._meta.hostvars["deployed1"]).not.toHaveProperty("ansible_host");
    expect(inventory._meta.hostvars["deployed1"]).not.toHaveProperty("ansible_user");
  });

  test("leaves out secrets and marks of Ansible", () => {
    const annotations = { role: "db", note: "pw=hunter2", db_password: "hunter2", __ansible_vault: "x" };
    const { inventory } = inventoryOf([machine({ workload_annotations: annotations })], {});
    expect(inventory._meta.hostvars["deployed1"]?.["svc_annotations"]).toEqual({
      role: "db",
      note: "pw=********",
    });
  });
});

/** All texts in a value except those marked as unsafe for templating. */
function plainTexts(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || "__ansible_unsafe" in value) return [];
  return Object.values(value).flatMap(plainTexts);
}

test("whatever a service answers, names are plain and no text is a template", () => {
  for (let seed = 1; seed <= 300; seed++) {
    const { inventory, namelessIds } = inventoryOf(hostileMachines(seed, 12), {});
    const { _meta, ...groups } = JSON.parse(JSON.stringify(inventory));
    const hosts = Object.keys(_meta.hostvars);
    const names = [...hosts, ...Object.keys(groups)];
    expect(names.filter((name) => !/^[A-Za-z0-9][\w.-]*$/.test(name))).toEqual([]);
    const usedNames = new Set(["all", "localhost", "ungrouped", ...Object.keys(groups)]);
    expect(hosts.filter((name) => usedNames.has(name))).toEqual([]);
    expect(new Set(hosts.map((name) => name.toLowerCase())).size).toBe(hosts.length);
    expect(groups.all.children.slice(1).sort()).toEqual(
      Object.keys(groups)
        .filter((name) => name !== "all")
        .sort(),
    );
    expect(plainTexts(_meta.hostvars).filter((text) => /\{[{%#]/.test(text))).toEqual([]);
    expect(JSON.stringify(_meta.hostvars)).not.toContain('"password"');
    expect(hosts.length + namelessIds.length).toBe(12);
  }
});

test.each([
  ["tag_rack-7", "tag_rack_7"],
  ["7up", "_up"],
  ["zone_Nord é", "zone_Nord__"],
  ["os_ubuntu/22.04", "os_ubuntu_22_04"],
])("the group %s is written %s", (name, written) => {
  expect(groupName(name)).toBe(written);
});

test.each([
  ["ubuntu", "jammy", "ubuntu"],
  ["centos", "centos70", "centos"],
  ["centos", "7-custom", "centos"],
  ["centos", "centos8", "cloud-user"],
  ["rhel", "9", "cloud-user"],
  ["ol", "9.2", "cloud-user"],
  ["custom", "rocky9", "cloud-user"],
  ["custom", "debian-12", "debian"],
  ["custom", "olympus", undefined],
  ["custom", "golden", undefined],
  ["", "", undefined],
  [undefined, undefined, undefined],
])("images of %s %s are made for the user %s", (osystem, series, user) => {
  expect(loginUser(osystem, series)).toBe(user);
});

test("in rescue mode the user is that of the rescue system", () => {
  expect(loginUser("centos", "centos8", true)).toBe("ubuntu");
});
