import { isKnownIp, knownMacs, requireNeighbour, startScan } from "../model/networks/neighbours.ts";
import { configValue } from "../model/settings/config.ts";
import { serializeNeighbour } from "../serialize/networks.ts";
import { gone, invalid, requireFound } from "../state/domain-error.ts";
import type { Neighbour } from "../state/networks.ts";
import { usesDeployedStyle } from "../state/world.ts";
import { parseBlock } from "../values/blocks.ts";
import { json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { checkedForm, readForm } from "../wire/form-reader.ts";
import { withoutContent } from "./resource.ts";

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
  "discovery.clear": withoutContent(clear),
  "discovery.clear_by_mac_and_ip": withoutContent(clearOne),
  "discovery.scan": (call) => json(scan(call)),
  "discovery.read": ({ world, path }) =>
    json(serializeNeighbour(world, requireNeighbour(world, path.discovery_id))),
} satisfies HandlersOf<"discovery">;

const list = ({ world }: Call, matches: (neighbour: Neighbour) => boolean) =>
  json(
    world.state.networks.neighbours.rows
      .filter(matches)
      .sort((a, b) => b.lastSeen - a.lastSeen)
      .map((each) => serializeNeighbour(world, each)),
  );

/** Clearing mDNS removes only the host names; clearing neighbours (ARP) removes the whole entries. */
function clear(call: Call): void {
  const form = checkedForm(call);
  const [all, mdns, neighbours] = ["all", "mdns", "neighbours"].map(form.boolean);
  if (!all && !mdns && !neighbours)
    throw invalid("Bad request: specify what to clear: mdns=true, neighbours=true, or all=true.");
  const table = call.world.state.networks.neighbours;
  if (all || neighbours) table.rows = [];
  for (const each of table.rows) each.hostname = null;
}

function clearOne(call: Call): void {
  const form = readForm(call);
  const ip = form.address("ip");
  const mac = form.mac("mac");
  form.check();
  const table = call.world.state.networks.neighbours;
  const remaining = table.rows.filter((each) => each.ip !== ip || each.mac !== mac);
  const isKnown = remaining.length < table.rows.length;
  if (!isKnown && usesDeployedStyle(call.world, "absent-discovery")) throw gone();
  table.rows = requireFound(isKnown ? remaining : undefined, "Discovery");
}

function scan(call: Call) {
  const form = readForm(call, [{ name: "threads", type: "integer", min: 1, max: 10_000 }]);
  const texts = call.form.all("cidr").filter((text) => text.trim() !== "");
  const blocks = texts.flatMap((text) => {
    const block = parseBlock(text.trim());
    if (block === undefined) form.fail("cidr", `'${text}' is not a valid CIDR.`);
    return block ?? [];
  });
  if (texts.length === 0 && !form.boolean("force"))
    form.fail("force", "Scanning all networks requires force=true.");
  form.check();
  if (configValue(call.world, "network_discovery") === "disabled")
    throw invalid("Network discovery is disabled: set network_discovery to enabled before scanning.");
  return startScan(call.world, blocks, form.boolean("slow") ?? false);
}
