import { isTableForm } from "../../catalogue/commands/options.ts";
import { group as machines } from "../../catalogue/groups/machines.ts";
import type { Client } from "../../client/http/call.ts";
import { readEvents, readHistories } from "../../client/lifecycle/history.ts";
import { isExplainedBy } from "../../client/lifecycle/issue.ts";
import { type MachineView, machineView } from "../../client/lifecycle/machine-view.ts";
import { resolveNodes } from "../../client/names/resolve.ts";
import { Failure } from "../../core/failure.ts";
import { isGlob } from "../../core/text/glob.ts";
import { shellWord } from "../../core/text/shell-word.ts";
import { type Action, serviceTime } from "../invocation/invocation.ts";
import { paletteFor } from "../output/print.ts";
import { writeLines } from "../output/sink.ts";
import { checkColumnNames } from "../typed/column-names.ts";
import { explanationLines, paintedLines } from "./explanation-text.ts";
import { readFailedScripts } from "./failed-scripts.ts";
import { explain, explanationMembers } from "./machine-explanation.ts";

/** Warnings and errors that are read. */
const eventsRead = 100;

/** `svc machines why ID`: text for people, one object for programs. */
export const explainFailure: Action = async (invocation) => {
  const { context } = invocation;
  await checkColumnNames(invocation.globals, [], { members: explanationMembers });
  const name = String(invocation.arguments["system_id"]);
  if (isGlob(name)) {
    throw new Failure("usage", `one machine is explained at a time, not those of the pattern '${name}'`, {
      hint: `svc machines issues --where ${shellWord(`hostname=${name}`)}`,
    });
  }
  const client = await invocation.connect();
  const [node] = await resolveNodes(client, "machine", [name]);
  if (node === undefined) throw new Failure("notFound", `no machine is called '${name}'`);
  const id = node.systemId;
  const view = await readMachine(client, id);
  const [warnings, histories, scripts] = await Promise.all([
    readEvents(client, [id], eventsRead, "WARNING"),
    readHistories(client, [view], (_, history) => isExplainedBy(view, history)),
    readFailedScripts(client, id),
  ]);
  const now = serviceTime(client, context.clock);
  const explanation = explain(view, warnings, histories.byId.get(id) ?? [], scripts, now);
  const settings = invocation.outputSettings({ columns: [], identity: "system_id" });
  const { query, columns } = invocation.globals;
  if (isTableForm(settings.format) && query === undefined && columns === undefined) {
    const palette = await paletteFor(context.stdout, settings);
    const lines = paintedLines(explanationLines(explanation, now), explanation, palette);
    await writeLines(context.stdout, lines);
  } else await invocation.print(explanation, { columns: [], identity: "system_id" });
  if (histories.cut.length > 0) invocation.messages.warn("not all events of the machine could be read");
};

async function readMachine(client: Client, systemId: string): Promise<MachineView> {
  const answer = await client.call(machines.operations["machine.read"], { system_id: systemId });
  const view = machineView(await answer.value());
  if (view === undefined) throw new Failure("other", "the service's answer is not a machine");
  return view;
}
