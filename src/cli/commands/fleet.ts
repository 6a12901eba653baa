import { defaults } from "../../catalogue/defaults.ts";
import { option, pollInterval, rowOptions } from "../../catalogue/option-spec.ts";
import { command } from "../invocation/invocation.ts";
import { scopeOptions } from "./options.ts";

export const status = command({
  command: ["status"],
  sites: "read",
  summary: "Show the fleet on one page: what needs attention and what is in progress",
  theme: "Machines and nodes",
  options: [
    ...scopeOptions,
    option("watch", "keep watching: redraw on a terminal, elsewhere print changes", { short: "w" }),
    { ...pollInterval, needs: ["watch"], default: defaults.statusIntervalMs },
  ],
  notes: [
    "Machines that need attention come first, most recent first: failed, broken and missing machines, power errors, operations that exceed the service's own time limit, machines in rescue mode, and locks older than a week. Then come operations in progress, longest first, and counts by status, pool and zone.",
    "The page fits the terminal. Elsewhere it is 80 columns wide, with at most 20 machines in a list; long reasons are not wrapped.",
    "svc sends one request for the machines, one for the image imports, at most 10 for the events of up to 200 machines, and one for the failed scripts of up to 20 machines. Parts that could not be read, or that you are not allowed to read, are listed at the end. Only machines that the service shows you are counted.",
    "-o json prints one object: service, time, machines, by_status, by_pool, by_zone, by_power, locked, attention, in_progress, images, unread. Row formats (csv, tsv, ndjson, name, and --columns) have a row for each machine that needs attention.",
  ],
  extraWordsHint: "svc machines describe NAME shows one machine; --where, --pool and --zone select several",
  refusedGlobals: ["curl"],
  example: "svc status --pool web",
  run: async (invocation) => (await import("./status/status.ts")).showStatus(invocation),
  join: async (parts, invocation) => (await import("./status/status.ts")).showTotal(parts, invocation),
});

export const top = command({
  command: ["top"],
  sites: "read",
  summary: "Watch and operate the fleet in full screen",
  theme: "Machines and nodes",
  options: [
    ...scopeOptions,
    option("interval", "refresh the table at this interval", {
      value: "duration",
      type: "interval",
      min: 500,
      default: defaults.watchIntervalMs,
    }),
  ],
  notes: [
    "A table of machines with sorting, a filter that applies as you type, marks, details of a machine with its last events, and actions: the key 'a' opens a menu of the actions that the status of the machine, or of the marked machines, allows. Keys run svc for the machine at the cursor: s ssh, w why, l logs, e events, c console, o JSON; y copies its name. ? shows all keys. A profile can set columns, order and more keys: svc profiles set lab columns.top=NAME,STATUS sort.top=-CPUS key.D='machines describe {name}'.",
    "Disruptive actions ask first; for several deployed machines you type how many. Actions are sent without waiting: the table shows their progress.",
    "Each refresh is one request; a slow list is refreshed less often, and nothing is sent while the table is hidden. While details are shown, only they are refreshed. Errors are shown on one line; svc keeps running.",
    "At several sites (-p east,west) the table has a SITE column, keys and actions go to the machine's own site, and the first line names sites that do not answer.",
    "svc top needs a terminal of at least 30 columns and 6 lines; without one, use svc status --watch. Ctrl-Z suspends it, and the terminal is restored however it ends.",
  ],
  refusedGlobals: ["curl", ...rowOptions, "verbose", "debug", "yes"],
  extraWordsHint: "svc top shows machines; --where, --pool and --zone select several",
  example: "svc top --pool web",
  run: async (invocation) => (await import("./top/top.ts")).showTop(invocation),
  join: async (parts, invocation) => (await import("./top/top.ts")).showSites(parts, invocation),
});
