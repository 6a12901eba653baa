import type { Tag } from "../state/tags.ts";
import type { World } from "../state/world.ts";
import { type Json, resourceUri } from "./references.ts";

/** A tag has no definition: the sandbox evaluates none. */
export const serializeTag = (world: World, { name, comment, kernelOpts }: Tag): Json => ({
  name,
  definition: "",
  comment,
  kernel_opts: kernelOpts,
  resource_uri: resourceUri(world, "tags", encodeURIComponent(name)),
});
