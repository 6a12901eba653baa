import { describe, expect, test } from "vitest";
import { json, type LiveRoutes } from "./live-call.ts";
import { liveService, svcAt } from "./live-service.ts";

interface Listed {
  readonly command: string;
  readonly route: string;
  /** One row as live services answer it, and as other services may: each shown alike. */
  readonly answers: readonly unknown[];
  readonly shown: string;
}

const vlan = {
  vid: 0,
  mtu: 1500,
  dhcp_on: true,
  name: "untagged",
  fabric: "fabric-prod",
  id: 1,
  fabric_id: 1,
};
const subnet = { name: "prod-net", cidr: "10.10.0.0/24", vlan, space: "prod", id: 1 };
const nic = { system_id: "s3hqfp", name: "eth0", mac_address: "52:54:00:10:00:03", id: 1, vlan };
const made = { created: "2026-11-20T16:17:26.694", updated: "2026-11-20T16:17:28.594" };
const madeText = "2026-11-20 16:17:26Z";

/** What a service answers to each list, and the row of the wide table that it is. */
const lists: readonly Listed[] = [
  {
    command: "bcache-cache-sets list aaa111",
    route: "GET nodes/*/bcache-cache-sets/",
    answers: [
      {
        id: 4,
        name: "cache0",
        cache_device: { path: "/dev/sdb", size: 60_000_000_000 },
        system_id: "aaa111",
      },
    ],
    shown: "4 | cache0 | /dev/sdb | 60 GB | web-01",
  },
  {
    command: "bcaches list aaa111",
    route: "GET nodes/*/bcaches/",
    answers: [
      {
        id: 3,
        name: "bcache0",
        size: 40_000_000_000,
        cache_mode: "writeback",
        backing_device: { path: "/dev/sda" },
        cache_set: { id: 4, name: "cache0" },
        uuid: "u-1",
      },
    ],
    shown: "3 | bcache0 | 40 GB | writeback | /dev/sda | cache0 | u-1",
  },
  {
    command: "block-devices list aaa111",
    route: "GET nodes/*/blockdevices/",
    answers: [
      {
        id: 5,
        name: "sda",
        type: "physical",
        size: 40_000_000_000,
        available_size: 0,
        model: "",
        serial: "",
        used_for: "Unused",
        path: "/dev/disk/by-dname/sda",
        tags: ["ssd", "sata"],
        partitions: [{ id: 9 }],
        filesystem: null,
      },
    ],
    shown: "5 | sda | physical | 40 GB | 0 B | - | Unused | - | /dev/disk/by-dname/sda | ssd,sata",
  },
  {
    command: "boot-resources list",
    route: "GET boot-resources/",
    answers: [
      {
        id: 1,
        type: "Synced",
        name: "ubuntu/jammy",
        architecture: "amd64/ga-22.04",
        last_deployed: "2026-11-20T16:17:26.625",
        title: "",
        subarches: "generic,hwe-p",
      },
    ],
    shown: `1 | Synced | ubuntu/jammy | amd64/ga-22.04 | ${madeText} | - | generic,hwe-p`,
  },
  {
    command: "boot-source-selections list 1",
    route: "GET boot-sources/*/selections/",
    answers: [{ id: 2, os: "ubuntu", release: "jammy", arches: ["amd64"], subarches: ["*"], labels: ["*"] }],
    shown: "2 | ubuntu | jammy | amd64 | * | *",
  },
  {
    command: "boot-sources list",
    route: "GET boot-sources/",
    answers: [{ ...made, url: "http://images/", keyring_filename: "/k.gpg", keyring_data: "", id: 1 }],
    shown: "1 | http://images/ | /k.gpg | 2026-11-20 16:17:28Z",
  },
  {
    command: "commissioning-scripts list",
    route: "GET commissioning-scripts/",
    answers: ["check-disks"],
    shown: "check-disks",
  },
  {
    command: "devices list",
    route: "GET devices/",
    answers: [
      {
        fqdn: "printer1.lab",
        system_id: "eh6dna",
        owner: "bob",
        zone: { name: "default", id: 1 },
        ip_addresses: ["10.0.0.9"],
        interface_set: [nic],
        parent: "aaa111",
        tag_names: ["a", "b"],
        description: "",
      },
      {
        fqdn: "printer1.lab",
        system_id: "eh6dna",
        owner: { username: "bob", email: "b@x" },
        zone: "default",
        ip_addresses: ["10.0.0.9"],
        interface_set: [nic],
        parent: { system_id: "aaa111", hostname: "web-01" },
        tag_names: ["a", "b"],
        description: null,
      },
    ],
    shown: "printer1.lab | eh6dna | bob | default | 10.0.0.9 | 52:54:00:10:00:03 | web-01 | a,b | -",
  },
  {
    command: "dhcp-snippets list",
    route: "GET dhcp-snippets/",
    answers: [
      {
        id: 1,
        name: "snip1",
        description: "seeded",
        enabled: true,
        node: { system_id: "aaa111" },
        subnet,
        value: "option x;",
        history: [{ id: 811, value: "option x;" }],
        global_snippet: false,
      },
    ],
    shown: "1 | snip1 | yes | no | prod-net | web-01 | seeded | option x; | 811",
  },
  {
    command: "discovery list",
    route: "GET discovery/",
    answers: [
      {
        discovery_id: "MTA=",
        ip: "10.10.0.77",
        mac_address: "52:54:00:99:00:01",
        last_seen: made.created,
        hostname: "found1",
        fabric_name: "fabric-prod",
        vid: null,
        mac_organization: null,
        observer: { system_id: "s3hqfp", hostname: "rack1", interface_id: 1 },
      },
    ],
    shown: `10.10.0.77 | 52:54:00:99:00:01 | found1 | fabric-prod | untagged | rack1 | ${madeText} | - | MTA=`,
  },
  {
    command: "dnsresource-records list",
    route: "GET dnsresourcerecords/",
    answers: [{ id: 1, fqdn: "txt.lab", rrtype: "TXT", ttl: null, rrdata: "hello world" }],
    shown: "1 | txt.lab | TXT | - | hello world",
  },
  {
    command: "dnsresources list",
    route: "GET dnsresources/",
    answers: [
      {
        id: 1,
        fqdn: "www.lab",
        address_ttl: 30,
        ip_addresses: [
          { ip: "10.10.0.50", subnet, owner: null },
          { ip: "10.10.0.51", subnet },
        ],
        resource_records: [],
      },
    ],
    shown: "1 | www.lab | 10.10.0.50,10.10.0.51 | 30 | 0",
  },
  {
    command: "domains list",
    route: "GET domains/",
    answers: [
      { id: 0, name: "lab", is_default: true, authoritative: true, ttl: null, resource_record_count: 0 },
    ],
    shown: "0 | lab | yes | yes | - | 0",
  },
  {
    command: "fabrics list",
    route: "GET fabrics/",
    answers: [{ id: 1, name: "fabric-prod", class_type: "10g", vlans: [vlan, { ...vlan, vid: 100 }] }],
    shown: "1 | fabric-prod | 10g | 2 | 0,100",
  },
  {
    command: "files list",
    route: "GET files/",
    answers: [{ filename: "seed.txt", resource_uri: "/LAB/f/", anon_resource_uri: "/LAB/f/?op=x" }],
    shown: "seed.txt | /LAB/f/ | /LAB/f/?op=x",
  },
  {
    command: "installation-results list",
    route: "GET installation-results/",
    answers: [
      { ...made, id: 79, name: "svc-lshw", script_result: 0, result_type: 0, node: { system_id: "aaa111" } },
      { ...made, id: 79, name: "svc-lshw", script_result: 0, result_type: 0, node: "aaa111" },
    ],
    shown: `web-01 | svc-lshw | passed | commissioning | 2026-11-20 16:17:28Z | 79 | ${madeText}`,
  },
  {
    command: "installation-results list",
    route: "GET installation-results/",
    answers: [
      { ...made, id: 8, name: "smart", script_result: 3, result_type: 2, node: { system_id: "gone00" } },
    ],
    shown: `gone00 | smart | failed (3) | testing | 2026-11-20 16:17:28Z | 8 | ${madeText}`,
  },
  {
    command: "installation-results list",
    route: "GET installation-results/",
    answers: [
      { id: 9, name: "install.log", script_result: null, result_type: 1, node: { system_id: "aaa111" } },
    ],
    shown: "web-01 | install.log | - | installation | - | 9 | -",
  },
  {
    command: "ipaddresses list",
    route: "GET ipaddresses/",
    answers: [
      {
        ...made,
        ip: "10.10.0.3",
        alloc_type: 1,
        alloc_type_name: "Static",
        subnet,
        owner: { username: "bob" },
        interface_set: [nic],
      },
      {
        ...made,
        ip: "10.10.0.3",
        alloc_type: 1,
        alloc_type_name: "Static",
        subnet,
        owner: "bob",
        interface_set: [nic],
      },
    ],
    shown: `10.10.0.3 | Static | bob | 10.10.0.0/24 | rack1 | ${madeText} | 52:54:00:10:00:03`,
  },
  {
    command: "ipranges list",
    route: "GET ipranges/",
    answers: [
      {
        id: 1,
        start_ip: "10.10.0.200",
        end_ip: "10.10.0.220",
        type: "dynamic",
        subnet,
        user: { username: "bob", email: "" },
        comment: "dhcp",
      },
    ],
    shown: "1 | 10.10.0.200 | 10.10.0.220 | dynamic | 10.10.0.0/24 | bob | dhcp",
  },
  {
    command: "networks list",
    route: "GET networks/",
    answers: [
      {
        name: "subnet-1",
        ip: "10.10.0.0",
        netmask: "255.255.255.0",
        vlan_tag: 0,
        description: "prod",
        default_gateway: "10.10.0.1",
        dns_servers: ["10.10.0.2"],
      },
    ],
    shown: "subnet-1 | 10.10.0.0 | 255.255.255.0 | 0 | 10.10.0.1 | prod | 10.10.0.2",
  },
  {
    command: "sshkeys list",
    route: "GET account/prefs/sshkeys/",
    answers: [{ id: 1, key: "ssh-rsa AAAA me@host\n", keysource: "lp:me" }],
    shown: "1 | lp:me | ssh-rsa AAAA me@host",
  },
  {
    command: "vlans list 1",
    route: "GET fabrics/*/vlans/",
    answers: [
      { ...vlan, space: "undefined", primary_rack: "s3hqfp", secondary_rack: null, relay_vlan: null },
      { ...vlan, space: null, primary_rack: { system_id: "s3hqfp", hostname: "rack1" }, relay_vlan: null },
    ],
    shown: "0 | untagged | fabric-prod | - | yes | 1500 | rack1 | - | - | 1",
  },
];

const nodes = [
  { system_id: "aaa111", hostname: "web-01", status: 4, status_name: "Ready" },
  { system_id: "s3hqfp", hostname: "rack1", node_type_name: "Rack controller" },
];

const routesFor = (route: string, answer: unknown): LiveRoutes => ({
  "GET nodes/": ({ texts }) => json(nodes.filter(({ system_id }) => texts("id").includes(system_id))),
  [route]: () => json(answer),
});

describe.each(lists.map((list) => [list.command, list] as const))("%s", (command, list) => {
  test.each(list.answers)("shows %o", async (answer) => {
    const live = await liveService({ routes: routesFor(list.route, [answer]) });
    const { code, stdout } = await svcAt(live)([...command.split(" "), "-o", "wide", "--no-header"]);
    expect(code).toBe(0);
    expect(stdout.trimEnd().split(/ {2,}/).join(" | ")).toBe(list.shown);
    expect(live.heard.length).toBeLessThanOrEqual(3);
  });
});

describe("what several nodes have", () => {
  const ofNodes = lists.filter(({ route }) => route.startsWith("GET nodes/*/"));

  test("is listed by several commands", () => expect(ofNodes.length).toBeGreaterThan(2));

  test.each(ofNodes)(
    "has a row for each element behind its node: $command",
    async ({ command, route, answers, shown }) => {
      const two = [answers[0], answers[0]];
      const live = await liveService({ routes: routesFor(route, two) });
      const line = [...command.split(" "), "s3hqfp"];
      const { code, stdout } = await svcAt(live)([...line, "-o", "wide", "--no-header"]);
      const rows = stdout
        .trimEnd()
        .split("\n")
        .map((row) => row.split(/ {2,}/).join(" | "));
      expect([code, rows]).toEqual([
        0,
        ["web-01", "web-01", "rack1", "rack1"].map((node) => `${node} | ${shown}`),
      ]);
      const json = JSON.parse((await svcAt(live)([...line, "-o", "json"])).stdout);
      expect(json).toEqual([
        { system_id: "aaa111", hostname: "web-01", value: two },
        { system_id: "s3hqfp", hostname: "rack1", value: two },
      ]);
      const query = ["--query", "[].value[].id"];
      const asTable = (await svcAt(live)([...line, ...query])).stdout.trim().split("\n");
      expect(asTable.map(Number)).toEqual(
        JSON.parse((await svcAt(live)([...line, ...query, "-o", "json"])).stdout),
      );
    },
  );
});

test("a table is sorted by the names that it shows", async () => {
  const racks = ["s3hqfp", null, "aaa111", "zzz999"];
  const live = await liveService({
    routes: routesFor(
      "GET fabrics/*/vlans/",
      racks.map((primary_rack) => ({ ...vlan, primary_rack })),
    ),
  });
  const line = ["vlans", "list", "1", "--columns", "PRIMARY", "--no-header", "--sort"];
  expect((await svcAt(live)([...line, "PRIMARY"])).stdout.split("\n")).toEqual([
    "rack1",
    "web-01",
    "zzz999",
    "-",
    "",
  ]);
  expect((await svcAt(live)([...line, "-PRIMARY"])).stdout.split("\n")).toEqual([
    "zzz999",
    "web-01",
    "rack1",
    "-",
    "",
  ]);
});

test("csv keeps the service's own values, and asks for no names", async () => {
  const live = await liveService({
    routes: routesFor("GET fabrics/*/vlans/", [{ ...vlan, space: "undefined", primary_rack: "s3hqfp" }]),
  });
  const columns = ["--columns", "SPACE,PRIMARY,DHCP", "--no-header"];
  expect((await svcAt(live)(["vlans", "list", "1", "-o", "csv", ...columns])).stdout).toBe(
    "undefined,s3hqfp,true\n",
  );
  expect(live.heard).toHaveLength(1);
});

test("names that cannot be read leave the ids", async () => {
  const live = await liveService({
    routes: {
      ...routesFor("GET fabrics/*/vlans/", [{ ...vlan, space: "prod", primary_rack: "s3hqfp" }]),
      "GET nodes/": () => ({ status: 500, body: "no" }),
    },
  });
  const { code, stdout, stderr } = await svcAt(live)(["vlans", "list", "1", "--columns", "PRIMARY"]);
  expect([code, stdout, stderr]).toEqual([0, "PRIMARY\ns3hqfp\n", ""]);
});

test("one object shows names as a list does", async () => {
  const live = await liveService({
    routes: routesFor("GET fabrics/*/vlans/*/", { ...vlan, space: "undefined", primary_rack: "s3hqfp" }),
  });
  const { stdout } = await svcAt(live)(["vlans", "get", "1", "0"]);
  expect(stdout).toMatch(/^PRIMARY +rack1$/m);
  expect(stdout).toMatch(/^SPACE +-$/m);
});
