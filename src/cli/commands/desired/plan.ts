import { resolve } from "node:path";
import { Failure } from "../../../core/failure.ts";
import { planText, savedSteps } from "../../../desired/saved-plan.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { checkTarget, writeTarget } from "../../operation/target-file.ts";
import { checkColumnNames } from "../../parsing/column-names.ts";
import type { PlanOptions } from "./options.ts";
import { planShape, printPlan } from "./print-plan.ts";
import { claimStepsOf, marksOf, type PlannedSite, planSite, sourcesOf } from "./site.ts";

type PlanInvocation = Invocation<
  PlanOptions & { readonly save?: string; readonly "exit-code"?: boolean },
  { readonly file: readonly string[] }
>;

export async function showPlan(invocation: PlanInvocation): Promise<void> {
  const { context, options } = invocation;
  const { save } = options;
  await checkColumnNames(invocation.globals, planShape.columns);
  if (save === "-")
    throw new Failure("usage", "--save takes the path of a file: standard output shows the plan", {
      hint: "-o json writes the changes to standard output",
    });
  if (save !== undefined) await checkTarget(save, true, context);
  const site = await planSite(invocation, sourcesOf(invocation));
  const claims = claimStepsOf(site);
  await printPlan(invocation, site.plan, claims);
  if (save !== undefined)
    await writeTarget(save, Buffer.from(savedText(site, context.random.hex(16))), true, context.random);
  if (site.siteFailure !== undefined) throw site.siteFailure;
  if (options["exit-code"] === true && site.plan.steps.length + claims.length > 0)
    throw new Failure("differences", "the service differs from the files", { reported: true });
}

function savedText(site: PlannedSite, salt: string): string {
  const { request, client, plan } = site;
  return planText({
    service: client.endpoint.baseUrl,
    sources: request.names.map((name) => (name === "-" ? name : resolve(name))),
    prune: request.prunes,
    replaceFailed: request.replacesFailed,
    keep: [...request.keep],
    changes: savedSteps(plan, claimStepsOf(site)),
    marks: marksOf(site, salt),
  });
}
