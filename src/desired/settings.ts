import type { OperationEntry } from "../catalogue/index.ts";
import type { Value, Values } from "../client/http/call.ts";
import type { Change } from "./change.ts";
import type { Item } from "./item.ts";
import type { LoadedKind, SettingOperation } from "./kinds.ts";
import { heldValue, type Observed } from "./observed.ts";
import { type Resolve, requestValue } from "./values.ts";

/** A request that sets fields which `update` does not take. */
interface Setting {
  readonly operation: OperationEntry;
  readonly fields: readonly string[];
  readonly values: Values;
}

interface Setup {
  readonly kind: LoadedKind;
  readonly item: Item;
  readonly object: Observed;
  readonly changes: readonly Change[];
  readonly resolve: Resolve;
}

/** The requests for these changes, in order. */
export function settings(setup: Setup): readonly Setting[] {
  const { kind, object, changes, resolve } = setup;
  const others = changes.filter(({ field }) => field.setBy !== undefined && !field.isUpdated);
  return [
    ...filesystemSettings(setup),
    ...others.flatMap(({ field, to }): readonly Setting[] => {
      const value = requestValue(field, to, resolve);
      if (field.setBy === undefined || value === undefined || isOfFilesystem(kind, field.name)) return [];
      const held = [heldValue(object, field.name) ?? []].flat().map(String);
      return requestsFor(field.setBy, value, held).map((request) => ({ ...request, fields: [field.name] }));
    }),
  ];
}

function requestsFor(
  { entry, field, removed, removedBy }: SettingOperation,
  value: Value,
  held: readonly string[],
): readonly Omit<Setting, "fields">[] {
  if (field === undefined) return value === true ? [{ operation: entry, values: {} }] : [];
  const { name } = field;
  if (removed === undefined && removedBy === undefined)
    return [{ operation: entry, values: { [name]: value } }];
  const wanted = Array.isArray(value) ? value.map(String) : [];
  const joining = wanted.filter((each) => !held.includes(each));
  const leaving = held.filter((each) => !wanted.includes(each));
  if (removedBy !== undefined)
    return [
      ...leaving.map((each) => ({ operation: removedBy, values: { [name]: each } })),
      ...joining.map((each) => ({ operation: entry, values: { [name]: each } })),
    ];
  const joined = joining.length === 0 ? {} : { [name]: joining };
  const left = leaving.length === 0 || removed === undefined ? {} : { [removed]: leaving };
  return [{ operation: entry, values: { ...joined, ...left } }];
}

const formatFields = ["fstype", "label"];
const mountFields = ["mount_point", "mount_options"];

const isOfFilesystem = ({ filesystem }: LoadedKind, name: string): boolean =>
  filesystem !== undefined && [...formatFields, ...mountFields].includes(name);

/** A mounted file system is unmounted before it is made anew, and mounted where it was if the item does not say. */
function filesystemSettings({ kind, item, object, changes }: Setup): readonly Setting[] {
  const { filesystem } = kind;
  const changed = changes.map(({ field }) => field.name).filter((name) => isOfFilesystem(kind, name));
  if (filesystem === undefined || changed.length === 0) return [];
  const { format, unformat, mount, unmount } = filesystem;
  if (!format || !unformat || !mount || !unmount) return [];
  const held = (name: string) => String(heldValue(object, name) ?? "");
  const wanted = (name: string) => {
    const field = kind.fields.get(name);
    const given = item.fields.get(name);
    const value = field && given && requestValue(field, given, () => undefined);
    return value === undefined ? held(name) : String(value);
  };
  // Some services keep a label that is not sent.
  const valuesOf = (names: readonly string[]) =>
    Object.fromEntries(
      names.flatMap((name) => (wanted(name) !== "" || changed.includes(name) ? [[name, wanted(name)]] : [])),
    );
  const isMadeAnew = changed.some((name) => formatFields.includes(name));
  const hasOne = wanted("fstype") !== "";
  const isMounted = hasOne && wanted("mount_point") !== "";
  const made = { fields: changed.filter((name) => formatFields.includes(name)) };
  const mounted = { fields: ["mount_point", ...changed.filter((name) => name === "mount_options")] };
  return [
    ...(held("mount_point") === "" ? [] : [{ operation: unmount, values: {}, ...mounted }]),
    ...(isMadeAnew && hasOne ? [{ operation: format, values: valuesOf(formatFields), ...made }] : []),
    ...(isMadeAnew && !hasOne && held("fstype") !== "" ? [{ operation: unformat, values: {}, ...made }] : []),
    ...(isMounted ? [{ operation: mount, values: valuesOf(mountFields), ...mounted }] : []),
  ];
}
