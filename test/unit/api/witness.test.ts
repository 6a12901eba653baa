import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { configItems } from "../../../src/api/config-items.ts";
import { loadAllOperations } from "../../../src/api/index.ts";
import { viewOfEntry, viewOfWitness, type WitnessOperation } from "./witness-views.ts";

const witnessFile = (name: string): string =>
  fileURLToPath(new URL(`../../../../shared/api/${name}`, import.meta.url));

const isHere = existsSync(witnessFile("operations.json"));
if (!isHere) console.warn("notice: the second reading of the documents is absent, nothing to compare with");

const read = (name: string): unknown => JSON.parse(readFileSync(witnessFile(name), "utf8"));

/** What the catalogue says otherwise than the witness, on purpose. */
interface Difference {
  readonly operations: readonly string[];
  /** The address of the fact in the view. */
  readonly fact: string;
  readonly catalogue: string | undefined;
  readonly witness: string | undefined;
  readonly why: string;
}

const differences: readonly Difference[] = [
  {
    operations: ["machines.list", "devices.list", "nodes.list", "events.query"],
    fact: "query id",
    catalogue: "string repeatable",
    witness: "string",
    why: "document 1 says `matching system ids`; field notes, Answers: about 400 `id=` filters fit one request line",
  },
  {
    operations: ["machines.add_chassis"],
    fact: "form chassis_type",
    catalogue: "string required",
    witness: "string required choices=hmcz mscm ocs powerkvm recs_box sm15k ucsm virsh vmmgr vmplatform",
    why: "field notes, Addresses: chassis types carry other words at other deployments, so they are completed only",
  },
  {
    operations: ["machines.add_chassis"],
    fact: "form port",
    catalogue: "integer max=65535",
    witness: "integer",
    why: "a port has no higher number",
  },
  {
    operations: ["machine.delete"],
    fact: "query force",
    catalogue: "integer choices=0 1",
    witness: "boolean",
    why: "document 3 shows it as `?force=1`",
  },
  {
    operations: ["machine.update"],
    fact: "form disable_ipv4",
    catalogue: "boolean choices=false deprecated",
    witness: "boolean deprecated",
    why: "document 3: must be false if given",
  },
  {
    operations: ["machine.commission", "machine.test"],
    fact: "form parameters",
    catalogue: undefined,
    witness: "string",
    why: "field notes, Requests: script parameters are parts of their own names, so the field is a map",
  },
  {
    operations: ["vlans.create"],
    fact: "form vid",
    catalogue: "integer required max=4094",
    witness: "integer required",
    why: "document 1, Limits: a VLAN id is 0 through 4094",
  },
  {
    operations: ["commissioning-scripts.create"],
    fact: "form name",
    catalogue: "string",
    witness: undefined,
    why: "field notes, Requests: commissioning scripts are created with a name",
  },
  {
    operations: ["commissioning-scripts.create", "commissioning-script.update"],
    fact: "form content",
    catalogue: "file",
    witness: undefined,
    why: "field notes, Requests: and with a file part `content`",
  },
  {
    operations: ["boot-resource.upload"],
    fact: "body content",
    catalogue: "file required",
    witness: undefined,
    why: "field notes, Uploading a boot image: the body is the chunk",
  },
  {
    operations: ["ssl-keys.create"],
    fact: "form key",
    catalogue: "string required secret",
    witness: "string required",
    why: "a PEM file may hold a private key",
  },
  {
    operations: ["license-keys.create"],
    fact: "form license_key",
    catalogue: "string required secret",
    witness: "string required",
    why: "a license key is worth money",
  },
  {
    operations: ["license-key.update"],
    fact: "form license_key",
    catalogue: "string secret",
    witness: "string",
    why: "a license key is worth money",
  },
  {
    operations: ["ssl-keys.list", "ssl-keys.create", "ssl-key.read"],
    fact: "sensitive",
    catalogue: "true",
    witness: "false",
    why: "a PEM file may hold a private key",
  },
  {
    operations: ["license-keys.list", "license-keys.create", "license-key.read", "license-key.update"],
    fact: "sensitive",
    catalogue: "true",
    witness: "false",
    why: "the answer holds the license key, which document 2 takes as a field and no terminal needs to show",
  },
  {
    operations: [
      "account.create_authorisation_token",
      "account.list_authorisation_tokens",
      "machine.get_curtin_config",
    ],
    fact: "sensitive",
    catalogue: "true",
    witness: "false",
    why: "the answers hold token secrets",
  },
  {
    operations: ["version.get"],
    fact: "anonymous",
    catalogue: "true",
    witness: "false",
    why: "the version is asked for before there is a key",
  },
  {
    operations: ["device.power_parameters", "machine.power_parameters", "node.power_parameters"],
    fact: "result",
    catalogue: "json",
    witness: "unspecified",
    why: "the documents name no content type; deployed services answer JSON",
  },
  {
    operations: ["boot-resource.upload"],
    fact: "result",
    catalogue: "none",
    witness: "unspecified",
    why: "document 2 lists 200 without content type",
  },
  ...[
    "network.connect_macs",
    "network.disconnect_macs",
    "network.list_connected_macs",
    "partition.format",
  ].flatMap((id): readonly Difference[] => [
    {
      operations: [id],
      fact: "success",
      catalogue: "200",
      witness: "",
      why: "the documents list no success; any 2xx is taken",
    },
    {
      operations: [id],
      fact: "result",
      catalogue: "json",
      witness: "unspecified",
      why: "the documents list no answer; an empty one is taken too",
    },
  ]),
];

describe.runIf(isHere)("the second reading of the documents", async () => {
  const entries = new Map((await loadAllOperations()).map((entry) => [entry.id, entry]));
  const witnesses = isHere ? (read("operations.json") as readonly WitnessOperation[]) : [];

  it("knows the same operations", () => {
    expect([...entries.keys()].sort()).toEqual(witnesses.map(({ id }) => id).sort());
    expect(entries.size).toBe(189);
  });

  it.each(witnesses.map((witness) => [witness.id, witness] as const))("agrees on %s", (id, witness) => {
    const entry = entries.get(id);
    if (entry === undefined) throw new Error(`the catalogue has no ${id}`);
    const intended = differences.filter(({ operations }) => operations.includes(id));
    const expected: Record<string, string | undefined> = { ...viewOfWitness(witness) };
    for (const { fact, catalogue, witness: stated } of intended) {
      expect(expected[fact], `${fact} of the witness`).toBe(stated);
      expected[fact] = catalogue;
    }
    const stated = Object.entries(expected).filter(([, value]) => value !== undefined);
    expect(viewOfEntry(entry)).toEqual(Object.fromEntries(stated));
  });

  it("is not contradicted where there is nothing to contradict", () => {
    const ids = new Set(witnesses.map(({ id }) => id));
    expect(differences.flatMap(({ operations }) => operations).filter((id) => !ids.has(id))).toEqual([]);
  });
});

interface WitnessItem {
  readonly name: string;
  readonly type: string;
  /** `not shown` where the documents leave it open. */
  readonly allowed?: readonly string[] | "not shown";
  readonly default?: number;
  readonly min?: number;
  readonly max?: number;
  readonly unit?: string;
  readonly sensitive?: boolean;
  readonly emptyMeans?: string;
}

describe.runIf(isHere)("the second reading of the configuration items", () => {
  it("agrees on every item", () => {
    const { configItems: witnesses } = read("values.json") as { configItems: readonly WitnessItem[] };
    const ours = configItems.map((item) => ({
      name: item.name,
      type: item.type,
      choices: "choices" in item ? [...item.choices].sort() : [],
      default: "default" in item ? item.default : undefined,
      min: "min" in item ? item.min : undefined,
      max: "max" in item ? item.max : undefined,
      unit: "unit" in item ? item.unit : undefined,
      secret: "secret" in item,
      empty: "empty" in item,
    }));
    const theirs = witnesses.map((item) => ({
      name: item.name,
      type: item.type,
      choices: Array.isArray(item.allowed) ? [...item.allowed].sort() : [],
      default: item.default === undefined ? undefined : String(item.default),
      min: item.min,
      max: item.max,
      unit: item.unit === "not shown" ? undefined : item.unit,
      secret: item.sensitive === true,
      empty: item.emptyMeans !== undefined,
    }));
    expect(ours).toEqual(theirs);
    expect(ours).toHaveLength(66);
  });
});
