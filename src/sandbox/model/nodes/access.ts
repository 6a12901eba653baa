import type { AnswerDifferenceId } from "../../../catalogue/commands/answer-differences.ts";
import { type StatusValue, statuses } from "../../../catalogue/statuses.ts";
import { conflict, forbidden, invalidChoice, invalidField, requireFound } from "../../state/domain-error.ts";
import type { Node, NodeType } from "../../state/node.ts";
import type { Caller } from "../../state/users.ts";
import { answersAsDeployed, nodeById, type World } from "../../state/world.ts";
import type { ZoneOrPool } from "../../state/zones-and-pools.ts";

/**
 * Whether a caller may see a node: administrators see all, users their own, those that nobody owns,
 * and controllers never.
 */
export function canSee(caller: Caller, node: Node): boolean {
  if (caller.isAdministrator) return true;
  if (node.nodeType === "rackController") return false;
  return node.owner === null || node.owner === caller.username;
}

function findNode(world: World, systemId: string, type?: NodeType): Node {
  const node = nodeById(world, systemId);
  const isAsked = type === undefined || node?.nodeType === type;
  const name = type === undefined ? "node" : type;
  return requireFound(isAsked ? node : undefined, `${name.charAt(0).toUpperCase()}${name.slice(1)}`);
}

/** A node that the caller may see: not found where none is visible. */
export function requireNode(world: World, caller: Caller, systemId: string, type?: NodeType): Node {
  const node = findNode(world, systemId, type);
  return canSee(caller, node) ? node : findNode(world, "", type);
}

/** As `requireNode`, but forbidden for a node that exists and that the caller may not see. */
export function requireVisibleNode(world: World, caller: Caller, systemId: string, type?: NodeType): Node {
  const node = findNode(world, systemId, type);
  if (!canSee(caller, node)) throw forbidden();
  return node;
}

/** The zone of that name; an `invalid` error that names the field where it does not exist. */
export const findZone = (world: World, name: string): ZoneOrPool =>
  findNamed(world.state.places.zones, name, "zone");

/** The pool of that name; an `invalid` error that names the field where it does not exist. */
export const findPool = (world: World, name: string): ZoneOrPool =>
  findNamed(world.state.places.pools, name, "pool");

function findNamed(all: readonly ZoneOrPool[], name: string, field: string): ZoneOrPool {
  const found = all.find((each) => each.name === name);
  if (found !== undefined) return found;
  const names = all.map((each) => each.name);
  throw invalidField(field, invalidChoice(name, names));
}

/** Who may make a change to a node: administrators and its owner, whoever takes a free machine, or its owner. */
type By = "editor" | "taker" | "owner";

interface ChangeRule {
  readonly by: By;
  /** A lock keeps from it. */
  readonly stopsAtLock: boolean;
  /** The only statuses of the machine in which it is made; left out: the operation says. */
  readonly statuses?: readonly StatusValue[];
  /** What deployed services do not ask for, and in which difference. */
  readonly deployed?: { readonly difference: AnswerDifferenceId } & (
    | { readonly by: By }
    | { readonly locked: "administrators" }
  );
}

/**
 * What is asked of caller and node before a change. Every operation that has the effect asks here, whichever
 * group it is in.
 */
const changeRules = {
  change: { by: "editor", stopsAtLock: true },
  deploy: { by: "taker", stopsAtLock: true },
  unlock: { by: "editor", stopsAtLock: false },
  markBroken: {
    by: "editor",
    stopsAtLock: true,
    deployed: { difference: "broken-by-stranger", by: "owner" },
  },
  move: {
    by: "editor",
    stopsAtLock: true,
    deployed: { difference: "locked-zone", locked: "administrators" },
  },
  remove: {
    by: "editor",
    stopsAtLock: true,
    deployed: { difference: "locked-delete", locked: "administrators" },
  },
  changeStorage: { by: "editor", stopsAtLock: true, statuses: ["ready", "allocated"] },
} as const satisfies Record<string, ChangeRule>;

export type NodeChange = keyof typeof changeRules;

const isBy: Readonly<Record<By, (caller: Caller, node: Node) => boolean>> = {
  editor: (caller, node) => caller.isAdministrator || node.owner === caller.username,
  taker: (caller, node) => (node.status === "ready" && node.owner === null) || isBy.editor(caller, node),
  owner: (caller, node) => node.owner === caller.username,
};

/** Whether a caller may change a node: administrators all, users their own. Locks are not looked at. */
export const canEdit = (caller: Caller, node: Node): boolean => isBy.editor(caller, node);

/** Whether the caller may make the change to the node as it is, its status aside. */
function mayChange(world: World, caller: Caller, node: Node, change: NodeChange): boolean {
  const { by, stopsAtLock, deployed }: ChangeRule = changeRules[change];
  const other =
    deployed !== undefined && answersAsDeployed(world, deployed.difference) ? deployed : undefined;
  if (!isBy[other !== undefined && "by" in other ? other.by : by](caller, node)) return false;
  if (!node.locked || !stopsAtLock) return true;
  return other !== undefined && "locked" in other && caller.isAdministrator;
}

/**
 * Forbidden unless the caller may make the change and no lock keeps from it, for which deployed services give
 * no reason; a conflict where the status of the machine does.
 */
export function requireChange(
  world: World,
  caller: Caller,
  node: Node,
  change: NodeChange,
  reason?: string,
): void {
  if (!mayChange(world, caller, node, change)) throw forbidden(reason);
  const { statuses: allowed }: ChangeRule = changeRules[change];
  if (allowed?.includes(node.status) === false) {
    const names = allowed.map((each) => statuses[each].name).join(" nor ");
    throw conflict(
      `Cannot change the storage: the machine is '${statuses[node.status].name}', neither ${names}.`,
    );
  }
}
