import { wordsOf } from "../../../client/values/words.ts";
import { Failure } from "../../../core/failure.ts";
import type { OperationRun } from "../../invocation/invocation.ts";
import { watchNames } from "../../operation/listed-names.ts";
import { isPreview } from "../../operation/preview.ts";
import { shapeOf } from "../../operation/result.ts";
import type { AnswerWatch, Shape } from "../../output/columns.ts";
import { withSystemIds } from "../../selection/field-names.ts";
import { askList, askUser, hintsOf, type NodeTest, refinedAnswer } from "../../selection/node-tests.ts";
import { expandRanges, withoutPatterns } from "../../typed/ranges.ts";
import { listBefore } from "../../values/meant-word.ts";
import type { ReadList } from "./node-watch.ts";

/** Filters that svc adds are applied while the list arrives. */
export async function listNodes(run: OperationRun): Promise<void> {
  const { entry, invocation, execute } = run;
  const { options, context, messages } = invocation;
  const [stray = ""] = wordsOf(run.values["hostname"]);
  const several = listBefore(stray, context.argv, entry.operation);
  if (several !== undefined)
    messages.note(`'${stray}' is a host name here; several values: --${several},${stray}`);
  const names = wordsOf(run.values["hostname"]).flatMap(expandRanges);
  const typed = names.length === 0 ? run.values : { ...run.values, hostname: names };
  const { sent, patterns } = withoutPatterns(typed);
  const wanted: NodeTest = { names: patterns, ...options };
  if (isPreview(invocation)) {
    if (options["mine"] === true)
      throw new Failure("usage", "--mine has no effect with --curl: it asks the service who you are", {
        hint: "--owner NAME needs no request",
      });
    return await execute(entry, { ...sent, ...hintsOf(wanted) });
  }
  const client = await invocation.connect();
  const test = options["mine"] === true ? { ...wanted, owner: [await askUser(client)] } : wanted;
  const filters = await withSystemIds(entry.operation, sent, invocation, "trust");
  const read: ReadList = (signal, retries) =>
    askList(client, entry.operation, filters, hintsOf(test), { signal, ...retries });
  const named = invocation.fields["hostname"] === undefined ? wordsOf(run.values["hostname"]) : [];
  if (options["watch"] === true) {
    const { watchNodes } = await import("./node-watch.ts");
    const { limit } = options;
    const look: ReadList = async (signal, retries) =>
      refinedAnswer(await read(signal, retries), test, { limit });
    return await watchNodes(run, look, named);
  }
  const seen = watchNames(entry, { ...filters, ...test }, client, invocation);
  await printList(read, test, named, run, seen?.watch);
  await seen?.keep();
}

async function printList(
  read: ReadList,
  test: NodeTest,
  named: readonly string[],
  { entry, invocation }: OperationRun,
  watch: AnswerWatch | undefined,
): Promise<void> {
  const { options, globals, messages, context } = invocation;
  const { limit } = options;
  const shape: Shape = { ...shapeOf(entry), named };
  // Sorting needs all rows before the first is printed.
  const isSorted = globals.sort !== undefined && sortedForms.has(invocation.outputSettings(shape).format);
  let isCut = false;
  const enough = new AbortController();
  const signals = invocation.signal === undefined ? [] : [invocation.signal];
  const answer = await read(AbortSignal.any([...signals, enough.signal]), {});
  const onCut = () => {
    isCut = true;
    enough.abort(new Failure("other", "enough was read"));
  };
  const refined = refinedAnswer(answer, test, isSorted ? {} : { limit, onCut });
  const bounded: Shape = isSorted && limit !== undefined ? { ...shape, maxRows: limit, onCut } : shape;
  await invocation.printAnswer(refined, bounded, watch);
  if (isCut && context.stderr.isTTY === true)
    messages.note(`showing ${limit}; there are more ${entry.group.name}`);
}

const sortedForms: ReadonlySet<string> = new Set(["table", "wide", "csv", "tsv", "name"]);
