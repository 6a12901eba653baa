import { type Directory, type Entry, textsOf } from "./directory.ts";
import type { Item } from "./item.ts";
import { previousOne } from "./numbered.ts";
import { heldValue } from "./observed.ts";

/** What an object at the service refers to. */
export function targetsOfObject(entry: Entry, directory: Directory): readonly Entry[] {
  const { kind, object } = entry;
  if (object === undefined) return [];
  const referenceTargets = Object.entries(kind.kind.references ?? {}).flatMap(([field, refers]) => {
    const value = heldValue(object, field);
    const texts = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
    return texts.flatMap((text) => {
      const matches = directory.allNamed(kind, field, String(text), object.parent);
      return matches.length > 0 ? matches : (namedEntry(refers, String(text), directory) ?? []);
    });
  });
  const domain = partTarget(entry, directory);
  const above = object.parent === undefined ? undefined : directory.entryFor(object.parent);
  return [
    ...referenceTargets,
    ...[domain, above].filter((each) => each !== undefined),
    ...baseObjects(entry, directory),
  ];
}

/** The referenced object, or its parent if only that is known. */
function namedEntry(kind: string, text: string, directory: Directory): Entry | undefined {
  const end = text.lastIndexOf("/");
  const holder = directory.kinds.get(kind)?.kind.parent?.kind;
  const isHeld = holder !== undefined && end > 0;
  return directory.find(kind, text) ?? (isHeld ? directory.find(holder, text.slice(0, end)) : undefined);
}

/** The longest known target of a name's second part, such as the domain of a host. */
function partTarget({ kind, key = "" }: Entry, directory: Directory): Entry | undefined {
  const [, second = ""] = kind.kind.joinedFields?.fields ?? [];
  const refers = kind.kind.references?.[second];
  if (refers === undefined) return undefined;
  const labels = (key.split("\0")[0] ?? "").split(".");
  const candidates = labels.map((_, start) => directory.find(refers, labels.slice(start).join(".")));
  return candidates.find((entry) => entry !== undefined);
}

/** References, parent, and the object whose name it shares. */
export function targetsOfItem(entry: Entry, item: Item, directory: Directory): readonly Entry[] {
  const { kind, parent } = entry;
  const referenceTargets = [...item.fields.keys()].flatMap((name) => {
    const refers = kind.fields.get(name)?.refers;
    return refers === undefined
      ? []
      : textsOf(kind, item, name).flatMap((text) => directory.allNamed(kind, name, text, parent));
  });
  return [
    ...referenceTargets,
    ...(parent === undefined ? [] : [parent]),
    ...directory.used.makersOf(entry),
    ...[previousOne(entry, directory) ?? []].flat(),
    ...baseObjects(entry, directory),
  ];
}

/** The object that shares its name, such as a DNS record's host name. */
export function baseObjects({ kind, key }: Entry, directory: Directory): readonly Entry[] {
  const { baseKind: standsOn } = kind.kind;
  const [name] = key?.split("\0") ?? [];
  const base = standsOn === undefined || name === undefined ? undefined : directory.find(standsOn, name);
  return base === undefined ? [] : [base];
}
