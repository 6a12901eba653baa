import type { World } from "../world.ts";
import { makeDomain } from "./domains.ts";
import { makeFabric } from "./fabrics.ts";

/** What people left empty on the networks of a new sandbox: a fabric and a domain. */
export function seedLeftovers(world: World): void {
  makeFabric(world, { name: "fabric-old", description: "Empty" });
  makeDomain(world, { name: "old.example.com" });
}
