import { expect, test } from "vitest";
import { Failure } from "../../../../src/core/failure.ts";
import { folderOfFile, folderOfTest } from "../../../temporary-folder.ts";
import { createRandom, hasTurn, seedsOfRun } from "../../random.ts";
import { plainItems, problemsOf, readIn } from "./reading.ts";

const repeat = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join("");

/** Documents that exceed a limit, which takes seconds; one of them is tested each day. */
const large: readonly (readonly [string, () => string, RegExp])[] = [
  ["many pieces", () => `[${",".repeat(2_600_000)}`, /^site.yaml:1:\d+: the source is too large: split it/],
  [
    "a thousand fabrics that repeat a thousand VLANs",
    () =>
      `x-v: &v [${repeat(1000, (index) => `{vid: ${index}},`)}]\nfabrics:\n${repeat(1000, (index) => `- {name: f${index}, vlans: *v}\n`)}`,
    /the sources contain more than 100000 items$/,
  ],
  [
    "thousands of addresses, repeated",
    () =>
      `x-v: &v [${repeat(20_000, () => "10.0.0.1,")}]\ndnsresources:\n${repeat(200, (index) => `- {name: f${index}, domain: x, ip_addresses: *v}\n`)}`,
    /the sources contain more than 2000000 values$/,
  ],
  [
    "merges of merges",
    () =>
      `x-0: &a0 {${repeat(5000, (index) => `k${index}: 1, `)}}\n${repeat(500, (index) => `x-${index + 1}: &a${index + 1}\n  <<: *a${index}\n`)}`,
    /merge keys \(<<\) copy more than 1000000 entries$/,
  ],
];

test.each<readonly [name: string, text: string, expected: RegExp]>([
  ...large
    .filter((_, index) => hasTurn(index, large.length))
    .map(([name, text, expected]) => [name, text(), expected] as const),
  ["lists in brackets", `domains: ${"[".repeat(500_000)}`, /^site.yaml:1:\d+: nested more deeply/],
  ["lists in lines", "- ".repeat(500_000), /^site.yaml:1:\d+: nested more deeply/],
  ["mappings in brackets", "{a: ".repeat(500_000), /^site.yaml:1:\d+: nested more deeply/],
  ["keys of keys", "? ".repeat(500_000), /^site.yaml:1:\d+: nested more deeply/],
  [
    "a long key",
    `domains: [{${"a".repeat(500_000)}: 1}]`,
    /^site.yaml:1:12: unknown field 'a{60}\.\.\.' of domains$/,
  ],
  ["a long kind", `${"a".repeat(1000)}: []`, /^site.yaml:1:1: unknown kind 'a{60}\.\.\.'/],
  [
    "a long value",
    `domains: [{name: a, ttl: ${"a".repeat(5_000_000)}}]`,
    /takes a whole number, not the given value$/,
  ],
  [
    "a long alias",
    `domains: [*${"a".repeat(500_000)}]`,
    /^site.yaml:1:11: this alias \(\*name\) has no anchor/,
  ],
  ["a long tag", `domains: [!${"a".repeat(500_000)} x]`, /unknown tag; the tags are !file/],
  ["many closing brackets", "- ]\n".repeat(100_000), /a closing bracket has no opening bracket$/],
  ["many problems", `domains:\n${"- x: 1\n".repeat(2_000)}`, /^site.yaml:2:3: unknown field 'x' of domains$/],
  [
    "a list of lists of lists",
    `x-0: &a0 [l, l, l, l, l, l, l, l, l, l]\n${repeat(9, (index) => `x-${index + 1}: &a${index + 1} [${Array(10).fill(`*a${index}`).join(", ")}]\n`)}domains: *a9\n`,
    /^site.yaml:9:\d+: domains\[0\] takes a mapping of fields, not a list$/,
  ],
])("%s: one clear line", { timeout: 120_000 }, async (_, text, expected) => {
  const problems = await problemsOf(folderOfTest(), { text });
  expect(problems.join("\n").length).toBeLessThan(10_000);
  expect(problems[0]).toMatch(expected);
});

test("names such as constructor are ordinary names", async () => {
  const folder = folderOfTest();
  const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"];
  const problems = await problemsOf(folder, {
    text: names
      .map((name) => `${name}: []\n`)
      .join("")
      .replace("x", ""),
    files: {
      "b.yaml": `domains: [{name: a, ${names.map((name) => `${name}: 1`).join(", ")}}]\nclaims: [{name: a, count: 1, ${names.map((name) => `${name}: 1`).join(", ")}}]`,
    },
    names: ["site.yaml", "b.yaml"],
  });
  expect(problems).toHaveLength(3 * names.length);
  expect(problems.filter((problem) => /unknown (?:kind|field) '\w+'/.test(problem))).toHaveLength(
    3 * names.length,
  );
  const read = await readIn(folder, {
    text: `machines: [{hostname: a, annotations: {${names.map((name) => `${name}: ${name}`).join(", ")}}}]\nconfig: {${names.map((name) => `${name}: x`).join(", ")}}`,
  });
  expect(plainItems(read)[0]?.fields["annotations"]).toEqual(new Map(names.map((name) => [name, name])));
  expect(
    plainItems(read)
      .slice(1)
      .map(({ fields }) => fields["name"]),
  ).toEqual(names);
  expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
});

const sound = `x-d: &d {ttl: 300}
domains:
  - name: example.com # a comment
    <<: *d
  - {name: "b.com", forward_dns_servers: [10.0.0.1, '10.0.0.2']}
fabrics:
  - name: prod
    description: |
      first line
      second line
    vlans: [{vid: 100, dhcp_on: true}]
license-keys:
  - {osystem: windows, distro_series: win2022, license_key: S3CRET-S3CRET}
  - osystem: windows
    distro_series: win2025
    license_key: !env LICENSE
machines:
  - hostname: web-01
    power_parameters: {power_pass: S3CRET-S3CRET, power_token: "*S3CRET-S3CRET", k_g: "!S3CRET-S3CRET", power_user: !file user.txt}
sslkeys:
  - key: !file key.pem
files: [{filename: a, file: !!binary aGVsbG8=}]
claims:
  - {name: runners, count: 3, deploy: {user_data: !file user.txt}}
`;

const pieces = [
  ...["", " ", "  ", "\n", "\t", "- ", ": ", "? ", ",", "[", "]", "{", "}", "&a ", "*d", "!env ", "!file "],
  ...["!!binary ", "|", ">", '"', "'", "#", "%", "@", "`", "---\n", "...\n", "<<: ", "\\", "\0", "\r"],
  ...["\uFEFF", "\u2028", "\u{1F600}", "null", "true", "1e3", "0x1", "__proto__", "name", "vlans:"],
  ...["create: "],
];

const folder = folderOfFile();

/** After the damage, the secret is a file name, which messages may repeat. */
const namesFile = /!file ["']?[*!]?S3CRET/;

test.each(seedsOfRun(2, [20_416_004]))(
  "hundreds of damaged documents are read, or refused with places and without secrets (seed %i)",
  { timeout: 120_000 },
  async (seed) => {
    const random = createRandom(seed);
    let refused = 0;
    for (let round = 0; round < 75; round++) {
      let text = sound;
      for (let change = random.below(4); change >= 0; change--) {
        const at = random.below(text.length);
        text =
          text.slice(0, at) + random.pick(pieces) + text.slice(at + random.below(random.pick([1, 2, 30])));
      }
      const messages: string[] = [];
      try {
        await readIn(folder, {
          text,
          files: { "user.txt": "S3CRET-S3CRET", "key.pem": "-----BEGIN PRIVATE KEY-----\nS3CRET-S3CRET\n" },
          env: { LICENSE: "S3CRET-S3CRET" },
        });
      } catch (error) {
        if (!(error instanceof Failure) || error.kind !== "usage")
          throw new Error(JSON.stringify(text), { cause: error });
        refused += 1;
        messages.push(error.message, ...(error.details.lines ?? []));
      }
      for (const line of messages) {
        if (/S3CRET-S3CRET/.test(line) && !namesFile.test(text))
          throw new Error(`${JSON.stringify(text)}: ${line}`);
        expect(line.replace(`${folder}/`, "")).toMatch(/^(?:site\.yaml:\d+:\d+: \S|and \d+ more$)/);
        expect(line).not.toContain("\n");
      }
    }
    expect(refused).toBeGreaterThan(20);
    expect(refused).toBeLessThan(75);
  },
);
