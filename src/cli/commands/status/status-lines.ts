import { isTableForm } from "../../../catalogue/commands/options.ts";
import type { Client } from "../../../client/http/call.ts";
import type { TextOutput } from "../../../context.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { paletteFor } from "../../output/print.ts";
import { widthFor } from "../../output/text-width.ts";
import { columnsOf } from "../../terminal/capabilities.ts";
import { pageLines } from "./page.ts";
import type { FleetStatus } from "./read-status.ts";
import { statusShape } from "./status-json.ts";

/** True where the page is wanted, and not rows or JSON. */
export function isPage({ globals, outputSettings }: Invocation): boolean {
  const { columns, sort, query } = globals;
  const isForPeople = isTableForm(outputSettings(statusShape).format);
  return isForPeople && columns === undefined && sort === undefined && query === undefined;
}

/** Lines that a page may have above the prompt. */
export const heightOf = ({ rows }: TextOutput): number => Math.max(1, (rows || 24) - 1);

/** Columns of the page where no terminal says how many there are. */
const plainWidth = 80;

/** The page for the output that it goes to; `remark` stands in its first line. */
export async function linesFor(
  status: FleetStatus,
  client: Client,
  { context, globals, outputSettings }: Invocation,
  remark?: string,
): Promise<readonly string[]> {
  const { stdout } = context;
  const isTerminal = stdout.isTTY === true;
  const address = client.endpoint.baseUrl.replace(/^https?:\/\//, "");
  const { profile } = globals;
  const head = { service: profile === undefined ? address : `${profile}: ${address}`, remark };
  const texts = [head.service, ...namesIn(status)];
  return pageLines(status, head, {
    palette: await paletteFor(stdout, outputSettings(statusShape)),
    measure: await widthFor([texts]),
    block: isTerminal ? "\u2588" : "#",
    width: isTerminal ? columnsOf(stdout) : plainWidth,
    height: isTerminal ? heightOf(stdout) : undefined,
  });
}

/** The texts of the service that a page shows. */
function namesIn({ tally, attention, inProgress, unread }: FleetStatus): readonly string[] {
  return [
    ...[...tally.byStatus.values()].map(({ name }) => name),
    ...[tally.byPool, tally.byZone, tally.byPower].flatMap((names) => [...names.keys()]),
    ...[...attention, ...inProgress].flatMap(({ machine }) => [machine.hostname, machine.owner ?? ""]),
    ...attention.map(({ reason = "" }) => reason),
    ...unread.map(({ message }) => message),
  ];
}
