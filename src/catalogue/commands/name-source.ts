import { type KindId, kindAt, kindsOfFields, namedKinds } from "../named.ts";
import type { LookupList } from "../number-lists.ts";
import type { Field, IdentifierKind, Operation } from "../operation.ts";
import type { OptionSpec } from "../option-spec.ts";
import type { StatusValue } from "../statuses.ts";
import { isRepeatable, type NamedSource } from "./command-spec.ts";

export interface NameSource {
  readonly source: NamedSource | LookupList;
  readonly isList: boolean;
  /** The statuses of machines to offer; empty for all. */
  readonly statuses: readonly StatusValue[];
}

/** The kind, and the group, of the nodes that an identifier names. */
export const kindOfNodes = (kind: IdentifierKind) => `${kind}s` as const satisfies KindId;

export function sourceOfParameter(
  { path, parameters = [], allowedStatuses = [] }: Operation,
  name: string,
): NameSource | undefined {
  const parameter = parameters.find((each) => each.name === name);
  const parentPath = path.slice(0, Math.max(0, path.indexOf(`{${name}}`)));
  // The path of a single object may be in the singular.
  const listPath = parentPath.replace(/s?\/$/, "s/");
  const pathKind = kindAt(parentPath) ?? kindAt(listPath);
  const isController = pathKind === "rackcontrollers" || pathKind === "regioncontrollers";
  const kind = isController ? undefined : parameter?.kind;
  const source = kind === undefined ? pathKind : kindOfNodes(kind);
  // The names in the list say more than the numbers that the cache has for this kind.
  if (parameter?.list !== undefined && source !== undefined && namedKinds[source].nameMember === "id")
    return { source: parameter.list, isList: false, statuses: [] };
  if (source !== undefined)
    return { source, isList: false, statuses: source === "machines" ? allowedStatuses : [] };
  if (!/\}.*\w\/$/.test(parentPath)) return undefined;
  const ownNames = name === "id" ? [] : [name];
  const names = [...ownNames, ...(parameter?.list?.names ?? ["name"]), "id"];
  return { source: { path: listPath, noun: name, names }, isList: false, statuses: [] };
}

export function sourceOfField(
  { path, allowedStatuses = [] }: Operation,
  field: Field,
): NameSource | undefined {
  const { name, kind, type, form, list } = field;
  if (type === "map" || type === "file" || field.secret === true) return undefined;
  const kindByName = Object.hasOwn(kindsOfFields, name) ? kindsOfFields[name] : undefined;
  const byForm =
    form === "host|FQDN" ? "machines" : filtersNodes(field) ? (kindAt(path) ?? "nodes") : undefined;
  const kindByList = list?.rows === undefined ? (kindAt(list?.path ?? "") ?? list) : list;
  const source = byForm ?? (kind === undefined ? (kindByName ?? kindByList) : kindOfNodes(kind));
  if (source === undefined) return undefined;
  return {
    source,
    isList: takesList(field) || form?.includes("[,") === true,
    statuses: kind === "machine" ? allowedStatuses : [],
  };
}

export function sourceOfOption({ name, type }: OptionSpec): NameSource | undefined {
  const source = type === "words" && Object.hasOwn(kindsOfFields, name) ? kindsOfFields[name] : undefined;
  return source === undefined ? undefined : { source, isList: true, statuses: [] };
}

export const takesList = (field: Field): boolean => isRepeatable(field) && field.holdsCommas !== true;

export const filtersNodes = (field: Field | undefined): boolean =>
  field?.isSplittable === true && ["hostname", "id"].includes(field.name);
