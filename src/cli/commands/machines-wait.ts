import type { WatchTarget } from "../../client/lifecycle/progress-event.ts";
import { outcomeRow } from "../../client/lifecycle/wait-result.ts";
import { isSystemId, labelsOf } from "../../client/names/names.ts";
import { wordsOf } from "../../client/values/words.ts";
import { Failure } from "../../core/failure.ts";
import type { Action } from "../invocation/invocation.ts";
import type { Shape } from "../output/columns.ts";
import { namedNodes, readSelection } from "../selection/selection.ts";
import { checkColumnNames } from "../typed/column-names.ts";
import { watch } from "../waiting/wait.ts";

const shape: Shape = {
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

export const waitForMachines: Action = async (invocation) => {
  await checkColumnNames(invocation.globals, shape.columns);
  const conditions = invocation.options["for"] ?? [];
  const selection = await readSelection(wordsOf(invocation.arguments["system_id"]), invocation);
  if (selection.kind !== "names") throw new Failure("usage", "name the machines to wait for");
  const client = await invocation.connect();
  const all = invocation.options["all"] === true;
  const isGoneFine = conditions.some(({ kind }) => kind === "gone") && selection.names.every(isSystemId);
  const label = labelsOf(selection.names);
  const targets: readonly WatchTarget[] = isGoneFine
    ? selection.names.map((name) => ({ systemId: name, hostname: name }))
    : (await namedNodes(selection, "machine", client)).map(({ systemId, hostname }) => ({
        systemId,
        hostname,
        typed: label({ systemId, hostname }),
      }));
  const { outcomes, failure } = await watch(invocation, targets, { kind: "conditions", conditions, all });
  await invocation.print(outcomes.map(outcomeRow), shape);
  if (failure !== undefined) throw failure;
};
