import { words } from "../../../catalogue/field.ts";
import { statuses, statusValue } from "../../../catalogue/statuses.ts";
import {
  integerOf,
  isInProgress,
  type MachineView,
  machineView,
  textOf,
  viewMembers,
} from "../../../client/lifecycle/machine-view.ts";
import { possibleIssue } from "../../../client/lifecycle/reasons.ts";
import { isRecord } from "../../../core/json-record.ts";
import { compareNaturally } from "../../../core/text/order.ts";
import { cellText } from "../../output/cells.ts";
import { oneLine } from "../../output/escape.ts";

/** All texts are single lines without control characters. */
export interface TopMachine extends MachineView {
  /** Unique among all sites. */
  readonly id: string;
  /** Empty if the screen shows one service. */
  readonly site: string;
  readonly cells: Readonly<Record<ColumnId, string>>;
  readonly memoryMiB: number;
  /** All texts in lower case, for searching. */
  readonly text: string;
  /** Judged only by the machine's own fields, without its events. */
  readonly needsAttention: boolean;
  readonly isInProgress: boolean;
  /** When its status changed, in milliseconds of the monotonic clock; undefined if unknown. */
  readonly changedAt: number | undefined;
}

export type Age = Pick<TopMachine, "status" | "changedAt">;

interface ColumnSpec {
  readonly id: string;
  readonly header: string;
  /** On a narrow terminal, columns with the highest number are left out first. */
  readonly dropPriority: number;
  /** In terminal columns; longer texts are cut. */
  readonly maxWidth?: number;
  readonly alignsRight?: true;
}

/** The columns in the order in which they are shown. */
const columnSpecs = [
  { id: "site", header: "SITE", dropPriority: 0, maxWidth: 16 },
  { id: "name", header: "NAME", dropPriority: 0, maxWidth: 32 },
  { id: "status", header: "STATUS", dropPriority: 0 },
  { id: "for", header: "FOR", dropPriority: 2 },
  { id: "power", header: "POWER", dropPriority: 1 },
  { id: "owner", header: "OWNER", dropPriority: 4, maxWidth: 14 },
  { id: "pool", header: "POOL", dropPriority: 3, maxWidth: 16 },
  { id: "zone", header: "ZONE", dropPriority: 5, maxWidth: 16 },
  { id: "os", header: "OS", dropPriority: 6, maxWidth: 12 },
  { id: "arch", header: "ARCH", dropPriority: 9, maxWidth: 16 },
  { id: "cpus", header: "CPUS", dropPriority: 8, alignsRight: true },
  { id: "ram", header: "RAM", dropPriority: 8, alignsRight: true },
  { id: "ip", header: "IP", dropPriority: 7 },
  { id: "tags", header: "TAGS", dropPriority: 10, maxWidth: 24 },
] as const satisfies readonly ColumnSpec[];

export type ColumnId = (typeof columnSpecs)[number]["id"];

export interface Column extends ColumnSpec {
  readonly id: ColumnId;
}

export const columns: readonly Column[] = columnSpecs;

export const topMembers = [
  ...viewMembers,
  ...words("fqdn ip_addresses pool zone architecture cpu_count memory tag_names"),
];

export function topMachine(element: unknown, site = ""): TopMachine | undefined {
  const view = machineView(element);
  if (view === undefined || !isRecord(element)) return undefined;
  const cell = (path: string, form?: Parameters<typeof cellText>[2]) =>
    oneLine(cellText(element, path, form));
  const cells: TopMachine["cells"] = {
    site: oneLine(site),
    name: oneLine(view.hostname),
    status: oneLine(view.statusName),
    for: view.locked ? "locked" : "-",
    power: cell("power_state"),
    owner: cell("owner"),
    pool: cell("pool.name"),
    zone: cell("zone.name"),
    os: cell("distro_series"),
    arch: cell("architecture"),
    cpus: cell("cpu_count"),
    ram: cell("memory", "mebibytes"),
    ip: oneLine(view.ipAddresses[0] ?? "-"),
    tags: cell("tag_names"),
  };
  const issueKind = possibleIssue(view);
  return {
    ...view,
    id: atSite(site, view.systemId),
    site,
    cells,
    memoryMiB: integerOf(element["memory"]) ?? 0,
    text: [...Object.values(cells), view.systemId, ...view.ipAddresses, textOf(element["fqdn"]) ?? ""]
      .join(" ")
      .toLowerCase(),
    needsAttention: issueKind !== undefined && issueKind !== "stuck",
    isInProgress: isInProgress(view.status),
    changedAt: undefined,
  };
}

/** Every command takes names and ids in the form SITE/NAME. */
const atSite = (site: string, name: string): string => (site === "" ? name : `${site}/${name}`);

export const nameOf = ({ site, hostname }: TopMachine): string => atSite(site, hostname);

/** Returns the id if svc or a shell could take the host name for something else: an option, a pattern, `@file`. */
export const plainNameOf = ({ systemId, hostname }: Pick<TopMachine, "systemId" | "hostname">): string =>
  /^\w[\w.-]*$/.test(hostname) ? hostname : systemId;

export function withChangeTimes(
  machines: readonly TopMachine[],
  previousMachines: ReadonlyMap<string, TopMachine>,
  now: number,
): readonly TopMachine[] {
  if (previousMachines.size === 0) return machines;
  return machines.map((machine) => {
    const previous = previousMachines.get(machine.id);
    const changedAt = previous?.status === machine.status ? previous.changedAt : now;
    return changedAt === undefined ? machine : { ...machine, changedAt };
  });
}

export const withAges = (machines: readonly TopMachine[], ages: ReadonlyMap<string, Age>) =>
  machines.map((machine) => {
    const age = ages.get(machine.id);
    return machine.changedAt === undefined && age?.status === machine.status
      ? { ...machine, changedAt: age.changedAt }
      : machine;
  });

/** Memory is sorted as a number, and statuses by urgency. */
function sortKey(machine: TopMachine, column: ColumnId): string | number {
  switch (column) {
    case "ram":
      return machine.memoryMiB;
    case "status":
      return `${urgencyOf(machine)} ${machine.cells.status}`;
    case "for":
      return -(machine.changedAt ?? 0);
    default:
      return machine.cells[column];
  }
}

const urgencyOrder = ["failure", "unhealthy", "progress", "stable"];

function urgencyOf({ status }: MachineView): number {
  const value = statusValue(status);
  return value === undefined ? urgencyOrder.indexOf("progress") : urgencyOrder.indexOf(statuses[value].kind);
}

/** All words must occur in the machine, ignoring case. `status:ready` searches one column, and `!` negates. */
export function filterMachines(machines: readonly TopMachine[], filter: string): readonly TopMachine[] {
  const words = wordsIn(filter);
  if (words.length === 0) return machines;
  return machines.filter((machine) =>
    words.every(({ column, text, isNegated }) => {
      const searchedText = column === undefined ? machine.text : machine.cells[column].toLowerCase();
      return searchedText.includes(text) !== isNegated;
    }),
  );
}

const wordsIn = (filter: string) =>
  filter
    .toLowerCase()
    .split(" ")
    .flatMap((part) => {
      const isNegated = part.startsWith("!");
      const word = isNegated ? part.slice(1) : part;
      const at = word.search(/[:=]/);
      const column = at === -1 ? undefined : columnOf(word.slice(0, at));
      const text = column === undefined ? word : word.slice(at + 1);
      return text === "" ? [] : [{ column, text, isNegated }];
    });

const columnOf = (name: string): ColumnId | undefined =>
  columns.find(({ id }) => id === name || id === `${name}s` || `${id}s` === name)?.id;

export interface Order {
  readonly column: ColumnId;
  readonly isDescending: boolean;
}

/** Ties are sorted by name. */
export function sortMachines(machines: readonly TopMachine[], { column, isDescending }: Order) {
  const sign = isDescending ? -1 : 1;
  return machines
    .map((machine) => ({ machine, key: sortKey(machine, column), name: sortKey(machine, "name") }))
    .sort(
      (a, b) =>
        sign * compare(a.key, b.key) || compare(a.name, b.name) || compare(a.machine.site, b.machine.site),
    )
    .map(({ machine }) => machine);
}

const compare = (a: string | number, b: string | number): number =>
  typeof a === "string" && typeof b === "string" ? compareNaturally(a, b) : Number(a) - Number(b);
