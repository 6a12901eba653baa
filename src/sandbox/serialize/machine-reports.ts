import { Binary, serialize } from "bson";
import { hasFailed, type ScriptResult } from "../model/nodes/scripts.ts";
import { findScript } from "../model/settings/scripts.ts";
import type { Node } from "../state/node.ts";
import { contentOf } from "../state/settings.ts";
import { physicalDisks } from "../state/storage.ts";
import { fqdn, type World } from "../state/world.ts";
import { humanSize } from "../values/quantities.ts";
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
function lshw(node: Node): string {
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
    `<node id="cpu" class="processor"><product>${escapeXml(architectureOf(node))}</product><configuration><setting id="cores" value="${node.cpuCount}"/></configuration></node>`,
    ...disks,
    ...cards,
    "</node></node></list>",
    "",
  ].join("\n");
}

/** The output format of `lldpctl -f xml`, with one switch for all interfaces. */
function lldp(world: World, node: Node): string {
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
function hardwareInventory(node: Node): Json {
  const architecture = architectureOf(node).replace(/^amd64$/, "x86_64");
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
  const processor = processors[architectureOf(node)];
  if (node.cpuCount === 0 || node.nodeType !== "machine") return node.hardwareInfo;
  const product = node.cpuCount > 4 ? "Machine 2U" : "Machine 1U";
  const inventory: Readonly<Record<string, string>> = {
    ...{ system_vendor: "Sandbox", system_product: product, system_serial: `SB-${node.systemId}` },
    ...{ mainboard_vendor: "Sandbox", mainboard_product: product, mainboard_serial: `MB-${node.systemId}` },
    mainboard_firmware_vendor: "Sandbox",
    mainboard_firmware_version: node.cpuCount > 4 ? "2.14.1" : "1.8.0",
    mainboard_firmware_date: node.cpuCount > 4 ? "09/12/2024" : "03/15/2023",
    ...(processor === undefined ? {} : { cpu_model: processor }),
  };
  const reported = Object.entries(node.hardwareInfo).filter(([, text]) => text !== "Unknown");
  return { ...node.hardwareInfo, ...inventory, ...Object.fromEntries(reported) };
}

interface ScriptOutput {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitStatus: number | null;
}

export function outputOf(world: World, node: Node, result: ScriptResult): ScriptOutput {
  const { status, share } = result;
  if (status === "pending" || result.startedAt === null) return { stdout: "", stderr: "", exitStatus: null };
  const failed = hasFailed(result);
  const fullOutput = (failed ? failureOf(node, result) : undefined) ?? {
    stdout: stdoutOf(world, node, result.name),
    stderr: "",
  };
  if (status === "running" || status === "aborted" || status === "timedOut")
    return {
      stdout: firstLines(fullOutput.stdout, share),
      stderr: "",
      exitStatus: status === "timedOut" ? 124 : null,
    };
  return { ...fullOutput, exitStatus: failed ? 1 : 0 };
}

function firstLines(text: string, share: number): string {
  const lines = text.split(/(?<=\n)/);
  return lines.slice(0, Math.ceil(lines.length * share)).join("");
}

const linesOf = (...lines: readonly (string | readonly string[])[]): string => `${lines.flat().join("\n")}\n`;

const disksOf = ({ storage }: Node) => physicalDisks(storage);

const diskName = (node: Node): string => `/dev/${disksOf(node)[0]?.name ?? "sda"}`;

type PrintOutput = (node: Node, world: World) => string | readonly string[];

const architectureOf = ({ architecture }: Node): string => architecture.split("/")[0] ?? "";

const builtinOutputs: Readonly<Record<string, PrintOutput>> = {
  "svc-capture-lldpd": (node, world) => lldp(world, node),
  "svc-lshw": lshw,
  "50-svc-01-commissioning": (node) => [JSON.stringify(hardwareInventory(node))],
  "20-svc-03-machine-resources": (node) => [JSON.stringify(hardwareInventory(node), undefined, 2)],
  "20-svc-01-install-lldpd": () => [
    "Reading package lists...",
    "Selecting previously unselected package lldpd.",
    "Setting up lldpd (1.0.16-1) ...",
    "INFO: lldpd listens on all interfaces",
  ],
  "20-svc-02-dhcp-unconfigured-ifaces": ({ interfaces }) =>
    interfaces.map((each) => `${each.name}: ${each.observed?.ip ?? "no lease"}`),
  "30-svc-01-bmc-config": ({ powerType }) => [
    "INFO: Detecting the management controller",
    `INFO: power type ${powerType || "manual"}`,
  ],
  "svc-kernel-cmdline": (node) => [
    `nomodeset ro root=squash:http://10.10.0.2:5248/images/${architectureOf(node)}/squashfs ip=dhcp`,
  ],
  "svc-serial-ports": () => ["/sys/class/tty/ttyS0", "/sys/class/tty/ttyS1"],
  "svc-list-modaliases": () => [
    "pci:v00008086d00001572sv00008086sd00000000bc02sc00i00",
    "acpi:PNP0501:",
    "cpu:type:x86",
  ],
  "svc-get-fruid-api-data": () => ["no switch: nothing to read"],
  "svc-support-info": (node) => [
    "-----BEGIN KERNEL INFO-----",
    `Linux ${node.hostname} 5.15.0-91-generic #101 SMP ${architectureOf(node)} GNU/Linux`,
    "-----END KERNEL INFO-----",
    "-----BEGIN KERNEL MODULES-----",
    "ixgbe 352256 0",
    "nvme 49152 2",
    "igb 258048 0",
    "-----END KERNEL MODULES-----",
  ],
  "/tmp/install.log": (node) => [
    "start: cmd-install/stage-partitioning",
    ...disksOf(node).map((disk) => `partitioning /dev/${disk.name} (${humanSize(disk.sizeBytes)})`),
    "finish: cmd-install/stage-partitioning: SUCCESS",
    "start: cmd-install/stage-extract",
    `extracting ${node.osystem || "ubuntu"}/${node.distroSeries || "jammy"} for ${architectureOf(node)}`,
    "finish: cmd-install/stage-extract: SUCCESS",
    "start: cmd-install/stage-curthooks",
    "finish: cmd-install/stage-curthooks: SUCCESS",
    "Installation finished. No error reported.",
  ],
  memtester: ({ memoryMiB }) => [
    "memtester version 4.5.1 (64-bit)",
    `want ${memoryMiB}MB (${memoryMiB * 1024 * 1024} bytes)`,
    "Loop 1/1:",
    ...["Stuck Address", "Random Value", "Compare XOR", "Solid Bits", "Checkerboard", "Bit Flip"].map(
      (each) => `  ${each.padEnd(20)}: ok`,
    ),
    "",
    "Done.",
  ],
  ntp: () => [
    "     remote           refid      st t when poll reach   delay   offset  jitter",
    "*10.10.0.2       .GPS.            1 u   12   64  377    0.214   -0.012   0.031",
    "INFO: the clock is synchronised",
  ],
  "internet-connectivity": () => [
    "Checking http://archive.ubuntu.com/ubuntu: 200",
    "INFO: the network reaches the internet",
  ],
  "7z": ({ memoryMiB, cpuCount }) => [
    `RAM size: ${memoryMiB} MB, # CPU hardware threads: ${cpuCount}`,
    "Avr:             1510   4201  63407  |              1582   4056  64157",
    "Tot:             1546   4128  63782",
  ],
};

function stdoutOf(world: World, node: Node, name: string): string {
  const print = Object.hasOwn(builtinOutputs, name) ? builtinOutputs[name] : undefined;
  const output = print?.(node, world) ?? customOutput(world, node, name);
  return typeof output === "string" ? output : linesOf(output);
}

function customOutput(world: World, node: Node, name: string): string {
  if (name.startsWith("stress-ng"))
    return linesOf(
      `stress-ng: info:  [1412] dispatching hogs: ${node.cpuCount} ${name.includes("cpu") ? "cpu" : "vm"}`,
      "stress-ng: info:  [1412] successful run completed",
      "stress-ng: info:  [1412] passed: all, failed: 0",
    );
  if (name.startsWith("smartctl") || name.startsWith("badblocks") || name === "fio")
    return linesOf(
      disksOf(node).flatMap((disk) => [
        `INFO: /dev/${disk.name} ${disk.model} ${disk.serial}, ${humanSize(disk.sizeBytes)}`,
        ...(name.startsWith("smartctl")
          ? ["SMART overall-health self-assessment test result: PASSED"]
          : name === "fio"
            ? ["read: IOPS=41.2k, BW=161MiB/s", "write: IOPS=38.7k, BW=151MiB/s"]
            : ["Checking blocks: done", "Pass completed, 0 bad blocks found. (0/0/0 errors)"]),
      ]),
      `INFO: ${name} completed`,
    );
  const echoedLines = echoedLinesOf(world, name);
  if (echoedLines.length > 0) return linesOf(echoedLines);
  return linesOf(
    `INFO: ${name} on ${fqdn(world, node)}`,
    `INFO: ${node.cpuCount} CPUs, ${node.memoryMiB} MiB of memory, ${disksOf(node).length} disks`,
    "INFO: no error found",
  );
}

/** Scripts are not run: this returns the text of their plain `echo` commands. */
function echoedLinesOf(world: World, name: string): string[] {
  const script = findScript(world, name);
  if (script === undefined) return [];
  const content = Buffer.from(contentOf(script), "base64").toString("utf8");
  return [...content.matchAll(/^[ \t]*echo[ \t]+(?:"([^"$`\\]*)"|'([^']*)'|([\w .,:;=/-]+))[ \t]*$/gm)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? "",
  );
}

function failureOf(node: Node, { name, type }: ScriptResult): Pick<ScriptOutput, "stdout" | "stderr"> {
  const disk = diskName(node);
  if (type === "installation")
    return {
      stdout: linesOf(
        "start: cmd-install/stage-partitioning",
        "finish: cmd-install/stage-partitioning: SUCCESS",
        "start: cmd-install/stage-curthooks",
        "Running command ['chroot', '/target', 'grub-install', '--recheck']",
      ),
      stderr: linesOf(
        "grub-install: error: cannot find EFI directory.",
        "Unexpected error while running command.",
        "finish: cmd-install/stage-curthooks: FAIL: installing the boot loader",
        "Installation failed with exception: ProcessExecutionError: Exit code: 1",
      ),
    };
  if (name.startsWith("smartctl") || name.startsWith("badblocks") || name === "fio")
    return {
      stdout: linesOf(
        `INFO: Running command: sudo -n smartctl --all ${disk}`,
        "smartctl 7.3 2022-02-28 r5338 (local build)",
        "",
        "=== START OF INFORMATION SECTION ===",
        `Device Model:     ${disksOf(node)[0]?.model ?? ""}`,
        `Serial Number:    ${disksOf(node)[0]?.serial ?? ""}`,
        "SMART support is: Enabled",
        "",
        "=== START OF READ SMART DATA SECTION ===",
        "SMART overall-health self-assessment test result: FAILED!",
        "Drive failure expected in less than 24 hours. SAVE ALL DATA.",
        "",
        "ID# ATTRIBUTE_NAME          FLAG     VALUE WORST THRESH TYPE      UPDATED  WHEN_FAILED RAW_VALUE",
        "  5 Reallocated_Sector_Ct   0x0033   001   001   010    Pre-fail  Always   FAILING_NOW 2041",
        "  9 Power_On_Hours          0x0032   096   096   000    Old_age   Always       -       21714",
        "197 Current_Pending_Sector  0x0012   090   090   000    Old_age   Always       -       388",
      ),
      stderr: linesOf(`FAILURE: SMART tests of ${disk} have FAILED`),
    };
  if (name === "20-svc-03-machine-resources")
    return {
      stdout: linesOf("Reading the resources of the machine"),
      stderr: linesOf("ERROR: failed to read /sys/class/dmi/id/product_uuid: Input/output error"),
    };
  return {
    stdout: linesOf(`INFO: ${name} on ${node.hostname}`, "INFO: checking"),
    stderr: linesOf(`ERROR: ${name} found a problem with ${node.hostname}`),
  };
}
