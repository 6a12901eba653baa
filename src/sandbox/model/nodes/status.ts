import { type StatusValue, statuses } from "../../../api/statuses.ts";
import { conflict } from "../../state/domain-error.ts";
import type { Node } from "../../state/node.ts";
import { type TransitionName, transitionRules } from "./transitions.ts";

/** A conflict in the words of deployed services, where the machine's status does not allow what is asked. */
export const wrongState = (verb: string, node: Node) =>
  conflict(`Can't ${verb} a machine that is in the '${statuses[node.status].name}' state`);

export function requireStatus(node: Node, allowed: readonly StatusValue[], verb: string): void {
  if (!allowed.includes(node.status)) throw wrongState(verb, node);
}

/** A conflict unless the transition is allowed from the machine's status. */
export const requireTransition = (node: Node, name: TransitionName): void =>
  requireStatus(node, transitionRules[name].from, transitionRules[name].verb);
