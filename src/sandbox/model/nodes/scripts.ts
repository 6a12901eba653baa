import type { Node, ScriptChoice } from "../../state/node.ts";
import type { ResultNumbers } from "../../state/settings.ts";
import type { World } from "../../state/world.ts";

const tests: Readonly<Record<string, readonly string[]>> = {
  "smartctl-validate": ["commissioning", "storage"],
  "smartctl-short": ["storage"],
  "smartctl-long": ["storage"],
  "smartctl-conveyance": ["storage"],
  memtester: ["memory"],
  "internet-connectivity": ["internet", "network", "node"],
  "stress-ng-cpu-long": ["cpu"],
  "stress-ng-cpu-short": ["cpu"],
  "stress-ng-memory-long": ["memory"],
  "stress-ng-memory-short": ["memory"],
  ntp: ["network", "node", "ntp"],
  badblocks: ["storage"],
  "badblocks-destructive": ["destructive", "storage"],
  "7z": ["cpu"],
  fio: ["destructive", "storage"],
};

/** Vendor-specific script sets, of which the sandbox has none. */
const vendorWords: readonly string[] = ["update_firmware", "configure_hba"];

const testsOf = (word: string): string[] =>
  Object.keys(tests).filter((name) => name === word || tests[name]?.includes(word));

const customNames = ({ state }: World): string[] => state.settings.scripts.map(({ name }) => name);

/** Default: all custom scripts, and tests tagged `commissioning`. */
export const defaultScripts = (world: World): ScriptChoice => ({
  commissioning: customNames(world),
  testing: testsOf("commissioning"),
});

/** By name or tag, without built-in commissioning scripts. Undefined for an unknown word. */
export function scriptsMeant(
  world: World,
  type: keyof ScriptChoice,
  word: string,
): readonly string[] | undefined {
  const meant = type === "testing" ? testsOf(word) : customNames(world).filter((name) => name === word);
  if (meant.length > 0) return meant;
  return type === "commissioning" && vendorWords.includes(word) ? [] : undefined;
}

export const resultTypes = { commissioning: 0, installation: 1, testing: 2 } as const;
type ScriptType = keyof typeof resultTypes;

/** In the order of their ids. */
const scripts: readonly (readonly [name: string, type: ScriptType])[] = [
  ["svc-capture-lldpd", "commissioning"],
  ["20-svc-01-install-lldpd", "commissioning"],
  ["20-svc-02-dhcp-unconfigured-ifaces", "commissioning"],
  ["30-svc-01-bmc-config", "commissioning"],
  ["20-svc-03-machine-resources", "commissioning"],
  ["40-svc-01-machine-config-hints", "commissioning"],
  ["50-svc-01-commissioning", "commissioning"],
  ["svc-support-info", "commissioning"],
  ["svc-lshw", "commissioning"],
  ["svc-list-modaliases", "commissioning"],
  ["svc-get-fruid-api-data", "commissioning"],
  ["svc-kernel-cmdline", "commissioning"],
  ["svc-serial-ports", "commissioning"],
  ["smartctl-validate", "testing"],
  ["/tmp/install.log", "installation"],
];

export interface ScriptResult {
  readonly id: number;
  readonly name: string;
  readonly type: ScriptType;
  readonly hasFailed: boolean;
  readonly index: number;
}

/** Finished results of the last runs, numbered when first listed. Without `names`, all of them. */
export function scriptResultsOf(
  world: World,
  node: Node,
  names: readonly string[],
  wanted: number | undefined,
): ScriptResult[] {
  const outcomes = { ...node.results, installation: installationOutcome(node) };
  const failing = node.scripts?.testing[0] ?? "smartctl-validate";
  return scriptsOf(node).flatMap(([name, type], index) => {
    if (names.length > 0 && !names.includes(name)) return [];
    if (wanted !== undefined && wanted !== resultTypes[type]) return [];
    const outcome = outcomes[type];
    if (outcome !== 2 && outcome !== 3) return [];
    // One script takes the failure of the phase.
    const fails = { commissioning: "20-svc-03-machine-resources", testing: failing, installation: name }[
      type
    ];
    const hasFailed = outcome === 3 && name === fails;
    return { id: numberOf(world, node, name), name, type, hasFailed, index };
  });
}

type Script = (typeof scripts)[number];

function scriptsOf({ scripts: chosen }: Node): readonly Script[] {
  if (chosen === undefined) return scripts;
  const ofType = (type: ScriptType, names: readonly string[]) => names.map((name): Script => [name, type]);
  return [
    ...scripts.filter(([, type]) => type === "commissioning"),
    ...ofType("commissioning", chosen.commissioning),
    ...ofType("testing", chosen.testing),
    ...scripts.filter(([, type]) => type === "installation"),
  ];
}

function numberOf(world: World, { systemId }: Node, name: string): number {
  const { results } = world.state.settings;
  const usual = scripts.findIndex(([each]) => each === name);
  if (usual >= 0) {
    results.firstIds[systemId] ??= takeNumbers(results);
    return (results.firstIds[systemId] ?? 0) + usual;
  }
  results.otherIds ??= {};
  const key = `${systemId} ${name}`;
  results.otherIds[key] ??= results.nextId++;
  return results.otherIds[key] ?? 0;
}

function takeNumbers(results: ResultNumbers): number {
  const first = results.nextId;
  results.nextId += scripts.length;
  return first;
}

function installationOutcome(node: Node): 2 | 3 | undefined {
  if (node.status === "failed_deployment") return 3;
  return node.osystem !== "" && node.status === "deployed" ? 2 : undefined;
}
