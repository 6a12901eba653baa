import type { Context } from "../context.ts";
import { globalOptions } from "../contract/options.ts";
import { surfaceOf } from "../contract/surface.ts";
import { helpText, layOut } from "../reference/help.ts";
import { operationPage, operationUsage, optionRow, ownPage, ownUsage } from "../reference/page.ts";
import { rootWords, type Target } from "./target.ts";

/** The help of whatever the line names, folded to the terminal's width. */
export function helpOf(target: Target, context: Context): string {
  const width = context.stdout.columns ?? 100;
  switch (target.kind) {
    case "program":
      return layOut(
        [
          "svc: operate a bare-metal fleet through the Provisioning Service API.",
          "Usage: svc <group> <verb> [identifiers] [options]",
          { title: "Commands", rows: [...rootWords()] },
          {
            title: "Options that every command takes",
            rows: globalOptions.map(optionRow),
          },
          "'svc <group> --help' lists the verbs of a group, 'svc <group> <verb> --help' explains one.",
        ],
        width,
      );
    case "group":
      return layOut(
        [
          `${target.summary}.`,
          `Usage: svc ${target.name} <verb> [identifiers] [options]`,
          {
            title: "Verbs",
            rows: [...target.verbs].sort(([a], [b]) => (a < b ? -1 : 1)),
          },
          `'svc ${target.name} <verb> --help' explains one.`,
        ],
        width,
      );
    case "operation":
      return helpText(operationPage(target.entry), width);
    case "own":
      return helpText(ownPage(target.command.spec), width);
  }
}

/** The usage line that follows a usage error. */
export function usageOf(target: Target): string {
  switch (target.kind) {
    case "program":
      return "svc <group> <verb> [identifiers] [options]";
    case "group":
      return `svc ${target.name} <verb> [identifiers] [options]`;
    case "operation":
      return operationUsage(surfaceOf(target.entry));
    case "own":
      return ownUsage(target.command.spec);
  }
}
