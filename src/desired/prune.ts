import type { Directory, Entry } from "./directory.ts";
import { textsOf } from "./directory.ts";
import type { Desired, Item } from "./item.ts";
import type { Step } from "./step.ts";

/** What goes, and why some of what could go stays. */
export interface Removal {
  readonly steps: readonly Step[];
  readonly warnings: readonly string[];
}

/**
 * The objects in the scopes of the files that no item means: never the service's own, those of kinds that svc does
 * not delete, and what items stand on. A scope with an item that cannot be told apart loses nothing.
 */
export function pruned(desired: Desired, directory: Directory): Removal {
  const needed = neededEntries(directory);
  const unclear = desired.items.filter((item) => directory.entryOf(item)?.key === undefined);
  const warnings: string[] = [];
  const steps = directory.entries.flatMap((entry): readonly Step[] => {
    const { kind, object, item, name } = entry;
    if (item !== undefined || object === undefined || object.isOwn) return [];
    if (kind.kind.createOnDemand === true || kind.operations.remove === undefined) return [];
    const scope = desired.scopes.find(
      ({ kind: scoped, parent }) =>
        scoped === kind.name &&
        (parent === undefined
          ? object.parent === undefined
          : directory.entryOf(parent)?.object === object.parent),
    );
    if (scope === undefined) return [];
    const twin = unclear.find((each) => each.kind === kind.name && each.parent === scope.parent);
    if (twin !== undefined) {
      warnings.push(
        `${kind.name} ${name} stays: it may be the item at ${twin.place.file}:${twin.place.line}`,
      );
      return [];
    }
    const user = needed.get(entry);
    if (user !== undefined) {
      warnings.push(`${kind.name} ${name} stays: ${user.kind.name} ${user.name} needs it`);
      return [];
    }
    return [{ action: "delete", kind, name, entry, place: undefined, changes: [] }];
  });
  return { steps, warnings };
}

/** The objects that items name, and an item for each that does. */
function neededEntries(directory: Directory): ReadonlyMap<Entry, Entry> {
  const needed = new Map<Entry, Entry>();
  for (const entry of directory.entries)
    if (entry.item !== undefined)
      for (const target of targetsOf(entry, entry.item, directory))
        if (target !== entry) needed.set(target, entry);
  return needed;
}

/** What an item stands on: the objects that it refers to, that hold it, and whose name it shares. */
export function targetsOf(entry: Entry, item: Item, directory: Directory): readonly Entry[] {
  const { kind, parent } = entry;
  const referred = [...item.fields.keys()].flatMap((name) => {
    const refers = kind.fields.get(name)?.refers;
    return refers === undefined
      ? []
      : textsOf(kind, item, name).flatMap((text) => directory.find(refers, text) ?? []);
  });
  return [...referred, ...(parent === undefined ? [] : [parent]), ...groundOf(entry, directory)];
}

/** The object of the same name that an object stands on, such as the host name of a DNS record. */
export function groundOf({ kind, key }: Entry, directory: Directory): readonly Entry[] {
  const { baseKind: standsOn } = kind.kind;
  const [name] = key?.split("\0") ?? [];
  const ground = standsOn === undefined || name === undefined ? undefined : directory.find(standsOn, name);
  return ground === undefined ? [] : [ground];
}
