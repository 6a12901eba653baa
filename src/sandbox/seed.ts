import type { Sizes } from "./sandbox.ts";
import type { World } from "./world.ts";

/** Fills an empty world: places, networks, storage and images first, then the fleet that stands on them. */
export function seedWorld(_world: World, _sizes: Sizes): void {}
