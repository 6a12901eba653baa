/** Where something stands in the sources; lines and columns count from 1. */
export interface Place {
  /** As it was given on the command line, or found in a folder of it; `-` for standard input. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** `site.yaml:12:5`, as editors and compilers write it. */
export const placeText = ({ file, line, column }: Place): string => `${file}:${line}:${column}`;

/** Text as the command line would take it: numbers and booleans as they are spelled, `null` as empty text. */
interface TextValue {
  readonly form: "text";
  readonly place: Place;
  readonly text: string;
}

/** The content of a file: `!file path`. */
interface FileValue {
  readonly form: "file";
  readonly place: Place;
  readonly path: string;
  readonly bytes: Buffer;
}

/** The value of an environment variable, which is always a secret: `!env NAME`. */
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
  /** By field name; those that the item does not mention are left as they are. */
  readonly fields: ReadonlyMap<string, FieldValue>;
  /** The item that it stands in: a VLAN's fabric. */
  readonly parent?: Item;
  /** `create: true`, for kinds that are made on demand only. */
  readonly mayCreate?: true;
}

/** The objects of one kind that the sources list whole: `--prune` deletes others within it. */
export interface Scope {
  readonly kind: string;
  /** The item that holds them, for a kind within another. */
  readonly parent?: Item;
}

export interface Desired {
  /** In the order of the sources, each after its parent; no two of the same kind, parent and key. */
  readonly items: readonly Item[];
  /** A scope for each kind at top level and for each member that holds items, an empty list too. */
  readonly scopes: readonly Scope[];
}

/** The single values of a field: itself, or those of its list or mapping. */
const scalarsOf = (value: FieldValue): readonly Scalar[] =>
  value.form === "list" || value.form === "map" ? [...value.values.values()] : [value];

/** The variables that a value comes from and that are not set. */
export const unsetVariables = (value: FieldValue): readonly string[] =>
  scalarsOf(value).flatMap((each) => (each.form === "variable" && each.text === undefined ? each.name : []));

export const isUnset = (value: FieldValue): boolean => unsetVariables(value).length > 0;

/** True where one of the values comes from a variable: nothing of it is ever printed. */
export const isFromVariable = (value: FieldValue): boolean =>
  scalarsOf(value).some(({ form }) => form === "variable");

/** The texts of a value that are known; bytes as base64. */
export const textsIn = (value: FieldValue): readonly string[] =>
  scalarsOf(value).flatMap((each) =>
    each.form === "file" ? each.bytes.toString("base64") : (each.text ?? []),
  );

/** Machines as a set: so many that are deployed alike. */
export interface Claim {
  readonly name: string;
  readonly place: Place;
  /** How many machines it holds, 0 too. */
  readonly count: number;
  /** What the machines have to be, by field of `machines.allocate`. */
  readonly allocate: ReadonlyMap<string, FieldValue>;
  /** How they are deployed, by field of `machine.deploy`. */
  readonly deploy: ReadonlyMap<string, FieldValue>;
}
