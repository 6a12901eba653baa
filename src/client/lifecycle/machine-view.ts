import { type StatusValue, statuses, statusValue, statusValues } from "../../catalogue/statuses.ts";
import { isRecord } from "../../core/json-record.ts";

/** The few fields of a machine that waiting reads; the rest of its 3 to 30 kB is dropped at once. */
export interface MachineView {
  readonly systemId: string;
  readonly hostname: string;
  readonly status: number;
  readonly statusName: string;
  /** `on`, `off`, `unknown` or `error`; undefined where the answer has none. */
  readonly powerState: string | undefined;
  readonly statusMessage: string | undefined;
  readonly errorDescription: string | undefined;
  readonly locked: boolean;
  readonly owner: string | undefined;
  readonly ipAddresses: readonly string[];
}

/** The members of a machine that `machineView` reads, without its addresses, which few commands need. */
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
] as const;

/** Reads a machine object; undefined for anything else, which a wait takes for a broken answer. */
export function machineView(value: unknown): MachineView | undefined {
  if (!isRecord(value)) return undefined;
  const systemId = textOf(value["system_id"]);
  const status = integerOf(value["status"]) ?? numberOfName(value["status"] ?? value["status_name"]);
  if (systemId === undefined || status === undefined) return undefined;
  return {
    systemId,
    hostname: textOf(value["hostname"]) ?? systemId,
    status,
    statusName: textOf(value["status_name"]) ?? nameOfStatus(status),
    powerState: textOf(value["power_state"]),
    statusMessage: textOf(value["status_message"]),
    errorDescription: textOf(value["error_description"]),
    locked: value["locked"] === true,
    owner: textOf(value["owner"]),
    ipAddresses: Array.isArray(value["ip_addresses"])
      ? value["ip_addresses"].filter((address) => typeof address === "string")
      : [],
  };
}

/** The name of a status number, also of one that the table does not hold. */
export function nameOfStatus(status: number): string {
  const value = statusValue(status);
  return value === undefined ? `status ${status}` : statuses[value].name;
}

/** The table's key for a status number; undefined for an unknown one. */
export function valueOfStatus(status: number | undefined): StatusValue | undefined {
  return status === undefined ? undefined : statusValue(status);
}

/** True for a status that ends by itself; one that the table does not hold counts as such. */
export function inProgress(status: number): boolean {
  const value = statusValue(status);
  return value === undefined || statuses[value].kind === "progress";
}

/** Text that says something: undefined for the empty string and for anything else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The `id` of an object, a number or a text, as it is typed. */
export function idOf(value: unknown): string | undefined {
  const id = isRecord(value) ? value["id"] : undefined;
  return typeof id === "number" ? String(id) : textOf(id);
}

function numberOfName(name: unknown): number | undefined {
  const lower = textOf(name)?.toLowerCase();
  const value = statusValues.find((each) => each === lower || statuses[each].name.toLowerCase() === lower);
  return value === undefined ? undefined : statuses[value].id;
}

/** A whole number, as JSON has it or as digits in a text. */
export function integerOf(value: unknown): number | undefined {
  const number = typeof value === "string" && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) ? number : undefined;
}
