import { type Directory, textsOf } from "./directory.ts";
import type { Entry } from "./entry.ts";
import type { Item } from "./item.ts";
import { previousSibling } from "./numbered.ts";
import { currentValueOf } from "./observed.ts";

export function targetsOfObject(entry: Entry, directory: Directory): readonly Entry[] {
  const { kind, object } = entry;
  if (object === undefined) return [];
  const referenceTargets = Object.entries(kind.kind.references ?? {}).flatMap(([field, refers]) => {
    const texts = [currentValueOf(object, field) ?? []].flat();
    return texts.flatMap((text) => {
      const matches = directory.allNamed(kind, field, String(text), object.parent);
      return matches.length > 0 ? matches : (namedEntry(refers, String(text), directory) ?? []);
    });
  });
  const domain = partTarget(entry, directory);
  const parentEntry = object.parent === undefined ? undefined : directory.entryFor(object.parent);
  return [
    ...referenceTargets,
    ...[domain, parentEntry].filter((each) => each !== undefined),
    ...baseObjects(entry, directory),
  ];
}

function namedEntry(kind: string, text: string, directory: Directory): Entry | undefined {
  const end = text.lastIndexOf("/");
  const holder = directory.kinds.get(kind)?.kind.parent?.kind;
  const hasParent = holder !== undefined && end > 0;
  return directory.find(kind, text) ?? (hasParent ? directory.find(holder, text.slice(0, end)) : undefined);
}

function partTarget({ kind, key = "" }: Entry, directory: Directory): Entry | undefined {
  const [, second = ""] = kind.kind.joinedFields?.fields ?? [];
  const refers = kind.kind.references?.[second];
  if (refers === undefined) return undefined;
  const labels = (key.split("\0")[0] ?? "").split(".");
  const candidates = labels.map((_, start) => directory.find(refers, labels.slice(start).join(".")));
  return candidates.find((entry) => entry !== undefined);
}

export function targetsOfItem(entry: Entry, item: Item, directory: Directory): readonly Entry[] {
  const { kind, parent } = entry;
  const referenceTargets = [...item.fields.keys()].flatMap((name) => {
    const refers = kind.fields.get(name)?.referredKind;
    return refers === undefined
      ? []
      : textsOf(kind, item, name).flatMap((text) => directory.allNamed(kind, name, text, parent));
  });
  return [
    ...referenceTargets,
    ...[parent, previousSibling(entry, directory)].filter((each) => each !== undefined),
    ...directory.used.creatorsOf(entry),
    ...baseObjects(entry, directory),
  ];
}

export function baseObjects({ kind, key }: Entry, directory: Directory): readonly Entry[] {
  const { baseKind } = kind.kind;
  const [name] = key?.split("\0") ?? [];
  const base = baseKind === undefined || name === undefined ? undefined : directory.find(baseKind, name);
  return base === undefined ? [] : [base];
}
