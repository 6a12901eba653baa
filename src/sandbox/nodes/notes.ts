import { type StatusValue, statuses } from "../../api/statuses.ts";
import { recordEvent } from "../events.ts";
import { Refusal } from "../handler.ts";
import type { World } from "../world.ts";
import type { Node } from "./node.ts";

/** A 409 in the words of deployed services, where the machine's status does not allow what is asked. */
export const wrongState = (verb: string, node: Node) =>
  new Refusal(409, `Can't ${verb} a machine that is in the '${statuses[node.status].name}' state`);

export function requireStatus(node: Node, allowed: readonly StatusValue[], verb: string): void {
  if (!allowed.includes(node.status)) throw wrongState(verb, node);
}

/** Who asked for something, and the comment for the event log (document 1, "Events"). */
export interface Asker {
  readonly username: string;
  readonly comment?: string | undefined;
}

/** Writes an event about a machine and shows it as its status message. */
export function note(world: World, node: Node, type: string, description = "", username?: string): void {
  recordEvent(world, { type, description, node, ...(username === undefined ? {} : { username }) });
  node.statusMessage = description === "" ? type : `${type} - ${description}`;
}
