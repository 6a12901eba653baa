import type { AnswerDifferenceId } from "../../../catalogue/commands/answer-differences.ts";
import { type StatusValue, statuses } from "../../../catalogue/statuses.ts";
import { conflict, forbidden, invalidChoice, invalidField, requireFound } from "../../state/domain-error.ts";
import type { Node, NodeType } from "../../state/node.ts";
import type { Caller } from "../../state/users.ts";
import { answersAsDeployed, nodeById, type World } from "../../state/world.ts";
import type { ZoneOrPool } from "../../state/zones-and-pools.ts";

/** Users see their own and unowned nodes, but never controllers. */
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

/** 404 for unknown nodes, 403 for nodes the caller cannot see. */
export function requireNode(world: World, caller: Caller, systemId: string, type?: NodeType): Node {
  const node = findNode(world, systemId, type);
  if (!canSee(caller, node)) throw forbidden();
  return node;
}

/** Owners may administer their devices, but not their machines. */
export const canAdminister = (caller: Caller, node: Node): boolean =>
  caller.isAdministrator || (node.nodeType === "device" && node.owner === caller.username);

export const findZone = (world: World, name: string): ZoneOrPool =>
  findNamed(world.state.places.zones, name, "zone");

export const findPool = (world: World, name: string): ZoneOrPool =>
  findNamed(world.state.places.pools, name, "pool");

function findNamed(all: readonly ZoneOrPool[], name: string, field: string): ZoneOrPool {
  const match = all.find((each) => each.name === name);
  if (match !== undefined) return match;
  const names = all.map((each) => each.name);
  throw invalidField(field, invalidChoice(name, names));
}

type By = "editor" | "taker" | "owner";

interface ChangeRule {
  readonly by: By;
  readonly stopsAtLock: boolean;
  /** If absent, the operation checks the status. */
  readonly statuses?: readonly StatusValue[];
  /** Requirements that deployed services drop, under this answer difference. */
  readonly deployed?: { readonly difference: AnswerDifferenceId } & (
    | { readonly by: By }
    | { readonly locked: "administrators" }
  );
}

/** Requirements of each change, checked by every operation that makes it. */
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

export const canEdit = (caller: Caller, node: Node): boolean => isBy.editor(caller, node);

function mayChange(world: World, caller: Caller, node: Node, change: NodeChange): boolean {
  const { by, stopsAtLock, deployed }: ChangeRule = changeRules[change];
  const other =
    deployed !== undefined && answersAsDeployed(world, deployed.difference) ? deployed : undefined;
  if (!isBy[other !== undefined && "by" in other ? other.by : by](caller, node)) return false;
  if (!node.locked || !stopsAtLock) return true;
  return other !== undefined && "locked" in other && caller.isAdministrator;
}

/** Forbidden by permission or lock (deployed services give no reason); a conflict by status. */
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
