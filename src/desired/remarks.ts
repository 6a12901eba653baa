import { placeText } from "./item.ts";
import type { ItemRemark } from "./plan.ts";

/** One line for each cause of remarks, however many items have it. */
export function planWarnings(remarks: readonly ItemRemark[]): readonly string[] {
  const groups = new Map<string, ItemRemark[]>();
  for (const remark of remarks) {
    const { is, field, variable, entry } = remark;
    const cause = `${is}\0${variable ?? `${entry.kind.name}\0${field}`}`;
    groups.set(cause, [...(groups.get(cause) ?? []), remark]);
  }
  return [...groups.values()].map((group) => {
    const [{ is, field, variable, entry }] = group as [ItemRemark];
    const kind = entry.kind.name;
    const others = group.length > 1 ? ` and ${group.length - 1} more` : "";
    const one = `${kind} ${entry.name}${others}`;
    if (variable !== undefined) return `${variable} is not set: ${field} of ${one} is left as it is`;
    const at = entry.item === undefined ? "" : ` (${placeText(entry.item.place)})`;
    if (is === "unset") return `${kind}${at}: ${field} is not known${others}, so the item is left out`;
    return is === "unseen"
      ? `the service does not show ${field} of ${kind}: it is set when an object is made, and not compared (${one})`
      : `${field} of ${one} cannot be changed, and is left as it is`;
  });
}
