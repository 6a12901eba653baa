import { fleetSubnetId } from "../../state/access.ts";
import { recordNodeEvent } from "../../state/record-event.ts";
import type { World } from "../../state/world.ts";
import { createNode, newHostname } from "./create.ts";
import { startTransition } from "./lifecycle.ts";

export interface Chassis {
  readonly hostname: string;
  readonly powerType: string;
  readonly prefix: string;
  readonly acceptAll: boolean;
  readonly domainId: number | undefined;
  readonly rackController: string;
}

/** An emulated chassis holds two machines. */
export function createChassis(world: World, chassis: Chassis, username: string): void {
  for (const slot of [1, 2]) {
    const hex = () => world.random.integer(0, 255).toString(16).padStart(2, "0");
    const node = createNode(world, {
      nodeType: "machine",
      hostname: `${chassis.prefix}${newHostname(world)}`,
      macAddresses: [`52:54:01:${hex()}:${hex()}:${hex()}`],
      subnetId: fleetSubnetId(world),
      powerType: chassis.powerType,
      powerParameters: { power_address: chassis.hostname, power_id: `slot-${slot}` },
      powerState: "off",
      ...(chassis.domainId === undefined ? {} : { domainId: chassis.domainId }),
    });
    recordNodeEvent(world, node, "New", `enlisted from chassis ${chassis.hostname}`, username);
    if (chassis.acceptAll) startTransition(world, node, "commission");
  }
}
