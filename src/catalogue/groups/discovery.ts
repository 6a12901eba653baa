import { anyOf, boolean, integer, text, textId } from "../field.ts";
import type { GroupDefinition } from "../group.ts";
import { nameOperations, resource } from "../resource.ts";

const all = resource("/discovery/");
const one = resource("/discovery/{discovery_id}/", [textId("discovery_id", "id of the discovery")]);

export const group = {
  identity: "discovery_id",
  columns: [
    { header: "IP", path: "ip", rank: "key" },
    { header: "MAC", path: "mac_address", min: 17 },
    { header: "HOST", path: "hostname" },
    { header: "FABRIC", path: "fabric_name", rank: "minor" },
    { header: "VID", path: "vid", as: "vid" },
    { header: "SEEN BY", path: "observer.hostname" },
    { header: "LAST SEEN", path: "last_seen", as: "age", rank: "key" },
    { header: "MAKER", path: "mac_organization", wide: true },
    { header: "ID", path: "discovery_id", wide: true },
  ],
  operations: nameOperations({
    "discovery.list": all.list("anyone", "List discovered devices, last seen first"),
    "discovery.by_unknown_ip": all.get("anyone", "List discoveries with an unknown IP address"),
    "discovery.by_unknown_mac": all.get("anyone", "List discoveries with an unknown MAC address"),
    "discovery.by_unknown_ip_and_mac": all.get(
      "anyone",
      "List discoveries with unknown IP and MAC addresses",
    ),
    "discovery.clear": all.post("admin", "Clear all discoveries, or those of one kind", {
      fields: [
        boolean("all", "clear all discoveries"),
        boolean("mdns", "clear mDNS discoveries"),
        boolean("neighbours", "clear neighbour discoveries"),
      ],
      rules: [anyOf("give at least one of --all, --mdns and --neighbours", "all", "mdns", "neighbours")],
      example: { mdns: "true" },
      confirm: "destroys",
      result: "none",
    }),
    "discovery.clear_by_mac_and_ip": all.post("admin", "Clear one discovery", {
      effects: [{ template: "its reverse DNS entries are deleted too" }],
      fields: [text("ip", "IP address", { required: true }), text("mac", "MAC address", { required: true })],
      example: { ip: "10.10.0.77", mac: "52:54:00:99:00:01" },
      confirm: "destroys",
      result: "none",
    }),
    "discovery.scan": all.post("anyone", "Scan networks for neighbours, in the background", {
      answersWith: "scan_started_on",
      notes: [
        "Network discovery must be enabled. --force is required when all networks are scanned.",
        "Rack controllers that do not answer within ten seconds are listed as timed out.",
        "--slow limits the scan to nine packets per second; it has no effect with ping.",
      ],
      fields: [
        boolean("always_use_ping", "use ping even if a network scanner is installed", { default: "false" }),
        text("cidr", "network to scan; all when omitted", { repeatable: true, form: "CIDR" }),
        boolean("force", "allow a scan of all networks", { default: "false" }),
        boolean("slow", "scan slowly", { default: "false" }),
        integer("threads", "number of threads; default: 1 per scanner, 4 per CPU with ping", { min: 1 }),
      ],
      rules: [anyOf("a scan of all networks, without --cidr, needs --force", "cidr", "force")],
      columns: [
        { header: "RESULT", path: "result" },
        { header: "STARTED", path: "scan_started_on", as: "node" },
        { header: "FAILED", path: "scan_failed_on", as: "node" },
        { header: "UNREACHED", path: "failed_to_connect_to", as: "node" },
        { header: "TIMED OUT", path: "rpc_call_timed_out_on", as: "node" },
        { header: "ATTEMPTED", path: "scan_attempted_on", as: "node", wide: true },
      ],
      identity: "scan_started_on",
      example: { cidr: "10.10.0.0/24" },
    }),
    "discovery.read": one.read("anyone", "Show a discovery", {
      example: { discovery_id: "MTAuMTAuMC43Nyw1Mjo1NDowMDo5OTowMDowMQ==" },
    }),
  }),
} as const satisfies GroupDefinition;
