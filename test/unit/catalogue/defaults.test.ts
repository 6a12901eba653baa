import { describe, expect, test } from "vitest";
import { addedOptions } from "../../../src/catalogue/commands/operation-options.ts";
import { defaultOutput, globalOptions } from "../../../src/catalogue/commands/options.ts";
import { defaults } from "../../../src/catalogue/defaults.ts";
import { loadAllOperations } from "../../../src/catalogue/index.ts";
import { waitForMachines } from "../../../src/cli/commands/machines.ts";
import { optionRow } from "../../../src/cli/reference/page.ts";

const operations = await loadAllOperations();

test("the defaults", () => {
  expect(defaults).toEqual({
    timeoutMs: 60_000,
    retries: 3,
    parallel: 8,
    waitDeadlineMs: 4_200_000,
    watchIntervalMs: 5_000,
    statusIntervalMs: 10_000,
    followIntervalMs: 2_000,
    importIntervalMs: 5_000,
    importDeadlineMs: 14_400_000,
    softTimeoutMs: 300_000,
  });
  expect(defaultOutput).toBe("table");
});

test("only questions to power controllers may take longer than the others", () => {
  const slow = operations.flatMap(({ id, operation: { timeoutMs } }) =>
    timeoutMs === undefined ? [] : [[id, timeoutMs]],
  );
  expect(slow).toEqual([
    ["machine.query_power_state", 90_000],
    ["rack-controller.query_power_state", 90_000],
  ]);
});

describe("help prints the default", () => {
  test.each([
    ["output", "default table;"],
    ["timeout", "default 60;"],
    ["retries", "default 3;"],
  ])("of --%s", (name, text) => {
    const spec = globalOptions.find((option) => option.name === name);
    expect(spec && optionRow(spec)[1]).toContain(text);
  });

  test.each([
    ["machine.deploy", "wait-timeout", "default 40m"],
    ["machine.commission", "wait-timeout", "default 70m"],
    ["machine.release", "wait-timeout", "default 15m"],
    ["machine.power_off", "wait-timeout", "default 10m"],
    ["machine.deploy", "parallel", "default 8"],
    ["machines.allocate", "wait-timeout", "default 40m"],
    ["machines.list", "poll-interval", "default 5s"],
    ["events.query", "poll-interval", "default 2s"],
    ["boot-resources.import", "poll-interval", "default 5s"],
    ["boot-resources.import", "wait-timeout", "default 4h"],
  ])("%s --%s", (id, name, text) => {
    const operation = operations.find((entry) => entry.id === id)?.operation;
    const spec = operation && addedOptions(operation).find((option) => option.name === name);
    expect(spec && optionRow(spec)[1]).toContain(`(${text})`);
  });

  test("of svc machines wait --wait-timeout", () => {
    const spec = waitForMachines.options?.find(({ name }) => name === "wait-timeout");
    expect(spec && optionRow(spec)[1]).toContain("(default 70m)");
  });
});
