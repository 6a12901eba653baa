import { hasFailed, type ScriptResult } from "../model/nodes/scripts.ts";
import { findScript, scriptNamed } from "../model/settings/scripts.ts";
import type { Node } from "../state/node.ts";
import { contentOf } from "../state/settings.ts";
import { physicalDisks } from "../state/storage.ts";
import { fqdn, type World } from "../state/world.ts";
import { humanSize } from "../values/quantities.ts";
import { hardwareInventory, lldp, lshw } from "./hardware-details.ts";

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
    ...["Reading package lists...", "Selecting previously unselected package lldpd."],
    ...["Setting up lldpd (1.0.16-1) ...", "INFO: lldpd listens on all interfaces"],
  ],
  "20-svc-02-dhcp-unconfigured-ifaces": ({ interfaces }) =>
    interfaces.map((each) => `${each.name}: ${each.observed?.ip ?? "no lease"}`),
  "30-svc-01-bmc-config": ({ powerType }) => [
    ...["INFO: Detecting the management controller", `INFO: power type ${powerType || "manual"}`],
  ],
  "svc-kernel-cmdline": (node) => [
    `nomodeset ro root=squash:http://10.10.0.2:5248/images/${architectureOf(node)}/squashfs ip=dhcp`,
  ],
  "svc-serial-ports": () => ["/sys/class/tty/ttyS0", "/sys/class/tty/ttyS1"],
  "svc-list-modaliases": () => [
    ...["pci:v00008086d00001572sv00008086sd00000000bc02sc00i00", "acpi:PNP0501:", "cpu:type:x86"],
  ],
  "svc-get-fruid-api-data": () => ["no switch: nothing to read"],
  "svc-support-info": (node) => [
    "-----BEGIN KERNEL INFO-----",
    `Linux ${node.hostname} 5.15.0-91-generic #101 SMP ${architectureOf(node)} GNU/Linux`,
    ...["-----END KERNEL INFO-----", "-----BEGIN KERNEL MODULES-----"],
    ...["ixgbe 352256 0", "nvme 49152 2", "igb 258048 0", "-----END KERNEL MODULES-----"],
  ],
  "/tmp/install.log": (node) => [
    "start: cmd-install/stage-partitioning",
    ...disksOf(node).map((disk) => `partitioning /dev/${disk.name} (${humanSize(disk.sizeBytes)})`),
    ...["finish: cmd-install/stage-partitioning: SUCCESS", "start: cmd-install/stage-extract"],
    `extracting ${node.osystem || "ubuntu"}/${node.distroSeries || "jammy"} for ${architectureOf(node)}`,
    ...["finish: cmd-install/stage-extract: SUCCESS", "start: cmd-install/stage-curthooks"],
    ...["finish: cmd-install/stage-curthooks: SUCCESS", "Installation finished. No error reported."],
  ],
  memtester: ({ memoryMiB }) => [
    "memtester version 4.5.1 (64-bit)",
    `want ${memoryMiB}MB (${memoryMiB * 1024 * 1024} bytes)`,
    "Loop 1/1:",
    ...["Stuck Address", "Random Value", "Compare XOR", "Solid Bits", "Checkerboard", "Bit Flip"].map(
      (each) => `  ${each.padEnd(20)}: ok`,
    ),
    ...["", "Done."],
  ],
  ntp: () => [
    "     remote           refid      st t when poll reach   delay   offset  jitter",
    "*10.10.0.2       .GPS.            1 u   12   64  377    0.214   -0.012   0.031",
    "INFO: the clock is synchronised",
  ],
  "internet-connectivity": () => [
    ...["Checking http://archive.ubuntu.com/ubuntu: 200", "INFO: the network reaches the internet"],
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
  const script = scriptNamed(world, name);
  if (script === undefined) return [];
  const content = Buffer.from(contentOf(findScript(world, name)), "base64").toString("utf8");
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
