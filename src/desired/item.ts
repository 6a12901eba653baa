/** Lines and columns count from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export const placeText = ({ file, line, column }: Place): string => `${file}:${line}:${column}`;

interface ValueContents {
  /** As an option would take it: numbers and booleans as spelled, `null` as empty text. */
  readonly text: { readonly text: string };
  readonly file: { readonly bytes: Buffer };
  /** The value of `!env NAME`, which is always treated as a secret. */
  readonly variable: { readonly name: string; readonly text: string | undefined };
  readonly list: { readonly values: readonly Scalar[] };
  readonly map: { readonly values: ReadonlyMap<string, Scalar> };
}

export type ValueOf<F extends keyof ValueContents> = {
  readonly form: F;
  readonly place: Place;
} & ValueContents[F];

export type Scalar = ValueOf<"text"> | ValueOf<"file"> | ValueOf<"variable">;
export type FieldValue = Scalar | ValueOf<"list"> | ValueOf<"map">;

export interface Item {
  readonly kind: string;
  readonly place: Place;
  /** By field name; other fields are left unchanged. */
  readonly fields: ReadonlyMap<string, FieldValue>;
  readonly parent?: Item;
  readonly mayCreate?: true;
}

/** A complete list of objects: `--prune` deletes objects that it lacks. */
export interface Scope {
  readonly kind: string;
  readonly parent?: Item;
}

export interface ItemSet {
  /** In the order of the sources, parents first; kind, parent and key are unique. */
  readonly items: readonly Item[];
  /** One per top-level kind and per list of children, even if empty. */
  readonly scopes: readonly Scope[];
}

const scalarsOf = (value: FieldValue): readonly Scalar[] =>
  value.form === "list" || value.form === "map" ? [...value.values.values()] : [value];

export const unsetVariables = (value: FieldValue): readonly string[] =>
  scalarsOf(value).flatMap((each) => (each.form === "variable" && each.text === undefined ? each.name : []));

export const isUnset = (value: FieldValue): boolean => unsetVariables(value).length > 0;

/** Values of variables are never printed. */
export const isFromVariable = (value: FieldValue): boolean =>
  scalarsOf(value).some(({ form }) => form === "variable");

export const textsIn = (value: FieldValue): readonly string[] =>
  scalarsOf(value).flatMap((each) =>
    each.form === "file" ? each.bytes.toString("base64") : (each.text ?? []),
  );

export interface Claim {
  readonly name: string;
  readonly place: Place;
  /** The profile of the site. A claim with `sites` is read as one claim per site. */
  readonly site?: string;
  readonly count: number;
  /** The number of machines at all sites of the claim, which a plan divides among them. */
  readonly total?: number;
  readonly allocate: ReadonlyMap<string, FieldValue>;
  readonly deploy: ReadonlyMap<string, FieldValue>;
}

export const labelOf = ({ site, name }: Pick<Claim, "site" | "name">): string =>
  site === undefined ? name : `${site}/${name}`;
