import { Chalk } from "chalk";
import type { CellForm } from "../api/operation.ts";
import { type StatusKind, statuses } from "../api/statuses.ts";
import type { TextOutput } from "../context.ts";

type Paint = (text: string) => string;

/** How the parts of the output are coloured; without colours every paint returns its text. */
export interface Palette {
  readonly header: Paint;
  readonly key: Paint;
  readonly string: Paint;
  readonly literal: Paint;
  /** The paint of a cell, by its form and the raw text in it. */
  cell(form: CellForm | undefined, text: string): Paint;
}

/** Whether this stream gets colours: as the operator said, else where it is a terminal that has them. */
export function hasColor(
  stream: TextOutput,
  { color, term }: { readonly color: boolean | undefined; readonly term?: string | undefined },
): boolean {
  return color ?? (stream.isTTY === true && term !== "dumb");
}

const chalk = new Chalk({ level: 1 });
const none: Paint = (text) => text;

const statusPaints: Readonly<Record<StatusKind, Paint>> = {
  stable: chalk.green,
  progress: chalk.yellow,
  unhealthy: chalk.red,
  failure: chalk.red,
};

const powerPaints: Readonly<Record<string, Paint>> = {
  on: chalk.green,
  off: chalk.dim,
  error: chalk.red,
  unknown: chalk.yellow,
};

const paintByStatus: ReadonlyMap<string, Paint> = new Map(
  Object.values(statuses).map(({ name, kind }) => [name.toLowerCase(), statusPaints[kind]]),
);

const colored: Palette = {
  header: chalk.bold,
  key: chalk.blue,
  string: chalk.green,
  literal: chalk.yellow,
  cell(form, text) {
    if (form === "status") return paintByStatus.get(text.toLowerCase()) ?? none;
    return form === "power" && Object.hasOwn(powerPaints, text) ? (powerPaints[text] ?? none) : none;
  },
};

const colorless: Palette = { header: none, key: none, string: none, literal: none, cell: () => none };

/** The palette of a stream that has colours or has none. */
export function paletteFor(color: boolean): Palette {
  return color ? colored : colorless;
}
