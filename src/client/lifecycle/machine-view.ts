import { type StatusValue, statuses, statusValue, statusValues } from "../../catalogue/statuses.ts";
import { isRecord } from "../../core/json-record.ts";

/** The fields that a wait reads; the rest of a machine's 3 to 30 kB is dropped at once. */
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
  /** Of the operating system, such as `jammy`. */
  readonly release: string | undefined;
  readonly ipAddresses: readonly string[];
  /** The VM host whose virtual machine it is. */
  readonly vmHost?: string;
}

/** The members that `machineView` reads, without addresses, which few commands need. */
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

/** Undefined for anything but a machine, which a wait treats as a broken answer. */
export function machineView(value: unknown): MachineView | undefined {
  if (!isRecord(value)) return undefined;
  const systemId = textOf(value["system_id"]);
  const status = integerOf(value["status"]) ?? numberOfName(value["status"] ?? value["status_name"]);
  if (systemId === undefined || status === undefined) return undefined;
  const vmHost = isRecord(value["pod"]) ? textOf(value["pod"]["name"]) : undefined;
  return {
    ...(vmHost === undefined ? {} : { vmHost }),
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

export function nameOfStatus(status: number): string {
  const value = statusValue(status);
  return value === undefined ? `status ${status}` : statuses[value].name;
}

export function valueOfStatus(status: number | undefined): StatusValue | undefined {
  return status === undefined ? undefined : statusValue(status);
}

/** True for a status that ends by itself; unknown ones count as such. */
export function inProgress(status: number): boolean {
  const value = statusValue(status);
  return value === undefined || statuses[value].kind === "progress";
}

/** Undefined for the empty string and for anything but text. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The `id` of an object as text; it may be a number. */
export function idOf(value: unknown): string | undefined {
  const id = isRecord(value) ? value["id"] : undefined;
  return typeof id === "number" ? String(id) : textOf(id);
}

function numberOfName(name: unknown): number | undefined {
  const lower = textOf(name)?.toLowerCase();
  const value = statusValues.find((each) => each === lower || statuses[each].name.toLowerCase() === lower);
  return value === undefined ? undefined : statuses[value].id;
}

/** A whole number, or one in digits as text. */
export function integerOf(value: unknown): number | undefined {
  const number = typeof value === "string" && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) ? number : undefined;
}
