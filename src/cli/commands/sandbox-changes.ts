import { serviceOptions } from "../../catalogue/commands/options.ts";
import { option } from "../../catalogue/option-spec.ts";
import { command } from "../invocation/invocation.ts";
import type { Shape } from "../output/columns.ts";

export const changesExitCode = option("exit-code", "exit with 14 if something has changed");

export const changeShape: Shape = {
  identity: "name",
  // The sandbox has already masked secrets.
  sensitive: false,
  columns: [
    { header: "ACTION", path: "action", rank: "key" },
    { header: "KIND", path: "kind" },
    { header: "NAME", path: "name", rank: "key" },
    { header: "WHAT", path: "what", rank: "text" },
    { header: "ID", path: "id", wide: true },
    { header: "USER", path: "user", wide: true },
  ],
};

export const sandboxChanges = command({
  command: ["sandbox", "changes"],
  summary: "Show what has changed since the copy was made",
  options: [changesExitCode],
  notes: [
    "ACTION is created, changed, deleted or refused. WHAT shows the statuses that a machine went through, the changed fields with their values before and after, or why a request was refused. Secrets are masked.",
    "It works in a sandbox started with --from or --seed-file. svc sandbox reset starts over.",
  ],
  refusedGlobals: [...serviceOptions, "show-secrets"],
  example: "svc sandbox changes",
  shape: changeShape,
  run: async (invocation) => {
    const { printChanges, readChanges } = await import("./sandbox/changes.ts");
    await printChanges(invocation, await readChanges(invocation), changeShape);
  },
});
