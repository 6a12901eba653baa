import type { Field } from "../../src/catalogue/operation.ts";
import type { World } from "../../src/sandbox/state/world.ts";

/** Numbers that are given out once, and hints where to look for free addresses: they are not what is known. */
const spent = /^(?:next\w*Id|nextId|random|storageIds|firstMaybeFree|firstMaybeLeased)$/;

/** Everything that a sandbox holds, as text. */
export const stateText = ({ state }: World): string => JSON.stringify(state);

const known = (text: string): string =>
  JSON.stringify(JSON.parse(text, (name, value) => (spent.test(name) ? undefined : value)));

/**
 * Whether two texts of a state say the same. Equal texts are told at once: taking them apart costs ten times as much as
 * writing them.
 */
export const isUnchanged = (before: string, after: string): boolean =>
  before === after || known(before) === known(after);

/** Values that no field of the type takes. */
export function wrongValues({ type, choices }: Field): readonly string[] {
  if (type === "boolean") return ["maybe", "2", "truee"];
  if (type === "switch") return ["maybe", "2", "-1"];
  if (type === "integer") return ["many", "0x10", "99999999999999999999"];
  return choices === undefined ? [] : ["nonsense"];
}
