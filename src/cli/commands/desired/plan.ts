import { resolve } from "node:path";
import { writeAtomically } from "../../../atomic-file.ts";
import type { Context } from "../../../context.ts";
import { planText, savedSteps } from "../../../desired/saved-plan.ts";
import { Failure, systemErrorCode } from "../../../failure.ts";
import { wordsOf } from "../../../values/words.ts";
import type { Action } from "../../invocation/invocation.ts";
import { checkColumnNames } from "../../typed/column-names.ts";
import { planShape, printPlan } from "./print-plan.ts";
import { type PlannedSite, planSite, shownClaims } from "./site.ts";

/** `svc plan FILE...`: what `svc apply` would do; nothing is changed. */
export const planChanges: Action = async (invocation) => {
  const { context, options } = invocation;
  await checkColumnNames(invocation.globals, planShape.columns);
  const names = wordsOf(invocation.arguments["file"]);
  const isPruned = options["prune"] === true;
  const { save } = options;
  if (save !== undefined && names.includes("-"))
    throw new Failure("usage", "--save needs files: a plan from standard input cannot be made again", {
      hint: "write the input to a file first",
    });
  const site = await planSite(invocation, names, isPruned);
  const claims = shownClaims(site);
  await printPlan(invocation, site.plan, claims);
  if (save !== undefined) await savePlan(context, save, names, isPruned, site);
  if (options["exit-code"] === true && site.plan.steps.length + claims.length > 0)
    throw new Failure("differences", "the service differs from the files", { reported: true });
};

async function savePlan(
  { random }: Pick<Context, "random">,
  file: string,
  names: readonly string[],
  prune: boolean,
  { client, plan, claims }: PlannedSite,
): Promise<void> {
  const text = planText({
    service: client.endpoint.baseUrl,
    sources: names.map((name) => resolve(name)),
    prune,
    changes: savedSteps(plan, shownClaims({ claims })),
  });
  try {
    await writeAtomically(file, text, { beside: `${file}.${random.hex(6)}.tmp` });
  } catch (error) {
    throw new Failure("other", `the plan cannot be written to ${file}: ${systemErrorCode(error)}`);
  }
}
