import { itemNamed } from "../catalogue/commands/config-item.ts";
import type { ConfigItem } from "../catalogue/config-items.ts";
import type { Field } from "../catalogue/operation.ts";
import type { LoadedKind } from "./kinds.ts";

/** The items that are known of a kind whose objects are the members of one mapping. */
export function knownMembers({ operations }: LoadedKind): readonly ConfigItem[] {
  const rules = operations.update?.operation.rules ?? [];
  return rules.flatMap((rule) => (rule.kind === "configItem" ? rule.items : []));
}

/** The field that the value of a member fills: `value` as it stands, and with the type of the item that is known. */
export function memberField(value: Field, item: ConfigItem | undefined): Field {
  if (item === undefined) return value;
  const { type, meaning, choices, min, max, secret } = item;
  return {
    ...value,
    type,
    help: meaning,
    ...(choices === undefined ? {} : { choices }),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(secret ? { secret } : {}),
  };
}

/** The item that a member's name means, be it spelled as the documents do or as a service with another prefix does. */
export const memberNamed = (kind: LoadedKind, name: string): ConfigItem | undefined =>
  itemNamed(knownMembers(kind), name);
