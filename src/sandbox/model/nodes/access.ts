import type { AnswerDifferenceId } from "../../../catalogue/commands/sandbox-answers.ts";
import { type StatusValue, statuses } from "../../../catalogue/statuses.ts";
import type { Node, NodeType } from "../../state/node.ts";
import { conflict, forbidden, invalidChoice, invalidField, requireFound } from "../../state/service-error.ts";
import type { Caller } from "../../state/users.ts";
import { nodeById, usesDeployedStyle, type World, type ZoneOrPool } from "../../state/world.ts";
import { capitalize } from "../../values/spellings.ts";

/** Ordinary users see their own nodes and those without an owner, but no controllers. */
export function canSee(caller: Caller, node: Node): boolean {
  if (caller.isAdministrator) return true;
  if (node.nodeType === "rackController") return false;
  return node.owner === null || node.owner === caller.username;
}

export function requireNode(world: World, caller: Caller, systemId: string, type?: NodeType): Node {
  const match = nodeById(world, systemId);
  const node = requireFound(
    type === undefined || match?.nodeType === type ? match : undefined,
    capitalize(type ?? "node"),
  );
  if (!canSee(caller, node)) throw forbidden();
  return node;
}

/** Owners may administer their devices, but not their machines. */
export const canAdminister = (caller: Caller, node: Node): boolean =>
  caller.isAdministrator || (node.nodeType === "device" && node.owner === caller.username);

export const requireZone = (world: World, name: string): ZoneOrPool =>
  findByName(world.state.places.zones, name, "zone");

export const requirePool = (world: World, name: string): ZoneOrPool =>
  findByName(world.state.places.pools, name, "pool");

function findByName(rows: readonly ZoneOrPool[], name: string, field: string): ZoneOrPool {
  const match = rows.find((each) => each.name === name);
  if (match !== undefined) return match;
  const names = rows.map((each) => each.name);
  throw invalidField(field, invalidChoice(name, names));
}

interface PermissionRule {
  /** The default is `editor`. */
  readonly requiredRole?: "editor" | "allocator" | "owner";
  /** Who may change a locked node; by default, nobody. */
  readonly whoMayChangeLocked?: "anyone" | "administrators";
}

interface ChangeRule extends PermissionRule {
  readonly statuses?: readonly StatusValue[];
  readonly liveRule?: PermissionRule & { readonly difference: AnswerDifferenceId };
}

const changeRules = {
  change: {},
  deploy: { requiredRole: "allocator" },
  unlock: { whoMayChangeLocked: "anyone" },
  markBroken: { liveRule: { difference: "broken-by-stranger", requiredRole: "owner" } },
  move: { liveRule: { difference: "locked-zone", whoMayChangeLocked: "administrators" } },
  remove: { liveRule: { difference: "locked-delete", whoMayChangeLocked: "administrators" } },
  changeStorage: { statuses: ["ready", "allocated"] },
} as const satisfies Record<string, ChangeRule>;

export type NodeChange = keyof typeof changeRules;

type Role = NonNullable<PermissionRule["requiredRole"]>;

const hasRole: Readonly<Record<Role, (caller: Caller, node: Node) => boolean>> = {
  editor: (caller, node) => caller.isAdministrator || node.owner === caller.username,
  allocator: (caller, node) =>
    (node.status === "ready" && node.owner === null) || hasRole.editor(caller, node),
  owner: (caller, node) => node.owner === caller.username,
};

export const canEdit = (caller: Caller, node: Node): boolean => hasRole.editor(caller, node);

function mayChange(world: World, caller: Caller, node: Node, change: NodeChange): boolean {
  const { liveRule, ...rule }: ChangeRule = changeRules[change];
  const usesLiveRule = liveRule !== undefined && usesDeployedStyle(world, liveRule.difference);
  const { requiredRole = "editor", whoMayChangeLocked } = usesLiveRule ? { ...rule, ...liveRule } : rule;
  if (!hasRole[requiredRole](caller, node)) return false;
  if (!node.locked || whoMayChangeLocked === "anyone") return true;
  return whoMayChangeLocked === "administrators" && caller.isAdministrator;
}

export function requireMayChange(
  world: World,
  caller: Caller,
  node: Node,
  change: NodeChange,
  reason?: string,
): void {
  if (!mayChange(world, caller, node, change)) throw forbidden(reason);
  const { statuses: allowedStatuses }: ChangeRule = changeRules[change];
  if (allowedStatuses?.includes(node.status) === false) {
    const names = allowedStatuses.map((each) => statuses[each].name).join(" or ");
    throw conflict(
      `Cannot change the storage: the machine is '${statuses[node.status].name}', not ${names}.`,
    );
  }
}
