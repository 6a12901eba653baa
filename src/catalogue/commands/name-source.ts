import { kindAt, kindsOfFields, type NameKind } from "../named.ts";
import type { NumberList } from "../number-lists.ts";
import type { Field, IdentifierKind, Operation } from "../operation.ts";
import type { OptionSpec } from "../option-spec.ts";
import type { StatusValue } from "../statuses.ts";
import { isRepeatable } from "./command-signature.ts";
import type { NamedSource } from "./command-spec.ts";

/**
 * Words that completion offers: names of objects, operating system series, profiles, aliases, list filters, or the
 * rows of a list, such as the interfaces of a node.
 */
export interface NameSource {
  readonly of: NamedSource | NumberList;
  readonly isList: boolean;
  /** The statuses of machines to offer; empty for all. */
  readonly statuses: readonly StatusValue[];
}

const kindsOfNodes: Readonly<Record<IdentifierKind, NameKind>> = {
  machine: "machines",
  device: "devices",
  node: "nodes",
};

/** The names for an identifier in the path; undefined if no list contains them. */
export function sourceOfParameter(
  { path, parameters = [], allowedStatuses = [] }: Operation,
  name: string,
): NameSource | undefined {
  const parameter = parameters.find((each) => each.name === name);
  const parentPath = path.slice(0, Math.max(0, path.indexOf(`{${name}}`)));
  // The path of a single object may be in the singular.
  const several = parentPath.replace(/s?\/$/, "s/");
  const at = kindAt(parentPath) ?? kindAt(several);
  const isController = at === "rackcontrollers" || at === "regioncontrollers";
  const kind = isController ? undefined : parameter?.kind;
  const of = kind === undefined ? at : kindsOfNodes[kind];
  if (of !== undefined) return { of, isList: false, statuses: of === "machines" ? allowedStatuses : [] };
  if (!/\}.*\w\/$/.test(parentPath)) return undefined;
  const ownNames = name === "id" ? [] : [name];
  const names = [...ownNames, ...(parameter?.list?.names ?? ["name"]), "id"];
  return { of: { path: several, noun: name, names }, isList: false, statuses: [] };
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
  const of = byForm ?? (kind === undefined ? (kindByName ?? kindByList) : kindsOfNodes[kind]);
  if (of === undefined) return undefined;
  return {
    of,
    isList: takesList(field) || form?.includes("[,") === true,
    statuses: kind === "machine" ? allowedStatuses : [],
  };
}

/** The names for an option of svc that is called like a field. */
export function sourceOfOption({ name, type }: OptionSpec): NameSource | undefined {
  const of = type === "words" && Object.hasOwn(kindsOfFields, name) ? kindsOfFields[name] : undefined;
  return of === undefined ? undefined : { of, isList: true, statuses: [] };
}

export const takesList = (field: Field): boolean => isRepeatable(field) && field.holdsCommas !== true;

/** True for a list's filter by the names of nodes. */
export const filtersNodes = (field: Field | undefined): boolean =>
  field?.isSplittable === true && ["hostname", "id"].includes(field.name);
