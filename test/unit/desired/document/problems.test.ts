import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderOfTest } from "../../../temporary-folder.ts";
import { problemsOf, readIn } from "./reading.ts";

test("all problems of all sources are reported at once, in order and with their places", async () => {
  const problems = await problemsOf(folderOfTest(), {
    text: `domain: []
domains:
  - nam: example.com
    ttl: abc
  - example.com
  - name: a.com
    ttl: [1]
  - name: a.com
fabrics: {name: x}
ipranges:
  - start_ip: 10.0.0.1
    type: dynamc
vlans: []
tokens: []
sshkeys:
dnsresources:
 - fqdn: a.b.c
 - name: x
   domain: ''
dhcp-snippets:
 - {name: a, iprange: 3, node: x, global_snippet: true, enabled: maybe}
config:
  default_dns_ttl: x
  enable_analytics: yess
  default_storage_layout: flt
license-keys:
  - {osystem: windows, distro_series: win2022, license_key: [hunter2]}
  - {osystem: windows, distro_series: win2023, license_key: !fil x}
machines:
  - description: nameless
  - hostname: [a]
`,
    files: {
      "other.json": '{"domains": [{"name": "a.com"}], "files": [{"filename": "a", "file": [1]}]}',
      "claims.yaml": "claims: [{nme: x, count: -1, allocate: {tag: a}, deploy: {bridge_type: foo}}]\n",
    },
    names: ["site.yaml", "other.json", "claims.yaml"],
  });
  expect(problems).toEqual([
    "site.yaml:1:1: unknown kind 'domain'; did you mean domains?",
    "site.yaml:3:5: unknown field 'nam' of domains; did you mean name?",
    "site.yaml:4:10: domains[0].ttl takes a whole number, not 'abc'",
    "site.yaml:5:5: domains[1] takes a mapping of fields, not text; write 'name:' before it",
    "site.yaml:7:10: domains[2].ttl takes a whole number, not a list",
    "site.yaml:8:5: domains[3] (a.com) is repeated here, first at site.yaml:6:5",
    "site.yaml:9:10: fabrics takes a list, not a mapping; '- ' begins an item",
    "site.yaml:12:11: ipranges[0].type takes dynamic, reserved, not 'dynamc'; did you mean dynamic?",
    "site.yaml:13:1: vlans belong inside fabrics, as vlans of an item",
    "site.yaml:14:1: tokens cannot be part of desired state",
    "site.yaml:15:1: sshkeys is empty; [] means that there are none",
    "site.yaml:17:4: dnsresources[0].fqdn is set with name and domain",
    "site.yaml:18:4: dnsresources[1]: domain is empty",
    "site.yaml:21:4: dhcp-snippets[0]: node, subnet and global_snippet cannot be combined",
    "site.yaml:21:4: dhcp-snippets[0]: iprange needs subnet",
    "site.yaml:21:66: dhcp-snippets[0].enabled takes true or false, not 'maybe'",
    "site.yaml:23:20: config.default_dns_ttl takes a whole number, not 'x'",
    "site.yaml:24:21: config.enable_analytics takes true or false, not 'yess'",
    "site.yaml:25:27: config.default_storage_layout takes bcache, blank, custom, flat, lvm, vmfs6, vmfs7, not 'flt'; did you mean flat?",
    "site.yaml:27:61: license-keys[0].license_key takes text, not a list",
    "site.yaml:28:66: unknown tag; did you mean !file?",
    "site.yaml:30:5: machines[0]: hostname or mac_addresses is missing",
    "site.yaml:31:15: machines[1].hostname takes text, not a list",
    "other.json:1:14: domains[0] (a.com) is repeated here, first at site.yaml:6:5",
    "other.json:1:70: files[0].file takes text or !file, not a list",
    "claims.yaml:1:10: claims[0]: name is missing",
    "claims.yaml:1:11: unknown field 'nme' of claims; did you mean name?",
    "claims.yaml:1:26: claims[0].count must be at least 0, not '-1'",
    "claims.yaml:1:41: unknown field 'tag' of allocate of claims; did you mean tags?",
    "claims.yaml:1:72: claims[0].deploy.bridge_type takes standard, ovs, not 'foo'",
  ]);
});

test.each([
  ["domains:\n\t- name: a\n", "2:1: tabs cannot be used to indent; use spaces"],
  [
    "domains:\n  - name: a\n   ttl: 1\n",
    "3:1: an entry of the list does not begin with '- ', or its line is not indented correctly",
  ],
  ["domains:\n  - name: a: b\n", "2:11: two colons on one line; text that contains ': ' must be quoted"],
  ["domains: [{name: a}\n", "2:1: a bracket is not closed, or its content is not indented"],
  ["domains: [{name: 'a}]\n\n\n", "1:18: a quoted text is not closed"],
  ["domains: [{name: @a}]\n", "1:18: text that begins with this character must be quoted"],
  [
    'domains: [{name: "a\\qb"}]\n',
    "1:20: an unknown escape after \\ in double quotes; in single quotes a backslash is literal",
  ],
  ["domains: []]\n", "1:12: a closing bracket has no opening bracket"],
  ["- n\nm\n i: j\n", "3:3: this is outside the document"],
  [
    'domains: [{name: "\\uD800"}]\n',
    "1:18: \\uD800 to \\uDFFF must come in pairs, because half a character cannot be sent",
  ],
  ["spaces: [{name: '\t'}]\n", "1:10: spaces[0]: name cannot be only blanks or dots"],
  [
    "license-keys: [{osystem: .., distro_series: x}]\n",
    "1:16: license-keys[0]: osystem cannot be only blanks or dots",
  ],
  ["devices: [{hostname: '.'}]\n", "1:11: devices[0]: hostname cannot be only blanks or dots"],
  ["domains: [a b: c]\nname\n", "2:1: a key needs a colon and a space after it"],
  ["- a\n", "1:1: a document is a mapping of kinds, such as domains:, not a list"],
  ["hello\n", "1:1: a document is a mapping of kinds, such as domains:, not text"],
  ["domains: []\ndomains: []\n", "2:1: 'domains' is repeated here, first at site.yaml:1:1"],
  ["domains: [{name: a, name: b}]\n", "1:21: 'name' is repeated here, first at site.yaml:1:12"],
  ['{"domains": [], "domains": []}', "1:17: 'domains' is repeated here, first at site.yaml:1:2"],
  ["license-keys: [{osystem: w, license_key:hunter2}]\n", "1:29: a space is missing after the colon"],
  ["license-keys: [{licence_key:hunter2: x}]\n", "1:17: unknown field 'licence_key...' of license-keys"],
  [
    "domains: [*a]\n",
    "1:11: this alias (*name) has no anchor before it; text that begins with * must be quoted",
  ],
  ["domains: &a [*a]\n", "1:14: this alias (*name) refers to a value that contains it"],
  [
    "tags: [{name: a, definition: //x, machines: [b]}]\n",
    "1:8: tags[0]: give machines or definition, not both: the service derives machines from definition",
  ],
  [
    "users: [{username: a, password: hunter2}]\n",
    "1:33: users[0].password must not be written in the document: use !env NAME or !file PATH",
  ],
  ["domains: [{<<: 1}]\n", "1:16: << takes a mapping, or a list of mappings"],
  ["domains: [{[a]: 1}]\n", "1:12: a key must be text"],
  ["domains: [{name}]\n", "1:12: a value is missing"],
  ["domains: [{: 1}]\n", "1:11: a key is missing"],
  [
    "domains: !!set {a: }\n",
    "1:16: unknown tag '!!set'; the tags are !file, !env and !!binary; text that begins with ! must be quoted",
  ],
  ["domains: [{name: !!binary AP8=}]\n", "1:27: domains[0].name takes text, not !!binary"],
  ["files: [{filename: a, file: !!binary a}]\n", "1:38: !!binary takes base64"],
  ["files: [{filename: a, file: !file [a]}]\n", "1:35: !file takes the path of a file, not a list"],
  ["domains: [{name: a, ttl: !env }]\n", "1:31: !env takes the name of a variable: letters, digits and _"],
  [
    "domains: [{name: a, ttl: !env s3cr3t! }]\n",
    "1:31: !env takes the name of a variable: letters, digits and _",
  ],
  [
    "domains: [{name: a\0b}]\n",
    "1:19: contains the control character U+0000; in double quotes it is written \\x00",
  ],
  ["domains:\r  - name: a\r", "1:9: a line ends with a carriage return alone, not a line feed"],
  ["domains: []\n---\n\uFEFFfabrics: []\n", "3:1: the text contains a byte order mark"],
  [
    "claims: [{name: a b, count: 1}]",
    "1:17: claims[0].name takes letters, digits, '.', '_' and '-', at most 100 of them, not 'a b'",
  ],
  [
    "claims: [{name: a, count: 1}, {name: a, count: 2}]",
    "1:31: claims[1]: 'a' is repeated here, first at site.yaml:1:10",
  ],
  [
    "claims: [{name: a, count: !env N}]",
    "1:32: claims[0].count must be text in the document, not a file or a variable",
  ],
  ["claims: [{name: a, count: 1, sites: [e, w, e]}]", "1:37: claims[0].sites: 'e' is repeated"],
  ["claims: [{name: a, count: 1, sites: []}]", "1:37: claims[0].sites takes a list of profiles"],
  ["claims: [{name: a, count: 1, sites: [!env E]}]", "1:37: claims[0].sites takes a list of profiles"],
  ["claims: [{name: a, count: 1, sites: {e: 1}}]", "1:37: claims[0].sites takes a list, not a mapping"],
  ["claims: [{name: a, count: {}, sites: [e]}]", "1:10: claims[0].count: e is missing"],
  ["claims: [{name: a, count: {e: x}, sites: e}]", "1:31: claims[0].count.e takes a whole number, not 'x'"],
  [
    "claims: [{name: a, count: {e: 1, w: 1}, sites: [e]}]",
    "1:34: claims[0].count: 'w' is not one of its sites",
  ],
  ["claims: [{name: a, count: {e: 1}}]", "1:27: claims[0].count takes a whole number, not a mapping"],
  ["claims: [{name: a, count: 1, deploy: [x]}]", "1:38: claims[0].deploy takes a mapping, not a list"],
  [
    "claims: [{name: a, count: 1, allocate: {agent_name: x}}]",
    "1:41: unknown field 'agent_name' of allocate of claims",
  ],
])("%j", async (text, problem) => {
  const [first] = await problemsOf(folderOfTest(), { text });
  expect(first?.replace(/; did you mean.*/, "")).toBe(`site.yaml:${problem}`);
});

test("a byte order mark at the beginning and Windows line ends are accepted", async () => {
  const read = await readIn(folderOfTest(), { text: "\uFEFFdomains:\r\n  - name: a\r\n" });
  expect(read.items[0]?.place).toMatchObject({ line: 2, column: 5 });
});

test.each([
  ["UTF-16", Buffer.from("\uFEFFdomains: []", "utf16le"), ": is UTF-16 or UTF-32; save it as UTF-8"],
  ["UTF-16 without a mark", Buffer.from("domains: []", "utf16le"), ": is UTF-16 or UTF-32; save it as UTF-8"],
  ["Latin 1", Buffer.from("domains: [{name: \u00e4}]", "latin1"), ":1:18: is not text in UTF-8"],
  [
    "text that breaks off within a character, after replacement characters of its own",
    Buffer.concat([Buffer.from("# \uFFFD\uFFFD\n#\uFFFD \u00e4 "), Buffer.from("\u20ac").subarray(0, 2)]),
    ":2:6: is not text in UTF-8",
  ],
  ["more than 10 MB", Buffer.alloc(10_000_001, "#"), ": is larger than 10 MB"],
])("a source of %s", async (_, text, problem) => {
  expect(await problemsOf(folderOfTest(), { text })).toEqual([`site.yaml${problem}`]);
});

test("sources: folders, standard input, repeated files, and unreadable ones", async () => {
  const folder = folderOfTest();
  for (const name of ["site", "site/sub.yaml", "empty"]) mkdirSync(join(folder, name));
  symlinkSync("site/b.yml", join(folder, "link.yaml"));
  const name = (domain: string) => `domains: [{name: ${domain}}]`;
  const files = {
    files: {
      "site/b.yml": name("b"),
      "site/a.json": '{"domains": [{"name": "a"}]}',
      "site/C.YAML": name("c"),
      "site/.hidden.yaml": name("hidden"),
      "site/readme.md": "# not read",
    },
    input: name("from-input"),
  };
  const read = await readIn(folder, { ...files, names: ["-", "site", "site/b.yml", "link.yaml", "-"] });
  expect(read.items.map(({ place }) => place.file.replace(`${folder}/`, ""))).toEqual([
    "-",
    "site/C.YAML",
    "site/a.json",
    "site/b.yml",
  ]);
  const problems = await problemsOf(folder, { ...files, names: ["missing.yaml", "empty", "site/b.yml/x"] });
  expect(problems).toEqual([
    "missing.yaml: no such file",
    "empty: contains no *.yaml, *.yml or *.json files",
    "site/b.yml/x: no such file",
  ]);
});

test("files that !file names and that cannot be read", async () => {
  const folder = folderOfTest();
  mkdirSync(join(folder, "sub"));
  symlinkSync("loop", join(folder, "loop"));
  const paths = [
    ...["sub", "/dev/zero", "/dev/tty", "missing", "site.yaml/x"],
    '"a\\0b"',
    '"a\\nb"',
    "loop",
    '""',
    "key",
    "latin1",
  ];
  const problems = await problemsOf(folder, {
    text: `fabrics:\n${paths.map((path, index) => `- {name: ${index}, description: !file ${path}}\n`).join("")}`,
    files: { key: "-----BEGIN OPENSSH PRIVATE KEY-----\nhunter2\n", latin1: Buffer.from([0xe4]) },
  });
  const reasons = problems.map((problem) =>
    problem.replace(/^site.yaml:\d+:\d+: (?:fabrics\[\d+\]\.description: )?/, ""),
  );
  expect(reasons.map((reason) => reason.replace(folder, ""))).toEqual([
    "sub: is a folder",
    "/dev/zero: is not a regular file",
    expect.stringMatching(
      /^\/dev\/tty: (is not a regular file|cannot be read \(no such device or address\))$/,
    ),
    "missing: no such file",
    "site.yaml/x: no such file",
    "a\0b: a path cannot contain a NUL character",
    "a b: no such file",
    "loop: is a symbolic link to itself",
    "!file takes the path of a file",
    "this is a private key; give the public key",
    "latin1: is not text in UTF-8",
  ]);
});

test.skipIf(process.getuid?.() === 0)("a file that may not be read", async () => {
  const folder = folderOfTest();
  await readIn(folder, { text: "domains: []" });
  chmodSync(join(folder, "site.yaml"), 0);
  expect(await problemsOf(folder, { names: ["site.yaml"] })).toEqual([
    "site.yaml: cannot be read (permission denied)",
  ]);
});

test("a field that every object must have cannot be cleared", async () => {
  const text = [
    "ipranges: [{start_ip: 10.0.0.1, end_ip: '', comment: ''}]",
    "machines: [{hostname: a, architecture: null, description: ~}]",
    "files: [{filename: a, file: ''}]",
    "devices: [{hostname: a, domain: null, description: ''}]",
    "domains: [{name: a, authoritative: '', ttl: ''}]",
    "subnets: [{cidr: 10.0.0.0/24, name: '\t '}]",
  ].join("\n");
  expect(await problemsOf(folderOfTest(), { text })).toEqual([
    "site.yaml:1:41: ipranges[0].end_ip cannot be empty",
    "site.yaml:2:40: machines[0].architecture cannot be empty",
    "site.yaml:4:33: devices[0].domain cannot be empty",
    "site.yaml:5:36: domains[0].authoritative cannot be empty",
    "site.yaml:6:37: subnets[0].name cannot be empty",
  ]);
});

test("the name of a file in a field for its content is a problem", async () => {
  const files = { "ud.yaml": "#cloud-config\n" };
  const site = (value: string) => `
dhcp-snippets: [{name: a, global_snippet: true, value: ${value}}]
commissioning-scripts: [{name: b, content: ${value}}]
claims: [{name: c, count: 1, deploy: {user_data: ${value}}}]
`;
  expect(await problemsOf(folderOfTest(), { text: site("ud.yaml"), files })).toEqual(
    ["dhcp-snippets[0].value", "commissioning-scripts[0].content", "claims[0].deploy.user_data"].map(
      (label) =>
        expect.stringContaining(`: ${label}: 'ud.yaml' is a file: write !file ud.yaml for its content`),
    ),
  );
  for (const value of ["!file ud.yaml", '"ud.yaml\\n"', "other.yaml"])
    await readIn(folderOfTest(), { text: site(value), files });
});
