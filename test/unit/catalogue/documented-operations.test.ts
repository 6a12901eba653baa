import { describe, expect, it } from "vitest";
import { configItems } from "../../../src/catalogue/config-items.ts";
import type { ConfigItem } from "../../../src/catalogue/operation.ts";
import { linesOf } from "./catalogue-lines.ts";
import { blocksOf, fixture, loadDocumentedOperations } from "./documented.ts";

/** The documented facts of each operation, by its id. */
const documented = blocksOf("documented-operations.txt");

/** An intended difference between catalogue and documents. */
interface Difference {
  readonly operations: readonly string[];
  /** The documented line; absent if the catalogue adds one. */
  readonly documents?: string;
  /** The catalogue's line; absent if the catalogue omits it. */
  readonly catalogue?: string;
  readonly why: string;
}

const differences: readonly Difference[] = [
  {
    operations: ["machines.list", "devices.list", "nodes.list", "events.query"],
    documents: "query id: string",
    catalogue: "query id: string repeatable",
    why: "services take the filter repeated, up to the length of a request line",
  },
  {
    operations: ["machines.add_chassis"],
    documents:
      "form chassis_type: string required choices=hmcz mscm ocs powerkvm recs_box sm15k ucsm virsh vmmgr vmplatform",
    catalogue: "form chassis_type: string required",
    why: "chassis types carry other words at other deployments, so they are completed only",
  },
  {
    operations: ["machines.add_chassis"],
    documents: "form port: integer",
    catalogue: "form port: integer max=65535",
    why: "a port has no higher number",
  },
  {
    operations: ["machine.delete"],
    documents: "query force: boolean",
    catalogue: "query force: integer choices=0 1",
    why: "it is shown as `?force=1`",
  },
  {
    operations: ["machine.update"],
    documents: "form disable_ipv4: boolean deprecated",
    catalogue: "form disable_ipv4: boolean choices=false deprecated",
    why: "it must be false if given",
  },
  {
    operations: ["machine.commission", "machine.test"],
    documents: "form parameters: string",
    why: "script parameters are parts of their own names, so the field is a map",
  },
  {
    operations: ["vlans.create"],
    documents: "form vid: integer required",
    catalogue: "form vid: integer required max=4094",
    why: "a VLAN id is 0 through 4094",
  },
  {
    operations: ["commissioning-scripts.create"],
    catalogue: "form name: string",
    why: "services create a script with a name",
  },
  {
    operations: ["commissioning-scripts.create", "commissioning-script.update"],
    catalogue: "form content: file",
    why: "services take the script as a file part",
  },
  {
    operations: ["boot-resource.upload"],
    catalogue: "body content: file required",
    why: "the body is the chunk",
  },
  {
    operations: ["ssl-keys.create"],
    documents: "form key: string required",
    catalogue: "form key: string required secret",
    why: "a PEM file may hold a private key",
  },
  {
    operations: ["license-keys.create"],
    documents: "form license_key: string required",
    catalogue: "form license_key: string required secret",
    why: "a license key is worth money",
  },
  {
    operations: ["license-key.update"],
    documents: "form license_key: string",
    catalogue: "form license_key: string secret",
    why: "a license key is worth money",
  },
  {
    operations: ["device.power_parameters", "machine.power_parameters", "node.power_parameters"],
    documents: "result: unspecified",
    catalogue: "result: json",
    why: "the documents name no content type; live services answer JSON",
  },
  {
    operations: ["boot-resource.upload"],
    documents: "result: unspecified",
    catalogue: "result: none",
    why: "200 is listed without a content type",
  },
  {
    operations: [
      "network.connect_macs",
      "network.disconnect_macs",
      "network.list_connected_macs",
      "partition.format",
    ],
    documents: "success: unstated",
    catalogue: "success: 200",
    why: "the documents list no success; any 2xx is taken",
  },
  {
    operations: [
      "network.connect_macs",
      "network.disconnect_macs",
      "network.list_connected_macs",
      "partition.format",
    ],
    documents: "result: unspecified",
    catalogue: "result: json",
    why: "the documents list no answer; an empty one is taken too",
  },
  {
    operations: ["ssl-keys.list", "ssl-keys.create", "ssl-key.read"],
    catalogue: "sensitive",
    why: "a PEM file may hold a private key",
  },
  {
    operations: ["license-keys.list", "license-keys.create", "license-key.read", "license-key.update"],
    catalogue: "sensitive",
    why: "the answer holds the license key, which no terminal needs to show",
  },
  {
    operations: [
      "account.create_authorisation_token",
      "account.list_authorisation_tokens",
      "machine.get_curtin_config",
    ],
    catalogue: "sensitive",
    why: "the answers hold token secrets",
  },
  {
    operations: ["version.get"],
    catalogue: "anonymous",
    why: "the version is asked for before there is a key",
  },
];

const withOnly503 = (line: string): readonly string[] =>
  line.startsWith("errors:") ? (line.includes("503") ? ["errors: 503"] : []) : [line];

function expectedLines(id: string): readonly string[] {
  const intended = differences.filter(({ operations }) => operations.includes(id));
  const lines = new Set(documented.get(id)?.flatMap(withOnly503));
  for (const { documents, catalogue } of intended) {
    if (documents !== undefined) expect([...lines], "a line of the documents").toContain(documents);
    if (documents !== undefined) lines.delete(documents);
    if (catalogue !== undefined) lines.add(catalogue);
  }
  return [...lines].sort();
}

describe("the catalogue and the documented operations", async () => {
  const entries = new Map((await loadDocumentedOperations()).map((entry) => [entry.id, entry]));

  it("have the same 189 operations", () => {
    expect([...entries.keys()].sort()).toEqual([...documented.keys()].sort());
    expect(entries.size).toBe(189);
  });

  it.each([...documented.keys()])("agree on %s", (id) => {
    const entry = entries.get(id);
    if (entry === undefined) throw new Error(`the catalogue lacks ${id}`);
    expect([...linesOf(entry)].sort()).toEqual(expectedLines(id));
  });

  it("differ only in operations that exist", () => {
    const mentionedOperations = differences.flatMap(({ operations }) => operations);
    expect(mentionedOperations.filter((id) => !documented.has(id))).toEqual([]);
  });
});

describe("the catalogue and the documented configuration items", () => {
  it("agree on every item", () => {
    const lines = configItems.map((item: ConfigItem) => {
      const { choices, default: value, min, max, unit } = item;
      const facts = Object.entries({
        choices: choices && [...choices].sort().join("|"),
        default: value,
        min,
        max,
        unit,
      });
      const marks = [
        ...(item.secret === true ? ["secret"] : []),
        ...("ifEmpty" in item ? ["mayBeEmpty"] : []),
      ];
      const stated = facts.flatMap(([fact, text]) => (text === undefined ? [] : [`${fact}=${text}`]));
      return `${item.name}: ${[item.type, ...stated, ...marks].join(" ")}`;
    });
    expect(lines).toEqual(fixture("documented-config-items.txt").trim().split("\n"));
    expect(lines).toHaveLength(66);
  });
});
