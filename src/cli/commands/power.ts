import { consoles } from "../../catalogue/consoles.ts";
import { defaults } from "../../catalogue/defaults.ts";
import {
  failFast,
  option,
  parallel,
  pollInterval,
  progress,
  rowOptions,
  waitTimeout,
  whereOption,
} from "../../catalogue/option-spec.ts";
import { waiters } from "../../catalogue/statuses.ts";
import { command } from "../invocation/invocation.ts";
import { rowShape } from "../operation/row-shape.ts";
import { machineArgument, machinesArgument } from "./machine-arguments.ts";

export const powerCycleMachines = command({
  command: ["machines", "power-cycle"],
  changes: true,
  summary: "Turn machines off, wait until they are off, and turn them on",
  theme: "Life cycle",
  arguments: [machinesArgument],
  options: [
    option("hard", "cut the power at once, without a shutdown", { excludes: ["soft-timeout"] }),
    option("soft-timeout", "cut the power of a machine that is still on after this time; 0 for never", {
      value: "duration",
      type: "duration",
      default: defaults.softTimeoutMs,
    }),
    option("comment", "comment for the event log", { value: "string" }),
    whereOption("all machines that match these list filters, instead of identifiers"),
    { ...waitTimeout, default: waiters.power_on.deadlineMs },
    pollInterval,
    progress,
    parallel,
    failFast,
    option("dry-run", "show the requests without sending them"),
  ],
  notes: [
    "Each machine is shut down, turned on as soon as it is off, and watched until it is on; --wait-timeout limits the wait after the power was cut, and the wait until the machine is on. The result has a row for each machine: its outcome is partial if it was turned off and is not known to be on again.",
    "A machine that is off is turned on. A machine without an owner, or whose power the service does not control (power state unknown), is left alone.",
  ],
  refusedGlobals: ["curl"],
  example: "svc machines power-cycle app-01 --hard --yes",
  shape: rowShape,
  run: async (invocation) => (await import("./machines/power-cycle.ts")).powerCycle(invocation),
});

export const openMachineConsole = command({
  command: ["machines", "console"],
  summary: "Open a machine's serial console",
  theme: "Inspection",
  arguments: [machineArgument],
  options: [option("print", "print the command without running it")],
  notes: [
    "svc reads the power type and its parameters, which only administrators may read, and opens the console with ipmitool (ipmi) or virsh (virsh). That program gets the terminal and signals, and decides the exit code; 127 means that it is not installed. Passwords are passed in its environment.",
    `For controllers with a console in their web interface (${Object.keys(consoles)
      .filter((type) => "page" in (consoles[type] ?? {}))
      .join(", ")}), svc prints its address. Others have none.`,
  ],
  refusedGlobals: ["curl", ...rowOptions],
  example: "svc machines console app-01 --print",
  run: async (invocation) => (await import("./machines/consoles.ts")).openConsole(invocation),
});
