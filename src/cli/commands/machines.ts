import { consoles } from "../../catalogue/consoles.ts";
import { defaults } from "../../catalogue/defaults.ts";
import { groupBy } from "../../catalogue/node-list-options.ts";
import type { IdentifierKind } from "../../catalogue/operation.ts";
import {
  countOption,
  failFast,
  option,
  parallel,
  pollInterval,
  progress,
  rowOptions,
  waitTimeout,
  whereOption,
} from "../../catalogue/option-spec.ts";
import { statusValues, waiters, waitWords } from "../../catalogue/statuses.ts";
import { command } from "../invocation/invocation.ts";
import { resultRowShape } from "../operation/shapes.ts";
import type { Shape } from "../output/columns.ts";
import { machineArgument, machineFilter, machinesArgument } from "./options.ts";

const waitShape: Shape = {
  identity: "system_id",
  columns: [
    { header: "NAME", path: "hostname", rank: "key" },
    { header: "ID", path: "system_id" },
    { header: "RESULT", path: "result", as: "outcome", rank: "key" },
    { header: "STATUS", path: "status", as: "status", rank: "key" },
    { header: "SECONDS", path: "elapsed_seconds", as: "count", rank: "minor" },
    { header: "ERROR", path: "error", rank: "text" },
  ],
};

export const waitForMachines = command({
  command: ["machines", "wait"],
  sites: "read",
  summary: "Wait until machines reach a status",
  theme: "Life cycle",
  arguments: [{ ...machineArgument, variadic: true }],
  options: [
    option(
      "for",
      `a status, ${waitWords.slice(0, -1).join(", ")} or ${waitWords.at(-1)}; if repeated, any of them`,
      {
        value: "target",
        type: "condition",
        repeatable: true,
        suggestions: [...statusValues, ...waitWords],
      },
    ),
    option("all", "wait until all conditions of --for are met, not just one", { needs: ["for"] }),
    { ...waitTimeout, default: defaults.waitDeadlineMs },
    pollInterval,
    progress,
  ],
  refusedGlobals: ["curl"],
  example: "svc machines wait web-01 --for ready",
  shape: waitShape,
  run: async (invocation) => (await import("./machines/wait.ts")).waitForNodes(invocation, waitShape),
});

const issueShape: Shape = {
  identity: "system_id",
  columns: [
    { header: "NAME", path: "hostname", rank: "key" },
    { header: "ISSUE", path: "issue", as: "outcome", rank: "key" },
    { header: "STATUS", path: "status_name", as: "status", rank: "key" },
    { header: "AGE", path: "age", rank: "key" },
    { header: "REASON", path: "reason", rank: "text" },
    { header: "ID", path: "system_id", wide: true },
    { header: "POWER", path: "power_state", as: "power", wide: true },
    { header: "OWNER", path: "owner", wide: true },
    { header: "POOL", path: "pool", wide: true },
    { header: "ZONE", path: "zone", wide: true },
    { header: "SINCE", path: "since", as: "age", wide: true },
  ],
};

export const listIssues = command({
  command: ["machines", "issues"],
  sites: "read",
  summary: "List machines that need attention, with age and reason",
  theme: "Inspection",
  notes: [
    "Lists failed, broken and missing machines, power errors, and operations that take longer than the service's own limit.",
    "The service cannot filter by power state: without --no-power svc reads the whole list of machines once.",
  ],
  options: [
    machineFilter,
    groupBy("machines", ["pool", "zone", "status", "reason", "issue"]),
    option("no-power", "ignore power errors and query by status only"),
  ],
  refusedGlobals: ["curl"],
  extraWordsHint: "svc machines why NAME explains one machine",
  example: "svc machines issues --where pool=default",
  shape: issueShape,
  run: async (invocation) => {
    const { findIssues } = await import("./machines/issues.ts");
    const { rows, warnIfIncomplete } = await findIssues(invocation);
    const by = invocation.options["group-by"];
    if (by === undefined) await invocation.print(rows, issueShape);
    else {
      const { groupShape, collectGroups } = await import("../output/groups.ts");
      const groups = collectGroups(by);
      for (const row of rows) groups.add(row[by === "status" ? "status_name" : by] ?? "", row.hostname);
      await invocation.print(groups.rows(), groupShape(by));
    }
    if (rows.length === 0) invocation.messages.note("no machine needs attention");
    warnIfIncomplete();
  },
});

export const explainFailure = command({
  command: ["machines", "why"],
  sites: "read",
  summary: "Explain why a machine failed: its state, events and scripts",
  theme: "Inspection",
  arguments: [machineArgument],
  refusedGlobals: ["curl"],
  example: "svc machines why test-01",
  run: async (invocation) =>
    (await import("./machines/why.ts")).explainMachine(invocation.arguments.system_id, invocation),
});

const scriptResultShape: Shape = {
  identity: "script",
  columns: [
    { header: "SCRIPT", path: "script", rank: "key" },
    { header: "STATUS", path: "status", as: "outcome", rank: "key" },
    { header: "RUNTIME", path: "runtime" },
    { header: "EXIT", path: "exit_status" },
    { header: "TYPE", path: "type", wide: true },
    { header: "STARTED", path: "started", as: "age", wide: true },
    { header: "SUPPRESSED", path: "suppressed", as: "boolean", wide: true },
    { header: "ID", path: "id", wide: true },
    { header: "RUN", path: "run", wide: true },
  ],
};

const typeOption = option("type", "only scripts of this type", {
  value: "type",
  choices: ["commissioning", "installation", "testing"],
});

export const listScriptResults = command({
  command: ["machines", "results"],
  sites: "read",
  summary: "List the latest script results of a machine",
  theme: "Inspection",
  arguments: [machineArgument],
  options: [typeOption],
  notes: [
    "Lists the scripts of the last commissioning, installation and tests, in the order in which they started.",
  ],
  refusedGlobals: ["curl"],
  example: "svc machines results test-01 --type testing",
  shape: scriptResultShape,
  run: async (invocation) => {
    const { resolveNode } = await import("../../client/names/resolve.ts");
    const { readScriptResults } = await import("./machines/script-results.ts");
    const client = await invocation.connect();
    const { systemId, hostname } = await resolveNode(client, "machine", invocation.arguments.system_id);
    const results = await readScriptResults(client, systemId, invocation.options.type);
    if (results.length === 0) invocation.messages.note(`${hostname} has no script results`);
    return results.map(({ statusCode: _code, ...row }) => row);
  },
});

export const showLogs = command({
  command: ["machines", "logs"],
  sites: "read",
  summary: "Print the output of a machine's scripts, or follow it",
  theme: "Inspection",
  arguments: [
    machineArgument,
    {
      name: "script",
      help: "name of a script, or a type: commissioning, installation or testing",
      nameOf: "scripts",
    },
  ],
  options: [
    option("follow", "print output as it arrives, until the scripts have ended"),
    option("combined", "print both streams, the default", { excludes: ["stdout", "stderr"] }),
    option("stdout", "print only standard output", { excludes: ["combined", "stderr"] }),
    option("stderr", "print only standard error", { excludes: ["combined", "stdout"] }),
    typeOption,
    option("report", "print a report instead, with a test case for each script", {
      short: "o",
      value: "format",
      choices: ["junit"],
    }),
    { ...waitTimeout, default: defaults.waitDeadlineMs, needs: ["follow"] },
    { ...pollInterval, needs: ["follow"] },
  ],
  notes: [
    "Prints the output of the scripts of the last commissioning, installation and tests, byte for byte; svc machines results lists these scripts. On a terminal, control characters are made visible.",
    "The service has the complete output of a script only after the script has ended.",
    "Here, -o means --report, not --output.",
  ],
  refusedGlobals: ["curl", ...rowOptions],
  example: "svc machines logs test-01 smartctl-validate",
  run: async (invocation) => (await import("./machines/logs.ts")).printLogs(invocation),
});

const eventsOption = countOption("events", "number of recent events to show", {
  min: 0,
  max: 1000,
  default: "8",
});

const describeCommand = (group: "machines" | "devices" | "nodes", kind: IdentifierKind, example: string) =>
  command({
    command: [group, "describe"],
    sites: "read",
    summary: `Show everything about a ${kind} on one page`,
    theme: "Inspection",
    arguments: [
      {
        name: "system_id",
        help: `${kind}: system_id, hostname, FQDN or MAC address; ranges, and - for standard input`,
        required: true,
        variadic: true,
        names: group,
      },
    ],
    options: [eventsOption],
    notes: [
      "Shows identity, state, addresses, interfaces, disks, tags, annotations, failed scripts and the last events. Parts that cannot be read are marked; the others are shown.",
      "-o json prints an object with the members system_id, hostname, since, reason (why it is broken), node, events, failed_scripts and unread (the parts that could not be read). Several names give a list of objects.",
    ],
    refusedGlobals: ["curl"],
    example,
    run: async (invocation) =>
      (await import("./describe-node/describe-node.ts")).describeNodes(kind, invocation),
  });

export const describeMachines = describeCommand("machines", "machine", "svc machines describe app-01");
export const describeDevices = describeCommand("devices", "device", "svc devices describe printer-01");
export const describeNodes = describeCommand("nodes", "node", "svc nodes describe app-01");

export const powerCycleMachines = command({
  command: ["machines", "power-cycle"],
  changes: true,
  summary: "Turn machines off, wait until they are off, and turn them on",
  theme: "Life cycle",
  arguments: [machinesArgument],
  options: [
    option("hard", "cut the power immediately, without a shutdown", { excludes: ["soft-timeout"] }),
    option("soft-timeout", "cut the power of a machine that is still on after this time; 0 for never", {
      value: "duration",
      type: "duration",
      default: defaults.softTimeoutMs,
    }),
    option("comment", "comment for the event log", { value: "string" }),
    whereOption("select all machines that match these filters, instead of naming them"),
    { ...waitTimeout, default: waiters.power_on.deadlineMs },
    pollInterval,
    progress,
    parallel,
    failFast,
    option("dry-run", "show the requests without sending them"),
  ],
  notes: [
    "Each machine is shut down, turned on as soon as it is off, and watched until it is on; --wait-timeout applies twice: to the wait until the machine is off after its power was cut, and to the wait until it is on. The result has a row for each machine: its outcome is partial if it was turned off and is not known to be on again.",
    "A machine that is off is turned on. A machine without an owner, or whose power the service does not control (power state unknown), is left alone.",
  ],
  refusedGlobals: ["curl"],
  example: "svc machines power-cycle app-01 --hard --yes",
  shape: resultRowShape,
  run: async (invocation) => (await import("./machines/power-cycle.ts")).powerCycle(invocation),
});

export const openMachineConsole = command({
  command: ["machines", "console"],
  summary: "Open a machine's serial console",
  theme: "Inspection",
  arguments: [machineArgument],
  options: [option("print", "print the command without running it")],
  notes: [
    "svc reads the power type and its parameters, which only administrators may read, and opens the console with ipmitool (ipmi) or virsh (virsh). That program gets the terminal and signals, and determines the exit code; 127 means that it is not installed. Passwords are passed in its environment.",
    `For BMCs whose web interface has a console (${Object.keys(consoles)
      .filter((type) => "page" in (consoles[type] ?? {}))
      .join(", ")}), svc prints its address. Machines with other power types have no console to open.`,
  ],
  refusedGlobals: ["curl", ...rowOptions],
  example: "svc machines console app-01 --print",
  run: async (invocation) => (await import("./machines/consoles.ts")).openConsole(invocation),
});
