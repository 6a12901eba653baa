import { Binary, serialize } from "bson";
import type { Node } from "../state/node.ts";
import { physicalDisks } from "../state/storage.ts";
import { fqdn, type World } from "../state/world.ts";
import type { Json } from "./references.ts";

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeXml = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] ?? "");

const element = (name: string, text: string | null): string =>
  text ? `<${name}>${escapeXml(text)}</${name}>` : "";

function vendorElements(node: Node, part: "system" | "mainboard"): string {
  const info = hardwareInfoOf(node);
  const elementOf = (name: string) => element(name, info[`${part}_${name}`] ?? null);
  return `${elementOf("product")}${elementOf("vendor")}${elementOf("serial")}`;
}

/** The output format of `lshw -xml`. */
export function lshw(node: Node): string {
  const [architecture = ""] = node.architecture.split("/");
  const disks = physicalDisks(node.storage).map(
    (disk) =>
      `<node id="disk" class="disk">${element("product", disk.model)}<logicalname>/dev/${escapeXml(disk.name)}</logicalname>${element("serial", disk.serial)}<size units="bytes">${disk.sizeBytes}</size></node>`,
  );
  const cards = node.interfaces.map(
    (each) =>
      `<node id="network" class="network">${element("product", each.product)}${element("vendor", each.vendor)}<logicalname>${escapeXml(each.name)}</logicalname><serial>${each.macAddress ?? ""}</serial></node>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<list><node id="${escapeXml(node.hostname)}" class="system">${vendorElements(node, "system")}`,
    `<node id="core" class="bus">${vendorElements(node, "mainboard")}<node id="memory" class="memory"><size units="bytes">${node.memoryMiB * 1024 * 1024}</size></node>`,
    `<node id="cpu" class="processor"><product>${escapeXml(architecture)}</product><configuration><setting id="cores" value="${node.cpuCount}"/></configuration></node>`,
    ...disks,
    ...cards,
    "</node></node></list>",
    "",
  ].join("\n");
}

/** The output format of `lldpctl -f xml`, with one switch for all interfaces. */
export function lldp(world: World, node: Node): string {
  const neighbours = node.interfaces.map(
    (each, index) =>
      `<interface label="Interface" name="${escapeXml(each.name)}" via="LLDP"><chassis label="Chassis"><id label="ChassisID" type="mac">02:00:5e:00:00:01</id><name label="SysName">switch-1</name></chassis><port label="Port"><id label="PortID" type="ifname">port-${index + 1}</id></port></interface>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<lldp label="LLDP neighbors"><!-- ${escapeXml(fqdn(world, node))} -->`,
    ...neighbours,
    "</lldp>",
    "",
  ].join("\n");
}

export function hardwareDetailsBson(world: World, node: Node): Uint8Array {
  const binary = (xml: string) => new Binary(Buffer.from(xml));
  return serialize({ lldp: binary(lldp(world, node)), lshw: binary(lshw(node)) });
}

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

/** The output format of the commissioning scripts. */
export function hardwareInventory(node: Node): Json {
  const [family = ""] = node.architecture.split("/");
  const architecture = family === "amd64" ? "x86_64" : family;
  const disks = physicalDisks(node.storage);
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

const processors: Readonly<Record<string, string>> = {
  amd64: "Sandbox Core 2.4GHz",
  arm64: "Sandbox Neo 2.4GHz",
  ppc64el: "Sandbox Power 2.4GHz",
  s390x: "Sandbox Z 2.4GHz",
};

export function hardwareInfoOf(node: Node): Readonly<Record<string, string>> {
  const [family = ""] = node.architecture.split("/");
  if (node.cpuCount === 0 || node.nodeType !== "machine") return node.hardwareInfo;
  const product = node.cpuCount > 4 ? "Machine 2U" : "Machine 1U";
  const inventory: Readonly<Record<string, string>> = {
    ...{ system_vendor: "Sandbox", system_product: product, system_serial: `SB-${node.systemId}` },
    ...{ mainboard_vendor: "Sandbox", mainboard_product: product, mainboard_serial: `MB-${node.systemId}` },
    mainboard_firmware_vendor: "Sandbox",
    mainboard_firmware_version: node.cpuCount > 4 ? "2.14.1" : "1.8.0",
    mainboard_firmware_date: node.cpuCount > 4 ? "09/12/2024" : "03/15/2023",
    ...(processors[family] === undefined ? {} : { cpu_model: processors[family] }),
  };
  const reported = Object.entries(node.hardwareInfo).filter(([, text]) => text !== "Unknown");
  return { ...node.hardwareInfo, ...inventory, ...Object.fromEntries(reported) };
}
