import type { OperationEntry } from "../catalogue/index.ts";
import type { Value, Values } from "../client/http/call.ts";
import type { Change } from "./change.ts";
import type { Item } from "./item.ts";
import type { LoadedKind, SettingOperation } from "./kinds.ts";
import { currentValueOf, type Observed } from "./observed.ts";
import { type Resolve, requestValue } from "./values.ts";

interface Setting {
  readonly operation: OperationEntry;
  readonly fields: readonly string[];
  readonly values: Values;
}

interface SettingContext {
  readonly kind: LoadedKind;
  readonly item: Item;
  readonly object: Observed;
  readonly changes: readonly Change[];
  readonly resolve: Resolve;
}

export function settings(context: SettingContext): readonly Setting[] {
  const { kind, object, changes, resolve } = context;
  const otherChanges = changes.filter(({ field }) => field.setBy !== undefined && !field.isForUpdate);
  return [
    ...filesystemSettings(context),
    ...otherChanges.flatMap(({ field, to }): readonly Setting[] => {
      const value = requestValue(field, to, resolve);
      if (field.setBy === undefined || value === undefined || isOfFilesystem(kind, field.name)) return [];
      const currentValues = [currentValueOf(object, field.name) ?? []].flat().map(String);
      const requests = requestsFor(field.setBy, value, currentValues);
      return requests.map((request) => ({ ...request, fields: [field.name] }));
    }),
  ];
}

function requestsFor(
  { entry, field, removalField, removedBy }: SettingOperation,
  value: Value,
  currentValues: readonly string[],
): readonly Omit<Setting, "fields">[] {
  if (field === undefined) return value === true ? [{ operation: entry, values: {} }] : [];
  const { name } = field;
  if (removalField === undefined && removedBy === undefined)
    return [{ operation: entry, values: { [name]: value } }];
  const desiredValues = Array.isArray(value) ? value.map(String) : [];
  const textsToAdd = desiredValues.filter((each) => !currentValues.includes(each));
  const textsToRemove = currentValues.filter((each) => !desiredValues.includes(each));
  if (removedBy !== undefined)
    return [
      ...textsToRemove.map((each) => ({ operation: removedBy, values: { [name]: each } })),
      ...textsToAdd.map((each) => ({ operation: entry, values: { [name]: each } })),
    ];
  const additions = textsToAdd.length === 0 ? {} : { [name]: textsToAdd };
  const removals =
    textsToRemove.length === 0 || removalField === undefined ? {} : { [removalField]: textsToRemove };
  return [{ operation: entry, values: { ...additions, ...removals } }];
}

const formatFields = ["fstype", "label"];
const mountFields = ["mount_point", "mount_options"];

const isOfFilesystem = ({ filesystem }: LoadedKind, name: string): boolean =>
  filesystem !== undefined && [...formatFields, ...mountFields].includes(name);

/** Unmounts a file system before recreating it, and mounts it at its old place unless the item has another. */
function filesystemSettings({ kind, item, object, changes }: SettingContext): readonly Setting[] {
  const { filesystem } = kind;
  const changedFields = changes.map(({ field }) => field.name).filter((name) => isOfFilesystem(kind, name));
  if (filesystem === undefined || changedFields.length === 0) return [];
  const { format, unformat, mount, unmount } = filesystem;
  if (!format || !unformat || !mount || !unmount) return [];
  const currentText = (name: string) => String(currentValueOf(object, name) ?? "");
  const desiredText = (name: string) => {
    const field = kind.fields.get(name);
    const desiredValue = item.fields.get(name);
    const value = field && desiredValue && requestValue(field, desiredValue, () => undefined);
    return value === undefined ? currentText(name) : String(value);
  };
  // Some services keep an old label unless a new one is sent.
  const valuesOf = (names: readonly string[]) =>
    Object.fromEntries(
      names.flatMap((name) =>
        desiredText(name) !== "" || changedFields.includes(name) ? [[name, desiredText(name)]] : [],
      ),
    );
  const isReformatted = changedFields.some((name) => formatFields.includes(name));
  const hasFilesystem = desiredText("fstype") !== "";
  const isMounted = hasFilesystem && desiredText("mount_point") !== "";
  const formatChanges = { fields: changedFields.filter((name) => formatFields.includes(name)) };
  const mountChanges = {
    fields: ["mount_point", ...changedFields.filter((name) => name === "mount_options")],
  };
  return [
    ...(currentText("mount_point") === "" ? [] : [{ operation: unmount, values: {}, ...mountChanges }]),
    ...(isReformatted && hasFilesystem
      ? [{ operation: format, values: valuesOf(formatFields), ...formatChanges }]
      : []),
    ...(isReformatted && !hasFilesystem && currentText("fstype") !== ""
      ? [{ operation: unformat, values: {}, ...formatChanges }]
      : []),
    ...(isMounted ? [{ operation: mount, values: valuesOf(mountFields), ...mountChanges }] : []),
  ];
}
