import type { Interface, Link } from "../../state/interfaces.ts";
import type { Node } from "../../state/node.ts";
import type { World } from "../../state/world.ts";
import { findAddress } from "./addresses.ts";
import { makeInterface } from "./interfaces.ts";

/** How bridges are made on allocation and deployment. */
export interface BridgeOptions {
  readonly type: "standard" | "ovs";
  readonly hasSpanningTree: boolean;
  readonly forwardDelaySeconds: number;
}

/** Gives links to another interface of the same node; their addresses go with them. */
function moveLinks(world: World, from: Interface, to: Interface, moved: (link: Link) => boolean): void {
  to.links = [...to.links, ...from.links.filter(moved)];
  from.links = from.links.filter((link) => !moved(link));
  for (const { ip } of to.links) {
    const taken = ip === null ? undefined : findAddress(world, ip);
    if (taken !== undefined) taken.interfaceId = to.id;
  }
}

/** The name, with a number where an interface of the node has it. */
function freeName(node: Node, name: string): string {
  const isTaken = (wanted: string) => node.interfaces.some((each) => each.name === wanted);
  if (!isTaken(name)) return name;
  let number = 1;
  while (isTaken(`${name}-${number}`)) number += 1;
  return `${name}-${number}`;
}

/** Makes a bridge on every configured interface, which takes its links over. Safe to call twice. */
export function bridgeInterfaces(world: World, node: Node, options: BridgeOptions): void {
  const configured = node.interfaces.filter(
    (each) => each.type !== "bridge" && each.links.some((link) => link.subnetId !== null),
  );
  for (const each of configured) {
    const bridge = makeInterface(world, {
      name: freeName(node, `br-${each.name}`),
      type: "bridge",
      macAddress: each.macAddress,
      vlanId: each.vlanId,
      parents: [each.name],
      linkSpeedMbps: each.linkSpeedMbps,
      numaNode: null,
      params: {
        bridge_type: options.type,
        bridge_stp: options.hasSpanningTree,
        bridge_fd: options.forwardDelaySeconds,
      },
    });
    bridge.links = [];
    moveLinks(world, each, bridge, (link) => link.subnetId !== null);
    each.children = [...each.children, bridge.name];
    node.interfaces.push(bridge);
  }
}

/** Takes those bridges away again, as a release does; their links go back to the interfaces under them. */
export function removeBridges(world: World, node: Node): void {
  for (const bridge of node.interfaces.filter((each) => each.type === "bridge" && !each.isConfigured)) {
    const parent = node.interfaces.find((each) => bridge.parents.includes(each.name));
    if (parent === undefined) continue;
    parent.children = parent.children.filter((name) => name !== bridge.name);
    moveLinks(world, bridge, parent, () => true);
    node.interfaces = node.interfaces.filter((each) => each !== bridge);
  }
}
