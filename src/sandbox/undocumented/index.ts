import { loadAllOperations, type OperationEntry } from "../../catalogue/index.ts";
import type { Group } from "../../catalogue/operation.ts";
import { group as describe } from "./describe.ts";
import { group as interfaces } from "./interfaces.ts";
import { group as linked } from "./linked.ts";
import { group as rackControllers } from "./rack-controllers.ts";
import { group as resourcePools } from "./resource-pools.ts";
import { group as spaces } from "./spaces.ts";
import { group as staticRoutes } from "./static-routes.ts";
import { group as storage } from "./storage.ts";
import { group as subnets } from "./subnets.ts";
import { group as tags } from "./tags.ts";
import { group as users } from "./users.ts";
import { group as vlans } from "./vlans.ts";
import { group as zones } from "./zones.ts";

/**
 * Resources that deployed services have and that the documents do not describe, which clients of the service
 * need. They stand apart from the catalogue: the documented operations stay what they are.
 */
const undocumentedGroups = [
  describe,
  users,
  tags,
  zones,
  resourcePools,
  spaces,
  subnets,
  staticRoutes,
  interfaces,
  storage,
  vlans,
  rackControllers,
  linked,
] as const satisfies readonly Group[];

type Operations = (typeof undocumentedGroups)[number]["operations"];

/** The id of every undocumented operation. */
export type UndocumentedId = Operations extends infer Each
  ? Each extends Each
    ? keyof Each & string
    : never
  : never;

/** Every operation that the sandbox serves: the documented ones first. */
export async function loadServedOperations(): Promise<readonly OperationEntry[]> {
  const further = undocumentedGroups.flatMap((group: Group) =>
    Object.entries(group.operations).map(([id, operation]) => ({ id, group, operation })),
  );
  return [...(await loadAllOperations()), ...further];
}
