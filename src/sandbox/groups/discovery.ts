import { isKnownIp, knownMacs, recentFirst, requireNeighbour } from "../model/networks/neighbours.ts";
import { type ScanResult, startScan } from "../model/networks/scan.ts";
import { configValue } from "../model/settings/config.ts";
import { serializeNeighbour } from "../serialize/neighbours.ts";
import { invalid, noMatch } from "../state/domain-error.ts";
import type { Neighbour } from "../state/networks.ts";
import { type Block, parseBlock } from "../values/blocks.ts";
import { empty, json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";

function list(call: Call, holds: (neighbour: Neighbour) => boolean) {
  return json(
    recentFirst(call.world)
      .filter(holds)
      .map((each) => serializeNeighbour(call.world, each)),
  );
}

/** mDNS knows host names, ARP the neighbours themselves (document 2, "op-clear"). */
function clear(call: Call): void {
  const reading = readForm(call.form);
  const all = reading.boolean("all") ?? false;
  const mdns = reading.boolean("mdns") ?? false;
  const neighbours = reading.boolean("neighbours") ?? false;
  reading.check();
  if (!all && !mdns && !neighbours)
    throw invalid("Bad request: specify what to clear: mdns=true, neighbours=true, or all=true.");
  const known = call.world.state.networks.neighbours;
  if (all || neighbours) known.rows = [];
  for (const each of known.rows) each.hostname = null;
}

function clearOne(call: Call): void {
  const reading = readForm(call.form);
  reading.required("ip");
  reading.required("mac");
  const ip = reading.address("ip");
  const mac = reading.mac("mac");
  reading.check();
  const known = call.world.state.networks.neighbours;
  const left = known.rows.filter((each) => each.ip !== ip || each.mac !== mac);
  if (left.length === known.rows.length) throw noMatch("Discovery");
  known.rows = left;
}

function scan(call: Call): ScanResult {
  const reading = readForm(call.form);
  const force = reading.boolean("force") ?? false;
  const isSlow = reading.boolean("slow") ?? false;
  reading.boolean("always_use_ping");
  reading.integer("threads", 1, 10_000);
  const texts = call.form.all("cidr").filter((text) => text.trim() !== "");
  const blocks: Block[] = [];
  for (const text of texts) {
    const block = parseBlock(text.trim());
    if (block === undefined) reading.fail("cidr", `'${text}' is not a valid CIDR.`);
    else blocks.push(block);
  }
  if (texts.length === 0 && !force) reading.fail("force", "Scanning all networks requires force=true.");
  reading.check();
  if (configValue(call.world, "network_discovery") === "disabled")
    throw invalid("Network discovery is disabled: set network_discovery to enabled before scanning.");
  return startScan(call.world, blocks, isSlow);
}

/** Document 2, "Discovery". */
export const handlers = {
  "discovery.list": (call) => list(call, () => true),
  "discovery.by_unknown_ip": (call) => list(call, (each) => !isKnownIp(call.world, each.ip)),
  "discovery.by_unknown_mac"(call) {
    const macs = knownMacs(call.world);
    return list(call, (each) => !macs.has(each.mac));
  },
  "discovery.by_unknown_ip_and_mac"(call) {
    const macs = knownMacs(call.world);
    return list(call, (each) => !macs.has(each.mac) && !isKnownIp(call.world, each.ip));
  },
  "discovery.clear"(call) {
    clear(call);
    return empty(200);
  },
  "discovery.clear_by_mac_and_ip"(call) {
    clearOne(call);
    return empty(200);
  },
  "discovery.scan": (call) => json(scan(call)),
  "discovery.read": (call) =>
    json(serializeNeighbour(call.world, requireNeighbour(call.world, call.path.discovery_id))),
} satisfies HandlersOf<"discovery">;
