import { isTableForm } from "../../../catalogue/commands/options.ts";
import { type ShownStep, shownStep } from "../../../desired/shown-change.ts";
import type { Plan } from "../../../desired/step.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import type { Shape } from "../../output/columns.ts";
import { paletteFor } from "../../output/print.ts";
import { writeLines } from "../../output/sink.ts";
import { countsOf, planLines } from "./plan-lines.ts";

export const planShape: Shape = {
  identity: "name",
  rows: "changes",
  // What is secret is not in it.
  sensitive: false,
  columns: [
    { header: "ACTION", path: "action", rank: "key" },
    { header: "KIND", path: "kind" },
    { header: "NAME", path: "name", rank: "key" },
    { header: "FILE", path: "file", rank: "minor" },
    { header: "LINE", path: "line", rank: "minor" },
  ],
};

/** Writes a plan to standard output: lines for people, else in the form asked for. */
export async function printPlan(
  invocation: Invocation,
  plan: Plan,
  claims: readonly ShownStep[],
): Promise<void> {
  const { globals, context } = invocation;
  const settings = invocation.outputSettings(planShape);
  const isText = isTableForm(settings.format) && globals.columns === undefined && globals.query === undefined;
  const changes = [...plan.steps.map(({ step }) => shownStep(step)), ...claims];
  const summary = countsOf(plan.steps, claims);
  if (!isText) return await invocation.print({ changes, summary }, planShape);
  const lines = planLines(plan, await paletteFor(context.stdout, settings), claims);
  await writeLines(context.stdout, lines);
}
