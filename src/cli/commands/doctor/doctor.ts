import { type ExitKind, exitCodes } from "../../../core/exit-codes.ts";
import { Failure } from "../../../core/failure.ts";
import type { Check } from "../../doctor/check.ts";
import { type Examination, openExamination } from "../../doctor/examine.ts";
import type { Action, Invocation } from "../../invocation/invocation.ts";
import type { Shape } from "../../output/shape.ts";
import { writeLines } from "../../output/sink.ts";
import { checkColumnNames } from "../../typed/column-names.ts";
import { createCheckLines } from "./check-lines.ts";
import { subjectOf } from "./subject.ts";

const shape: Shape = {
  identity: "name",
  rows: "checks",
  listed: "checks",
  format: "table",
  sensitive: false,
  columns: [
    { header: "NAME", path: "name", rank: "key" },
    { header: "STATE", path: "state", rank: "key" },
    { header: "FOUND", path: "found", rank: "text" },
    { header: "FIX", path: "fix", rank: "text" },
  ],
};

/** `svc doctor`: what was found line by line for people, one object for programs. */
export const examineConnection: Action = async (invocation) => {
  const { globals } = invocation;
  await checkColumnNames(globals, shape.columns);
  const examination = await openExamination(await subjectOf(invocation));
  const { format } = invocation.outputSettings(shape);
  const isPage =
    format === "table" &&
    globals.query === undefined &&
    globals.columns === undefined &&
    globals.sort === undefined;
  const checks = await (isPage ? writeChecks(examination, invocation) : collected(examination.checks()));
  const kind = checks.find(({ state }) => state === "failed")?.kind;
  if (!isPage) await invocation.print(report(checks, examination, kind), shape);
  invocation.messages.note(summary(checks));
  if (kind !== undefined) throw new Failure(kind, "a check failed", { reported: true });
};

async function collected(checks: AsyncIterable<Check>): Promise<readonly Check[]> {
  const all: Check[] = [];
  for await (const check of checks) all.push(check);
  return all;
}

/** Writes each check as soon as it is done: one that waits for the network may take seconds. */
async function writeChecks(
  examination: Examination,
  { context, globals }: Invocation,
): Promise<readonly Check[]> {
  const linesOf = await createCheckLines(context, globals.color);
  const all: Check[] = [];
  for await (const check of examination.checks()) {
    all.push(check);
    await writeLines(context.stdout, await linesOf(check));
  }
  return all;
}

const report = (checks: readonly Check[], { profile, url }: Examination, kind: ExitKind | undefined) => ({
  checks: checks.map(({ name, state, found, fix }) => ({
    name,
    state,
    found,
    ...(fix === undefined ? {} : { fix }),
  })),
  profile: profile ?? null,
  url: url ?? null,
  exit_code: exitCodes[kind ?? "done"].code,
});

function summary(checks: readonly Check[]): string {
  const failed = checks.filter(({ state }) => state === "failed").map(({ name }) => name);
  const warnings = checks.filter(({ state }) => state === "warning").length;
  const said = [
    ...(failed.length === 0 ? [] : [`failed: ${failed.join(", ")}`]),
    ...(warnings === 0 ? [] : [`${warnings} ${warnings === 1 ? "warning" : "warnings"}`]),
  ];
  return said.length === 0 ? "all is well" : said.join("; ");
}
