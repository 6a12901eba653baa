import { serviceOptions } from "../../catalogue/commands/options.ts";
import { option } from "../../catalogue/option-spec.ts";
import { command } from "../invocation/invocation.ts";
import type { Shape } from "../output/columns.ts";
import { statusShape } from "./sandbox.ts";

const pointName = { name: "name", help: "name of the saved point", required: true } as const;

export const savePoint = command({
  command: ["sandbox", "save"],
  sites: "local",
  summary: "Save the running sandbox under a name",
  arguments: [pointName],
  options: [
    option("file", "also write everything to this file, for --state", { value: "file", type: "path" }),
  ],
  notes: [
    "A saved point contains everything: the objects of the service, work in progress, simulated time, faults and answer style. It replaces an earlier one of the same name.",
    "A sandbox keeps 16 saved points, and 25,000 machines and devices in all of them. They are lost when it ends, unless --state keeps them.",
    "With --file everything, including saved points and keys, is also written to a file for svc sandbox start --state, here or on another computer.",
    "Other programs send POST /_sandbox/save with the name as text.",
  ],
  refusedGlobals: [...serviceOptions, "show-secrets"],
  example: "svc sandbox save clean",
  shape: statusShape,
  run: async (invocation) => {
    const { saveOrRestore: moveToPoint, writeState } = await import("./sandbox/points.ts");
    const status = await moveToPoint("save", invocation.arguments.name, invocation);
    const { file } = invocation.options;
    if (file !== undefined) await writeState(file, invocation);
    return status;
  },
});

export const restorePoint = command({
  command: ["sandbox", "restore"],
  sites: "local",
  summary: "Return the running sandbox to a saved point",
  arguments: [pointName],
  notes: [
    "Everything is as it was, including keys and event numbers; simulated time goes back, and work that was in progress continues. What happened since is lost. Nonces of earlier requests remain used.",
    "Other programs send POST /_sandbox/restore with the name as text, between two tests for example.",
  ],
  refusedGlobals: [...serviceOptions, "show-secrets"],
  example: "svc sandbox restore clean",
  shape: statusShape,
  run: async (invocation) =>
    (await import("./sandbox/points.ts")).saveOrRestore("restore", invocation.arguments.name, invocation),
});

const pointShape: Shape = {
  identity: "name",
  columns: [
    { header: "NAME", path: "name", rank: "key" },
    { header: "MACHINES", path: "machine_count" },
    { header: "TIME", path: "time" },
  ],
};

export const savedPoints = command({
  command: ["sandbox", "saved"],
  sites: "local",
  summary: "List or delete saved points of the running sandbox",
  arguments: [
    { name: "action", help: "list or delete; list when omitted", choices: ["list", "delete"] },
    { name: "name", help: "names of saved points to delete", variadic: true },
  ],
  refusedGlobals: [...serviceOptions, "show-secrets"],
  example: "svc sandbox saved delete clean",
  shape: pointShape,
  run: async (invocation) => {
    const { changePoints } = await import("./sandbox/points.ts");
    const { action = "list", name } = invocation.arguments;
    return await changePoints(action, name, invocation);
  },
});
