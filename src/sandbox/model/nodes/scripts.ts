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

/** Words that stand for scripts of a vendor, of which the sandbox has none. */
const vendorWords: readonly string[] = ["update_firmware", "configure_hba"];

const testsOf = (word: string): string[] =>
  Object.keys(tests).filter((name) => name === word || tests[name]?.includes(word));

const customNames = ({ state }: World): string[] => state.settings.scripts.map(({ name }) => name);

/** What runs where nothing is chosen: every custom script, and the tests that are tagged `commissioning`. */
export const defaultScripts = (world: World): ScriptChoice => ({
  commissioning: customNames(world),
  testing: testsOf("commissioning"),
});

/**
 * The names of the scripts that a request means by names and tags, without the built-in ones of commissioning, which
 * always run; undefined for a word that means no script.
 */
export function scriptsMeant(
  world: World,
  type: keyof ScriptChoice,
  word: string,
): readonly string[] | undefined {
  const meant = type === "testing" ? testsOf(word) : customNames(world).filter((name) => name === word);
  if (meant.length > 0) return meant;
  return type === "commissioning" && vendorWords.includes(word) ? [] : undefined;
}

/** The numbers that answers show in the place of a type. */
export const resultTypes = { commissioning: 0, installation: 1, testing: 2 } as const;
type ScriptType = keyof typeof resultTypes;

/** The scripts that run on every machine, in the order of their numbers. */
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

/**
 * The results of a node's last commissioning, testing and installation that have ended. They are numbered
 * when they are first listed. No `names` are all.
 */
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
    // Of several scripts one fails for all.
    const fails = { commissioning: "20-svc-03-machine-resources", testing: failing, installation: name }[
      type
    ];
    const hasFailed = outcome === 3 && name === fails;
    return { id: numberOf(world, node, name), name, type, hasFailed, index };
  });
}

type Script = (typeof scripts)[number];

/** The scripts of a node's last runs: the chosen ones beside those that run on every machine. */
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
