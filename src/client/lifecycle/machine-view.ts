import { statuses, statusValue, statusValues } from "../../catalogue/statuses.ts";
import type { FailedMachine } from "../../core/failure.ts";
import { isRecord } from "../../core/json-record.ts";
import { fitsInPath } from "../http/address.ts";

/** The members of a machine that a wait needs. The rest of its 3 to 30 kB is not kept in memory. */
export interface MachineView {
  readonly systemId: string;
  readonly hostname: string;
  readonly status: number;
  readonly statusName: string;
  /** `on`, `off`, `unknown` or `error`. */
  readonly powerState: string | undefined;
  readonly statusMessage: string | undefined;
  readonly errorDescription: string | undefined;
  readonly locked: boolean;
  readonly owner: string | undefined;
  /** The release of the operating system, such as `noble`. */
  readonly release: string | undefined;
  readonly ipAddresses: readonly string[];
  /** The name of the VM host, if the machine is a virtual machine that the service composed. */
  readonly vmHost?: string;
}

/** The members that `machineView` reads, except `ip_addresses`, which few commands need. */
export const viewMembers = [
  "system_id",
  "hostname",
  "status",
  "status_name",
  "status_message",
  "error_description",
  "power_state",
  "locked",
  "owner",
  "distro_series",
  "pod",
] as const;

export function machineView(value: unknown): MachineView | undefined {
  if (!isRecord(value)) return undefined;
  const systemId = textOf(value["system_id"]);
  const status = integerOf(value["status"]) ?? statusNumberOf(value["status"] ?? value["status_name"]);
  if (systemId === undefined || !fitsInPath(systemId) || status === undefined) return undefined;
  const vmHost = isRecord(value["pod"]) ? textOf(value["pod"]["name"]) : undefined;
  return {
    ...(vmHost && { vmHost }),
    systemId,
    hostname: textOf(value["hostname"]) ?? systemId,
    status,
    statusName: textOf(value["status_name"]) ?? nameOfStatus(status),
    powerState: textOf(value["power_state"]),
    statusMessage: textOf(value["status_message"]),
    errorDescription: textOf(value["error_description"]),
    locked: value["locked"] === true,
    owner: textOf(value["owner"]),
    release: textOf(value["distro_series"]),
    ipAddresses: Array.isArray(value["ip_addresses"])
      ? value["ip_addresses"].filter((address) => typeof address === "string")
      : [],
  };
}

export const failedMachine = ({ systemId, hostname, statusName }: MachineView): FailedMachine => ({
  system_id: systemId,
  hostname,
  status: statusName,
});

export function nameOfStatus(status: number): string {
  const value = statusValue(status);
  return value === undefined ? `status ${status}` : statuses[value].name;
}

/** True for a status that ends by itself, and for an unknown status. */
export function isInProgress(status: number): boolean {
  const value = statusValue(status);
  return value === undefined || statuses[value].kind === "progress";
}

export const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

export function idOf(value: unknown): string | undefined {
  const id = isRecord(value) ? value["id"] : undefined;
  return typeof id === "number" ? String(id) : textOf(id);
}

function statusNumberOf(name: unknown): number | undefined {
  const lower = textOf(name)?.toLowerCase();
  const value = statusValues.find((each) => each === lower || statuses[each].name.toLowerCase() === lower);
  return value === undefined ? undefined : statuses[value].id;
}

export function integerOf(value: unknown): number | undefined {
  const number = typeof value === "string" && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) ? number : undefined;
}
