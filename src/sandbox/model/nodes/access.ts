import type { AnswerDifferenceId } from "../../../catalogue/commands/answer-differences.ts";
import { type StatusValue, statuses } from "../../../catalogue/statuses.ts";
import { conflict, forbidden, invalidChoice, invalidField, requireFound } from "../../state/domain-error.ts";
import type { Node, NodeType } from "../../state/node.ts";
import type { Caller } from "../../state/users.ts";
import { nodeById, usesDeployedStyle, type World } from "../../state/world.ts";
import type { ZoneOrPool } from "../../state/zones-and-pools.ts";

/** Users see their own nodes and those without an owner, but no controllers. */
export function canSee(caller: Caller, node: Node): boolean {
  if (caller.isAdministrator) return true;
  if (node.nodeType === "rackController") return false;
  return node.owner === null || node.owner === caller.username;
}

function findNode(world: World, systemId: string, type?: NodeType): Node {
  const node = nodeById(world, systemId);
  const hasType = type === undefined || node?.nodeType === type;
  const name = type === undefined ? "node" : type;
  return requireFound(hasType ? node : undefined, `${name.charAt(0).toUpperCase()}${name.slice(1)}`);
}

/** Throws a 404 for an unknown node, and a 403 for a node that the caller cannot see. */
export function requireNode(world: World, caller: Caller, systemId: string, type?: NodeType): Node {
  const node = findNode(world, systemId, type);
  if (!canSee(caller, node)) throw forbidden();
  return node;
}

/** Owners may administer their devices, but not their machines. */
export const canAdminister = (caller: Caller, node: Node): boolean =>
  caller.isAdministrator || (node.nodeType === "device" && node.owner === caller.username);

export const findZone = (world: World, name: string): ZoneOrPool =>
  findByName(world.state.places.zones, name, "zone");

export const findPool = (world: World, name: string): ZoneOrPool =>
  findByName(world.state.places.pools, name, "pool");

function findByName(rows: readonly ZoneOrPool[], name: string, field: string): ZoneOrPool {
  const match = rows.find((each) => each.name === name);
  if (match !== undefined) return match;
  const names = rows.map((each) => each.name);
  throw invalidField(field, invalidChoice(name, names));
}

type RequiredRole = "editor" | "allocator" | "owner";

interface ChangeRule {
  readonly requiredRole: RequiredRole;
  readonly isRefusedWhenLocked: boolean;
  /** If missing, the operation itself checks the status. */
  readonly statuses?: readonly StatusValue[];
  /** Deployed services require another role, or let administrators change locked nodes. */
  readonly deployed?: { readonly difference: AnswerDifferenceId } & (
    | { readonly requiredRole: RequiredRole }
    | { readonly whoMayChangeLocked: "administrators" }
  );
}

const changeRules = {
  change: { requiredRole: "editor", isRefusedWhenLocked: true },
  deploy: { requiredRole: "allocator", isRefusedWhenLocked: true },
  unlock: { requiredRole: "editor", isRefusedWhenLocked: false },
  markBroken: {
    requiredRole: "editor",
    isRefusedWhenLocked: true,
    deployed: { difference: "broken-by-stranger", requiredRole: "owner" },
  },
  move: {
    requiredRole: "editor",
    isRefusedWhenLocked: true,
    deployed: { difference: "locked-zone", whoMayChangeLocked: "administrators" },
  },
  remove: {
    requiredRole: "editor",
    isRefusedWhenLocked: true,
    deployed: { difference: "locked-delete", whoMayChangeLocked: "administrators" },
  },
  changeStorage: { requiredRole: "editor", isRefusedWhenLocked: true, statuses: ["ready", "allocated"] },
} as const satisfies Record<string, ChangeRule>;

export type NodeChange = keyof typeof changeRules;

const hasRole: Readonly<Record<RequiredRole, (caller: Caller, node: Node) => boolean>> = {
  editor: (caller, node) => caller.isAdministrator || node.owner === caller.username,
  allocator: (caller, node) =>
    (node.status === "ready" && node.owner === null) || hasRole.editor(caller, node),
  owner: (caller, node) => node.owner === caller.username,
};

export const canEdit = (caller: Caller, node: Node): boolean => hasRole.editor(caller, node);

function mayChange(world: World, caller: Caller, node: Node, change: NodeChange): boolean {
  const { requiredRole, isRefusedWhenLocked, deployed }: ChangeRule = changeRules[change];
  const deployedRule =
    deployed !== undefined && usesDeployedStyle(world, deployed.difference) ? deployed : undefined;
  if (
    !hasRole[
      deployedRule !== undefined && "requiredRole" in deployedRule ? deployedRule.requiredRole : requiredRole
    ](caller, node)
  )
    return false;
  if (!node.locked || !isRefusedWhenLocked) return true;
  return deployedRule !== undefined && "whoMayChangeLocked" in deployedRule && caller.isAdministrator;
}

/** Throws a 403 for a missing permission or a lock, and a 409 for a wrong status. */
export function requireChange(
  world: World,
  caller: Caller,
  node: Node,
  change: NodeChange,
  reason?: string,
): void {
  if (!mayChange(world, caller, node, change)) throw forbidden(reason);
  const { statuses: allowedStatuses }: ChangeRule = changeRules[change];
  if (allowedStatuses?.includes(node.status) === false) {
    const names = allowedStatuses.map((each) => statuses[each].name).join(" nor ");
    throw conflict(
      `Cannot change the storage: the machine is '${statuses[node.status].name}', neither ${names}.`,
    );
  }
}
