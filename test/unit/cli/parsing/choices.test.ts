import { expect, test } from "vitest";
import { globalOptions } from "../../../../src/catalogue/commands/options.ts";
import { loadAllOperations } from "../../../../src/catalogue/index.ts";
import type { OptionSpec } from "../../../../src/catalogue/option-spec.ts";
import { statusValues } from "../../../../src/catalogue/statuses.ts";
import { builtinCommands } from "../../../../src/cli/commands/index.ts";
import { checkColumnNames } from "../../../../src/cli/parsing/column-names.ts";
import { pairWords, readOption } from "../../../../src/cli/parsing/line-values.ts";
import { parseCondition } from "../../../../src/client/lifecycle/goal.ts";
import { checkTexts } from "../../../../src/client/values/check.ts";
import { Failure } from "../../../../src/core/failure.ts";
import { choiceList } from "../../../../src/core/text/word-lists.ts";

const wrong = "no-such-value";
const letters = "abcdefghijkl".split("");

/** All lines of a failure. */
const textOf = (error: unknown): string =>
  error instanceof Failure
    ? [error.message, ...(error.details.lines ?? []), error.details.hint].join("\n")
    : String(error);

/** Reports choices missing among the first ten, choices beyond ten, and a missing hint to the rest. */
function faultsIn(text: string, choices: readonly string[]): readonly string[] {
  const words = new Set(text.split(/[\s,()]+/));
  const missing = choices
    .slice(0, 10)
    .filter((choice) => choice !== "" && !words.has(choice.split(" ")[0] ?? ""));
  const tooMany = choices.length > 10 && !text.includes(`lists all ${choices.length})`);
  return [...missing, ...(tooMany ? ["how to see all"] : [])];
}

test("at most ten values are listed, then how to see all", () => {
  expect(choiceList(letters.slice(0, 10))).toBe("a, b, c, d, e, f, g, h, i, j");
  expect(choiceList(letters, "svc help values")).toBe(
    "a, b, c, d, e, f, g, h, i, j, ... (svc help values lists all 12)",
  );
});

test("an invalid argument of every command lists the choices", () => {
  const specs = builtinCommands.flatMap(({ arguments: all = [] }) =>
    all.filter(({ choices }) => choices !== undefined),
  );
  expect(specs.length).toBeGreaterThan(4);
  for (const spec of specs) {
    const refused = () => pairWords([spec], [wrong]);
    expect(refused).toThrow(`${spec.name} takes ${choiceList(spec.choices ?? [])}, not '${wrong}'`);
  }
});

test("a refused value of every field with choices lists them", async () => {
  const faults: string[] = [];
  let count = 0;
  for (const { id, operation } of await loadAllOperations())
    for (const field of operation.fields ?? []) {
      if (field.choices === undefined) continue;
      count += 1;
      const text = checkTexts(field, [wrong], field.name, false).join("\n");
      for (const fault of faultsIn(text, field.choices)) faults.push(`${id} ${field.name}: ${fault}`);
    }
  expect(count).toBeGreaterThan(20);
  expect(faults).toEqual([]);
});

test("a refused value of every option with choices lists them", async () => {
  const options: readonly OptionSpec[] = [
    ...globalOptions,
    ...builtinCommands.flatMap((command) => command.options ?? []),
  ];
  const optionsWithChoices = options.filter(({ choices }) => choices !== undefined);
  expect(optionsWithChoices.length).toBeGreaterThan(5);
  for (const spec of optionsWithChoices) {
    const text = textOf(await readOption(spec, [wrong]).catch((error: unknown) => error));
    expect(faultsIn(text, spec.choices ?? []), spec.name).toEqual([]);
  }
});

test.each<readonly [what: string, refuse: () => unknown, choices: readonly string[]]>([
  ["a status to wait for", () => parseCondition(wrong), statusValues],
  ["a column", () => checkColumns(letters, { columns: [wrong] }), letters],
  ["a column to sort by", () => checkColumns(letters, { sort: [`-${wrong}`] }), letters],
])("a refusal of %s lists what there is", async (_, refuse, choices) => {
  const text = textOf(
    await Promise.resolve()
      .then(refuse)
      .catch((error: unknown) => error),
  );
  expect(faultsIn(text, choices)).toEqual([]);
});

const checkColumns = (
  headers: readonly string[],
  { columns, sort }: { readonly columns?: readonly string[]; readonly sort?: readonly string[] },
) =>
  checkColumnNames(
    { columns, sort, query: undefined },
    headers.map((header) => ({ header, path: header })),
  );
