import type { World } from "../state/world.ts";

/** An object of an answer, with the keys that deployed services answer with: more than the documents name. */
export type Json = Readonly<Record<string, unknown>>;

/** The absolute path of a resource. Segments that may hold any character are encoded by the caller. */
export const resourceUri = (world: World, ...segments: readonly (string | number)[]): string =>
  `/${world.segment}/api/2.0/${segments.join("/")}/`;
