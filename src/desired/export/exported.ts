/** A value of a document that is written: what people and programs read, with secrets and bytes told apart. */
export type Exported =
  | string
  | number
  | bigint
  | boolean
  | Variable
  | Buffer
  | readonly Exported[]
  | ExportedMap;

/** By name, in the order in which it is written. */
export type ExportedMap = ReadonlyMap<string, Exported>;

/** `!env NAME`, in the place of a secret. */
export interface Variable {
  readonly variable: string;
}

export const isMap = (value: Exported): value is ExportedMap => value instanceof Map;

export const isList = (value: Exported): value is readonly Exported[] => Array.isArray(value);

export const isVariable = (value: Exported): value is Variable =>
  typeof value === "object" && !isMap(value) && "variable" in value;
