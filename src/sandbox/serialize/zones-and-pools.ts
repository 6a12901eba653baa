import type { World } from "../state/world.ts";
import { resourceUri } from "./resource-uri.ts";

export const serializeZone = (world: World, id: number): unknown => {
  const zone = world.state.places.zones.find((each) => each.id === id);
  return zone && { ...zone, resource_uri: resourceUri(world, "zones", zone.name) };
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
