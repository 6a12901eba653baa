import { kebab } from "../../../catalogue/commands/command-spec.ts";
import { nodeMembers } from "../../../catalogue/node-members.ts";
import { type Answer, type Client, wordsOf } from "../../../client/http/call.ts";
import { viewMembers } from "../../../client/lifecycle/machine-view.ts";
import { Failure } from "../../../core/failure.ts";
import type { Invocation, OperationRun } from "../../invocation/invocation.ts";
import { openNameCollector } from "../../operation/listed-names.ts";
import { isPreview } from "../../operation/preview.ts";
import { shapeOf } from "../../operation/shapes.ts";
import { scalarText, valuesAt } from "../../output/cells.ts";
import { type AnswerWatch, membersAt, type Shape } from "../../output/columns.ts";
import { collectGroups, groupShape } from "../../output/groups.ts";
import {
  conditionsOf,
  filterHints,
  type NodeCondition,
  noFilters,
  splitFilters,
} from "../../parsing/node-filters.ts";
import { expandRanges } from "../../parsing/ranges.ts";
import { listFor } from "../../values/argument-hints.ts";
import {
  filterAnswer,
  matchingNodes,
  readUserName,
  requestList,
  requireFilterSupport,
} from "../../values/filters.ts";
import { withSystemIds } from "../../values/selection.ts";
import type { ReadList } from "./node-watch.ts";

/** While the list arrives, svc applies the filters that the service does not have. */
export async function listNodes(run: OperationRun): Promise<void> {
  const { entry, invocation, execute } = run;
  const { options, context, messages } = invocation;
  const [firstHostName = ""] = wordsOf(run.values["hostname"]);
  const listOption = listFor(firstHostName, context.argv, entry.operation);
  if (listOption !== undefined)
    messages.note(
      `'${firstHostName}' is read as a host name; for several values: --${listOption},${firstHostName}`,
    );
  const where = options.where ?? noFilters;
  const names = wordsOf(run.values["hostname"]).flatMap(expandRanges);
  const values = names.length === 0 ? run.values : { ...run.values, hostname: names };
  // Values of --set go to the service unchanged.
  const uncheckedNames = new Set((options.set ?? []).map(([name]) => name.replaceAll("-", "_")));
  const isSetUnchecked = ([name]: readonly [string, unknown]) => uncheckedNames.has(name);
  const optionFilters = splitFilters(
    Object.fromEntries(Object.entries(values).filter((each) => !isSetUnchecked(each))),
  );
  const duplicate = Object.keys(where.parameters).find(
    (name) => optionFilters.parameters[name] !== undefined,
  );
  if (duplicate !== undefined)
    throw new Failure("usage", `use --${kebab(duplicate)} or --where ${kebab(duplicate)}=..., not both`);
  const parameters = {
    ...optionFilters.parameters,
    ...Object.fromEntries(Object.entries(values).filter(isSetUnchecked)),
    ...where.parameters,
  };
  const conditions = [...optionFilters.conditions, ...where.conditions, ...conditionsOf(options)];
  if (isPreview(invocation)) {
    if (options["mine"] === true)
      throw new Failure(
        "usage",
        "--mine cannot be combined with --curl: svc would have to ask the service who you are",
        { hint: "--owner NAME needs no request" },
      );
    return await execute(entry, { ...parameters, ...filterHints(conditions) });
  }
  const client = await invocation.connect();
  if (options.where !== undefined) await requireFilterSupport(client, entry.operation, where.parameters);
  const allConditions =
    options["mine"] === true
      ? [...conditions, ...conditionsOf({ owner: [await readUserName(client)] })]
      : conditions;
  const filters = await withSystemIds(entry.operation, parameters, invocation, "trust");
  const read: ReadList = (signal, readOptions) =>
    requestList(
      client,
      entry.operation,
      { parameters: filters, conditions: allConditions },
      { signal, ...readOptions },
    );
  if (options["group-by"] !== undefined)
    return await printGroups(
      options["group-by"],
      client,
      await read(invocation.signal),
      allConditions,
      invocation,
    );
  const hostNames = invocation.fields["hostname"] === undefined ? wordsOf(run.values["hostname"]) : [];
  if (options["watch"] === true) {
    const { watchNodes } = await import("./node-watch.ts");
    const { limit } = options;
    const readMatches: ReadList = async (signal, readOptions) =>
      filterAnswer(await read(signal, readOptions), allConditions, { limit });
    return await watchNodes(run, readMatches, hostNames);
  }
  const nameWatch = openNameCollector(
    entry,
    { ...filters, narrowed: allConditions.length === 0 && options.limit === undefined ? undefined : "" },
    client,
    invocation,
  );
  await printList(read, allConditions, hostNames, run, nameWatch?.watch);
  await nameWatch?.store();
}

const groupPaths: Readonly<Record<string, string>> = { status: "status_name", os: "osystem/distro_series" };

async function printGroups(
  by: string,
  client: Client,
  answer: Answer,
  conditions: readonly NodeCondition[],
  invocation: Invocation,
): Promise<void> {
  if (by === "reason") {
    const { printReasons } = await import("../machines/issues.ts");
    return await printReasons(client, matchingNodes(answer, conditions, viewMembers), invocation);
  }
  const [firstPath = by] = nodeMembers[by]?.paths ?? [];
  const path = groupPaths[by] ?? firstPath;
  const groups = collectGroups(by);
  const members = ["hostname", ...path.split("/").flatMap(membersAt)];
  for await (const node of matchingNodes(answer, conditions, members)) {
    const keys = valuesAt(node, path).map(scalarText);
    const [name = ""] = valuesAt(node, "hostname").map(scalarText);
    for (const key of keys.length === 0 ? [""] : keys) groups.add(key, name);
  }
  await invocation.print(groups.rows(), groupShape(by));
}

async function printList(
  read: ReadList,
  conditions: readonly NodeCondition[],
  hostNames: readonly string[],
  { entry, invocation }: OperationRun,
  watch: AnswerWatch | undefined,
): Promise<void> {
  const { options, messages, context } = invocation;
  const { limit } = options;
  const shape: Shape = { ...shapeOf(entry), nameArguments: hostNames };
  // Sorting needs all rows before the first is printed.
  const { sort, format } = invocation.outputSettings(shape);
  const isSorted = sort !== undefined && sortedForms.has(format);
  let isCut = false;
  const enoughRows = new AbortController();
  const signals = invocation.signal === undefined ? [] : [invocation.signal];
  const answer = await read(AbortSignal.any([...signals, enoughRows.signal]));
  const onCut = () => {
    isCut = true;
    enoughRows.abort(new Failure("other", "enough was read"));
  };
  const filteredAnswer = filterAnswer(answer, conditions, isSorted ? {} : { limit, onLimit: onCut });
  const boundedShape: Shape = isSorted && limit !== undefined ? { ...shape, maxRows: limit, onCut } : shape;
  await invocation.printAnswer(filteredAnswer, boundedShape, watch);
  if (isCut && context.stderr.isTTY === true)
    messages.note(`showing ${limit}; there are more ${entry.group.name}`);
}

const sortedForms: ReadonlySet<string> = new Set(["table", "wide", "csv", "tsv", "name"]);
