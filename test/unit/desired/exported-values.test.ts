import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import {
  documentText,
  type ExportedMap,
  type ExportedValue,
  exportedFields,
  makeNameVariable,
} from "../../../src/desired/exported-values.ts";
import { readRow } from "../../../src/desired/service-objects.ts";
import { folderOfFile } from "../../temporary-folder.ts";
import { createRandom, type SeededRandom, seedsOfRun } from "../random.ts";
import { awkwardTexts } from "./awkward-texts.ts";
import { plainItems, readIn } from "./document/reading.ts";
import { kindOf } from "./state.ts";

test("variables have unique names made of kind, object and field", () => {
  const name = makeNameVariable();
  expect(name("license-keys", "windows/win2022", "license_key")).toBe(
    "LICENSE_KEYS_WINDOWS_WIN2022_LICENSE_KEY",
  );
  expect(name("license-keys", "windows/win2022", "license_key")).toBe(
    "LICENSE_KEYS_WINDOWS_WIN2022_LICENSE_KEY",
  );
  expect(name("license-keys", "windows-win2022", "license_key")).toBe(
    "LICENSE_KEYS_WINDOWS_WIN2022_LICENSE_KEY_2",
  );
  expect(name("config", "日本")).toBe("CONFIG");
  expect(name("1", "2")).toBe("SVC_1_2");
  const random = createRandom(7);
  const names = new Map<string, string>();
  const wrong: string[] = [];
  for (let round = 0; round < 5_000; round++) {
    const parts = Array.from({ length: 3 }, () =>
      random.pick(["a", "a-b", "a_b", "A", "-", "é", "x".repeat(70), `${random.below(9)}`]),
    );
    const variable = name(...parts);
    const isOwn = (names.get(variable) ?? parts.join("\0")) === parts.join("\0");
    if (!/^[A-Z][A-Z0-9_]{0,129}$/.test(variable) || !isOwn) wrong.push(`${variable} for ${parts}`);
    names.set(variable, parts.join("\0"));
  }
  expect(wrong).toEqual([]);
});

test("a type that is an object does not prevent the export", () => {
  const machine = readRow(kindOf("machines"), { system_id: "abc123", hostname: "web-01" });
  const row = { id: 1, name: "eth0", type: "physical" };
  const nic = machine && readRow(kindOf("interfaces"), row, machine);
  if (nic === undefined) throw new Error("no interface");
  const values = new Map([...nic.values, ["type", [{ toString: 1 }]] as const]);
  const context = { variable: () => "", hostnames: new Map(), domains: [], note: () => undefined };
  expect(exportedFields({ ...nic, values }, context).get("name")).toBe("eth0");
});

const folder = folderOfFile();

function randomText(random: SeededRandom): string {
  const count = random.below(4);
  let text = random.pick(awkwardTexts);
  for (let index = 0; index < count; index++)
    text += random.pick(["", " ", "\n", ": ", " #"]) + random.pick(awkwardTexts);
  return text;
}

const asMap = (members: Readonly<Record<string, ExportedValue>>): ExportedMap =>
  new Map(Object.entries(members));

async function expectSame(texts: readonly string[], keys: readonly string[]): Promise<void> {
  const bytes = Buffer.from(texts.join(""), "utf8");
  const text = documentText(
    asMap({
      fabrics: texts.map((description, index) => asMap({ name: `f${index}`, description })),
      machines: [
        asMap({ hostname: "a", annotations: new Map(keys.map((key, index) => [key, texts[index] ?? ""])) }),
      ],
      "dhcp-snippets": texts
        .filter((value) => value !== "")
        .map((value, index) => asMap({ name: `s${index}`, value })),
      files: [asMap({ filename: "a", file: bytes })],
    }),
  );
  const read = await readIn(folder, { text });
  const items = plainItems(read);
  const of = (kind: string, field: string) =>
    items.filter((item) => item.kind === kind).map(({ fields }) => fields[field]);
  expect(of("fabrics", "description"), text).toEqual(texts);
  expect(of("dhcp-snippets", "value"), text).toEqual(texts.filter((value) => value !== ""));
  expect(of("machines", "annotations"), text).toEqual([
    new Map(keys.map((key, index) => [key, texts[index] ?? ""])),
  ]);
  expect(of("files", "file"), text).toEqual([{ bytes: bytes.toString("latin1") }]);
  // A YAML 1.1 parser reads the same values.
  const options = { version: "1.1", uniqueKeys: false, logLevel: "silent" } as const;
  const [document] = parseAllDocuments(text, options);
  const older = document?.toJS({ maxAliasCount: -1 }) as {
    readonly fabrics: readonly { readonly description: unknown }[];
  };
  expect(
    older.fabrics.map(({ description }) => description),
    text,
  ).toEqual(texts);
}

test("texts that YAML would read as other types are read back unchanged", async () => {
  const keys = awkwardTexts.filter((key) => key.length < 1000);
  await expectSame(awkwardTexts, keys);
});

test.each(seedsOfRun(4))("thousands of generated texts, seed %i", async (seed) => {
  const random = createRandom(seed);
  for (let round = 0; round < 20; round++) {
    const texts = Array.from({ length: 10 }, () => randomText(random));
    const keys = [...new Set(texts)].filter((key) => key !== "" && key.length < 300);
    await expectSame(texts, keys);
  }
});

test("lists, numbers, flags, variables and bytes", async () => {
  const text = documentText(
    asMap({
      dnsresources: [asMap({ name: "www", domain: "a", ip_addresses: ["10.0.0.1", "2001:db8::1"] })],
      fabrics: [
        asMap({ name: "f", vlans: [asMap({ vid: 100, dhcp_on: false }), asMap({ vid: 0n, mtu: 1500 })] }),
      ],
      "license-keys": [asMap({ osystem: "w", distro_series: "22.10", license_key: { variable: "KEY" } })],
      "boot-sources": [
        asMap({
          url: "http://a/",
          keyring_data: Buffer.from([0, 255]),
          selections: [
            asMap({
              os: "ubuntu",
              release: "noble",
              arches: Array.from({ length: 8 }, (_, index) => `arch${index}`),
              labels: ["*"],
            }),
          ],
        }),
      ],
    }),
  );
  expect(text).toBe(`dnsresources:
  - name: www
    domain: a
    ip_addresses: [10.0.0.1, 2001:db8::1]
fabrics:
  - name: f
    vlans:
      - vid: 100
        dhcp_on: false
      - vid: 0
        mtu: 1500
license-keys:
  - osystem: w
    distro_series: "22.10"
    license_key: !env KEY
boot-sources:
  - url: http://a/
    keyring_data: !!binary AP8=
    selections:
      - os: ubuntu
        release: noble
        arches:
          - arch0
          - arch1
          - arch2
          - arch3
          - arch4
          - arch5
          - arch6
          - arch7
        labels: ["*"]
`);
  const read = await readIn(folder, { text, env: { KEY: "x" } });
  expect(plainItems(read).map(({ fields }) => fields)).toEqual([
    { name: "www", domain: "a", ip_addresses: ["10.0.0.1", "2001:db8::1"] },
    { name: "f" },
    { vid: "100", dhcp_on: "false" },
    { vid: "0", mtu: "1500" },
    { osystem: "w", distro_series: "22.10", license_key: { variable: "KEY", text: "x" } },
    { url: "http://a/", keyring_data: { bytes: "\0\u00ff" } },
    {
      os: "ubuntu",
      release: "noble",
      arches: Array.from({ length: 8 }, (_, index) => `arch${index}`),
      labels: ["*"],
    },
  ]);
});
