import { Chalk } from "chalk";
import { type StatusKind, statuses } from "../api/statuses.ts";
import { none, type Paint, type Palette } from "./palette.ts";

const chalk = new Chalk({ level: 1 });
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

/** The colours of svc, for a stream that has some. */
export const colored: Palette = {
  header: chalk.bold,
  key: chalk.blue,
  string: chalk.green,
  literal: chalk.yellow,
  added: chalk.green,
  changed: chalk.yellow,
  removed: chalk.red,
  cell(form, text) {
    if (form === "status") return paintByStatus.get(text.toLowerCase()) ?? none;
    return form === "power" && Object.hasOwn(powerPaints, text) ? (powerPaints[text] ?? none) : none;
  },
};
