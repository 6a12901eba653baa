import { none } from "../../output/palette.ts";
import { oneLine } from "../../waiting/one-line.ts";
import { chartsPart } from "./charts.ts";
import { machineParts } from "./machine-rows.ts";
import { type PageStyle, type Part, shareOut } from "./parts.ts";
import type { FleetStatus } from "./read-status.ts";

/** What the page says beside the fleet itself. */
export interface PageHead {
  /** The profile's name or the address of the service. */
  readonly service: string;
  /** What stands before the time on the right, such as how often it is read. */
  readonly remark?: string | undefined;
}

/**
 * The page, the most important part on top. Lines fit the width; without a height, reasons may exceed it. There are
 * more lines than the height where a page needs more.
 */
export function pageLines(status: FleetStatus, head: PageHead, style: PageStyle): readonly string[] {
  const all = [...machineParts(status, style), chartsPart(status.tally, style)].filter(
    ({ wanted }) => wanted > 0,
  );
  const top = headLines(status, head, style);
  const bottom = footLines(status, style);
  const room = style.height === undefined ? undefined : style.height - top.length - bottom.length;
  const parts = fitting(all, room);
  const free = room === undefined ? undefined : room - parts.length;
  const heights = shareOut(parts, free);
  return [...top, ...parts.flatMap((part, at) => ["", ...part.lines(heights[at] ?? 0)]), ...bottom];
}

/** The parts that have room for their least and the empty line above it, but for the first always. */
function fitting(parts: readonly Part[], room: number | undefined): readonly Part[] {
  let count = parts.length;
  const least = () => parts.slice(0, count).reduce((sum, part) => sum + part.least + 1, 0);
  while (room !== undefined && count > 1 && least() > room) count -= 1;
  return parts.slice(0, count);
}

const leastServiceWidth = 16;

function headLines(status: FleetStatus, { service, remark }: PageHead, style: PageStyle): readonly string[] {
  const { measure, palette, width } = style;
  const time = `${new Date(status.time).toISOString().slice(0, 19).replace("T", " ")}Z`;
  const right = [remark === undefined ? time : `${remark}, ${time}`, time].find(
    (text) => text.length + leastServiceWidth + 2 <= width,
  );
  const left = measure.cutTo(oneLine(service), right === undefined ? width : width - right.length - 2);
  const space = " ".repeat(Math.max(0, width - measure.widthOf(left) - (right ?? "").length));
  return [
    right === undefined ? palette.header(left) : palette.header(left) + space + right,
    countsLine(status, style),
  ];
}

/** The counts in words, in few words where these do not fit. */
function countsLine({ tally, attention, inProgress }: FleetStatus, style: PageStyle): string {
  const { measure, palette, width } = style;
  const [machines, issues, progress] = [tally.machines, attention.length, inProgress.length];
  const fleet = `${machines} ${machines === 1 ? "machine" : "machines"}`;
  const going = progress === 0 ? "nothing in progress" : `${progress} in progress`;
  const paintIssues = issues === 0 ? palette.added : palette.removed;
  const words = [
    issues === 0 ? "nothing needs attention" : `${issues} ${issues === 1 ? "needs" : "need"} attention`,
    issues === 0 ? "no issues" : `${issues} ${issues === 1 ? "issue" : "issues"}`,
  ];
  for (const word of words) {
    if (measure.widthOf(`${fleet}, ${word}, ${going}`) > width) continue;
    const paintGoing = progress === 0 ? none : palette.changed;
    return `${palette.header(fleet)}, ${paintIssues(word)}, ${paintGoing(going)}`;
  }
  return measure.cutTo(`${fleet}, ${words[1]}`, width);
}

function footLines({ tally, isImporting, unread }: FleetStatus, style: PageStyle): readonly string[] {
  const { measure, width } = style;
  const power = [...tally.byPower].sort(([a], [b]) => (a < b ? -1 : 1));
  const facts = [
    ...(power.length === 0
      ? []
      : [`Power: ${power.map(([state, count]) => `${count} ${oneLine(state)}`).join(", ")}`]),
    ...(tally.locked.length === 0 ? [] : [`Locked: ${tally.locked.length}`]),
  ];
  const images =
    isImporting === undefined
      ? []
      : [`Images: ${isImporting ? "an import is running" : "no import is running"}`];
  const one = [...facts, ...images].join(".  ");
  const brief = facts.join(".  ");
  const lines = measure.widthOf(one) <= width ? [one] : [brief, ...(isImporting === true ? images : [])];
  const notes = unread.map(({ message }) => `Not read: ${oneLine(message)}`);
  const all = [...lines, ...notes]
    .filter((line) => line !== "")
    .map((line) => (style.height === undefined ? line : measure.cutTo(line, width)));
  return all.length === 0 ? [] : ["", ...all];
}
