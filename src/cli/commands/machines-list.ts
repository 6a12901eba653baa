import { Failure } from "../../failure.ts";
import type { Answer, Client, Values } from "../../http/call.ts";
import { textOf } from "../../lifecycle/machine-view.ts";
import type { AnswerWatch, Shape } from "../../output/shape.ts";
import { readOwnUser } from "../../service/user.ts";
import { wordsOf } from "../../values/words.ts";
import type { OperationRun } from "../invocation/invocation.ts";
import { watchNames } from "../operation/listed-names.ts";
import { isPreview } from "../operation/preview.ts";
import { shapeOf } from "../operation/result.ts";
import { type MachineTest, refinedAnswer } from "../selection/machine-filters.ts";
import { withoutPatterns } from "../selection/patterns.ts";
import { expandRanges } from "../selection/ranges.ts";
import { withSystemIds } from "../selection/system-ids.ts";
import { type ReadList, watchMachines } from "./machines-watch.ts";

/**
 * `svc machines list` with what svc adds to its filters: ranges and patterns of names, `--mine`, `--owner`, `--tags`,
 * `--power`, `--os` and `--limit`, which are applied while the list arrives, and `--watch`.
 */
export async function listMachines(run: OperationRun): Promise<void> {
  const { entry, invocation, execute } = run;
  const { options } = invocation;
  const names = wordsOf(run.values["hostname"]).flatMap(expandRanges);
  const typed = names.length === 0 ? run.values : { ...run.values, hostname: names };
  const { sent, patterns } = withoutPatterns(typed);
  const wanted: MachineTest = { names: patterns, ...options };
  if (isPreview(invocation)) {
    if (options["mine"] === true)
      throw new Failure("usage", "--mine has no effect with --curl: it asks the service who you are", {
        hint: "--owner NAME asks nothing",
      });
    return await execute(entry, { ...sent, ...hintsOf(wanted) });
  }
  const client = await invocation.connect();
  const test = options["mine"] === true ? { ...wanted, owner: [await askUser(client)] } : wanted;
  const filters = await withSystemIds(entry.operation, sent, invocation, "trust");
  const read: ReadList = (signal, retries) =>
    askList(client, run, filters, hintsOf(test), { signal, ...retries });
  if (options["watch"] === true) {
    const { limit } = options;
    return await watchMachines(run, async (signal, retries) =>
      refinedAnswer(await read(signal, retries), test, { limit }),
    );
  }
  const seen = watchNames(entry, { ...filters, ...test }, client, invocation);
  await printList(read, test, run, seen?.watch);
  await seen?.keep();
}

/** Prints the machines that pass the test, and no more of them than `--limit` says. */
async function printList(
  read: ReadList,
  test: MachineTest,
  { entry, invocation }: OperationRun,
  watch: AnswerWatch | undefined,
): Promise<void> {
  const { options, globals, messages, context } = invocation;
  const { limit } = options;
  const shape = shapeOf(entry);
  // An order needs all rows before the first of them is known.
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
  if (isCut && context.stderr.isTTY === true) messages.note(`the first ${limit} machines; there are more`);
}

const sortedForms: ReadonlySet<string> = new Set(["table", "wide", "csv", "tsv", "name"]);

/**
 * Filters that live services know beyond the documented ones. They only spare the way of what is not wanted: each
 * machine is held against them here too, as other services ignore them.
 */
const hintsOf = ({ owner, tags, power }: MachineTest): Values => ({
  ...(owner === undefined ? {} : { owner }),
  ...(tags === undefined ? {} : { tags }),
  ...(power === undefined ? {} : { power_state: power }),
});

/** Asks for the list, once more without the further filters where the service refuses to know them. */
async function askList(
  client: Client,
  { entry }: OperationRun,
  filters: Values,
  hints: Values,
  options: NonNullable<Parameters<Client["call"]>[2]>,
): Promise<Answer> {
  try {
    return await client.call(entry.operation, { ...filters, ...hints }, options);
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== "invalid" || Object.keys(hints).length === 0)
      throw error;
    const said = [error.message, ...(error.details.lines ?? [])].join("\n");
    if (!/no such constraint/i.test(said)) throw error;
    return await client.call(entry.operation, filters, options);
  }
}

/** The name of the user whose key is used. Throws a `Failure` where the service does not say it. */
async function askUser(client: Client): Promise<string> {
  const name = textOf((await readOwnUser(client))?.["username"]);
  if (name !== undefined) return name;
  const hint = "--owner NAME takes the name itself";
  throw new Failure("other", "--mine: this service does not say whose key it is asked with", { hint });
}
