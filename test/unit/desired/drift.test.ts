import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { isNeverEmpty } from "../../../src/desired/kinds.ts";
import { hasTurn, partOfRun } from "../random.ts";
import { openService } from "./service.ts";
import type { Given, GivenItem, Site } from "./site.ts";

const service = await openService();
afterAll(() => service.stop());
beforeEach(() => service.sandbox.reset());

/** An object of a kind, with two values for each of its fields. */
interface Case {
  readonly key: GivenItem;
  readonly fields: Readonly<Record<string, readonly [Given, Given]>>;
  /** Other fields that a field requires. */
  readonly with?: Readonly<Record<string, GivenItem>>;
  /** Wraps the item in its parent. */
  readonly within?: (item: GivenItem) => Site;
}

const key = (letter: string, comment = "") =>
  `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${letter.repeat(43)}${comment}`;

/** Two lists of words. */
const lists = (...texts: readonly [string, string]): readonly [Given, Given] => [
  texts[0].split(" "),
  texts[1].split(" "),
];

/** New disks for db-01. */
const disks = (...names: readonly string[]): readonly GivenItem[] =>
  names.map((name) => ({ name, size: "60G", block_size: 512, id_path: `/dev/${name}` }));

/** A site with a storage object on such disks. */
const onDisks =
  (member: string, ...names: readonly string[]) =>
  (item: GivenItem): Site => ({
    machines: [{ hostname: "db-01", block_devices: disks(...names), [member]: [item] }],
  });

const onFormatted: Case["with"] = {
  label: { fstype: "ext4" },
  mount_point: { fstype: "ext4" },
  mount_options: { fstype: "ext4", mount_point: "/drift" },
};

const cases: Readonly<Record<string, Case>> = {
  "block-devices": {
    key: { name: "drift0" },
    fields: {
      size: ["60G", "70G"],
      block_size: [512, 4096],
      id_path: ["/dev/a", "/dev/b"],
      model: ["a", "b"],
      serial: ["a", "b"],
      fstype: ["ext4", "xfs"],
      label: ["a", "b"],
      mount_point: ["/drift/a", "/drift/b"],
      mount_options: ["ro", "rw"],
      tags: lists("a b", "b c"),
      // Cannot be set to false: a disk stops being the boot disk when another one becomes it.
      boot: [true, true],
    },
    with: onFormatted,
    within: (item) => ({ machines: [{ hostname: "db-01", block_devices: [item] }] }),
  },
  partitions: {
    key: { number: 1 },
    fields: {
      size: ["20G", "30G"],
      bootable: [true, false],
      fstype: ["ext4", "xfs"],
      label: ["a", "b"],
      mount_point: ["/part/a", "/part/b"],
      mount_options: ["ro", "rw"],
      tags: lists("a b", "b c"),
    },
    with: { ...onFormatted, mount_options: { fstype: "ext4", mount_point: "/part" } },
    within: (item) => ({
      machines: [
        { hostname: "db-01", block_devices: disks("p0").map((disk) => ({ ...disk, partitions: [item] })) },
      ],
    }),
  },
  raids: {
    key: { name: "md7" },
    fields: {
      level: ["raid-1", "raid-0"],
      block_devices: lists("r0 r1", "r1 r2"),
      partitions: [[], []],
      spare_devices: [["r3"], ["r4"]],
      spare_partitions: [[], []],
    },
    within: onDisks("raids", "r0", "r1", "r2", "r3", "r4"),
  },
  "volume-groups": {
    key: { name: "vg7" },
    fields: { block_devices: [["v0"], ["v1", "v0"]], partitions: [[], []] },
    within: onDisks("volume_groups", "v0", "v1"),
  },
  "logical-volumes": {
    key: { name: "data" },
    fields: { size: ["10G", "12G"] },
    within: (item) =>
      onDisks("volume_groups", "l0")({ name: "vg8", block_devices: ["l0"], logical_volumes: [item] }),
  },
  "bcache-cache-sets": {
    key: { cache_device: "c0" },
    fields: { cache_partition: [null, null] },
    within: onDisks("cache_sets", "c0"),
  },
  bcaches: {
    key: { name: "bcache7" },
    fields: {
      backing_device: ["b0", "b1"],
      backing_partition: [null, null],
      cache_mode: ["WRITEBACK", "WRITETHROUGH"],
      cache_set: ["s0", "s1"],
    },
    within: (item) => ({
      machines: [
        {
          hostname: "db-01",
          block_devices: disks("b0", "b1", "s0", "s1"),
          cache_sets: [{ cache_device: "s0" }, { cache_device: "s1" }],
          bcaches: [item],
        },
      ],
    }),
  },
  config: { key: { name: "ntp_servers" }, fields: { value: ["10.0.0.1", "10.0.0.2"] } },
  domains: {
    key: { name: "drift.test" },
    fields: {
      ttl: [30, 60],
      authoritative: [true, false],
      forward_dns_servers: [["10.0.0.1"], ["10.0.0.1", "10.0.0.2"]],
    },
    with: { forward_dns_servers: { authoritative: false } },
  },
  dnsresources: {
    key: { name: "drift", domain: "example.com" },
    fields: { address_ttl: [30, null], ip_addresses: [["10.10.0.90"], ["10.10.0.91", "10.10.0.90"]] },
  },
  "dnsresource-records": {
    key: { name: "drift", domain: "example.com", rrtype: "TXT", rrdata: "x" },
    fields: {},
  },
  fabrics: { key: { name: "drift" }, fields: { class_type: ["10g", "1g"], description: ["a", ""] } },
  vlans: {
    key: { vid: 77 },
    fields: {
      name: ["a", "b"],
      description: ["a", "b"],
      mtu: [1500, 9000],
      space: ["prod", "undefined"],
      relay_vlan: ["fabric-prod/100", "fabric-prod/0"],
      dhcp_on: [false, false],
      primary_rack: ["rack-01", null],
      // The sandbox has one rack controller, which cannot be primary and secondary.
      secondary_rack: [null, null],
    },
    within: (item) => ({ fabrics: [{ name: "fabric-prod", vlans: [item] }] }),
  },
  ipranges: {
    key: { start_ip: "10.10.0.100" },
    fields: {
      end_ip: ["10.10.0.105", "10.10.0.106"],
      type: ["reserved", "dynamic"],
      comment: ["a", "b"],
      subnet: ["prod-net", "prod-net"],
    },
  },
  "boot-sources": {
    key: { url: "http://drift.example/" },
    fields: {
      keyring_filename: ["/a.gpg", "/b.gpg"],
      keyring_data: [Buffer.from("a"), Buffer.from([0, 255])],
    },
  },
  "boot-source-selections": {
    key: { os: "ubuntu", release: "drift" },
    fields: {
      arches: [["amd64"], ["amd64", "arm64"]],
      subarches: [["*"], ["generic"]],
      labels: [["*"], ["stable"]],
    },
    within: (item) => ({
      "boot-sources": [{ url: "http://images.example/ephemeral-v3/stable/", selections: [item] }],
    }),
  },
  sshkeys: { key: { key: key("d") }, fields: {} },
  sslkeys: { key: { key: { env: "PEM" } }, fields: {} },
  "license-keys": {
    key: { osystem: "windows", distro_series: "drift" },
    fields: {
      license_key: ["AAAAA-BBBBB-CCCCC-DDDDD-EEEEE", { env: "KEY", text: "BBBBB-BBBBB-CCCCC-DDDDD-EEEEE" }],
    },
  },
  "commissioning-scripts": {
    key: { name: "80-drift" },
    fields: { content: [Buffer.from("#!/bin/sh\n"), Buffer.from("#!/bin/bash\n")] },
  },
  "dhcp-snippets": {
    key: { name: "drift" },
    fields: {
      value: ["option ntp-servers 10.0.0.1;", "option ntp-servers 10.0.0.2;\n"],
      description: ["a", "b"],
      enabled: [true, false],
      // A snippet without any other target must be global.
      global_snippet: [true, true],
      subnet: ["prod-net", "mgmt-net"],
      node: ["web-01", "web-02"],
      iprange: ["10.10.0.200", "10.10.0.240"],
    },
    with: { node: { subnet: null }, iprange: { node: null, subnet: "prod-net" } },
  },
  files: { key: { filename: "drift" }, fields: { file: [Buffer.from("a"), Buffer.from([0, 255])] } },
  devices: {
    key: { hostname: "drift" },
    fields: {
      mac_addresses: [["52:54:00:dd:dd:01"], ["52:54:00:dd:dd:01"]],
      description: ["a", "b"],
      domain: ["example.com", "old.example.com"],
      parent: ["web-01", "web-02"],
      zone: ["north", "south"],
      annotations: [{ map: { a: "1", b: "2" } }, { map: { a: "1", b: "3" } }],
    },
  },
  interfaces: {
    key: { name: "drift0" },
    fields: {
      type: ["bond", "bridge"],
      parents: [["eth0"], ["eth0", "eth1"]],
      mac_address: ["52:54:00:dd:0f:01", "52:54:00:dd:0f:02"],
      vlan: ["fabric-prod/100", "fabric-prod/0"],
      mtu: [1400, 9000],
      tags: [["a"], ["b", "a"]],
      accept_ra: [true, false],
      enabled: [true, true],
      bond_mode: ["802.3ad", "balance-rr"],
      bond_miimon: [50, 100],
      bond_downdelay: [5, 0],
      bond_updelay: [5, 0],
      bond_lacp_rate: ["fast", "slow"],
      bond_xmit_hash_policy: ["layer2+3", "layer3+4"],
      bond_num_grat_arp: [2, 1],
      bridge_type: ["ovs", "standard"],
      bridge_stp: [true, false],
      bridge_fd: [5, 15],
    },
    with: {
      type: { parents: ["eth0"] },
      ...Object.fromEntries(
        ["bridge_type", "bridge_stp", "bridge_fd"].map((name) => [
          name,
          { type: "bridge", parents: ["eth0"] },
        ]),
      ),
    },
    within: (item) => ({ machines: [{ hostname: "gpu-01", interfaces: [item] }] }),
  },
  links: {
    key: { subnet: "10.10.0.0/24" },
    fields: {
      mode: ["auto", "static"],
      ip_address: ["10.10.0.77", "10.10.0.78"],
      default_gateway: [true, false],
    },
    with: { ip_address: { mode: "static" }, default_gateway: { mode: "static" } },
    within: (item) => ({ machines: [{ hostname: "web-02", interfaces: [{ name: "eth0", links: [item] }] }] }),
  },
  machines: {
    key: { hostname: "gpu-01" },
    fields: {
      mac_addresses: [[], []],
      architecture: ["amd64/generic", "arm64/generic"],
      description: ["a", "b"],
      domain: ["example.com", "old.example.com"],
      zone: ["north", "south"],
      pool: ["web", "build"],
      min_hwe_kernel: ["ga-22.04", "hwe-22.04"],
      power_type: ["ipmi", "virsh"],
      power_parameters: [{ map: { power_address: "10.9.0.1" } }, { map: { power_address: "10.9.0.2" } }],
      annotations: [{ map: { a: "1" } }, { map: { a: "2" } }],
    },
    with: {
      power_parameters: { power_type: "ipmi" },
      power_type: {
        power_parameters: {
          map: { power_address: "10.9.0.1", power_id: "x", power_user: "me", power_pass: "pw" },
        },
      },
    },
  },
  "vm-hosts": {
    key: { name: "drift" },
    fields: {
      type: ["virsh", "lxd"],
      power_address: ["qemu+ssh://a@10.0.0.1/system", "qemu+ssh://a@10.0.0.2/system"],
      power_pass: ["one", { env: "PASS", text: "two" }],
      // The service does not return these, so no difference can be seen.
      ...Object.fromEntries(
        ["power_user", "project", "default_storage_pool"].map((name) => [name, ["default", "default"]]),
      ),
      ...Object.fromEntries(
        ["certificate", "key", "password"].map((name) => [
          name,
          [
            { env: "A", text: "x" },
            { env: "A", text: "x" },
          ],
        ]),
      ),
      zone: ["north", "south"],
      pool: ["web", "build"],
      tags: [["a"], ["b", "a"]],
      cpu_over_commit_ratio: ["2.5", "3"],
      memory_over_commit_ratio: ["1.5", "2"],
      default_macvlan_mode: ["bridge", "private"],
    },
  },
  zones: { key: { name: "drift" }, fields: { description: ["a", ""] } },
  resourcepools: { key: { name: "drift" }, fields: { description: ["a", "b"] } },
  tags: {
    key: { name: "drift" },
    fields: {
      comment: ["a", "b"],
      // The sandbox does not evaluate definitions.
      definition: ["", ""],
      kernel_opts: ["quiet", "debug"],
      machines: [["web-01"], ["web-02", "db-01"]],
    },
  },
  users: {
    key: { username: "drift" },
    fields: {
      email: ["drift@example.com", "drift@example.com"],
      is_superuser: [false, false],
      password: [
        { env: "PASSWORD", text: "a" },
        { env: "PASSWORD", text: "a" },
      ],
    },
  },
  notifications: {
    key: { ident: "drift" },
    fields: {
      message: ["a", "b"],
      category: ["warning", "error"],
      users: [true, false],
      user: ["bob", "carol"],
      context: ['{"a": 1, "b": 2}', '{"a": 1, "b": {"c": 3}}'],
      dismissable: [true, false],
    },
  },
  scripts: {
    key: { name: "drift" },
    fields: {
      script: ["#!/bin/sh\necho a\n", "#!/bin/sh\necho a"],
      title: ["a", ""],
      description: ["a", "b"],
      tags: lists("x node", "x y"),
      type: ["testing", "commissioning"],
      hardware_type: ["cpu", "memory"],
      parallel: ["any", "disabled"],
      timeout: ["00:05:00", "90"],
      destructive: [true, false],
      for_hardware: [["pci:8086:1521"], []],
      may_reboot: [true, false],
      recommission: [true, false],
      apply_configured_networking: [true, false],
    },
  },
  "package-repositories": {
    key: { name: "drift" },
    fields: {
      url: ["http://a.example/ubuntu", "http://b.example/ubuntu"],
      distributions: [["jammy"], ["jammy", "noble"]],
      disabled_pockets: [["updates"], []],
      disabled_components: [["universe"], ["multiverse"]],
      disable_sources: [true, false],
      components: [["main"], []],
      arches: [["amd64"], ["arm64", "amd64"]],
      key: ["-----BEGIN\nx\n", ""],
      enabled: [false, true],
    },
  },
  spaces: { key: { name: "drift" }, fields: { description: ["a", "b"] } },
  "static-routes": {
    key: { source: "10.10.0.0/24", destination: "mgmt-net", gateway_ip: "10.10.0.9" },
    fields: { metric: [5, 0] },
  },
  subnets: {
    key: { cidr: "10.66.0.0/24" },
    fields: {
      name: ["a", "b"],
      description: ["a", "b"],
      vlan: ["fabric-prod/100", "fabric-prod/untagged"],
      gateway_ip: ["10.66.0.1", "10.66.0.2"],
      rdns_mode: [2, 0],
      allow_dns: [1, 0],
      allow_proxy: [true, false],
      dns_servers: [["10.66.0.2"], ["10.66.0.3", "10.66.0.2"]],
      managed: [1, 0],
      active_discovery: [true, false],
      disabled_boot_architectures: [["pxe"], ["pxe", "uefi"]],
    },
  },
};

/** Other fields that are required to create an object of the kind. */
const always: Readonly<Record<string, GivenItem>> = {
  ipranges: { end_ip: "10.10.0.105", type: "reserved", subnet: "prod-net" },
  "boot-sources": { keyring_filename: "/a.gpg" },
  "license-keys": { license_key: "AAAAA-BBBBB-CCCCC-DDDDD-EEEEE" },
  "commissioning-scripts": { content: Buffer.from("#!/bin/sh\n") },
  "dhcp-snippets": { value: "option ntp-servers 10.0.0.1;" },
  files: { file: Buffer.from("a") },
  notifications: { message: "x" },
  devices: { mac_addresses: ["52:54:00:dd:dd:01"] },
  interfaces: { type: "bond", parents: ["eth0", "eth1"] },
  "vm-hosts": { type: "virsh", power_address: "qemu+ssh://a@10.0.0.1/system" },
  "package-repositories": { url: "http://a.example/ubuntu" },
  scripts: { script: "#!/bin/sh\n" },
  "block-devices": { size: "60G", block_size: 512, id_path: "/dev/a" },
  raids: { level: "raid-1", block_devices: ["r0", "r1"] },
  "volume-groups": { block_devices: ["v0"] },
  bcaches: { backing_device: "b0", cache_set: "s0" },
};

test("every field of every kind is tested", () => {
  for (const { name, fields, kind } of service.kinds.values()) {
    const fieldNames = [...Object.keys(cases[name]?.key ?? {}), ...Object.keys(cases[name]?.fields ?? {})];
    expect(fieldNames.sort(), name).toEqual([...fields.keys()].sort());
    expect(
      kind.key.every((each) => each in (cases[name]?.key ?? {})),
      name,
    ).toBe(true);
  }
});

const inverted = <Value>([before, after]: readonly [Value, Value]): readonly [Value, Value] => [
  after,
  before,
];

const allDrifts = Object.entries(cases).flatMap(([kind, { fields }]) =>
  Object.entries(fields)
    .filter(([, [before, after]]) => JSON.stringify(before) !== JSON.stringify(after))
    // From the first value to the second on one day, and back on the next.
    .map(([field, values], index) => [kind, field, hasTurn(index, 2) ? values : inverted(values)] as const),
);
const drifts = partOfRun(allDrifts, 3);

/** A site in which one field of the kind's object has a value. */
function siteOf(kind: string, field: string, value: Given): Site {
  const { key: keyFields, within, with: also } = cases[kind] as Case;
  const fieldNames = field === "keyring_data" ? {} : always[kind];
  const item: GivenItem = { ...keyFields, ...fieldNames, ...also?.[field], [field]: value };
  return within?.(item) ?? { [kind]: [item] };
}

/** Applies a site, which must succeed and leave nothing to do. */
async function reach(site: Site): Promise<void> {
  const outcomes = (await service.apply(site)).map(({ failure }) =>
    failure === undefined ? "done" : [failure.message, ...(failure.details.lines ?? [])].join("; "),
  );
  expect(outcomes).toEqual(outcomes.map(() => "done"));
  expect(await service.plan(site)).toEqual([]);
}

describe("drift is found and mended", () => {
  test.each(drifts)("%s: %s", async (kind, field, [before, after]) => {
    for (const value of [before, after]) {
      await reach(siteOf(kind, field, value));
      const [step, ...others] = await service.plan(siteOf(kind, field, value === after ? before : after));
      expect(others).toEqual([]);
      expect(["update", "replace"]).toContain(step?.action);
      expect(Object.keys(step?.fields ?? {})).toEqual([field]);
    }
  });
});

/** List fields that can be emptied; MAC addresses, parents and disks cannot. */
const clearableLists = drifts.filter(
  ([, field, [before]]) =>
    Array.isArray(before) && !["mac_addresses", "parents", "block_devices"].includes(field),
);

/** Fields that cannot be cleared because the object needs a value. */
const unclearable: readonly string[] = [
  "boot-sources keyring_filename",
  "commissioning-scripts content",
  "scripts script",
];

const clearable = drifts.filter(([kind, field, [before]]) => {
  const loaded = service.kinds.get(kind);
  const state = loaded?.fields.get(field);
  const isText = before === null || ["string", "number", "boolean"].includes(typeof before);
  const isRefused = loaded !== undefined && state !== undefined && isNeverEmpty(loaded, state);
  // A document cannot give a flag an empty text.
  const isFlag = state?.field.type === "switch" || state?.field.type === "boolean";
  return isText && !isRefused && !isFlag && !unclearable.includes(`${kind} ${field}`);
});

describe("a field or list that can be cleared is empty then", () => {
  test.each([
    ...clearableLists.map((drift) => [...drift, []] as const),
    ...clearable.map((drift) => [...drift, null] as const),
  ])("%s: %s", async (kind, field, [value], none) => {
    await reach(siteOf(kind, field, value));
    await reach(siteOf(kind, field, none));
  });
});

/** Sites with several changed fields, or with other spellings of the same values. */
const sites: readonly (readonly [string, Site])[] = [
  ["an architecture without its second part", { machines: [{ hostname: "gpu-01", architecture: "arm64" }] }],
  ["a name that ends in a dot", { domains: [{ name: "Dotted.Test.", ttl: 30 }] }],
  [
    "a record in small letters",
    { "dnsresource-records": [{ ...cases["dnsresource-records"]?.key, rrtype: "txt" }] },
  ],
  ["keys with and without a comment", { sshkeys: [{ key: key("x", " me@here") }, { key: key("y") }] }],
  ["a key without its comment", { sshkeys: [{ key: key("x") }] }],
  [
    "the untagged VLAN of a new fabric",
    { fabrics: [{ name: "fresh", vlans: [{ vid: 0, mtu: 9000, description: "flat" }] }] },
  ],
  [
    "a new domain that forwards",
    { domains: [{ name: "one.test", ttl: 60, authoritative: false, forward_dns_servers: ["10.0.0.1"] }] },
  ],
];

test.each(sites)("%s is reached", async (_, site) => await reach(site));

test("DHCP of a new VLAN is enabled once its range exists, and stays enabled", async () => {
  const vlan = { vid: 9, primary_rack: "rack-01", dhcp_on: true, mtu: 1500 };
  const site: Site = {
    fabrics: [{ name: "with-dhcp", vlans: [vlan] }],
    ipranges: [{ start_ip: "10.55.0.10", end_ip: "10.55.0.20", type: "dynamic", subnet: "10.55.0.0/24" }],
    subnets: [{ cidr: "10.55.0.0/24", vlan: "with-dhcp/9" }],
  };
  const planned = async () =>
    (await service.plan(site)).map(({ action, kind, fields }) => `${action} ${kind} ${Object.keys(fields)}`);
  expect(await planned()).toEqual([
    "create fabrics name",
    "create vlans vid,primary_rack,mtu",
    "create subnets cidr,vlan",
    "create ipranges start_ip,end_ip,type,subnet",
    "update vlans dhcp_on",
  ]);
  await reach(site);
  await reach({ fabrics: [{ name: "with-dhcp", vlans: [{ vid: 9, dhcp_on: false }] }] });
  expect(await planned()).toEqual(["update vlans dhcp_on"]);
});
