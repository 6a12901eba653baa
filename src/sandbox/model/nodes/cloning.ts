import type { FieldErrors } from "../../state/domain-error.ts";
import type { Node } from "../../state/node.ts";
import type { World } from "../../state/world.ts";
import { cloneInterfaces } from "../networks/assignment.ts";
import { canCloneStorage, cloneStorage } from "../storage/cloning.ts";

type Parts = Readonly<Record<"interfaces" | "storage", boolean>>;

/** Copies the configuration of a machine to others. All of them are checked before the first is changed. */
export function cloneConfiguration(
  world: World,
  errors: FieldErrors,
  source: Node,
  destinations: readonly Node[],
  parts: Parts,
): void {
  for (const node of destinations)
    for (const problem of obstacles(source, node, parts)) errors.fail("destinations", problem);
  errors.check();
  for (const node of destinations) {
    if (parts.interfaces) cloneInterfaces(world, source, node);
    if (parts.storage) cloneStorage(world, source, node);
  }
}

/** What keeps a machine from getting the configuration of another. */
function obstacles(source: Node, node: Node, { interfaces, storage }: Parts): string[] {
  const found: string[] = [];
  const name = `machine ${node.systemId}`;
  if (node === source) found.push(`Source ${name} cannot be a destination machine.`);
  if (node.status !== "ready" && node.status !== "failed_testing")
    found.push(`Destination ${name} must be Ready or Failed testing.`);
  const problem = storage ? canCloneStorage(source, node) : undefined;
  if (problem !== undefined) found.push(problem);
  const missing = source.interfaces.find(
    (each) => each.type === "physical" && !node.interfaces.some((own) => own.name === each.name),
  );
  if (interfaces && missing !== undefined)
    found.push(`Destination ${name} has no interface ${missing.name}.`);
  return found;
}
