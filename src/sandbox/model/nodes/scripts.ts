import type { ScriptChoice } from "../../state/node.ts";
import type { World } from "../../state/world.ts";

/** The built-in test scripts of the service, each with its tags. */
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

/** The names of the test scripts of that name or tag. */
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
