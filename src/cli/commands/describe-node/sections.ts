import { basename } from "node:path";
import type { CellForm } from "../../../catalogue/operation.ts";
import { eventText } from "../../../client/lifecycle/history.ts";
import { machineView } from "../../../client/lifecycle/machine-view.ts";
import { includesWords, messageOfStatus } from "../../../client/lifecycle/reasons.ts";
import { isRecord, primitiveText, recordsIn } from "../../../core/json-record.ts";
import { formatAge } from "../../../core/text/units.ts";
import { cellText } from "../../output/cells.ts";
import { oneLine } from "../../output/escape.ts";
import { type Mask, maskFor } from "../../output/mask.ts";
import { runTypes } from "../machines/script-results.ts";
import type { PageLine, Section } from "./page.ts";
import type { NodeDescription } from "./read-node.ts";

interface SectionSettings {
  /** By the service's clock, since the epoch. */
  readonly nowMs: number;
  readonly mask: Mask | undefined;
}

export const pageMask = (options: { readonly showSecrets: boolean }): Mask | undefined =>
  maskFor({ columns: [], identity: "system_id", sensitive: [] }, options);

export function sectionsOf(
  description: NodeDescription,
  { nowMs, mask }: SectionSettings,
): readonly Section[] {
  const { node } = description;
  const allSections: readonly Section[] = [
    { title: titleOf(node), lines: identityLines(description, nowMs) },
    { title: "Hardware", lines: hardwareLines(description) },
    { title: "Interfaces", lines: partLines(node, "interface_set", "boot_interface", interfaceLines) },
    { title: "Disks", lines: partLines(node, "blockdevice_set", "boot_disk", diskLines) },
    { title: "Annotations", lines: annotationLines(node, mask) },
    { title: "Failed scripts", lines: scriptLines(description) },
    { title: "Last events", lines: eventLines(description) },
  ];
  const sections = allSections.filter(({ lines }) => lines.length > 0);
  if (mask === undefined) return sections;
  const maskSection = ({ title, lines }: Section): Section => ({
    title,
    lines: lines.map((line) => ({ ...line, text: mask.text(line.text, line.label ?? title) })),
  });
  return sections.map(maskSection);
}

function titleOf(node: NodePart): string {
  const id = valueAt(node, "system_id") ?? "-";
  const name = valueAt(node, "fqdn") ?? valueAt(node, "hostname");
  return name === undefined ? id : `${name} (${id})`;
}

function identityLines({ node, episode, reason }: NodeDescription, nowMs: number): readonly PageLine[] {
  const view = machineView(node);
  const at = (path: string) => valueAt(node, path);
  const age = episode?.start?.at === undefined ? undefined : formatAge(nowMs - episode.start.at);
  const type = at("node_type_name");
  const status = at("status_name");
  const power = at("power_state");
  const driver = at("power_type");
  const message = view && episode && messageOfStatus(view, episode);
  return factLines([
    ["Type", type === "Machine" ? undefined : type],
    ["Status", joinTexts([status, status && withLabel("for", age)], " "), "status", status],
    ["Message", message && !repeatsReason(message, reason) ? message : undefined],
    reason === undefined ? ["Error", at("error_description")] : ["Reason", reason],
    ["Power", joinTexts([power, driver && `(${driver})`], " "), "power", power],
    [
      "System",
      joinTexts([
        joinTexts([at("osystem"), at("distro_series")], " "),
        withLabel("kernel", at("hwe_kernel")),
      ]),
    ],
    ["Owner", at("owner")],
    ["Locked", node["locked"] === true ? "yes" : undefined],
    ["Pool", at("pool.name")],
    ["Zone", at("zone.name")],
    ["Parent", at("parent")],
    ["Tags", at("tag_names")?.replaceAll(",", ", ")],
    ["Addresses", at("ip_addresses")?.replaceAll(",", ", ")],
    ["Description", at("description")],
  ]);
}

const repeatsReason = (message: string, reason = ""): boolean =>
  includesWords(reason, message) || (reason !== "" && includesWords(message, reason));

function hardwareLines({ node, bmc }: NodeDescription): readonly PageLine[] {
  const info = (member: string) => {
    const text = valueAt(node, `hardware_info.${member}`);
    return text === "Unknown" ? undefined : text;
  };
  const cpus = valueAt(node, "cpu_count");
  const memory = isPositive(node["memory"]) ? valueAt(node, "memory", "mebibytes") : undefined;
  const storage = isPositive(node["storage"]) ? valueAt(node, "storage", "megabytes") : undefined;
  return factLines([
    [
      "Size",
      joinTexts([
        cpus === undefined || cpus === "0" ? undefined : `${cpus} ${cpus === "1" ? "CPU" : "CPUs"}`,
        memory && `${memory} RAM`,
        withLabel("storage", storage),
      ]),
    ],
    ["CPU", joinTexts([valueAt(node, "architecture"), info("cpu_model")])],
    ["Model", joinTexts([info("system_vendor"), info("system_product")], " ")],
    ["Serial", info("system_serial")],
    [
      "BIOS",
      joinTexts([
        joinTexts([info("mainboard_firmware_vendor"), info("mainboard_firmware_version")], " "),
        info("mainboard_firmware_date"),
      ]),
    ],
    ["BMC", bmc],
  ]);
}

const isPositive = (value: unknown): boolean => Number(primitiveText(value)) > 0;

function annotationLines(node: NodePart, mask: Mask | undefined): readonly PageLine[] {
  const annotations = [node["workload_annotations"], node["owner_data"]].find(
    (each) => isRecord(each) && Object.keys(each).length > 0,
  );
  return Object.entries(isRecord(annotations) ? annotations : {}).map(([name, value]) => ({
    label: oneLine(name),
    text: mask?.isSecretMember(name) ? mask.hide(oneLine(name)) : oneLine(primitiveText(value)),
  }));
}

const scriptLines = ({ failedScripts, unread }: NodeDescription): readonly PageLine[] => [
  ...unreadLines(unread, "scripts"),
  ...failedScripts.map(({ name, exitStatus, resultType }) => {
    const type = runTypes[resultType ?? -1];
    return { text: oneLine(`${name}: exit code ${exitStatus}${type === undefined ? "" : ` (${type})`}`) };
  }),
];

const eventLines = ({ events, unread }: NodeDescription): readonly PageLine[] => [
  ...unreadLines(unread, "events"),
  ...events.map(({ created, level, ...event }) => ({
    text: [
      valueAt({ created }, "created", "time") ?? "-",
      ...(level === "INFO" ? [] : [oneLine(level)]),
      oneLine(eventText(event)),
    ].join("  "),
  })),
];

const unreadLines = (unread: NodeDescription["unread"], part: string): readonly PageLine[] =>
  unread.flatMap((each) => (each.part === part ? [{ text: `not read: ${oneLine(each.message)}` }] : []));

/** A node, or one of its interfaces, links, disks and partitions. */
type NodePart = Readonly<Record<string, unknown>>;

function partLines(
  node: NodePart,
  member: string,
  bootMember: string,
  linesOf: (part: NodePart, isBoot: boolean) => readonly PageLine[],
): readonly PageLine[] {
  const boot = node[bootMember];
  const bootId = isRecord(boot) ? boot["id"] : undefined;
  return recordsIn(node[member]).flatMap((part) =>
    linesOf(part, bootId !== undefined && part["id"] === bootId),
  );
}

function interfaceLines(networkInterface: NodePart, isBoot: boolean): readonly PageLine[] {
  const type = valueAt(networkInterface, "type");
  const parents = valueAt(networkInterface, "parents")?.replaceAll(",", ", ");
  const head = joinTexts(
    [
      valueAt(networkInterface, "name") ?? "-",
      valueAt(networkInterface, "mac_address"),
      type === "physical" ? undefined : type,
      withLabel("on", parents),
      speedText(networkInterface["link_speed"]),
      networkInterface["enabled"] === false ? "disabled" : undefined,
      networkInterface["link_connected"] === false ? "not connected" : undefined,
      isBoot ? "boot" : undefined,
    ],
    "  ",
  );
  const links = recordsIn(networkInterface["links"]);
  const hasSubnet = links.some((link) => isRecord(link["subnet"]));
  const vlan = hasSubnet ? undefined : vlanText(networkInterface["vlan"]);
  return [
    { text: head ?? "-" },
    ...links.flatMap((link) => linkLines(link)),
    ...(links.some((link) => valueAt(link, "ip_address") !== undefined)
      ? []
      : recordsIn(networkInterface["discovered"])
    ).flatMap((discovery) => {
      const ip = valueAt(discovery, "ip_address");
      return ip === undefined ? [] : [{ text: `${ip} (discovered)`, depth: 1 }];
    }),
    ...(vlan === undefined ? [] : [{ text: vlan, depth: 1 }]),
  ];
}

function linkLines(link: NodePart): readonly PageLine[] {
  const mode = valueAt(link, "mode");
  const ip = valueAt(link, "ip_address");
  const subnet = joinTexts([valueAt(link, "subnet.name"), valueAt(link, "subnet.cidr")], " ");
  if (ip === undefined && subnet === undefined) return [];
  const network = isRecord(link["subnet"]) ? vlanText(link["subnet"]["vlan"]) : undefined;
  const text = joinTexts([
    joinTexts([ip, mode === undefined ? undefined : `(${mode})`, withLabel("in", subnet)], " "),
    network,
  ]);
  return text === undefined ? [] : [{ text, depth: 1 }];
}

function vlanText(vlan: unknown): string | undefined {
  const name = valueAt(vlan, "name") ?? valueAt(vlan, "vid");
  return joinTexts([withLabel("VLAN", name), withLabel("of", valueAt(vlan, "fabric"))], " ");
}

function speedText(speed: unknown): string | undefined {
  const number = Number(primitiveText(speed));
  if (!(number > 0)) return undefined;
  return number >= 1000 ? `${number / 1000} Gbit/s` : `${number} Mbit/s`;
}

function diskLines(disk: NodePart, isBoot: boolean): readonly PageLine[] {
  const partitions = recordsIn(disk["partitions"]);
  const type = valueAt(disk, "type");
  const usage = valueAt(disk, "used_for");
  const head = joinTexts(
    [
      valueAt(disk, "name") ?? "-",
      valueAt(disk, "size", "bytes"),
      type === "physical" ? undefined : type,
      valueAt(disk, "model"),
      withLabel("serial", valueAt(disk, "serial")),
      valueAt(disk, "tags"),
      isBoot ? "boot" : undefined,
      partitions.length > 0 ? undefined : (fileSystemText(disk) ?? usage),
    ],
    "  ",
  );
  return [
    { text: head ?? "-" },
    ...partitions.map((partition) => ({
      text:
        joinTexts(
          [
            basename(valueAt(partition, "path") ?? "") || undefined,
            valueAt(partition, "size", "bytes"),
            fileSystemText(partition) ?? valueAt(partition, "used_for"),
          ],
          "  ",
        ) ?? "-",
      depth: 1,
    })),
  ];
}

function fileSystemText(holder: NodePart): string | undefined {
  if (!isRecord(holder["filesystem"])) return undefined;
  return joinTexts(
    [valueAt(holder, "filesystem.fstype"), withLabel("at", valueAt(holder, "filesystem.mount_point"))],
    " ",
  );
}

function valueAt(value: unknown, path: string, as?: CellForm): string | undefined {
  const text = oneLine(cellText(value, path, as));
  return text === "-" || text === "" ? undefined : text;
}

type Text = string | null | undefined;

type Fact = readonly [label: string, text: Text, as?: CellForm, coloredText?: Text];

/** Leaves out facts without a text. */
export const factLines = (facts: readonly Fact[]): readonly PageLine[] =>
  facts.flatMap(([label, text, as, coloredText]) =>
    text ? [{ label, text: oneLine(text), as, coloredText: coloredText ?? undefined }] : [],
  );

const joinTexts = (texts: readonly (string | undefined)[], separator = ", "): string | undefined => {
  const present = texts.filter((text) => text !== undefined);
  return present.length === 0 ? undefined : present.join(separator);
};

const withLabel = (label: string, text: string | undefined): string | undefined =>
  text === undefined ? undefined : `${label} ${text}`;
