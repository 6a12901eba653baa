import { defaults } from "../../../catalogue/defaults.ts";
import type { OperationEntry } from "../../../catalogue/index.ts";
import { type Call, callWithoutLookup } from "../../../client/execute/resolve.ts";
import type { Client, Values } from "../../../client/http/call.ts";
import type { MachineView } from "../../../client/lifecycle/machine-view.ts";
import type { NodeNames } from "../../../client/lifecycle/progress-event.ts";
import { findByFilter } from "../../../client/names/find-nodes.ts";
import { findByMac, listOperation } from "../../../client/names/resolve.ts";
import { Failure } from "../../../core/failure.ts";
import { inParallel } from "../../../core/parallel.ts";
import { nameList } from "../../../core/text/word-lists.ts";
import { type FileRow, readRows } from "../../../desired/document/rows.ts";
import type { Invocation, OperationRun } from "../../invocation/invocation.ts";
import { submitCalls } from "../../operation/many.ts";
import { isPreview, printPreviews } from "../../operation/preview.ts";
import { printRows } from "../../operation/results.ts";
import type { NodeRun } from "../../operation/submit.ts";
import { readStandardInput } from "../../values/inputs.ts";
import { withSystemIds } from "../../values/selection.ts";

type NodeKind = "machine" | "device";

export async function createFromFile({ entry, values, invocation }: OperationRun): Promise<void> {
  const { options, context, messages, globals } = invocation;
  const { from: path = "-" } = options;
  const kind: NodeKind = entry.group.name === "devices" ? "device" : "machine";
  const rowField = ["hostname", "mac_addresses"].find((name) => values[name] !== undefined);
  if (rowField !== undefined)
    throw new Failure(
      "usage",
      `--${rowField.replace("_", "-")} cannot be combined with --from: each row has its own`,
    );
  const rows = await readRows(path, entry, {
    env: context.env,
    readStandardInput: () => readStandardInput(context, "--from -"),
    conceal: (secret) => context.conceal?.(secret),
    common: values,
    isChecked: options["no-check"] !== true,
  });
  const client = await invocation.connect();
  if (rows.length === 0) {
    messages.note(`${path === "-" ? "standard input" : path} contains no ${kind}: nothing to do`);
    return await printRows([], invocation);
  }
  const existingNodes = globals.curl
    ? new Map<FileRow, ExistingNode>()
    : await findExisting(client, kind, rows);
  noteExisting(kind, rows.length, existingNodes, invocation);
  const newRows = rows.filter((row) => !existingNodes.has(row));
  const calls = new Map(
    (await resolveCalls(newRows, entry, invocation, client)).map((call, index) => [newRows[index], call]),
  );
  if (isPreview(invocation)) {
    const { operation } = entry;
    const previews = [...calls.values()].map((call) => ({ operation, values: call.values }));
    const [first] = calls.values();
    const effectCall = first && { ...operation, values: first.values, machines: [] };
    return await printPreviews(previews, client, invocation, effectCall);
  }
  const label = ({ hostname }: NodeNames) => hostname;
  const run: NodeRun = { entry, parameter: "", kind, values: {}, client, invocation, label };
  const nodes = rows.map((row) => {
    const node = existingNodes.get(row)?.view ?? { systemId: "", hostname: row.name };
    return { node, call: calls.get(row) };
  });
  await submitCalls(
    run,
    nodes.map(({ node }) => node),
    new Map(nodes.flatMap(({ node, call }) => (call === undefined ? [] : [[node, call]]))),
  );
}

interface ExistingNode {
  readonly view: MachineView;
  /** True if the node has the row's host name but none of its MAC addresses. */
  readonly hasOtherMacs: boolean;
}

async function findExisting(client: Client, kind: NodeKind, rows: readonly FileRow[]) {
  const list = await listOperation(kind);
  const find = (filter: string, values: readonly string[]) => findByFilter(client, list, filter, values);
  const existingNodes = new Map<FileRow, ExistingNode>();
  const byMac = new Map(
    (
      await findByMac(
        rows.flatMap(({ macs }) => macs),
        find,
      )
    ).flatMap(({ view, macs = [] }) => macs.map((mac) => [mac, view])),
  );
  for (const row of rows) {
    const view = row.macs.map((mac) => byMac.get(mac)).find((each) => each !== undefined);
    if (view !== undefined) existingNodes.set(row, { view, hasOtherMacs: false });
  }
  const unmatchedRows = rows.filter((row) => !existingNodes.has(row));
  const hosts = unmatchedRows.flatMap((row) => shortHostname(row) ?? []);
  const byHost = new Map(
    (await find("hostname", hosts)).map(({ view }) => [view.hostname.toLowerCase(), view]),
  );
  for (const row of unmatchedRows) {
    const view = byHost.get(shortHostname(row) ?? "");
    if (view !== undefined) existingNodes.set(row, { view, hasOtherMacs: true });
  }
  return existingNodes;
}

const shortHostname = ({ hostname }: FileRow): string | undefined => hostname?.split(".")[0];

function noteExisting(
  kind: NodeKind,
  total: number,
  existingNodes: ReadonlyMap<FileRow, ExistingNode>,
  { messages }: Pick<Invocation, "messages">,
): void {
  const nodes = [...existingNodes.values()];
  const namesOf = (listedNodes: readonly ExistingNode[]) =>
    nameList(listedNodes.map(({ view }) => view.hostname));
  if (nodes.length > 0)
    messages.note(
      `${nodes.length} of ${total} ${kind}s ${nodes.length === 1 ? "exists and is" : "exist and are"} left alone: ${namesOf(nodes)}`,
    );
  const withOtherMacs = nodes.filter(({ hasOtherMacs }) => hasOtherMacs);
  if (withOtherMacs.length > 0)
    messages.warn(`${kind}s with the same host name but other MAC addresses: ${namesOf(withOtherMacs)}`);
}

async function resolveCalls(
  rows: readonly FileRow[],
  entry: OperationEntry,
  invocation: Invocation,
  client: Client,
): Promise<readonly Call[]> {
  const fields = (entry.operation.fields ?? []).filter(({ kind }) => kind !== undefined);
  const wordsOf = ({ values }: FileRow): Values =>
    Object.fromEntries(fields.map(({ name }) => [name, values[name]]));
  const resolvedFields = new Map(rows.map((row) => [JSON.stringify(wordsOf(row)), wordsOf(row)]));
  await inParallel(
    [...resolvedFields],
    invocation.options["parallel"] ?? defaults.parallel,
    async ([key, words]) => {
      resolvedFields.set(key, await withSystemIds(entry.operation, words, invocation, "trust"));
    },
  );
  return rows.map((row) => {
    const values = { ...row.values, ...resolvedFields.get(JSON.stringify(wordsOf(row))) };
    return callWithoutLookup(entry, values, client, row.name);
  });
}
