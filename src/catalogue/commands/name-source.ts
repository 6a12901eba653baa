import { kindAt, kindsOfFields, type NameKind } from "../named.ts";
import type { Field, IdentifierKind, Operation } from "../operation.ts";
import type { OptionSpec } from "../option-spec.ts";
import type { StatusValue } from "../statuses.ts";
import { isRepeatable } from "./command-signature.ts";

/** What the words of a place are: names of objects, series of operating systems, profiles, aliases, or list filters. */
export type NamedSource = NameKind | "series" | "profiles" | "aliases" | "where";

/** Where completion finds what may stand in a place of a line. */
export interface NameSource {
  readonly of: NamedSource;
  /** Several words may stand in one, with commas between them. */
  readonly isList: boolean;
  /** Of machines: the statuses that the command is for; all where it is empty. */
  readonly statuses: readonly StatusValue[];
}

const kindsOfNodes: Readonly<Record<IdentifierKind, NameKind>> = {
  machine: "machines",
  device: "devices",
  node: "nodes",
};

/** The source for an identifier in an operation's path; undefined for one that no list of names has. */
export function sourceOfParameter(
  { path, parameters = [], fits = [] }: Operation,
  name: string,
): NameSource | undefined {
  const kind = parameters.find((parameter) => parameter.name === name)?.kind;
  const above = path.slice(0, Math.max(0, path.indexOf(`{${name}}`)));
  // The path of one object may spell the collection in the singular.
  const of = kind === undefined ? (kindAt(above) ?? kindAt(above.replace(/\/$/, "s/"))) : kindsOfNodes[kind];
  return of === undefined ? undefined : { of, isList: false, statuses: of === "machines" ? fits : [] };
}

/** The source for the values of an operation's field; undefined where they are no names of objects. */
export function sourceOfField({ path, fits = [] }: Operation, field: Field): NameSource | undefined {
  const { name, kind, type, form } = field;
  if (type === "map" || type === "file" || field.secret === true) return undefined;
  const named = Object.hasOwn(kindsOfFields, name) ? kindsOfFields[name] : undefined;
  const byForm =
    form === "host|FQDN" ? "machines" : isNodeFilter(field) ? (kindAt(path) ?? "nodes") : undefined;
  const of = kind === undefined ? (named ?? byForm) : kindsOfNodes[kind];
  if (of === undefined) return undefined;
  return {
    of,
    isList: takesList(field) || form?.includes("[,") === true,
    statuses: kind === "machine" ? fits : [],
  };
}

/** The source for the values of an option of svc's own that is named as a field is; undefined for any other. */
export function sourceOfOption({ name, type }: OptionSpec): NameSource | undefined {
  const of = type === "words" && Object.hasOwn(kindsOfFields, name) ? kindsOfFields[name] : undefined;
  return of === undefined ? undefined : { of, isList: true, statuses: [] };
}

/** True where several values may stand in one, with commas between them. */
export const takesList = (field: Field): boolean => isRepeatable(field) && field.holdsCommas !== true;

/** A filter by nodes: of a list of them, or of what they have. */
const isNodeFilter = ({ name, namesRows }: Field): boolean =>
  namesRows === true && (name === "hostname" || name === "id");
