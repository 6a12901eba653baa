import { defaults } from "../../catalogue/defaults.ts";
import { option, pollInterval } from "../../catalogue/option-spec.ts";
import { command } from "../invocation/invocation.ts";
import { scopeOptions } from "./status/scope-options.ts";

export const status = command({
  command: ["status"],
  summary: "Show the fleet on one page: what needs somebody, what goes on",
  theme: "Machines and nodes",
  options: [
    ...scopeOptions,
    option("watch", "keep watching: redraw on a terminal, elsewhere print changes", { short: "w" }),
    { ...pollInterval, needs: ["watch"], default: defaults.statusIntervalMs },
  ],
  notes: [
    "On top are the machines that need attention, the latest first: failed, broken and missing ones, power errors, operations that take longer than the service's own limit, machines in rescue mode, and locks that are older than a week. Then what is in progress, the longest first, and counts by status, pool and zone.",
    "A page fits the terminal; elsewhere it has 80 columns, longer reasons aside, and 20 machines in a list.",
    "It asks for the machines once and reads them one by one, whether an import runs, the events of at most 200 machines in at most 10 requests, and the failed scripts of at most 20 in another. What it may not or could not read is named at the end, and the rest is shown. Only machines that the service shows to you are counted.",
    "-o json prints one object: service, time, machines, by_status, by_pool, by_zone, by_power, locked, attention, in_progress, images, unread. Forms of rows (csv, tsv, ndjson, name, and --columns) have a row for each machine that needs attention.",
  ],
  excess: "svc machines describe NAME shows one machine; --where, --pool and --zone choose several",
  ignores: ["curl"],
  example: "svc status --pool web",
  run: async (invocation) => (await import("./status/status.ts")).showStatus(invocation),
});

export const top = command({
  command: ["top"],
  summary: "Watch and operate the fleet on a full screen",
  theme: "Machines and nodes",
  options: [
    ...scopeOptions,
    option("interval", "read the machines at this interval", {
      value: "duration",
      type: "interval",
      min: 500,
      default: defaults.watchIntervalMs,
    }),
  ],
  notes: [
    "A table of machines with sorting, a filter that follows as it is typed, marks, all about a machine with its last events, and actions: a opens those that the status of the machine, or of the marked ones, allows. ? shows all keys.",
    "Whatever interrupts, destroys or takes time asks first; several deployed machines want their number typed. An action is sent and not waited for: the table shows what becomes of it.",
    "One request reads the machines at each interval, and none while the table is not shown; a list that takes long is read less often. While details are shown, they are read instead. What cannot be read is told in a line, and svc goes on.",
    "It needs a terminal of 30 columns and 6 lines; without one, svc status --watch shows the fleet. Ctrl-Z stops it, and however it ends the terminal is as it was.",
  ],
  ignores: [
    "curl",
    "output",
    "columns",
    "sort",
    "no-header",
    "query",
    "show-secrets",
    "verbose",
    "debug",
    "yes",
  ],
  example: "svc top --pool web",
  run: async (invocation) =>
    (await import("./top/top.ts")).showTop(
      invocation.options.interval ?? defaults.watchIntervalMs,
      invocation,
    ),
});
