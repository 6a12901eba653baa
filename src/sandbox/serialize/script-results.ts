import type { Node } from "../state/node.ts";
import type { ResultNumbers } from "../state/settings.ts";
import type { World } from "../state/world.ts";
import { serviceTime } from "../values/times.ts";
import { lldp, lshw } from "./hardware-details.ts";

/** `result_type` of the answers. */
export const resultTypes = { commissioning: 0, installation: 1, testing: 2 } as const;

interface Script {
  readonly name: string;
  readonly type: keyof typeof resultTypes;
  readonly output: (world: World, node: Node) => string;
}

const fine = () => "ok\n";

const scripts: readonly Script[] = [
  { name: "svc-capture-lldpd", type: "commissioning", output: lldp },
  { name: "20-svc-01-install-lldpd", type: "commissioning", output: fine },
  { name: "20-svc-02-dhcp-unconfigured-ifaces", type: "commissioning", output: fine },
  { name: "30-svc-01-bmc-config", type: "commissioning", output: fine },
  { name: "20-svc-03-machine-resources", type: "commissioning", output: fine },
  { name: "40-svc-01-machine-config-hints", type: "commissioning", output: fine },
  { name: "50-svc-01-commissioning", type: "commissioning", output: (_world, node) => resources(node) },
  { name: "svc-support-info", type: "commissioning", output: fine },
  { name: "svc-lshw", type: "commissioning", output: (_world, node) => lshw(node) },
  { name: "svc-list-modaliases", type: "commissioning", output: fine },
  { name: "svc-get-fruid-api-data", type: "commissioning", output: fine },
  { name: "svc-kernel-cmdline", type: "commissioning", output: fine },
  { name: "svc-serial-ports", type: "commissioning", output: fine },
  { name: "smartctl-validate", type: "testing", output: fine },
  {
    name: "/tmp/install.log",
    type: "installation",
    output: () => "Installation finished. No error reported.\n",
  },
];

interface ResultFilter {
  /** Empty: those of every name. */
  readonly names: readonly string[];
  readonly type: number | undefined;
}

/**
 * The results of a node's last commissioning, testing and installation that have ended, in the form of the
 * answers.
 */
export function resultsOf(
  world: World,
  node: Node,
  filter: ResultFilter,
): Readonly<Record<string, unknown>>[] {
  const { results } = world.state.settings;
  const ran = { commissioning: node.results.commissioning, testing: node.results.testing };
  return scripts.flatMap((script, index) => {
    const { name, type } = script;
    if (filter.names.length > 0 && !filter.names.includes(name)) return [];
    if (filter.type !== undefined && filter.type !== resultTypes[type]) return [];
    const outcome = type === "installation" ? installation(node) : ran[type];
    if (outcome !== 2 && outcome !== 3) return [];
    results.firstIds[node.systemId] ??= takeNumbers(results);
    const failed = outcome === 3 && (name === "20-svc-03-machine-resources" || type !== "commissioning");
    return {
      id: (results.firstIds[node.systemId] ?? 0) + index,
      name,
      script_result: failed ? 1 : 0,
      result_type: resultTypes[type],
      node: { system_id: node.systemId },
      data: Buffer.from(failed ? "failed\n" : script.output(world, node)).toString("base64"),
      created: serviceTime(node.createdAt + index * 3),
      updated: serviceTime(node.createdAt + 400 + index * 5),
      resource_uri: `/${world.segment}/api/2.0/commissioning-scripts/`,
    };
  });
}

function takeNumbers(results: ResultNumbers): number {
  const first = results.nextId;
  results.nextId += scripts.length;
  return first;
}

function installation(node: Node): 2 | 3 | undefined {
  if (node.status === "failed_deployment") return 3;
  return node.osystem !== "" && node.status === "deployed" ? 2 : undefined;
}

/** What the machine's own inventory says, in the keys of a recorded one. */
function resources(node: Node): string {
  const disks = node.storage.devices.filter((device) => device.type === "physical");
  return JSON.stringify({
    api_version: "1.0",
    environment: { kernel_architecture: kernelArchitecture(node), server_name: node.hostname },
    resources: {
      cpu: { architecture: kernelArchitecture(node), cores: node.cpuCount },
      memory: { total: node.memoryMiB * 1024 * 1024 },
      storage: {
        disks: disks.map(({ name, sizeBytes }) => ({
          id: name,
          size: sizeBytes,
          type: "sata",
          read_only: false,
        })),
        total: disks.length,
      },
      network: {
        cards: node.interfaces.map(({ name, macAddress }) => ({
          ports: [{ id: name, address: macAddress }],
        })),
        total: node.interfaces.length,
      },
    },
  });
}

const kernelArchitecture = (node: Node): string =>
  node.architecture.startsWith("amd64") ? "x86_64" : (node.architecture.split("/")[0] ?? "");
