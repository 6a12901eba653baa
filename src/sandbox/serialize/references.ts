import { findUser, type World } from "../state/world.ts";
import { apiName } from "../values/spellings.ts";

export type Json = Readonly<Record<string, unknown>>;

/** The caller must encode segments that may contain any character. */
export const resourceUri = (world: World, ...segments: readonly (string | number)[]): string =>
  `/${world.segment}/api/2.0/${segments.join("/")}/`;

/** The URIs of license keys and scripts have no final slash. */
export const withoutSlash = (uri: string): string => uri.slice(0, -1);

export function serializeOwner(world: World, username: string | null): Json | null {
  const user = username === null ? undefined : findUser(world, username);
  if (user === undefined) return null;
  return {
    is_superuser: user.isAdministrator,
    username: user.username,
    email: user.email,
    is_local: true,
    resource_uri: resourceUri(world, "users", encodeURIComponent(user.username)),
  };
}

export const serializeZone = (world: World, id: number): unknown => {
  const zone = world.state.places.zones.find((each) => each.id === id);
  return zone && { ...zone, resource_uri: resourceUri(world, "zones", encodeURIComponent(zone.name)) };
};

export const serializePool = (world: World, id: number): unknown => {
  const pool = world.state.places.pools.find((each) => each.id === id);
  return pool && { ...pool, resource_uri: resourceUri(world, "resourcepool", pool.id) };
};

export const serializePod = (world: World, id: number | null): unknown => {
  const pod = world.state.places.pods.find((each) => each.id === id);
  return pod === undefined
    ? null
    : { id: pod.id, name: pod.name, resource_uri: resourceUri(world, "pods", pod.id) };
};

export const orNull = <Row>(row: Row | undefined, serialize: (row: Row) => Json): Json | null =>
  row === undefined ? null : serialize(row);

/** Modifies `first`, which is much faster than spreading several objects. */
export const mergeInto = (first: Json, ...others: readonly Json[]): Json => Object.assign(first, ...others);

/** Serializes the members in `names`, then `others`, then the URI of the row below `path`. */
export function makeSerializer<Row extends { readonly id: number }>(
  path: string,
  names: readonly (keyof Row & string)[],
  others: (world: World, row: Row) => Json = () => ({}),
) {
  const fields = fieldsOf<Row>(...names);
  return (world: World, row: Row): Json => ({
    ...fields(row),
    ...others(world, row),
    resource_uri: resourceUri(world, path, row.id),
  });
}

export function fieldsOf<Row>(...names: readonly (keyof Row & string)[]): (row: Row) => Json {
  const pairs = names.map((name) => [name, apiName(name)] as const);
  return (row) => {
    const fields: Record<string, unknown> = {};
    for (const [name, field] of pairs) fields[field] = row[name];
    return fields;
  };
}
