import { afterAll, describe, expect, test } from "vitest";
import { hasValue } from "../../../src/desired/kinds.ts";
import { openService } from "./service.ts";
import type { Given, GivenItem, Site } from "./site.ts";

const service = await openService();
afterAll(() => service.stop());

/** An object of a kind, and for each of its fields the value it has and another one. */
interface Case {
  readonly key: GivenItem;
  readonly fields: Readonly<Record<string, readonly [Given, Given]>>;
  /** What the fields are given with, where one cannot do without the other. */
  readonly with?: Readonly<Record<string, GivenItem>>;
  /** The item of the kind that holds it. */
  readonly within?: (item: GivenItem) => Site;
}

const key = (letter: string) => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${letter.repeat(43)}`;

const cases: Readonly<Record<string, Case>> = {
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
    key: { name: "drift", domain: "example.com", rrtype: "txt", rrdata: "x" },
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
      // The sandbox has one rack, which the two cannot share.
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
      // One that is for nothing else is global.
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
  zones: { key: { name: "drift" }, fields: { description: ["a", ""] } },
  resourcepools: { key: { name: "drift" }, fields: { description: ["a", "b"] } },
  tags: {
    key: { name: "drift" },
    fields: { comment: ["a", "b"], definition: ["", ""], kernel_opts: ["quiet", "debug"] },
  },
  spaces: { key: { name: "drift" }, fields: { description: ["a", "b"] } },
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
      disabled_boot_architectures: [["pxe"], ["pxe", "uefi"]],
    },
  },
};

/** Given with each object of a kind, so that it can be made. */
const always: Readonly<Record<string, GivenItem>> = {
  ipranges: { end_ip: "10.10.0.105", type: "reserved", subnet: "prod-net" },
  "boot-sources": { keyring_filename: "/a.gpg" },
  "license-keys": { license_key: "AAAAA-BBBBB-CCCCC-DDDDD-EEEEE" },
  "commissioning-scripts": { content: Buffer.from("#!/bin/sh\n") },
  "dhcp-snippets": { value: "option ntp-servers 10.0.0.1;" },
  files: { file: Buffer.from("a") },
  devices: { mac_addresses: ["52:54:00:dd:dd:01"] },
};

test("every field of every kind stands here", () => {
  for (const { name, fields, kind } of service.kinds.values()) {
    const given = [...Object.keys(cases[name]?.key ?? {}), ...Object.keys(cases[name]?.fields ?? {})];
    expect(given.sort(), name).toEqual([...fields.keys()].sort());
    expect(
      kind.key.every((each) => each in (cases[name]?.key ?? {})),
      name,
    ).toBe(true);
  }
});

const drifts = Object.entries(cases).flatMap(([kind, { fields }]) =>
  Object.entries(fields)
    .filter(([, [before, after]]) => JSON.stringify(before) !== JSON.stringify(after))
    .map(([field, values]) => [kind, field, values] as const),
);

/** The files that give one field of the object of a kind a value. */
function siteOf(kind: string, field: string, value: Given): Site {
  const { key: named, within, with: also } = cases[kind] as Case;
  const given = field === "keyring_data" ? {} : always[kind];
  const item: GivenItem = { ...named, ...given, ...also?.[field], [field]: value };
  return within?.(item) ?? { [kind]: [item] };
}

/** What became of each step; of a failed one why. */
async function outcomesOf(site: Site): Promise<readonly string[]> {
  return (await service.apply(site)).map(({ failure }) =>
    failure === undefined ? "done" : [failure.message, ...(failure.details.lines ?? [])].join("; "),
  );
}

describe("drift is found and mended", () => {
  test.each(drifts)("%s: %s", async (kind, field, [before, after]) => {
    for (const value of [before, after, before]) {
      const outcomes = await outcomesOf(siteOf(kind, field, value));
      expect(outcomes).toEqual(outcomes.map(() => "done"));
      expect(await service.plan(siteOf(kind, field, value))).toEqual([]);
      const [step, ...others] = await service.plan(siteOf(kind, field, value === after ? before : after));
      expect(others).toEqual([]);
      expect([["update", "replace"].includes(step?.action ?? ""), Object.keys(step?.fields ?? {})]).toEqual([
        true,
        [field],
      ]);
    }
  });
});

/** Machines and devices are found by their addresses, and keep those that an item does not name. */
const lists = drifts.filter(([, field, [before]]) => Array.isArray(before) && field !== "mac_addresses");

describe("a list that is emptied is empty then: no part of its name would leave it as it is", () => {
  test.each(lists)("%s: %s", async (kind, field, [before, after]) => {
    for (const value of [before, after]) {
      expect(await outcomesOf(siteOf(kind, field, value))).toBeDefined();
      const outcomes = await outcomesOf(siteOf(kind, field, []));
      expect(outcomes).toEqual(outcomes.map(() => "done"));
      expect(await service.plan(siteOf(kind, field, []))).toEqual([]);
    }
  });
});

/** The only value of what it is about: the service has another field for it, or refuses to go without it. */
const kept: readonly string[] = ["boot-sources keyring_filename", "commissioning-scripts content"];

const clearable = drifts.filter(([kind, field, [before]]) => {
  const loaded = service.kinds.get(kind);
  const state = loaded?.fields.get(field);
  const isText = before === null || ["string", "number", "boolean"].includes(typeof before);
  const isRefused = loaded !== undefined && state !== undefined && hasValue(loaded, state);
  // Documents take no empty text for these.
  const isFlag = state?.field.type === "switch" || state?.field.type === "boolean";
  return isText && !isRefused && !isFlag && !kept.includes(`${kind} ${field}`);
});

describe("a field that can be cleared is empty then", () => {
  test.each(clearable)("%s: %s", async (kind, field, [before, after]) => {
    for (const value of [before, after]) {
      expect(await outcomesOf(siteOf(kind, field, value))).toBeDefined();
      const outcomes = await outcomesOf(siteOf(kind, field, null));
      expect(outcomes).toEqual(outcomes.map(() => "done"));
      expect(await service.plan(siteOf(kind, field, null))).toEqual([]);
    }
  });
});

test("an architecture without its second part is the generic one", async () => {
  const site: Site = { machines: [{ hostname: "gpu-01", architecture: "arm64" }] };
  expect(await outcomesOf(site)).toEqual(["done"]);
  expect(await service.plan(site)).toEqual([]);
});

test("a name may end in a dot, as whole names of hosts do", async () => {
  const site: Site = { domains: [{ name: "Dotted.Test.", ttl: 30 }] };
  expect(await outcomesOf(site)).toEqual(["done"]);
  expect(await service.plan(site)).toEqual([]);
});
