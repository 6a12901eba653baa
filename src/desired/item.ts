/** Lines and columns count from 1. */
export interface Place {
  /** As given on the command line or found in a folder; `-` for standard input. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export const placeText = ({ file, line, column }: Place): string => `${file}:${line}:${column}`;

/** As typed on the command line: numbers and booleans as spelled, `null` as empty text. */
interface TextValue {
  readonly form: "text";
  readonly place: Place;
  readonly text: string;
}

interface FileValue {
  readonly form: "file";
  readonly place: Place;
  readonly path: string;
  readonly bytes: Buffer;
}

/** `!env NAME`, always a secret. */
interface VariableValue {
  readonly form: "variable";
  readonly place: Place;
  readonly name: string;
  readonly text: string | undefined;
}

export type Scalar = TextValue | FileValue | VariableValue;

export interface ListValue {
  readonly form: "list";
  readonly place: Place;
  readonly values: readonly Scalar[];
}

export interface MapValue {
  readonly form: "map";
  readonly place: Place;
  readonly values: ReadonlyMap<string, Scalar>;
}

export type FieldValue = Scalar | ListValue | MapValue;

export interface Item {
  readonly kind: string;
  readonly place: Place;
  /** By name; fields not mentioned are left unchanged. */
  readonly fields: ReadonlyMap<string, FieldValue>;
  /** The enclosing item: a VLAN's fabric. */
  readonly parent?: Item;
  /** `create: true`, for kinds that are only created on demand. */
  readonly mayCreate?: true;
}

/** A complete list of objects: `--prune` deletes others within it. */
export interface Scope {
  readonly kind: string;
  readonly parent?: Item;
}

export interface Desired {
  /** In the order of the sources, parents first; kind, parent and key are unique. */
  readonly items: readonly Item[];
  /** One per top-level kind and per member that holds items, even if empty. */
  readonly scopes: readonly Scope[];
}

const scalarsOf = (value: FieldValue): readonly Scalar[] =>
  value.form === "list" || value.form === "map" ? [...value.values.values()] : [value];

export const unsetVariables = (value: FieldValue): readonly string[] =>
  scalarsOf(value).flatMap((each) => (each.form === "variable" && each.text === undefined ? each.name : []));

export const isUnset = (value: FieldValue): boolean => unsetVariables(value).length > 0;

/** Such values are never printed. */
export const isFromVariable = (value: FieldValue): boolean =>
  scalarsOf(value).some(({ form }) => form === "variable");

/** Known texts; bytes as base64. */
export const textsIn = (value: FieldValue): readonly string[] =>
  scalarsOf(value).flatMap((each) =>
    each.form === "file" ? each.bytes.toString("base64") : (each.text ?? []),
  );

/** A number of machines deployed alike. */
export interface Claim {
  readonly name: string;
  readonly place: Place;
  /** The profile of the site that the machines are at, if the claim has `sites`: it is one claim for each. */
  readonly site?: string;
  /** How many machines; may be 0. */
  readonly count: number;
  /** How many machines at all its sites together; a plan divides them into counts. */
  readonly total?: number;
  /** Constraints, by field of `machines.allocate`. */
  readonly allocate: ReadonlyMap<string, FieldValue>;
  /** By field of `machine.deploy`. */
  readonly deploy: ReadonlyMap<string, FieldValue>;
}

/** A claim at a site is called `east/runners`. */
export const labelOf = ({ site, name }: Pick<Claim, "site" | "name">): string =>
  site === undefined ? name : `${site}/${name}`;
