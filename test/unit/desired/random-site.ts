import type { SeededRandom } from "../random.ts";
import type { GivenItem, Site } from "./site.ts";

/** Machines of the sandbox with seed 1, each in two spellings. */
const machineNames = [
  ["web-01", "WEB-01"],
  ["web-02", "Web-02"],
  ["db-01", "db-01."],
];

/** Subnets of the sandbox, partly in another spelling. */
const usedSubnets = ["10.10.0.0/24", "10.20.0.0/24", "2001:DB8:10::/64"];

/** The second disk of a machine: empty, formatted, partitioned, or with a volume group or a RAID on it. */
export function storageOf(random: SeededRandom, which = random.below(5)): GivenItem {
  const filesystem = (at: string): GivenItem => ({
    fstype: random.pick(["ext4", "xfs"]),
    mount_point: random.pick([`/${at}`, "/srv"]),
    mount_options: random.pick(["", "noatime"]),
  });
  const partitions = (count: number): GivenItem[] =>
    Array.from({ length: count }, (_, index) => ({
      number: index + 1,
      size: random.pick(["20G", "30000000000"]),
      tags: random.pick<readonly string[]>([[], ["a"], ["b", "a"]]),
    }));
  const disk = (fields: GivenItem): GivenItem => ({
    ...{ name: "sdb", fstype: "", mount_point: "", partitions: [] },
    ...fields,
  });
  const none = { raids: [], volume_groups: [] };
  const group = { name: "vg0", block_devices: ["sdb"] };
  const volumes = [
    { name: "data", size: random.pick(["5G", "6G"]) },
    { name: "logs", size: "1G" },
  ];
  const sites: readonly (() => GivenItem)[] = [
    () => ({ block_devices: [disk({})], ...none }),
    () => ({ block_devices: [disk(filesystem("a"))], ...none }),
    () => ({
      block_devices: [
        disk({
          partitions: partitions(3).map((each, at) => ({ ...each, ...(at === 1 ? filesystem("b") : {}) })),
        }),
      ],
      ...none,
    }),
    () => ({
      block_devices: [disk({}), { name: "vg0-data", ...filesystem("c") }],
      ...none,
      volume_groups: [{ ...group, logical_volumes: volumes.slice(0, 1 + random.below(2)) }],
    }),
    () => ({
      block_devices: [
        // A partition with a file system cannot become part of a RAID.
        disk({ partitions: partitions(2).map((each) => ({ ...each, fstype: "", mount_point: "" })) }),
        { name: "md0", ...filesystem("d") },
      ],
      ...none,
      raids: [{ name: "md0", level: "raid-1", partitions: ["sdb-part1", "sdb-part2"] }],
    }),
  ];
  return (sites[which] ?? (() => ({})))();
}

/** A site with all kinds of references between items, and with its kinds in random order. */
export function randomSite(random: SeededRandom): Site {
  const maybe = <T>(value: () => T): { readonly value?: T } =>
    random.below(2) === 0 ? {} : { value: value() };
  const some = (fields: Readonly<Record<string, () => GivenItem[string]>>): GivenItem =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, make]) => {
        const { value } = maybe(make);
        return value === undefined ? [] : [[name, value]];
      }),
    );
  const few = <T>(bound: number, make: (index: number) => T): T[] =>
    Array.from({ length: bound }, (_, index) => index)
      .filter(() => random.below(3) > 0)
      .map(make);
  const word = () => random.pick(["alpha", "beta", "gamma", "delta words"]);
  const domains = few(3, (index) => `d${index}.test`);
  const spaces = few(2, (index) => `space${index}`);
  const zones = few(2, (index) => `zone${index}`);
  const pools = few(2, (index) => `pool${index}`);
  const vids = few(3, (index) => 100 + index);
  const fabric = vids.length > 0;
  const subnets = fabric ? few(2, (index) => `10.20${index}.0.0/24`) : [];
  const names = domains.flatMap((domain) => few(2, (index) => ({ name: `h${index}`, domain })));
  const site: Record<string, readonly GivenItem[]> = {
    domains: domains.map((name) => ({ name, ...some({ ttl: () => 30 + random.below(3) * 30 }) })),
    spaces: spaces.map((name) => ({ name, ...some({ description: word }) })),
    zones: zones.map((name) => ({ name, ...some({ description: word }) })),
    resourcepools: pools.map((name) => ({ name, ...some({ description: word }) })),
    tags: few(2, (index) => ({
      name: `tag${index}`,
      ...some({ comment: word, machines: () => few(3, (each) => random.pick(machineNames[each] ?? [])) }),
    })),
    users: few(2, (index) => ({
      username: `user${index}`,
      email: `user${index}@example.com`,
      password: { env: "PASSWORD", text: word() },
      is_superuser: index === 0,
    })),
    notifications: few(2, (index) => ({
      ident: `notice${index}`,
      message: word(),
      ...some({ category: () => random.pick(["info", "error"]), users: () => random.below(2) === 0 }),
    })),
    // The sandbox's machines use these, so they cannot be deleted.
    fabrics: [
      { name: "fabric-0" },
      { name: "fabric-prod" },
      ...(fabric
        ? [
            {
              name: "site-fabric",
              ...some({ class_type: word }),
              vlans: vids.map((vid) => ({
                vid,
                ...some({
                  name: () => `v${vid}`,
                  mtu: () => random.pick([1500, 9000]),
                  ...(spaces.length > 0 ? { space: () => random.pick(spaces) } : {}),
                }),
              })),
            },
          ]
        : []),
    ],
    subnets: [
      ...usedSubnets.map((cidr) => ({ cidr })),
      ...subnets.map((cidr) => ({
        cidr,
        vlan: `site-fabric/${random.pick(vids)}`,
        ...some({ name: () => `net-${cidr.slice(0, 6)}`, gateway_ip: () => cidr.replace("0/24", "1") }),
      })),
    ],
    "static-routes":
      subnets.length < 2
        ? []
        : few(2, (index) => ({
            source: subnets[index] ?? "",
            destination: subnets[1 - index] ?? "",
            gateway_ip: `10.20${index}.0.${2 + random.below(2)}`,
            ...some({ metric: () => random.below(3) }),
          })),
    ipranges: subnets.flatMap((cidr) =>
      few(2, (index) => ({
        start_ip: cidr.replace("0/24", String(20 + 50 * index + random.below(5))),
        end_ip: cidr.replace("0/24", String(40 + 50 * index)),
        subnet: cidr,
        type: random.pick(["reserved", "dynamic"]),
        ...some({ comment: word }),
      })),
    ),
    "dhcp-snippets": subnets.map((subnet, index) => ({
      name: `snippet${index}`,
      value: `option ntp-servers 10.0.0.${1 + random.below(3)};`,
      subnet,
      ...some({ description: word, enabled: () => random.below(2) === 0 }),
    })),
    dnsresources: names.map((each) => ({ ...each, ...some({ address_ttl: () => 60 + random.below(2) }) })),
    "dnsresource-records": domains.flatMap((domain) =>
      few(2, (index) => ({
        name: `h${index}`,
        domain,
        rrtype: random.pick(["txt", "TXT"]),
        rrdata: `text ${random.below(2)}`,
      })),
    ),
    sshkeys: few(2, (index) => ({
      key: `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${"AB"[index]?.repeat(43)} ${word()}`,
    })),
    "license-keys": few(2, (index) => ({
      osystem: "windows",
      distro_series: `win202${index}`,
      license_key: `${"AB"[random.below(2)]?.repeat(5)}-BBBBB-CCCCC-DDDDD-EEEEE`,
    })),
    "commissioning-scripts": few(2, (index) => ({
      name: `9${index}-x`,
      content: Buffer.from(`#!/bin/sh\nsleep ${random.below(2)}\n`),
    })),
    "boot-sources": few(2, (index) => ({
      url: `http://images${index}.example/`,
      keyring_filename: random.pick(["/a.gpg", "/b.gpg"]),
      selections: few(2, (each) => ({
        os: "ubuntu",
        release: random.pick([`r${each}`]),
        arches: random.pick([["amd64"], ["arm64", "amd64"]]),
      })),
    })),
    files: few(2, (index) => ({
      filename: `file${index}`,
      file: Buffer.from([index, random.below(3), 255]),
    })),
    devices: domains.map((domain, index) => ({
      hostname: `device${index}`,
      mac_addresses: [`52:54:00:AA:00:0${index}`],
      domain,
      ...some({
        description: word,
        annotations: () => ({ map: random.pick([{}, { role: word() }, { role: "", rack: word() }]) }),
        ...(zones.length > 0 ? { zone: () => random.pick(zones) } : {}),
      }),
    })),
    machines: few(3, (index) => ({
      hostname: random.pick(machineNames[index] ?? []),
      ...(index === 2 ? storageOf(random) : {}),
      ...some({
        description: word,
        ...(zones.length > 0 ? { zone: () => random.pick(zones) } : {}),
        ...(pools.length > 0 ? { pool: () => random.pick(pools) } : {}),
      }),
    })),
  };
  const kinds = Object.keys(site);
  const shuffled: Record<string, readonly GivenItem[]> = {};
  while (kinds.length > 0) {
    const [kind] = kinds.splice(random.below(kinds.length), 1);
    if (kind !== undefined) shuffled[kind] = site[kind] ?? [];
  }
  return shuffled;
}
