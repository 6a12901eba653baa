import { expect, test } from "vitest";
import {
  type CommandOption,
  followUpOptions,
  signatureOf,
} from "../../../../src/catalogue/commands/command-spec.ts";
import { addedOptions } from "../../../../src/catalogue/commands/operation-options.ts";
import { globalOptions } from "../../../../src/catalogue/commands/options.ts";
import type { OptionSpec } from "../../../../src/catalogue/option-spec.ts";
import { builtinCommands } from "../../../../src/cli/commands/index.ts";
import { operationActions } from "../../../../src/cli/commands/operations/operation-actions.ts";
import { operations } from "../command-line.ts";

const globalNames = new Set<string>(globalOptions.map(({ name }) => name));

test("an option of an operation that may follow has no second meaning", () => {
  const flagsOf = ({ name, negatable }: CommandOption) =>
    negatable ? [`--${name}`, `--no-${name}`] : [`--${name}`];
  for (const entry of operations) {
    const following = followUpOptions(entry.operation).flatMap(flagsOf);
    const reservedNames = [
      ...signatureOf(entry).options.flatMap(flagsOf),
      ...addedOptions(entry.operation).map(({ name }) => `--${name}`),
      ...[...globalNames].map((name) => `--${name}`),
    ];
    expect(following.filter((flag) => reservedNames.includes(flag))).toEqual([]);
  }
});

test("an option that is added shadows no global one", () => {
  for (const { operation } of operations) {
    expect(addedOptions(operation).filter(({ name }) => globalNames.has(name))).toEqual([]);
  }
  const builtinOptions: readonly OptionSpec[] = builtinCommands.flatMap(({ options = [] }) => options);
  expect(builtinOptions.filter(({ name }) => globalNames.has(name))).toEqual([]);
});

test("every action belongs to an operation, and can be loaded", async () => {
  for (const [id, action] of Object.entries(operationActions)) {
    expect(operations.map((entry) => entry.id)).toContain(id);
    expect(typeof (await action.load())).toBe("function");
  }
});
