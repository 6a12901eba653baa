import { storageCases } from "./drift-storage.ts";
import type { Given, GivenItem, Site } from "./site.ts";

/** An object of a kind, with two values for each of its fields. */
export interface Case {
  readonly key: GivenItem;
  /** Other fields that are required to create the object. */
  readonly required?: GivenItem;
  readonly fields: Readonly<Record<string, readonly [Given, Given]>>;
  /** Other fields that a field requires. */
  readonly with?: Readonly<Record<string, GivenItem>>;
  /** Wraps the item in its parent. */
  readonly within?: (item: GivenItem) => Site;
}

export const sshKey = (letter: string, comment = "") =>
  `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${letter.repeat(43)}${comment}`;

export const cases: Readonly<Record<string, Case>> = {
  ...storageCases,
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
    required: { end_ip: "10.10.0.105", type: "reserved", subnet: "prod-net" },
    fields: {
      end_ip: ["10.10.0.105", "10.10.0.106"],
      type: ["reserved", "dynamic"],
      comment: ["a", "b"],
      subnet: ["prod-net", "prod-net"],
    },
  },
  "boot-sources": {
    key: { url: "http://drift.example/" },
    required: { keyring_filename: "/a.gpg" },
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
  sshkeys: { key: { key: sshKey("d") }, fields: {} },
  sslkeys: { key: { key: { env: "PEM" } }, fields: {} },
  "license-keys": {
    key: { osystem: "windows", distro_series: "drift" },
    required: { license_key: "AAAAA-BBBBB-CCCCC-DDDDD-EEEEE" },
    fields: {
      license_key: ["AAAAA-BBBBB-CCCCC-DDDDD-EEEEE", { env: "KEY", text: "BBBBB-BBBBB-CCCCC-DDDDD-EEEEE" }],
    },
  },
  "commissioning-scripts": {
    key: { name: "80-drift" },
    required: { content: Buffer.from("#!/bin/sh\n") },
    fields: { content: [Buffer.from("#!/bin/sh\n"), Buffer.from("#!/bin/bash\n")] },
  },
  "dhcp-snippets": {
    key: { name: "drift" },
    required: { value: "option ntp-servers 10.0.0.1;" },
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
  files: {
    key: { filename: "drift" },
    required: { file: Buffer.from("a") },
    fields: { file: [Buffer.from("a"), Buffer.from([0, 255])] },
  },
  devices: {
    key: { hostname: "drift" },
    required: { mac_addresses: ["52:54:00:dd:dd:01"] },
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
    required: { type: "bond", parents: ["eth0", "eth1"] },
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
    required: { type: "virsh", power_address: "qemu+ssh://a@10.0.0.1/system" },
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
    required: { message: "x" },
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
    required: { script: "#!/bin/sh\n" },
    fields: {
      script: ["#!/bin/sh\necho a\n", "#!/bin/sh\necho a"],
      title: ["a", ""],
      description: ["a", "b"],
      tags: [
        ["x", "node"],
        ["x", "y"],
      ],
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
    required: { url: "http://a.example/ubuntu" },
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
