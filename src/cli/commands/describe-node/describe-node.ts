import type { IdentifierKind } from "../../../catalogue/operation.ts";
import { eventSummary } from "../../../client/lifecycle/history.ts";
import type { MachineView } from "../../../client/lifecycle/machine-view.ts";
import { asFailure, Failure, isSignal } from "../../../core/failure.ts";
import { resultsInOrder } from "../../../core/parallel.ts";
import { type Invocation, printsPage, serviceTime } from "../../invocation/invocation.ts";
import type { Shape } from "../../output/columns.ts";
import { noteMasked } from "../../output/mask.ts";
import { paletteFor } from "../../output/palette.ts";
import { linesText, withSink } from "../../output/sink.ts";
import { measureFor, terminalWidth } from "../../output/text-width.ts";
import { checkColumnNames } from "../../parsing/column-names.ts";
import { namedNodes, readSelection, singleNameIn } from "../../values/selection.ts";
import { scriptSummary } from "../machines/script-results.ts";
import { pageLines, textsOf } from "./page.ts";
import { type NodeDescription, readNode } from "./read-node.ts";
import { pageMask, sectionsOf } from "./sections.ts";

const nodesAtOnce = 4;

const shape: Shape = {
  identity: "system_id",
  sensitive: [],
  columns: [
    { header: "NAME", path: "node.fqdn", rank: "key" },
    { header: "STATUS", path: "node.status_name", as: "status", rank: "key" },
    { header: "POWER", path: "node.power_state", as: "power" },
    { header: "IP", path: "node.ip_addresses" },
    { header: "SINCE", path: "since", as: "age" },
    { header: "ID", path: "system_id" },
  ],
};

const members = ["system_id", "hostname", "since", "reason", "node", "events", "failed_scripts", "unread"];

type DescribeInvocation = Invocation<{ readonly events?: number }, { readonly system_id: readonly string[] }>;

export async function describeNodes(kind: IdentifierKind, invocation: DescribeInvocation): Promise<void> {
  const { globals, context, options } = invocation;
  const words = invocation.arguments.system_id;
  await checkColumnNames(globals, shape.columns, { members });
  const selection = await readSelection(words, invocation);
  const client = await invocation.connect();
  const nodes = selection.kind === "names" ? await namedNodes(selection, kind, client) : [];
  const failureLines: string[] = [];
  const read = async (node: MachineView): Promise<NodeDescription | undefined> => {
    try {
      return await readNode(client, kind, node.systemId, options.events ?? 8);
    } catch (error) {
      const failure = asFailure(error);
      if (isSignal(failure) || nodes.length === 1) throw failure;
      failureLines.push(`${node.hostname}: ${failure.message}`);
      return undefined;
    }
  };
  const descriptions = descriptionsOf(nodes, read);
  if (printsPage(invocation, shape))
    await printPages(descriptions, invocation, () => serviceTime(client, context.clock));
  else await printObjects(descriptions, invocation, singleNameIn(words, selection) !== undefined);
  if (failureLines.length > 0)
    throw new Failure("someFailed", `${failureLines.length} of ${nodes.length} could not be read`, {
      lines: failureLines,
    });
}

async function* descriptionsOf(
  nodes: readonly MachineView[],
  read: (node: MachineView) => Promise<NodeDescription | undefined>,
): AsyncGenerator<NodeDescription> {
  for await (const [, description] of resultsInOrder(nodes, nodesAtOnce, read))
    if (description !== undefined) yield description;
}

async function printPages(
  descriptions: AsyncIterable<NodeDescription>,
  { context, globals, outputSettings }: Invocation,
  serviceTimeMs: () => number,
): Promise<void> {
  const mask = pageMask(globals);
  const { stdout } = context;
  const palette = await paletteFor(stdout, outputSettings(shape));
  const width = terminalWidth(stdout);
  let isFirst = true;
  await withSink(stdout, async (sink) => {
    for await (const description of descriptions) {
      const sections = sectionsOf(description, { nowMs: serviceTimeMs(), mask });
      const measure = await measureFor([textsOf(sections)]);
      const lines = pageLines(sections, { width, palette, measure });
      await sink.text(linesText(isFirst ? lines : ["", ...lines]));
      isFirst = false;
    }
  });
  noteMasked(mask, outputSettings(shape));
}

async function printObjects(
  descriptions: AsyncIterable<NodeDescription>,
  invocation: Invocation,
  isSingle: boolean,
): Promise<void> {
  const objects: unknown[] = [];
  for await (const { node, episode, reason, events, failedScripts, unread } of descriptions)
    objects.push({
      system_id: node["system_id"],
      hostname: node["hostname"] ?? null,
      since: episode?.start?.at === undefined ? null : new Date(episode.start.at).toISOString(),
      reason: reason ?? null,
      node,
      events: events.map(eventSummary),
      failed_scripts: failedScripts.map(scriptSummary),
      unread,
    });
  await invocation.print(isSingle ? objects[0] : objects, shape);
}
