import { resultTypes, type ScriptResult } from "../model/nodes/script-results.ts";
import type { Node } from "../state/node.ts";
import type { World } from "../state/world.ts";
import { timestamp } from "../values/times.ts";
import { lldp, lshw } from "./hardware-details.ts";
import { type Json, resourceUri } from "./references.ts";

export function serializeScriptResult(world: World, node: Node, result: ScriptResult): Json {
  const { id, name, type, hasFailed, index } = result;
  const output = hasFailed ? "failed\n" : outputOf(world, node, name);
  return {
    id,
    name,
    script_result: hasFailed ? 1 : 0,
    result_type: resultTypes[type],
    node: { system_id: node.systemId },
    data: Buffer.from(output).toString("base64"),
    created: timestamp(node.createdAt + index * 3),
    updated: timestamp(node.createdAt + 400 + index * 5),
    resource_uri: resourceUri(world, "commissioning-scripts"),
  };
}

function outputOf(world: World, node: Node, script: string): string {
  switch (script) {
    case "svc-capture-lldpd":
      return lldp(world, node);
    case "svc-lshw":
      return lshw(node);
    case "50-svc-01-commissioning":
      return JSON.stringify(inventory(node));
    case "/tmp/install.log":
      return "Installation finished. No error reported.\n";
    default:
      return "ok\n";
  }
}

/** What the machine's own inventory says, in the keys of a recorded one. */
function inventory(node: Node): Json {
  const [family = ""] = node.architecture.split("/");
  const architecture = family === "amd64" ? "x86_64" : family;
  const disks = node.storage.devices.filter((device) => device.type === "physical");
  const { interfaces } = node;
  return {
    api_version: "1.0",
    environment: { kernel_architecture: architecture, server_name: node.hostname },
    resources: {
      cpu: { architecture, cores: node.cpuCount },
      memory: { total: node.memoryMiB * 1024 * 1024 },
      storage: {
        disks: disks.map((disk) => ({ id: disk.name, size: disk.sizeBytes, type: "sata", read_only: false })),
        total: disks.length,
      },
      network: {
        cards: interfaces.map(({ name, macAddress }) => ({ ports: [{ id: name, address: macAddress }] })),
        total: interfaces.length,
      },
    },
  };
}
