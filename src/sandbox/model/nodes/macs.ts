import { allNodes } from "../../state/access.ts";
import { invalidField, requiredMessage } from "../../state/domain-error.ts";
import type { Node } from "../../state/node.ts";
import type { World } from "../../state/world.ts";
import { parseMac } from "../../values/spellings.ts";

/**
 * The MAC addresses of a form's field, each once: an `invalid` error that names the field for one that is
 * wrong or is in use.
 */
export function readNewMacs(world: World, texts: readonly string[], field: string): string[] {
  const given = texts.flatMap((text) => text.split(",")).filter((text) => text.trim() !== "");
  if (given.length === 0) throw invalidField(field, requiredMessage);
  const macs = given.map((text) => {
    const mac = parseMac(text);
    if (mac === undefined) throw invalidField(field, `'${text}' is not a valid MAC address.`);
    return mac;
  });
  const taken = macs.find((mac) => isRegistered(world, mac));
  if (taken !== undefined)
    throw invalidField(field, `One or more MAC addresses is already in use: ${taken} is registered.`);
  return [...new Set(macs)];
}

/** Whether one of a node's interfaces has that MAC address, however it is spelled. */
export function hasMac(node: Node, text: string): boolean {
  const mac = parseMac(text);
  return mac !== undefined && node.interfaces.some((each) => each.macAddress === mac);
}

/** Whether a node that is not retired has that MAC address. */
export const isRegistered = (world: World, mac: string): boolean =>
  allNodes(world).some((node) => node.status !== "retired" && hasMac(node, mac));
