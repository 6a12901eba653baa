import { expect, test } from "vitest";
import { folderOfTest } from "../../../temporary-folder.ts";
import { placesOf, plainItems, plainValue, readIn } from "./reading.ts";

const site = `# what anchors stand for
x-defaults: &defaults
  ttl: 300
domains:
  - name: example.com
    <<: *defaults
  - {name: lab.example.com, authoritative: no, forward_dns_servers: 10.0.0.1 10.0.0.2}
fabrics:
  - name: prod
    vlans:
      - vid: 0x64
        mtu: 9_000
        dhcp_on: yes
---
config: {ntp_servers: ntp.example, default_dns_ttl: 30, upstream_dns: null}
---
# nothing here
---
machines:
  - mac_addresses: 52:54:00:00:00:01
    power_parameters: {power_address: 10.0.0.3, __proto__: x}
    create: true
`.replace("9_000", "9000");

test("kinds, held items, merges, several documents and configuration", async () => {
  const folder = folderOfTest();
  const read = await readIn(folder, { text: site });
  expect(plainItems(read)).toEqual([
    { kind: "domains", fields: { name: "example.com", ttl: "300" } },
    {
      kind: "domains",
      fields: {
        name: "lab.example.com",
        authoritative: "false",
        forward_dns_servers: ["10.0.0.1", "10.0.0.2"],
      },
    },
    { kind: "fabrics", fields: { name: "prod" } },
    { kind: "vlans", fields: { vid: "100", mtu: "9000", dhcp_on: "true" }, parent: { name: "prod" } },
    { kind: "config", fields: { name: "ntp_servers", value: "ntp.example" } },
    { kind: "config", fields: { name: "default_dns_ttl", value: "30" } },
    { kind: "config", fields: { name: "upstream_dns", value: "" } },
    {
      kind: "machines",
      fields: {
        mac_addresses: ["52:54:00:00:00:01"],
        power_parameters: new Map([
          ["power_address", "10.0.0.3"],
          ["__proto__", "x"],
        ]),
      },
      mayCreate: true,
    },
  ]);
  expect(placesOf(folder, read)).toEqual(
    ["5:5", "7:5", "9:5", "11:9", "15:10", "15:36", "15:57", "20:5"].map((place) => `site.yaml:${place}`),
  );
  expect(read.scopes.map(({ kind, parent }) => [kind, parent?.kind])).toEqual([
    ["domains", undefined],
    ["fabrics", undefined],
    ["vlans", "fabrics"],
    ["config", undefined],
    ["machines", undefined],
  ]);
});

test("an empty list is one scope without items, however many sources have it", async () => {
  const read = await readIn(folderOfTest(), {
    text: "domains: []\nfabrics: [{name: a, vlans: []}]\n",
    files: { "b.json": '{"domains": [{"name": "b.com", "ttl": 1}]}' },
    names: ["site.yaml", "b.json"],
  });
  expect(read.scopes.map(({ kind }) => kind)).toEqual(["domains", "fabrics", "vlans"]);
  expect(plainItems(read).at(-1)).toEqual({ kind: "domains", fields: { name: "b.com", ttl: "1" } });
});

/** Documents with a placeholder for one value, and the field that it is parsed as. */
const forms = {
  flag: [(value: string) => `fabrics: [{name: a, vlans: [{vid: 1, dhcp_on: ${value}}]}]`, "dhcp_on"],
  number: [(value: string) => `domains:\n- name: a\n  ttl: ${value}\n`, "ttl"],
  text: [(value: string) => `fabrics:\n- name: a\n  description: ${value}\n`, "description"],
} as const;

test.each<[form: keyof typeof forms, read: string, ...spellings: string[]]>([
  ["flag", "true", "true", "yes", "On", "1", '"true"'],
  ["flag", "false", "false", "NO", "off", "0"],
  ["number", "300", "300", '"300"'],
  ["number", "31", "0x1F"],
  ["number", "15", "0o17"],
  ["number", "5", "+5"],
  ["number", "100", "0100"],
  ["number", "", "null", "~", '""', ""],
  ["number", "9007199254740993", "9007199254740993"],
  ["text", "22.10", "22.10"],
  ["text", "yes", "yes"],
  ["text", "0123", "0123"],
  ["text", "1e3", "1e3"],
  ["text", "2026-01-01", "2026-01-01"],
  ["text", "~", "'~'"],
  ["text", "", "~"],
  ["text", "0x10", "!!str 0x10"],
  ["text", "12", "! 12", "!!int 12"],
  ["text", "12345678901234567890", "12345678901234567890"],
  ["text", ".inf", ".inf"],
  ["text", "a\nb", "|-\n    a\n    b"],
  ["text", "a\n\nb\n", "|\n    a\n\n    b\n"],
  ["text", "a b", ">-\n    a\n    b"],
  ["text", "tab\tline\n\u2028", '"tab\\tline\\n\\u2028"'],
])("the %s %j is read from each of its spellings", async (form, expected, ...spellings) => {
  const [document, field] = forms[form];
  for (const spelling of spellings) {
    const read = await readIn(folderOfTest(), { text: document(spelling) });
    expect(plainItems(read).at(-1)?.fields[field], spelling).toBe(expected);
  }
});

test("files: relative to the document, as text without its line end, as bytes, and below the home folder", async () => {
  const folder = folderOfTest();
  const key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIE0k1Xq5m1c3cU0m8wq2a1b0Yf3xS5nR7dV9pL2kJ4hG me";
  const read = await readIn(folder, {
    text: `sshkeys: [{key: !file id.pub}, {key: !file ~/other.pub}]
dhcp-snippets: [{name: a, value: !file id.pub}]
files:
  - {filename: a, file: !file raw.bin}
  - {filename: b, file: plain text}
  - {filename: c, file: !!binary "AP8="}
`,
    files: {
      "id.pub": `${key}\n`,
      "other.pub": `${key.replace("E0k", "E1k")}\r\n`,
      "raw.bin": Buffer.from([0, 255, 10]),
    },
    env: { HOME: folder },
  });
  expect(plainItems(read).map(({ fields }) => fields)).toEqual([
    { key: { bytes: key } },
    { key: { bytes: key.replace("E0k", "E1k") } },
    { name: "a", value: { bytes: `${key}\n` } },
    { filename: "a", file: { bytes: "\0\u00ff\n" } },
    { filename: "b", file: "plain text" },
    { filename: "c", file: { bytes: "\0\u00ff" } },
  ]);
});

test("variables: set, not set, and empty, which counts as not set", async () => {
  const secrets: string[] = [];
  const key = (name: string) => `{osystem: w, distro_series: ${name}, license_key: !env ${name}}`;
  const read = await readIn(folderOfTest(), {
    text: `license-keys: [${key("A")}, ${key("B")}, ${key("C")}, ${key("toString")}]`,
    env: { A: "hunter2", B: undefined, C: "" },
    secrets,
  });
  expect(plainItems(read).map(({ fields }) => fields["license_key"])).toEqual([
    { variable: "A", text: "hunter2" },
    { variable: "B", text: undefined },
    { variable: "C", text: undefined },
    { variable: "toString", text: undefined },
  ]);
  expect(secrets).toEqual(["hunter2"]);
});

test("secrets in a document are left out of messages", async () => {
  const secrets: string[] = [];
  await readIn(folderOfTest(), {
    text: `license-keys: [{osystem: w, distro_series: x, license_key: hunter2}]
machines: [{hostname: a, power_parameters: {power_pass: swordfish, power_address: 10.0.0.1}}]`,
    secrets,
  });
  expect(secrets).toEqual(["hunter2", "swordfish"]);
});

test("claims", async () => {
  const { claims } = await readIn(folderOfTest(), {
    text: `claims:
  - name: runners
    count: 3
    allocate: { tags: [ssd], arch: amd64, cpu_count: 4 }
    deploy: { distro_series: jammy, user_data: !file init.yaml, install_kvm: on }
  - {name: none, count: 0}
`,
    files: { "init.yaml": "#cloud-config\n" },
  });
  const plain = claims.map(({ name, count, allocate, deploy }) => ({
    name,
    count,
    allocate: Object.fromEntries([...allocate].map(([field, value]) => [field, plainValue(value)])),
    deploy: Object.fromEntries([...deploy].map(([field, value]) => [field, plainValue(value)])),
  }));
  expect(plain).toEqual([
    {
      name: "runners",
      count: 3,
      allocate: { tags: ["ssd"], arch: ["amd64"], cpu_count: "4" },
      deploy: { distro_series: "jammy", user_data: { bytes: "#cloud-config\n" }, install_kvm: "true" },
    },
    { name: "none", count: 0, allocate: {}, deploy: {} },
  ]);
});

test("a repeated fragment has the places of its first occurrence", async () => {
  const folder = folderOfTest();
  const read = await readIn(folder, {
    text: `x-vlans: &vlans
  - {vid: 1}
  - {vid: 2}
fabrics:
  - {name: a, vlans: *vlans}
  - {name: b, vlans: *vlans}
`,
  });
  expect(placesOf(folder, read).map((place) => place.slice(10))).toEqual([
    ...["5:5", "2:5", "3:5", "6:5", "2:5", "3:5"],
  ]);
});
