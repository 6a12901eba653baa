import { fqdn } from "../state/access.ts";
import type { Node } from "../state/node.ts";
import type { World } from "../state/world.ts";
import type { Json } from "./resource-uri.ts";

/** The installer's configuration of a machine that is being, or has been, deployed. */
export const curtinConfig = (world: World, node: Node): Json => ({
  install: { log_file: "/tmp/install.log", post_files: ["/tmp/install.log"] },
  kernel: { package: "linux-generic", mapping: {} },
  network: {
    version: 2,
    ethernets: Object.fromEntries(
      node.interfaces.map((each) => [
        each.name,
        { match: { macaddress: each.macAddress }, addresses: each.links.flatMap((link) => link.ip ?? []) },
      ]),
    ),
  },
  storage: {
    version: 1,
    config: node.storage.devices.map((device) => ({
      id: device.name,
      type: "disk",
      size: device.sizeBytes,
      ptable: "gpt",
    })),
  },
  sources: { "00_sandbox": `cp:///media/root-ro/${node.osystem}/${node.distroSeries}` },
  verbosity: 3,
  hostname: fqdn(world, node),
});
