import { defaults } from "../../../catalogue/defaults.ts";
import { words } from "../../../catalogue/field.ts";
import type { Client } from "../../../client/http/call.ts";
import type { TextOutput } from "../../../context.ts";
import { isoSeconds } from "../../../core/text/times.ts";
import { formatDuration } from "../../../core/text/units.ts";
import { type Invocation, printsPage, type SitePart, serviceTime } from "../../invocation/invocation.ts";
import type { Shape } from "../../output/columns.ts";
import { oneLine } from "../../output/escape.ts";
import { type Palette, paletteFor } from "../../output/palette.ts";
import { printValue } from "../../output/print.ts";
import { writeLines, writeWhole } from "../../output/sink.ts";
import { measureFor } from "../../output/text-width.ts";
import { checkColumnNames } from "../../parsing/column-names.ts";
import { columnsOf } from "../../terminal/streams.ts";
import { keepReading } from "../../waiting/keep-reading.ts";
import type { ScopeOptions } from "../options.ts";
import {
  emptyTally,
  type FleetMachine,
  powerCounts,
  type Share,
  sortedShares,
  statusCounts,
} from "./attention.ts";
import { fleetCounts, pageLines, powerLines } from "./page.ts";
import { createEventReader, type FleetStatus, readScope, readStatus, type Scope } from "./read-status.ts";

export async function showStatus(invocation: Invocation<ScopeOptions>): Promise<void> {
  await checkColumnNames(invocation.globals, statusShape.columns, { members: statusMembers });
  const client = await invocation.connect();
  const scope = await readScope(client, invocation);
  if (invocation.options.watch === true) return await watchStatus(client, scope, invocation);
  const { stdout, clock } = invocation.context;
  const status = await readStatus(client, scope, createEventReader(), () => serviceTime(client, clock));
  invocation.multiSiteRun?.add(status);
  if (isPage(invocation)) await writeLines(stdout, await linesFor(status, client, invocation));
  else await invocation.print(statusJson(status, client.endpoint.baseUrl), statusShape);
}

export async function showTotal(parts: readonly SitePart[], invocation: Invocation): Promise<void> {
  if (!isPage(invocation)) return;
  const { stdout } = invocation.context;
  const palette = await paletteFor(stdout, invocation.outputSettings(statusShape));
  const statuses = parts.map(({ value }) => value as FleetStatus);
  await writeLines(stdout, totalLines(statuses, palette));
}

function totalLines(statuses: readonly FleetStatus[], palette: Palette): readonly string[] {
  const { byStatus, byPower } = emptyTally();
  const sums = { machines: 0, issues: 0, progress: 0 };
  for (const { tally, attention, inProgress } of statuses) {
    sums.machines += tally.machines;
    sums.issues += attention.length;
    sums.progress += inProgress.length;
    for (const [id, { name, machines }] of tally.byStatus)
      byStatus.set(id, { name, machines: (byStatus.get(id)?.machines ?? 0) + machines });
    for (const [state, count] of tally.byPower) byPower.set(state, (byPower.get(state) ?? 0) + count);
  }
  const statusTexts = statusCounts(byStatus).map(({ name, machines }) => `${machines} ${oneLine(name)}`);
  return [
    "",
    palette.header(`==> total of ${statuses.length} ${statuses.length === 1 ? "site" : "sites"} <==`),
    fleetCounts(sums, palette),
    ...(statusTexts.length === 0 ? [] : [`Status: ${statusTexts.join(", ")}`]),
    ...powerLines(byPower),
  ];
}

async function watchStatus(client: Client, scope: Scope, invocation: Invocation): Promise<void> {
  const { context, options, messages } = invocation;
  const { stdout, clock } = context;
  const intervalMs = options["poll-interval"] ?? defaults.statusIntervalMs;
  const redraws = isPage(invocation) && stdout.isTTY === true;
  const { openLiveArea } = await import("../../terminal/live-output.ts");
  const area = openLiveArea(stdout);
  const eventReader = createEventReader();
  const interval = `every ${formatDuration(intervalMs)}`;
  const note = (text: string) => {
    area.leave();
    messages.note(text);
  };
  let isFirst = true;
  let lastFingerprint = "";
  await keepReading({ ...invocation, messages: { ...messages, note } }, intervalMs, async (signal) => {
    const now = () => serviceTime(client, clock);
    const readOptions = isFirst ? { signal } : { signal, retries: 0 };
    const status = await readStatus(client, scope, eventReader, now, readOptions);
    if (redraws) {
      const lines = await linesFor(status, client, invocation, interval);
      await writeWhole(area.out, area.draw(lines.slice(0, heightOf(stdout))));
    } else {
      const fingerprint = fingerprintOf(status);
      if (fingerprint !== lastFingerprint) await writeStatus(status, client, invocation, isFirst);
      lastFingerprint = fingerprint;
    }
    isFirst = false;
  });
}

/** Changes only if something other than the time changes. */
function fingerprintOf(status: FleetStatus): string {
  const { attention, in_progress, time: _time, ...counts } = statusJson(status, "");
  return JSON.stringify([
    counts,
    ...[...attention, ...in_progress].map(({ age_seconds: _age, ...machine }) => machine),
  ]);
}

async function writeStatus(status: FleetStatus, client: Client, invocation: Invocation, isFirst: boolean) {
  const { stdout } = invocation.context;
  if (isPage(invocation)) {
    const lines = await linesFor(status, client, invocation);
    return await writeLines(stdout, isFirst ? lines : ["", ...lines]);
  }
  const settings = invocation.outputSettings(statusShape);
  await printValue(statusJson(status, client.endpoint.baseUrl), statusShape, settings, stdout);
}

const isPage = (invocation: Invocation): boolean =>
  printsPage(invocation, statusShape) && invocation.globals.sort === undefined;

const heightOf = ({ rows }: TextOutput): number => Math.max(1, (rows || 24) - 1);

/** Page width in columns without a terminal. */
const plainWidth = 80;

async function linesFor(
  status: FleetStatus,
  client: Client,
  { context, globals, outputSettings }: Invocation,
  interval?: string,
): Promise<readonly string[]> {
  const { stdout } = context;
  const isTerminal = stdout.isTTY === true;
  const address = client.endpoint.baseUrl.replace(/^https?:\/\//, "");
  const { profile } = globals;
  const head = { service: profile === undefined ? address : `${profile}: ${address}`, interval };
  const texts = [head.service, ...namesIn(status)];
  return pageLines(status, head, {
    palette: await paletteFor(stdout, outputSettings(statusShape)),
    measure: await measureFor([texts]),
    block: isTerminal ? "\u2588" : "#",
    width: isTerminal ? columnsOf(stdout) : plainWidth,
    height: isTerminal ? heightOf(stdout) : undefined,
  });
}

const namesIn = ({ tally, attention, inProgress, unread }: FleetStatus): readonly string[] => [
  ...[...tally.byStatus.values()].map(({ name }) => name),
  ...[tally.byPool, tally.byZone, tally.byPower].flatMap((names) => [...names.keys()]),
  ...[...attention, ...inProgress].flatMap(({ machine }) => [machine.hostname, machine.owner ?? ""]),
  ...attention.map(({ reason = "" }) => reason),
  ...unread.map(({ message }) => message),
];

/** The whole status for JSON, YAML and queries; other formats have a row per machine that needs attention. */
const statusShape: Shape = {
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

const statusMembers = words(
  "service time machines by_status by_pool by_zone by_power locked attention in_progress images unread",
);

function statusJson(status: FleetStatus, service: string) {
  const { tally, time } = status;
  return {
    service,
    time: isoSeconds(time),
    machines: tally.machines,
    by_status: statusCounts(tally.byStatus).map(({ id, name, machines }) => ({
      status: id,
      status_name: name,
      machines,
    })),
    by_pool: sharesJson(tally.byPool),
    by_zone: sharesJson(tally.byZone),
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

const sharesJson = (byName: ReadonlyMap<string, Share>) =>
  sortedShares(byName).map(([name, { machines, ready, troubled }]) => ({ name, machines, ready, troubled }));

const machineJson = ({ systemId, statusName, powerState, owner, ...machine }: FleetMachine) => ({
  system_id: systemId,
  hostname: machine.hostname,
  status: machine.status,
  status_name: statusName,
  power_state: powerState ?? null,
  owner: owner ?? null,
  pool: machine.pool ?? "-",
  zone: machine.zone ?? "-",
  locked: machine.locked,
});

const ageJson = (since: number | undefined, now: number) => ({
  since: since === undefined ? null : isoSeconds(since),
  age_seconds: since === undefined ? null : Math.max(0, Math.round((now - since) / 1000)),
});
