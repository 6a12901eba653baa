import type { CellForm } from "../../catalogue/operation.ts";
import { type StatusKind, type StatusValue, statuses, statusValues } from "../../catalogue/statuses.ts";
import type { TextOutput } from "../../context.ts";
import type { OutputSettings } from "./columns.ts";

export type Paint = (text: string) => string;

export interface Palette {
  readonly header: Paint;
  readonly key: Paint;
  readonly string: Paint;
  readonly literal: Paint;
  readonly added: Paint;
  readonly changed: Paint;
  readonly removed: Paint;
  cell(form: CellForm | undefined, text: string): Paint;
}

export const unpainted: Paint = (text) => text;

export const colorless: Palette = {
  header: unpainted,
  key: unpainted,
  string: unpainted,
  literal: unpainted,
  added: unpainted,
  changed: unpainted,
  removed: unpainted,
  cell: () => unpainted,
};

type Color = "green" | "yellow" | "red" | "blue" | "cyan" | "dim";

const kindColors: Readonly<Record<StatusKind, Color>> = {
  stable: "green",
  progress: "yellow",
  unhealthy: "red",
  failure: "red",
};

/** These colours distinguish machines in use, and those that enter or leave the fleet, from free machines. */
const statusColors: Readonly<Partial<Record<StatusValue, Color>>> = {
  deployed: "blue",
  allocated: "cyan",
  reserved: "cyan",
  rescue_mode: "cyan",
  new: "dim",
  retired: "dim",
  releasing: "dim",
};

const outcomeWords = {
  green: ["\u2714", "yes", "done", "created", "updated", "replaced", "deleted"],
  red: ["\u2716", "no", "failed", "broken", "missing"],
  yellow: ["unknown", "timeout", "stopped", "aborted", "left", "stuck", "power", "skipped"],
} as const;

/** Keys are the form of a cell and its text in lower case. Colours only repeat what the texts say. */
const cellColors: Readonly<Partial<Record<CellForm, Readonly<Record<string, Color>>>>> = {
  status: Object.fromEntries(
    statusValues.map((value) => {
      const { name, kind } = statuses[value];
      return [name.toLowerCase(), statusColors[value] ?? kindColors[kind]];
    }),
  ),
  power: { on: "green", off: "dim", error: "red", unknown: "yellow" },
  level: { critical: "red", error: "red", warning: "yellow", debug: "dim", audit: "dim" },
  outcome: Object.fromEntries(
    (["green", "red", "yellow"] as const).flatMap((color) =>
      outcomeWords[color].map((word) => [word, color]),
    ),
  ),
};

function cellColor(form: CellForm | undefined, text: string): Color | undefined {
  if (form === undefined) return undefined;
  if (form === "exitStatus") return text === "passed" ? "green" : text === "-" ? undefined : "red";
  const colors = cellColors[form];
  const word = text.toLowerCase();
  return colors !== undefined && Object.hasOwn(colors, word) ? colors[word] : undefined;
}

/** Loads chalk, which output without colours does not need. */
export async function coloredPalette(): Promise<Palette> {
  const { Chalk } = await import("chalk");
  const chalk = new Chalk({ level: 1 });
  return {
    header: chalk.bold,
    key: chalk.blue,
    string: chalk.green,
    literal: chalk.yellow,
    added: chalk.green,
    changed: chalk.yellow,
    removed: chalk.red,
    cell: (form, text) => {
      const color = cellColor(form, text);
      return color === undefined ? unpainted : chalk[color];
    },
  };
}

export async function paletteFor(
  out: TextOutput,
  { color, term }: Pick<OutputSettings, "color" | "term">,
): Promise<Palette> {
  const hasColors = color ?? (out.isTTY === true && term !== "dumb");
  return hasColors ? await coloredPalette() : colorless;
}
