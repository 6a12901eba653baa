import type { Field } from "../../src/catalogue/operation.ts";
import type { World } from "../../src/sandbox/state/world.ts";

/** Counters and search hints, which do not count as a change of the state. */
const counters = /^(?:next\w*Id|nextId|random|storageIds|firstMaybeFree|firstMaybeLeased)$/;

/** Events never change, and are most of the state of a sandbox in use: their number is enough. */
export const stateText = ({ state: { events, ...others } }: World): string =>
  JSON.stringify({ ...others, events: events.records.length });

const withoutCounters = (text: string): string =>
  JSON.stringify(JSON.parse(text, (name, value) => (counters.test(name) ? undefined : value)));

/** Compares the texts first: parsing costs ten times as much as serializing. */
export const isUnchanged = (before: string, after: string): boolean =>
  before === after || withoutCounters(before) === withoutCounters(after);

/** Values that are invalid for the field's type. */
export function wrongValues({ type, choices }: Field): readonly string[] {
  if (type === "boolean") return ["maybe", "2", "truee"];
  if (type === "switch") return ["maybe", "2", "-1"];
  if (type === "integer") return ["many", "0x10", "99999999999999999999"];
  return choices === undefined ? [] : ["nonsense"];
}
