import type { FieldValue, Item, ItemSet, Place, Scalar, Scope } from "../../../src/desired/item.ts";
import type { LoadedKind } from "../../../src/desired/kinds.ts";

/** The value of a field: `{ env, text }` is a variable, bytes are a file. */
export type Given =
  | string
  | number
  | boolean
  | null
  | Buffer
  | { readonly env: string; readonly text?: string }
  | readonly (string | number)[]
  | { readonly map: Readonly<Record<string, string | { readonly env: string; readonly text?: string }>> };

/** An item with its nested items. */
export type GivenItem = Readonly<Record<string, Given | readonly GivenItem[]>>;

export type Site = Readonly<Record<string, readonly GivenItem[] | Readonly<Record<string, string>>>>;

const isVariable = (value: unknown): value is { readonly env: string; readonly text?: string } =>
  typeof value === "object" && value !== null && "env" in value;

function scalar(value: unknown, place: Place): Scalar {
  if (Buffer.isBuffer(value)) return { form: "file", place, bytes: value };
  if (isVariable(value)) return { form: "variable", place, name: value.env, text: value.text };
  return { form: "text", place, text: value === null ? "" : String(value) };
}

function fieldValue(value: Given, place: Place): FieldValue {
  if (Array.isArray(value)) return { form: "list", place, values: value.map((each) => scalar(each, place)) };
  if (typeof value === "object" && value !== null && !Buffer.isBuffer(value) && "map" in value)
    return {
      form: "map",
      place,
      values: new Map(Object.entries(value.map).map(([key, each]) => [key, scalar(each, place)])),
    };
  return scalar(value, place);
}

/** The parsed form of a site, in which each item has its own line. */
export function desiredSite(kinds: ReadonlyMap<string, LoadedKind>, site: Site): ItemSet {
  const items: Item[] = [];
  const scopes: Scope[] = [];
  let line = 0;
  const add = (kindName: string, members: GivenItem, parent?: Item) => {
    const kind = kinds.get(kindName);
    if (kind === undefined) throw new Error(`no kind is called ${kindName}`);
    line += 1;
    const place: Place = { file: "site.yaml", line, column: 3 };
    const holds = kind.spec.children ?? {};
    const fields = Object.entries(members).flatMap(([name, value]): [string, FieldValue][] =>
      name in holds || name === "create" ? [] : [[name, fieldValue(value as Given, place)]],
    );
    const unknown = fields.find(([name]) => !kind.fields.has(name));
    if (unknown !== undefined) throw new Error(`${kindName} has no ${unknown[0]}`);
    const item: Item = {
      kind: kindName,
      place,
      fields: new Map(fields),
      ...(parent === undefined ? {} : { parent }),
      ...(members["create"] === true ? { mayCreate: true } : {}),
    };
    items.push(item);
    for (const [member, child] of Object.entries(holds)) {
      if (!(member in members)) continue;
      scopes.push({ kind: child, parent: item });
      for (const each of members[member] as readonly GivenItem[]) add(child, each, item);
    }
  };
  for (const [name, members] of Object.entries(site)) {
    scopes.push({ kind: name });
    const map = kinds.get(name)?.spec.map;
    const list = Array.isArray(members)
      ? (members as readonly GivenItem[])
      : Object.entries(members).map(([key, value]) => ({
          [map?.name ?? ""]: key,
          [map?.value ?? ""]: value,
        }));
    for (const each of list) add(name, each as GivenItem);
  }
  return { items, scopes };
}
