import { Chalk } from "chalk";
import type { CellForm } from "../../catalogue/operation.ts";
import { type StatusKind, type StatusValue, statuses, statusValues } from "../../catalogue/statuses.ts";
import { none, type Paint, type Palette } from "./palette.ts";

const chalk = new Chalk({ level: 1 });

const kindPaints: Readonly<Record<StatusKind, Paint>> = {
  stable: chalk.green,
  progress: chalk.yellow,
  unhealthy: chalk.red,
  failure: chalk.red,
};

/** Free machines stand out from machines in use, and from those that enter or leave the fleet. */
const statusPaints: Readonly<Partial<Record<StatusValue, Paint>>> = {
  deployed: chalk.blue,
  allocated: chalk.cyan,
  reserved: chalk.cyan,
  rescue_mode: chalk.cyan,
  new: chalk.dim,
  retired: chalk.dim,
  releasing: chalk.dim,
};

/** By form of the cell and text in lower case. Colours only repeat what the texts say. */
const cellPaints: Readonly<Partial<Record<CellForm, Readonly<Record<string, Paint>>>>> = {
  status: Object.fromEntries(
    statusValues.map((value) => {
      const { name, kind } = statuses[value];
      return [name.toLowerCase(), statusPaints[value] ?? kindPaints[kind]];
    }),
  ),
  power: { on: chalk.green, off: chalk.dim, error: chalk.red, unknown: chalk.yellow },
  level: { critical: chalk.red, error: chalk.red, warning: chalk.yellow, debug: chalk.dim, audit: chalk.dim },
  outcome: Object.fromEntries(
    [
      { paint: chalk.green, words: ["\u2714", "yes", "done", "created", "updated", "replaced", "deleted"] },
      { paint: chalk.red, words: ["\u2716", "no", "failed", "broken", "missing"] },
      {
        paint: chalk.yellow,
        words: ["unknown", "timeout", "stopped", "aborted", "left", "stuck", "power", "skipped"],
      },
    ].flatMap(({ paint, words }) => words.map((word) => [word, paint])),
  ),
};

function cellPaint(form: CellForm | undefined, text: string): Paint {
  if (form === undefined) return none;
  if (form === "exitStatus") return text === "passed" ? chalk.green : text === "-" ? none : chalk.red;
  const paints = cellPaints[form];
  const word = text.toLowerCase();
  return paints !== undefined && Object.hasOwn(paints, word) ? (paints[word] ?? none) : none;
}

export const colored: Palette = {
  header: chalk.bold,
  key: chalk.blue,
  string: chalk.green,
  literal: chalk.yellow,
  added: chalk.green,
  changed: chalk.yellow,
  removed: chalk.red,
  cell: cellPaint,
};
