import { beforeEach, describe, expect, test } from "vitest";
import { isNeverEmpty } from "../../../src/desired/kinds.ts";
import { hasTurn, partOfRun } from "../random.ts";
import { type Case, cases, sshKey } from "./drift-cases.ts";
import { serviceOfFile } from "./service.ts";
import type { Given, GivenItem, Site } from "./site.ts";

const service = await serviceOfFile();
beforeEach(() => service.sandbox.reset());

test("every field of every kind is tested", () => {
  for (const { name, fields, spec } of service.kinds.values()) {
    const fieldNames = [...Object.keys(cases[name]?.key ?? {}), ...Object.keys(cases[name]?.fields ?? {})];
    expect(fieldNames.sort(), name).toEqual([...fields.keys()].sort());
    expect(
      spec.key.every((each) => each in (cases[name]?.key ?? {})),
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
  const { key, required, within, with: also } = cases[kind] as Case;
  const others = field === "keyring_data" ? {} : required;
  const item: GivenItem = { ...key, ...others, ...also?.[field], [field]: value };
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
  const isFlag = state?.definition.type === "switch" || state?.definition.type === "boolean";
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
  ["keys with and without a comment", { sshkeys: [{ key: sshKey("x", " me@here") }, { key: sshKey("y") }] }],
  ["a key without its comment", { sshkeys: [{ key: sshKey("x") }] }],
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
