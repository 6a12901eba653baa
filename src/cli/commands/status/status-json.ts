import { statuses, statusValue, statusValues } from "../../../catalogue/statuses.ts";
import type { Shape } from "../../output/columns.ts";
import type { FleetMachine, Share } from "./attention.ts";
import type { FleetStatus } from "./read-status.ts";

/** The whole status for JSON, YAML and queries; other formats have a row per machine that needs attention. */
export const statusShape: Shape = {
  identity: "system_id",
  rows: "attention",
  sensitive: [],
  columns: [
    { header: "NAME", path: "hostname", rank: "key" },
    { header: "ISSUE", path: "issue", rank: "key" },
    { header: "STATUS", path: "status_name", as: "status", rank: "key" },
    { header: "POOL", path: "pool", rank: "minor" },
    { header: "ZONE", path: "zone", rank: "minor" },
    { header: "SINCE", path: "since", as: "time" },
    { header: "REASON", path: "reason", rank: "text" },
    { header: "ID", path: "system_id", wide: true },
    { header: "POWER", path: "power_state", as: "power", wide: true },
    { header: "OWNER", path: "owner", wide: true },
  ],
};

export const statusMembers = [
  "service",
  "time",
  "machines",
  "by_status",
  "by_pool",
  "by_zone",
  "by_power",
  "locked",
  "attention",
  "in_progress",
  "images",
  "unread",
];

export function statusJson(status: FleetStatus, service: string) {
  const { tally, time } = status;
  return {
    service,
    time: isoTime(time),
    machines: tally.machines,
    by_status: statusCounts(tally.byStatus).map(({ id, name, machines }) => ({
      status: id,
      status_name: name,
      machines,
    })),
    by_pool: shares(tally.byPool),
    by_zone: shares(tally.byZone),
    by_power: Object.fromEntries(powerCounts(tally.byPower)),
    locked: tally.locked.length,
    attention: status.attention.map(({ machine, kind, since, reason }) => ({
      ...machineJson(machine),
      issue: kind,
      ...ageJson(since, time),
      reason: reason ?? null,
    })),
    in_progress: status.inProgress.map(({ machine, since, limitMs }) => ({
      ...machineJson(machine),
      ...ageJson(since, time),
      limit_seconds: limitMs === undefined ? null : limitMs / 1000,
    })),
    images: { importing: status.isImporting ?? null },
    unread: status.unread,
  };
}

/** In the order of a machine's life; unknown statuses last. */
export const statusCounts = (byStatus: FleetStatus["tally"]["byStatus"]) =>
  [...byStatus]
    .map(([id, { name, machines }]) => ({ id, name, machines }))
    .sort((a, b) => rankOf(a.id) - rankOf(b.id) || a.id - b.id);

export const powerCounts = (byPower: FleetStatus["tally"]["byPower"]) =>
  [...byPower].sort(([a], [b]) => (a < b ? -1 : 1));

const kindOrder = ["stable", "progress", "unhealthy", "failure"] as const;
const stableOrder = ["new", "ready", "reserved", "allocated", "deployed", "rescue_mode", "retired"];
const lifeOrder = [...statusValues].sort(
  (a, b) =>
    kindOrder.indexOf(statuses[a].kind) - kindOrder.indexOf(statuses[b].kind) ||
    stableOrder.indexOf(a) - stableOrder.indexOf(b),
);

function rankOf(id: number): number {
  const value = statusValue(id);
  return value === undefined ? lifeOrder.length : lifeOrder.indexOf(value);
}

/** Largest first. */
export const sortedShares = (byName: ReadonlyMap<string, Share>) =>
  [...byName].sort(([a, one], [b, other]) => other.machines - one.machines || (a < b ? -1 : 1));

const shares = (byName: ReadonlyMap<string, Share>) =>
  sortedShares(byName).map(([name, { machines, ready, troubled }]) => ({ name, machines, ready, troubled }));

const machineJson = ({ systemId, statusName, powerState, owner, ...machine }: FleetMachine) => ({
  system_id: systemId,
  hostname: machine.hostname,
  status: machine.status,
  status_name: statusName,
  power_state: powerState ?? null,
  owner: owner ?? null,
  pool: machine.pool,
  zone: machine.zone,
  locked: machine.locked,
});

const ageJson = (since: number | undefined, now: number) => ({
  since: since === undefined ? null : isoTime(since),
  age_seconds: since === undefined ? null : Math.max(0, Math.round((now - since) / 1000)),
});

/** To the second, because smaller differences are noise. */
const isoTime = (time: number): string => `${new Date(time).toISOString().slice(0, 19)}Z`;
