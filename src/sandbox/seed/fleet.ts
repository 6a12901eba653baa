import { type StatusValue, statuses, statusValues } from "../../catalogue/statuses.ts";
import { assignAddresses, observeAddress } from "../model/networks/interfaces.ts";
import { recordBroken } from "../model/nodes/actions.ts";
import { createNode } from "../model/nodes/create.ts";
import { enterStatus, phaseRules } from "../model/nodes/transitions.ts";
import type { DiskSpec } from "../model/storage/disks.ts";
import { applyDefaultLayout } from "../model/storage/layouts.ts";
import type { HardwareDevice, Node } from "../state/node.ts";
import { recordEvent, type World } from "../state/world.ts";

const ssd = (sizeBytes: number): DiskSpec => ({ sizeBytes, tags: ["ssd", "sata"], model: "Sandbox SSD" });

const hdd = (sizeBytes: number): DiskSpec => ({
  sizeBytes,
  tags: ["rotary", "sata", "7200rpm"],
  model: "Sandbox HDD",
});

const nvme = (sizeBytes: number): DiskSpec => ({ sizeBytes, tags: ["ssd", "nvme"], model: "Sandbox NVMe" });
const unknownHardware = { cpuCount: 0, memoryMiB: 0, disks: [] };
const small = { cpuCount: 4, memoryMiB: 8192, disks: [ssd(120e9)] };
const medium = { cpuCount: 16, memoryMiB: 65_536, disks: [ssd(480e9), hdd(2e12)] };
const large = { cpuCount: 64, memoryMiB: 262_144, disks: [nvme(960e9), nvme(960e9), hdd(8e12)] };

type Hardware = typeof small;

interface ModelOptions {
  readonly poolId: number;
  readonly zoneId: number;
  readonly owner?: string;
  readonly powerType?: string;
  readonly gpu?: true;
  readonly pod?: "guest" | "host";
}

function model(name: string, status: StatusValue, tags: string, hardware: Hardware, options: ModelOptions) {
  const [role = "", family = ""] = name.split("/");
  const architecture = `${family}/generic`;
  return { role, architecture, status, tags: tags.split(" ").filter(Boolean), ...hardware, ...options };
}

type Model = ReturnType<typeof model>;

const models: readonly Model[] = [
  model("web/amd64", "ready", "virtual", small, { poolId: 2, zoneId: 1, pod: "guest" }),
  model("web/amd64", "ready", "ssd", small, { poolId: 2, zoneId: 2 }),
  model("db/amd64", "ready", "ssd raid", medium, { poolId: 0, zoneId: 2 }),
  model("gpu/amd64", "ready", "gpu nvme", large, { poolId: 0, zoneId: 3, gpu: true }),
  model("arm/arm64", "ready", "ssd", medium, { poolId: 1, zoneId: 3 }),
  model("power/ppc64el", "new", "", unknownHardware, { poolId: 0, zoneId: 1 }),
  model("build/arm64", "allocated", "ssd", medium, { poolId: 1, zoneId: 1, owner: "bob" }),
  model("app/amd64", "deployed", "ssd", medium, { poolId: 0, zoneId: 1, owner: "admin", pod: "host" }),
  model("app/amd64", "deployed", "virtual", small, { poolId: 2, zoneId: 2, owner: "bob" }),
  model("old/amd64", "broken", "rotary", small, { poolId: 0, zoneId: 3 }),
  model("test/amd64", "failed_testing", "", small, { poolId: 0, zoneId: 2 }),
  model("s390/s390x", "failed_deployment", "", medium, {
    poolId: 0,
    zoneId: 1,
    owner: "admin",
    powerType: "hmcz",
  }),
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

export function seedRack(world: World, subnetId?: number): Node {
  return createNode(world, {
    nodeType: "rackController",
    hostname: "rack-01",
    macAddresses: ["52:54:00:00:00:01"],
    ...(subnetId === undefined ? {} : { subnetId }),
    status: "deployed",
    osystem: "ubuntu",
    distroSeries: "jammy",
    cpuCount: 4,
    cpuSpeedMHz: 2400,
    memoryMiB: 8192,
    powerState: "on",
  });
}

export function seedPrinter(world: World): void {
  createNode(world, {
    nodeType: "device",
    hostname: "printer-01",
    macAddresses: ["52:54:00:dd:00:01"],
    description: "Sandbox device",
    owner: "admin",
  });
}

const macOf = (fourthByte: number, index: number) =>
  `52:54:00:${[fourthByte, index >> 8, index & 255].map((part) => (part & 255).toString(16).padStart(2, "0")).join(":")}`;

function seedMachine(world: World, model: Model, hostname: string, index: number, subnetId: number): void {
  const { random } = world;
  const isCommissioned = model.status !== "new";
  const devices = model.gpu ? [networkCard, graphicsCard] : [networkCard];
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
    cpuSpeedMHz: isCommissioned ? 2400 : 0,
    memoryMiB: model.memoryMiB,
    disks: model.disks.map((disk) => ({ ...disk, serial: random.token(12) })),
    hardwareDevices: isCommissioned ? devices : [],
    powerType: model.powerType ?? "virsh",
    powerParameters: {
      power_address: `qemu+ssh://power@10.20.0.${2 + (index % 250)}/system`,
      power_id: hostname,
      power_pass: random.token(16),
    },
    powerState: model.status === "deployed" ? "on" : "off",
    previousStatus: model.status in errorDescriptions ? "ready" : null,
    errorDescription: errorDescriptions[model.status] ?? "",
  });
  assignVmHost(world, model, node);
  addHistory(world, node, `${hostname} is part of the sandbox's fleet`);
  if (node.status === "deployed" && node.owner === "admin") node.annotations = { role: "app" };
}

export function addHistory(world: World, node: Node, description: string): void {
  const { status } = node;
  const isCommissioned = status !== "new";
  node.results.commissioning = isCommissioned ? 2 : 0;
  if (status === "failed_testing") node.results.testing = 3;
  if (isCommissioned) {
    applyDefaultLayout(world, node);
    observeAddress(world, node);
  }
  if (status === "deployed") seedDeployment(world, node);
  const hasStatusEvent = seedFailure(world, node) || status === "deployed" || !statusValues.includes(status);
  recordEvent(world, { type: hasStatusEvent ? "Seeded" : statuses[status].name, description, node });
}

const errorDescriptions: Readonly<Partial<Record<StatusValue, string>>> = {
  failed_testing: "smartctl-validate failed on sda",
  broken: "fan 2 has failed",
};

function seedFailure(world: World, node: Node): boolean {
  const { status, errorDescription: description } = node;
  if (status === "broken") {
    node.status = "ready";
    recordBroken(world, node, { username: "admin", comment: description }, () =>
      enterStatus(world, node, "broken"),
    );
    return true;
  }
  const phase = Object.values(phaseRules).find(({ failure }) => failure === status);
  if (phase !== undefined) recordEvent(world, { type: phase.events[2], level: "ERROR", description, node });
  return phase !== undefined;
}

function assignVmHost(world: World, model: Model, node: Node): void {
  const [pod] = world.state.places.pods;
  if (pod !== undefined && model.pod === "guest") node.podId = pod.id;
  if (pod !== undefined && model.pod === "host") pod.host ??= node.systemId;
}

function seedDeployment(world: World, node: Node): void {
  assignAddresses(world, node);
  node.osystem ||= "ubuntu";
  node.distroSeries ||= "jammy";
  node.hweKernel = "ga-22.04";
  node.statusMessage = "Deployed";
  const { random } = world;
  node.token = { key: random.token(18), secret: random.token(32), consumerKey: random.token(18) };
  recordEvent(world, { type: "Deployed", node });
}
