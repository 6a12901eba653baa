import { serviceOptions } from "../../catalogue/commands/options.ts";
import { countOption, option } from "../../catalogue/option-spec.ts";
import { Failure } from "../../core/failure.ts";
import { command } from "../invocation/invocation.ts";
import type { Shape } from "../output/columns.ts";

const shape: Shape = {
  identity: "number",
  listName: "changes",
  columns: [
    { header: "NUMBER", path: "number", rank: "key" },
    { header: "TIME", path: "time", as: "age", rank: "key" },
    { header: "PROFILE", path: "profile", rank: "minor" },
    { header: "COMMAND", path: "command", rank: "text" },
    { header: "MACHINES", path: "machines", as: "names", rank: "minor" },
    { header: "OUTCOME", path: "outcome" },
    { header: "EXIT", path: "exit_code" },
    { header: "REQUESTS", path: "count", wide: true },
    { header: "URL", path: "url", wide: true },
  ],
};

export const history = command({
  command: ["history"],
  summary: "List what svc has changed from this computer",
  arguments: [
    {
      name: "action",
      help: "list all changes, or show one with its requests; list when omitted",
      choices: ["list", "show"],
    },
    { name: "number", help: "number of the change" },
  ],
  options: [
    option("machine", "only changes of this machine", { value: "name", nameOf: "machines" }),
    option("failed", "only commands with a nonzero exit code"),
    countOption("limit", "show at most this many changes", { min: 1, default: 100 }),
  ],
  notes: [
    "Every command that sends a change is recorded when it ends: time, profile, command line with secrets masked, machines, outcome, exit code and requests. Commands that only read, and commands against sandboxes, are not recorded.",
    "The files are in $XDG_STATE_HOME/svc (~/.local/state/svc), readable only by you, 10 MB at most; the oldest changes are dropped. SVC_HISTORY=off, or history=off in a profile, turns it off.",
  ],
  refusedGlobals: ["profile", ...serviceOptions],
  example: "svc history --failed",
  shape,
  run: async (invocation) => {
    const { action, number } = invocation.arguments;
    const { listHistory, showHistory } = await import("./stored/history.ts");
    if (action !== "show") return listHistory(invocation);
    if (number === undefined) throw new Failure("usage", "svc history show takes the number of a change");
    return await showHistory(number, shape, invocation);
  },
});
