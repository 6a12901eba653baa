import type { Neighbour } from "../../state/networks.ts";
import type { Node } from "../../state/node.ts";
import { gone, requireFound } from "../../state/service-error.ts";
import { rowsOf } from "../../state/table.ts";
import { allNodes, usesDeployedStyle, type World } from "../../state/world.ts";
import { type Block, blocksOverlap } from "../../values/blocks.ts";
import { findAddress } from "./addresses.ts";
import { blockOf } from "./subnets.ts";

/** Base64 of `<ip>,<mac>`, as in live services. */
export const discoveryId = (neighbour: Neighbour): string =>
  Buffer.from(`${neighbour.ip},${neighbour.mac}`).toString("base64");

export function recordNeighbour(world: World, sighting: Neighbour): void {
  const { rows } = world.state.networks.neighbours;
  const existing = rows.find((each) => each.ip === sighting.ip && each.mac === sighting.mac);
  if (existing === undefined) rows.push(sighting);
  else Object.assign(existing, sighting);
}

export function requireNeighbour(world: World, id: string | undefined): Neighbour {
  const neighbour = world.state.networks.neighbours.rows.find((each) => discoveryId(each) === id);
  if (neighbour === undefined && usesDeployedStyle(world, "absent-discovery")) throw gone();
  return requireFound(neighbour, "Discovery");
}

export function knownMacs(world: World): ReadonlySet<string> {
  const macs = new Set<string>();
  for (const node of allNodes(world)) for (const each of node.interfaces) macs.add(each.macAddress);
  return macs;
}

export const isKnownIp = (world: World, ip: string): boolean => findAddress(world, ip)?.systemId != null;

/** Simulated milliseconds. Scans by live services take far longer. */
const scanMs = { normal: 10_000, slow: 60_000 } as const;
const scanTaskKey = "discovery-scan";

function racksIn(world: World, blocks: readonly Block[]): Node[] {
  const racks = allNodes(world, "rackController");
  if (blocks.length === 0) return racks;
  const vlanIds = new Set(
    rowsOf(world.state.networks.subnets)
      .filter((subnet) => blocks.some((block) => blocksOverlap(block, blockOf(subnet))))
      .map((subnet) => subnet.vlanId),
  );
  return racks.filter((rack) =>
    rack.interfaces.some((each) => each.vlanId !== null && vlanIds.has(each.vlanId)),
  );
}

export function startScan(world: World, blocks: readonly Block[], isSlow: boolean) {
  const { neighbours } = world.state.networks;
  const racks = racksIn(world, blocks);
  const isRunning = neighbours.scanEndsAt !== null && world.clock.now() < neighbours.scanEndsAt;
  const racksAnswering = (answer: ReturnType<World["faults"]["scanAnswer"]>) =>
    racks.filter((rack) => world.faults.scanAnswer(rack) === answer).map((rack) => rack.systemId);
  const reachedRacks = racksAnswering("started");
  const startedRacks = isRunning ? [] : reachedRacks;
  if (startedRacks.length > 0) {
    neighbours.scanEndsAt = world.clock.now() + (isSlow ? scanMs.slow : scanMs.normal);
    scheduleScanEnd(world);
  }
  return {
    result: scanSummary(racks.length, reachedRacks.length, isRunning),
    scan_attempted_on: racks.map((rack) => rack.systemId),
    failed_to_connect_to: racksAnswering("unreachable"),
    scan_started_on: startedRacks,
    scan_failed_on: isRunning ? reachedRacks : [],
    rpc_call_timed_out_on: racksAnswering("timeout"),
  };
}

export function scheduleScanEnd(world: World): void {
  const { scanEndsAt } = world.state.networks.neighbours;
  if (scanEndsAt !== null) world.clock.schedule(scanTaskKey, scanEndsAt, () => finishScan(world));
}

function scanSummary(rackCount: number, reachedCount: number, isRunning: boolean): string {
  if (rackCount === 0)
    return "No rack controller is attached to the requested networks; nothing was scanned.";
  if (reachedCount === 0) return `Unable to initiate network scanning on ${rackCount} rack controller(s).`;
  return isRunning
    ? `A scan was already in progress on ${rackCount} rack controller(s).`
    : `Scanning is in progress on ${rackCount} rack controller(s).`;
}

function finishScan(world: World): void {
  const { neighbours } = world.state.networks;
  neighbours.scanEndsAt = null;
  const lastSeen = world.clock.now();
  for (const each of neighbours.rows) each.lastSeen = lastSeen;
  recordNeighbour(world, {
    ...newNeighbour,
    lastSeen,
    observer: allNodes(world, "rackController")[0]?.systemId ?? null,
  });
}

const newNeighbour = {
  ip: "10.10.0.79",
  mac: "52:54:00:99:00:04",
  hostname: "found-by-scan",
  organization: null,
} as const;
