import type { Node } from "../../state/node.ts";
import { recordEvent } from "../../state/record-event.ts";
import type { World } from "../../state/world.ts";

/** Who asked for something, and the comment for the event log. */
export interface Actor {
  readonly username: string;
  readonly comment?: string | undefined;
}

/** Writes an event about a machine and shows it as its status message. */
export function recordNodeEvent(
  world: World,
  node: Node,
  type: string,
  description = "",
  username?: string,
): void {
  recordEvent(world, { type, description, node, ...(username === undefined ? {} : { username }) });
  node.statusMessage = description === "" ? type : `${type} - ${description}`;
}
