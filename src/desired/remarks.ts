import type { Remark } from "./change.ts";
import type { Entry } from "./directory.ts";
import { placeText } from "./item.ts";

/** What there is to say about one item of a plan. */
export interface ItemRemark extends Remark {
  readonly entry: Entry;
}

/** No more names stand in one warning; the others are counted. */
const maxNamed = 5;

/** One line for each cause, however many items have it. */
export function planWarnings(remarks: readonly ItemRemark[]): readonly string[] {
  const of = (is: Remark["is"]) => remarks.filter((remark) => remark.is === is);
  const byField = new Map<string, ItemRemark[]>();
  for (const remark of [...of("unseen"), ...of("fixed")]) {
    const cause = `${remark.is} ${remark.entry.kind.name} ${remark.field}`;
    byField.set(cause, [...(byField.get(cause) ?? []), remark]);
  }
  return [
    ...unsetWarning(of("unset")),
    ...unknownWarning(of("unknown")),
    ...of("needed").map(
      ({ variable, entry }) => `${variable} is not set: ${called(entry)} cannot be created without it`,
    ),
    ...[...byField.values()].map(fieldWarning),
  ];
}

function unsetWarning(remarks: readonly ItemRemark[]): readonly string[] {
  const [first, ...others] = remarks;
  if (first === undefined) return [];
  const { variable, field, entry } = first;
  if (others.length === 0) return [`${variable} is not set: ${field} of ${called(entry)} is left as it is`];
  const names = [...new Set(remarks.map((remark) => remark.variable ?? ""))];
  return [`${areNotSet(names)}: the ${remarks.length} fields that they are for are left as they are`];
}

/** Items whose key would come from variables cannot be told apart from others. */
function unknownWarning(remarks: readonly ItemRemark[]): readonly string[] {
  if (remarks.length === 0) return [];
  const places = remarks.map(({ entry }) => `${entry.kind.name}${placeOf(entry)}`);
  const names = [...new Set(remarks.map(({ variable }) => variable ?? ""))];
  return [`${areNotSet(names)}: ${listed(places)} ${places.length === 1 ? "is" : "are"} left out`];
}

function fieldWarning(remarks: readonly ItemRemark[]): string {
  const [{ is, field, entry }] = remarks as readonly [ItemRemark];
  const names = listed(remarks.map((remark) => remark.entry.name));
  return is === "unseen"
    ? `the service does not show ${field} of ${entry.kind.name}, so it is set when an object is created, and not compared: ${names}`
    : `${field} of ${entry.kind.name} cannot be changed, and is left as it is: ${names}`;
}

const called = ({ kind, name }: Entry): string => `${kind.name} ${name}`;

const placeOf = ({ item }: Entry): string => (item === undefined ? "" : ` (${placeText(item.place)})`);

const areNotSet = (names: readonly string[]): string =>
  `${listed(names)} ${names.length === 1 ? "is" : "are"} not set`;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, maxNamed);
  const rest = names.length - shown.length;
  return rest > 0 ? `${shown.join(", ")} and ${rest} more` : shown.join(", ");
}
