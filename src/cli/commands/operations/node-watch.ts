import { Writable } from "node:stream";
import { isTableForm } from "../../../catalogue/commands/options.ts";
import { defaults } from "../../../catalogue/defaults.ts";
import type { Answer } from "../../../client/http/call.ts";
import { createMemberReader, elementsOf, readElement } from "../../../client/json/elements.ts";
import { textOf } from "../../../client/lifecycle/machine-view.ts";
import type { TextOutput } from "../../../context.ts";
import { Failure } from "../../../core/failure.ts";
import { isRecord } from "../../../core/json-record.ts";
import { isoSeconds } from "../../../core/text/times.ts";
import { formatDuration } from "../../../core/text/units.ts";
import type { Invocation, OperationRun } from "../../invocation/invocation.ts";
import { emptyListText } from "../../invocation/open.ts";
import { shapeOf } from "../../operation/shapes.ts";
import { rawText } from "../../output/cells.ts";
import { columnNamed, membersAt, type OutputSettings, type Shape } from "../../output/columns.ts";
import { openRowStream, printBytes } from "../../output/print.ts";
import { writeWhole } from "../../output/sink.ts";
import { cutTo } from "../../output/width.ts";
import { openLiveArea } from "../../terminal/live-output.ts";
import { columnsOf } from "../../terminal/streams.ts";
import { keepReading } from "../../waiting/keep-reading.ts";

/** After the first reading, failed requests are not retried: the next reading follows soon. */
export type ReadList = (
  signal: AbortSignal | undefined,
  options?: { readonly retries?: number },
) => Promise<Answer>;

export async function watchNodes(
  { entry, invocation }: Pick<OperationRun, "entry" | "invocation">,
  readList: ReadList,
  hostNames: readonly string[],
): Promise<void> {
  const intervalMs = invocation.options["poll-interval"] ?? defaults.watchIntervalMs;
  const shape: Shape = { ...shapeOf(entry), nameArguments: hostNames };
  const settings = invocation.outputSettings(shape);
  const redraws =
    invocation.context.stdout.isTTY === true && isTableForm(settings.format) && settings.query === undefined;
  const screen = redraws
    ? openRedrawnScreen(invocation, shape, intervalMs)
    : openChangesScreen(invocation, shape);
  const note = (text: string) => {
    screen.leave();
    invocation.messages.note(text);
  };
  let isFirst = true;
  await keepReading(
    { ...invocation, messages: { ...invocation.messages, note } },
    intervalMs,
    async (signal) => {
      const answer = await readList(signal, isFirst ? {} : { retries: 0 });
      isFirst = false;
      const print = await screen.read(answer).catch((error) => rethrowWithPath(error, entry.operation.path));
      await print();
    },
  );
}

interface Screen {
  /** Reads a list to its end; the returned function prints it. */
  read(answer: Answer): Promise<() => Promise<void>>;
  /** Keeps the drawn lines on the screen, so that other output goes below them. */
  leave(): void;
}

/** Adds request and status to the failure, so that the watch reads again instead of ending. */
function rethrowWithPath(error: unknown, path: string): never {
  if (!(error instanceof Failure) || error.kind !== "other") throw error;
  throw new Failure("other", error.message, { status: 200, request: `GET ${path}`, ...error.details });
}

function openRedrawnScreen(invocation: Invocation, shape: Shape, intervalMs: number): Screen {
  const { stdout, clock } = invocation.context;
  let hiddenHeaders: readonly string[] = [];
  const settings: OutputSettings = {
    ...invocation.outputSettings(shape),
    note: undefined,
    noteHiddenColumns: (headers) => {
      hiddenHeaders = headers;
    },
    layout: { grows: true },
  };
  const area = openLiveArea(stdout);
  const read = async (answer: Answer) => {
    hiddenHeaders = [];
    const text = await textFor(stdout, (out) => printBytes(answer.bytes(), shape, settings, out));
    const lines = text.split("\n").slice(0, -1);
    const hidden = hiddenHeaders.length === 0 ? [] : [`hidden: ${hiddenHeaders.join(", ")}`];
    const room = Math.max(2, (stdout.rows || 24) - 2 - hidden.length);
    const more = lines.length <= room ? [] : [`and ${lines.length - room + 1} more`];
    const visibleLines = lines.slice(0, room - more.length);
    return async () => {
      const width = Math.max(1, columnsOf(stdout) - 1);
      const head = headFor(isoSeconds(clock.now()), intervalMs, width);
      const footer = [...more, ...hidden].map((line) => cutTo(line, width));
      await writeWhole(area.out, area.draw([head, ...visibleLines, ...footer]));
    };
  };
  return { read, leave: area.leave };
}

function headFor(time: string, intervalMs: number, width: number): string {
  const intervalText = `every ${formatDuration(intervalMs)}`;
  const shortHead = `${time}  ${intervalText}`;
  const heads = [`${shortHead}, press Ctrl-C to stop`, shortHead, time, time.slice(11)];
  return heads.find((head) => head.length <= width) ?? "";
}

async function textFor(terminal: TextOutput, print: (out: TextOutput) => Promise<void>): Promise<string> {
  let text = "";
  const out = new Writable({
    decodeStrings: false,
    write: (chunk: string | Uint8Array, _encoding, done) => {
      text += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8");
      done();
    },
  });
  await print(Object.assign(out, { isTTY: true, columns: columnsOf(terminal) }));
  return text;
}

interface PrintedNode {
  readonly name: string;
  /** The columns of the node as they were last printed. */
  readonly rowText: string;
}

function openChangesScreen(invocation: Invocation, shape: Shape): Screen {
  const settings = invocation.outputSettings(shape);
  const columns = settings.columns?.map((name) => columnNamed(name, shape)) ?? shape.columns;
  const paths = columns.map(({ path }) => path);
  const readMembers = createMemberReader([shape.identity, "hostname", ...paths].flatMap(membersAt));
  const { query, ...settingsWithoutQuery } = settings;
  const stream = openRowStream(shape, settingsWithoutQuery, invocation.context.stdout);
  // A query applies to the list of changed nodes.
  const print = async (changedRows: readonly unknown[]) => {
    if (query === undefined || changedRows.length === 0) return await stream.write(changedRows);
    const { compileQuery } = await import("../../output/query.ts");
    const result = compileQuery(query)(changedRows);
    await stream.write(Array.isArray(result) ? result : result == null ? [] : [result]);
  };
  const printedNodes = new Map<string, PrintedNode>();
  let isFirst = true;
  const read = async (answer: Answer) => {
    const missingIds = new Set(printedNodes.keys());
    const changedRows: unknown[] = [];
    const changedNodes = new Map<string, PrintedNode>();
    for await (const element of elementsOf(answer)) {
      const row = readMembers(element);
      const id = isRecord(row) ? textOf(row[shape.identity]) : undefined;
      if (!isRecord(row) || id === undefined) continue;
      missingIds.delete(id);
      const rowText = JSON.stringify(paths.map((path) => rawText(row, path)));
      if (printedNodes.get(id)?.rowText === rowText) continue;
      changedRows.push(readElement(element));
      changedNodes.set(id, { name: textOf(row["hostname"]) ?? id, rowText });
    }
    return async () => {
      for (const [id, node] of changedNodes) printedNodes.set(id, node);
      if (isFirst && printedNodes.size === 0)
        invocation.messages.note(
          `${emptyListText(shape.listName ?? "rows", invocation, shape.nameArguments)}; watching`,
        );
      isFirst = false;
      await print(changedRows);
      for (const id of missingIds) {
        invocation.messages.note(`${printedNodes.get(id)?.name ?? id} (${id}) is no longer in the list`);
        printedNodes.delete(id);
      }
    };
  };
  return { read, leave: () => undefined };
}
