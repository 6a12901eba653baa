import type { StatusValue } from "../../api/statuses.ts";
import { assignAddresses, observeAddress } from "../model/networks/assignment.ts";
import { createNode } from "../model/nodes/create.ts";
import type { DiskSpec } from "../model/storage/disks.ts";
import { restoreStorage } from "../model/storage/layouts.ts";
import type { HardwareDevice, Node } from "../state/node.ts";
import { recordEvent } from "../state/record-event.ts";
import type { World } from "../state/world.ts";

/** One machine of the first dozen; a larger fleet repeats the pattern. */
interface Model {
  readonly role: string;
  readonly architecture: string;
  readonly status: StatusValue;
  readonly owner?: string;
  readonly tags: readonly string[];
  readonly poolId: number;
  readonly zoneId: number;
  readonly cpuCount: number;
  readonly memoryMiB: number;
  readonly disks: readonly DiskSpec[];
  readonly powerType?: string;
  readonly gpu?: true;
  /** A virtual machine of the pod, or the host of it. */
  readonly pod?: "guest" | "host";
}

const ssd = (sizeBytes: number): DiskSpec => ({ sizeBytes, tags: ["ssd", "sata"], model: "Sandbox SSD" });

const hdd = (sizeBytes: number): DiskSpec => ({
  sizeBytes,
  tags: ["rotary", "sata", "7200rpm"],
  model: "Sandbox HDD",
});

const nvme = (sizeBytes: number): DiskSpec => ({ sizeBytes, tags: ["ssd", "nvme"], model: "Sandbox NVMe" });

const small = { cpuCount: 4, memoryMiB: 8192, disks: [ssd(120e9)] } as const;

const medium = { cpuCount: 16, memoryMiB: 65_536, disks: [ssd(480e9), hdd(2e12)] } as const;

const large = { cpuCount: 64, memoryMiB: 262_144, disks: [nvme(960e9), nvme(960e9), hdd(8e12)] } as const;

const models: readonly Model[] = [
  {
    role: "web",
    architecture: "amd64/generic",
    status: "ready",
    tags: ["virtual"],
    poolId: 2,
    zoneId: 1,
    pod: "guest",
    ...small,
  },
  {
    role: "web",
    architecture: "amd64/generic",
    status: "ready",
    tags: ["ssd"],
    poolId: 2,
    zoneId: 2,
    ...small,
  },
  {
    role: "db",
    architecture: "amd64/generic",
    status: "ready",
    tags: ["ssd", "raid"],
    poolId: 0,
    zoneId: 2,
    ...medium,
  },
  {
    role: "gpu",
    architecture: "amd64/generic",
    status: "ready",
    tags: ["gpu", "nvme"],
    poolId: 0,
    zoneId: 3,
    ...large,
    gpu: true,
  },
  {
    role: "arm",
    architecture: "arm64/generic",
    status: "ready",
    tags: ["ssd"],
    poolId: 1,
    zoneId: 3,
    ...medium,
  },
  {
    role: "power",
    architecture: "ppc64el/generic",
    status: "new",
    tags: [],
    poolId: 0,
    zoneId: 1,
    cpuCount: 0,
    memoryMiB: 0,
    disks: [],
  },
  {
    role: "build",
    architecture: "arm64/generic",
    status: "allocated",
    owner: "bob",
    tags: ["ssd"],
    poolId: 1,
    zoneId: 1,
    ...medium,
  },
  {
    role: "app",
    architecture: "amd64/generic",
    status: "deployed",
    owner: "admin",
    tags: ["ssd"],
    poolId: 0,
    zoneId: 1,
    pod: "host",
    ...medium,
  },
  {
    role: "app",
    architecture: "amd64/generic",
    status: "deployed",
    owner: "bob",
    tags: ["virtual"],
    poolId: 2,
    zoneId: 2,
    ...small,
  },
  {
    role: "old",
    architecture: "amd64/generic",
    status: "broken",
    tags: ["rotary"],
    poolId: 0,
    zoneId: 3,
    ...small,
  },
  {
    role: "test",
    architecture: "amd64/generic",
    status: "failed_testing",
    tags: [],
    poolId: 0,
    zoneId: 2,
    ...small,
  },
  {
    role: "s390",
    architecture: "s390x/generic",
    status: "failed_deployment",
    owner: "admin",
    tags: [],
    poolId: 0,
    zoneId: 1,
    ...medium,
    powerType: "hmcz",
  },
];

const graphicsCard: HardwareDevice = {
  vendor_id: "10de",
  product_id: "1eb8",
  vendor_name: "NVIDIA Corporation",
  product_name: "TU104GL",
  commissioning_driver: "nouveau",
};

const networkCard: HardwareDevice = {
  vendor_id: "8086",
  product_id: "1572",
  vendor_name: "Intel Corporation",
  product_name: "Ethernet Controller X710",
  commissioning_driver: "i40e",
};

const uncommissioned: readonly StatusValue[] = ["new"];

/** The rack controller and the machines of a new sandbox. Returns the rack controller. */
export function seedFleet(world: World, machines: number, subnetId: number): Node {
  const rack = seedRack(world, subnetId);
  const numbers = new Map<string, number>();
  for (let index = 0; index < machines; index += 1) {
    const model = models[index % models.length];
    if (model === undefined) break;
    const number = (numbers.get(model.role) ?? 0) + 1;
    numbers.set(model.role, number);
    seedMachine(world, model, `${model.role}-${String(number).padStart(2, "0")}`, index, subnetId);
  }
  return rack;
}

function seedRack(world: World, subnetId: number): Node {
  const rack = createNode(world, {
    nodeType: "rackController",
    hostname: "rack-01",
    macAddresses: ["52:54:00:00:00:01"],
    subnetId,
    status: "deployed",
    osystem: "ubuntu",
    distroSeries: "jammy",
    cpuCount: 4,
    cpuSpeedMHz: 2400,
    memoryMiB: 8192,
    powerState: "on",
  });
  return rack;
}

/** The one device of a new sandbox. */
export function seedPrinter(world: World): void {
  createNode(world, {
    nodeType: "device",
    hostname: "printer-01",
    macAddresses: ["52:54:00:dd:00:01"],
    description: "Sandbox device",
    owner: "admin",
  });
}

/** Locally administered addresses that count with the machines. */
const macOf = (group: number, index: number) =>
  `52:54:00:${[group, index >> 8, index & 255].map((part) => (part & 255).toString(16).padStart(2, "0")).join(":")}`;

function seedMachine(world: World, model: Model, hostname: string, index: number, subnetId: number): void {
  const { random } = world;
  const powerType = model.powerType ?? "virsh";
  const isCommissioned = !uncommissioned.includes(model.status);
  const node = createNode(world, {
    nodeType: "machine",
    hostname,
    macAddresses: [macOf(0x10 + (index >> 16), index), macOf(0x40 + (index >> 16), index)],
    subnetId,
    architecture: model.architecture,
    status: model.status,
    owner: model.owner ?? null,
    tags: [...model.tags],
    poolId: model.poolId,
    zoneId: model.zoneId,
    cpuCount: model.cpuCount,
    cpuSpeedMHz: model.cpuCount === 0 ? 0 : 2400,
    memoryMiB: model.memoryMiB,
    disks: model.disks.map((disk) => ({ ...disk, serial: random.token(12) })),
    hardwareDevices: isCommissioned ? (model.gpu ? [networkCard, graphicsCard] : [networkCard]) : [],
    powerType,
    powerParameters: {
      power_address: `qemu+ssh://power@10.20.0.${2 + (index % 250)}/system`,
      power_id: hostname,
      power_pass: random.token(16),
    },
    powerState: model.status === "deployed" ? "on" : "off",
  });
  const [pod] = world.state.places.pods;
  if (pod !== undefined && model.pod === "guest") node.podId = pod.id;
  if (pod !== undefined && model.pod === "host") pod.host ??= node.systemId;
  node.results.commissioning = isCommissioned ? 2 : 0;
  if (model.status === "failed_testing") {
    node.results.testing = 3;
    node.previousStatus = "ready";
    node.errorDescription = "smartctl-validate failed on sda";
  }
  if (model.status === "broken") {
    node.previousStatus = "ready";
    node.errorDescription = "fan 2 has failed";
  }
  if (isCommissioned) {
    restoreStorage(world, node);
    observeAddress(world, node);
  }
  if (model.status === "deployed") seedDeployment(world, node);
  recordEvent(world, { type: "Seeded", description: `${hostname} is part of the sandbox's fleet`, node });
}

function seedDeployment(world: World, node: Node): void {
  assignAddresses(world, node);
  node.osystem = "ubuntu";
  node.distroSeries = "jammy";
  node.hweKernel = "ga-22.04";
  node.statusMessage = "Deployed";
  node.annotations = node.owner === "admin" ? { role: "app" } : {};
  const { random } = world;
  node.token = { key: random.token(18), secret: random.token(32), consumerKey: random.token(18) };
  recordEvent(world, { type: "Deployed", node });
}
