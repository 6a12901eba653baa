import { eventText } from "../../../client/lifecycle/history.ts";
import { machineView } from "../../../client/lifecycle/machine-view.ts";
import { fittingMessage } from "../../../client/lifecycle/reasons.ts";
import { isRecord } from "../../../core/json-record.ts";
import { isSecretName, mask } from "../../../core/secrets/names.ts";
import { formatAge } from "../../../core/text/duration.ts";
import { oneLine } from "../../waiting/one-line.ts";
import { disksSection } from "./disks.ts";
import { interfacesSection } from "./interfaces.ts";
import { facts, joined, labelled, valueAt } from "./node-text.ts";
import type { PageLine, Section } from "./page.ts";
import type { NodeDescription } from "./read-node.ts";

type Node = NodeDescription["node"];

interface SectionSettings {
  /** The service's time, in milliseconds since the epoch. */
  readonly now: number;
  readonly showSecrets: boolean;
}

/** The page of a node: what is not there is left out. */
export function sectionsOf(described: NodeDescription, settings: SectionSettings): readonly Section[] {
  const { node } = described;
  return [
    { title: titleOf(node), lines: identityLines(described, settings.now) },
    { title: "Hardware", lines: hardwareLines(node) },
    interfacesSection(node),
    disksSection(node),
    { title: "Annotations", lines: annotationLines(node, settings.showSecrets) },
    { title: "Failed scripts", lines: scriptLines(described) },
    { title: "Last events", lines: eventLines(described) },
  ];
}

function titleOf(node: Node): string {
  const id = valueAt(node, "system_id") ?? "-";
  const name = valueAt(node, "fqdn") ?? valueAt(node, "hostname");
  return name === undefined ? id : `${name} (${id})`;
}

function identityLines({ node, episode }: NodeDescription, now: number): readonly PageLine[] {
  const view = machineView(node);
  const age = episode?.began?.at === undefined ? undefined : `for ${formatAge(now - episode.began.at)}`;
  const type = valueAt(node, "node_type_name");
  const status = valueAt(node, "status_name");
  const power = valueAt(node, "power_state");
  const driver = valueAt(node, "power_type");
  return facts(
    { label: "Type", text: type === "Machine" ? undefined : type },
    { label: "Status", text: joined([status, status === undefined ? undefined : age], " "), as: "status" },
    {
      label: "Message",
      text:
        view === undefined || episode === undefined ? undefined : labelText(fittingMessage(view, episode)),
    },
    { label: "Error", text: valueAt(node, "error_description") },
    {
      label: "Power",
      text: joined([power, driver === undefined ? undefined : `(${driver})`], " "),
      as: "power",
    },
    {
      label: "System",
      text: joined([
        joined([valueAt(node, "osystem"), valueAt(node, "distro_series")], " "),
        labelled("kernel", valueAt(node, "hwe_kernel")),
      ]),
    },
    { label: "Owner", text: valueAt(node, "owner") },
    { label: "Locked", text: node["locked"] === true ? "yes" : undefined },
    { label: "Pool", text: valueAt(node, "pool.name") },
    { label: "Zone", text: valueAt(node, "zone.name") },
    { label: "Parent", text: valueAt(node, "parent") },
    { label: "Tags", text: valueAt(node, "tag_names")?.replaceAll(",", ", ") },
    { label: "Addresses", text: valueAt(node, "ip_addresses")?.replaceAll(",", ", ") },
    { label: "About", text: valueAt(node, "description") },
  );
}

const labelText = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : oneLine(text);

function hardwareLines(node: Node): readonly PageLine[] {
  const info = (member: string) => {
    const text = valueAt(node, `hardware_info.${member}`);
    return text === "Unknown" ? undefined : text;
  };
  const cpus = valueAt(node, "cpu_count");
  const storage = isPositive(node["storage"]) ? valueAt(node, "storage", "megabytes") : undefined;
  return facts(
    {
      label: "Size",
      text: joined([
        cpus === undefined || cpus === "0" ? undefined : `${cpus} ${cpus === "1" ? "CPU" : "CPUs"}`,
        isPositive(node["memory"]) ? `${valueAt(node, "memory", "mebibytes")} RAM` : undefined,
        labelled("storage", storage),
      ]),
    },
    {
      label: "CPU",
      text: joined([valueAt(node, "architecture"), info("cpu_model")]),
    },
    { label: "Model", text: joined([info("system_vendor"), info("system_product")], " ") },
    { label: "Serial", text: info("system_serial") },
    {
      label: "Firmware",
      text: joined([info("mainboard_firmware_vendor"), info("mainboard_firmware_version")], " "),
    },
  );
}

const isPositive = (value: unknown): boolean => Number(value) > 0;

function annotationLines(node: Node, showSecrets: boolean): readonly PageLine[] {
  const found = [node["workload_annotations"], node["owner_data"]].find(
    (each) => isRecord(each) && Object.keys(each).length > 0,
  );
  return Object.entries(isRecord(found) ? found : {}).map(([name, value]) => ({
    label: oneLine(name),
    text: isSecretName(name) && !showSecrets ? mask : oneLine(String(value)),
  }));
}

const scriptKinds = ["commissioning", "installation", "testing"];

function scriptLines({ failedScripts, unread }: NodeDescription): readonly PageLine[] {
  return [
    ...unreadLines(unread, "scripts"),
    ...failedScripts.map(({ name, exitStatus, resultType }) => ({
      text: oneLine(`${name}: exit code ${exitStatus}${kindText(resultType)}`),
    })),
  ];
}

function kindText(resultType: number | undefined): string {
  const kind = resultType === undefined ? undefined : scriptKinds[resultType];
  return kind === undefined ? "" : ` (${kind})`;
}

function eventLines({ events, unread }: NodeDescription): readonly PageLine[] {
  return [
    ...unreadLines(unread, "events"),
    ...events.map(({ created, level, ...event }) => ({
      text: [
        valueAt({ created }, "created", "time") ?? "-",
        ...(level === "INFO" ? [] : [oneLine(level)]),
        oneLine(eventText(event)),
      ].join("  "),
    })),
  ];
}

const unreadLines = (unread: NodeDescription["unread"], part: string): readonly PageLine[] =>
  unread.flatMap((each) => (each.part === part ? [{ text: `not read: ${oneLine(each.message)}` }] : []));
