import { describe, expect, test } from "vitest";
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
import { readLine } from "../../../../src/cli/line/line.ts";
import { scanLine } from "../../../../src/cli/line/scan.ts";
import { run } from "../../../../src/cli/run.ts";
import type { Failure } from "../../../../src/core/failure.ts";
import { version } from "../../../../src/core/version.ts";
import { rejection } from "../../rejection.ts";
import { operations, program } from "../command-line.ts";
import { openTerminal } from "../terminal/terminal.ts";

const line = async (text: string) => await readLine(await scanLine(text.split(" "), program));
const refused = async (text: string): Promise<Failure> => await rejection(() => line(text));

describe("short options", () => {
  test.each([
    ["-qo name machines list", { quiet: true, output: ["name"] }],
    ["-qoname machines list", { quiet: true, output: ["name"] }],
    ["-o=name machines list", { output: ["name"] }],
    ["-qo=name machines list", { quiet: true, output: ["name"] }],
    ["machines list -yv -p lab", { yes: true, verbose: true, profile: ["lab"] }],
    ["machines -p lab list -p=test", { profile: ["lab", "test"] }],
  ])("%s", async (text, optionValues) => {
    expect(await scanLine(text.split(" "), program)).toMatchObject({
      optionValues,
      path: ["machines", "list"],
      operands: [],
    });
  });

  test.each([
    ["machines list -z", "-z"],
    ["machines list -qz", "-z"],
    ["machines list -zq", "-zq"],
  ])("that are not known are refused: %s", async (text, flag) => {
    expect((await refused(text)).message).toBe(`unknown option '${flag}'`);
  });
});

test("words after -- are not options", async () => {
  const { optionValues, operands } = await scanLine(
    ["machines", "list", "--", "-o", "x", "--", "--help"],
    program,
  );
  expect({ optionValues, operands }).toEqual({ optionValues: {}, operands: ["-o", "x", "--", "--help"] });
});

test("all words after the first belong to the command that svc starts", async () => {
  const { optionValues, operands, words } = await scanLine(
    "sandbox exec -q make -o --help -- x".split(" "),
    program,
  );
  expect({ optionValues, operands }).toEqual({
    optionValues: { quiet: true },
    operands: ["make", "-o", "--help", "--", "x"],
  });
  expect(words).toEqual(["sandbox", "exec", "make"]);
});

test("other options are read although one lacks its value", async () => {
  const { optionValues } = await scanLine("machines list --status --help -p -o json".split(" "), program);
  expect(optionValues).toEqual({ help: true, output: ["json"] });
});

test("help after a command is one of its arguments", async () => {
  expect((await scanLine(["machines", "get", "help"], program)).operands).toEqual(["help"]);
});

describe("a value", () => {
  test.each(["-1", "-", "-x", "-name", "--not-an-option", "--", "@-"])("may be %s after =", async (value) => {
    expect((await line(`machines release a --comment=${value}`)).fields).toEqual({ comment: [value] });
  });

  test.each(["-1", "-", "-name", "-power", "--not-an-option"])("may be %s", async (value) => {
    expect((await line(`machines release a --comment ${value}`)).fields).toEqual({ comment: [value] });
  });

  test.each(["--yes", "-o", "-yv", "--", "--wait", "--comment", "--no-erase", "--output=json"])(
    "is not %s, which is an option",
    async (value) => {
      const failure = await refused(`machines release a --comment ${value}`);
      expect(failure.message).toBe(`--comment takes a value, and '${value}' is an option`);
      expect(failure.details.hint).toBe(`to pass it as the value: --comment=${value}`);
    },
  );

  test.each([
    ["machines release a --erase=false", "use --no-erase"],
    ["machines release a --erase=true", "use --erase"],
    ["machines release a --no-erase=false", "use --erase"],
    ["machines release a --wait=no", "leave --wait out"],
    ["machines release a --yes=1", "use --yes"],
  ])("is not taken by a flag: %s", async (text, hint) => {
    const failure = await refused(text);
    expect([failure.message, failure.details.hint]).toEqual([
      expect.stringContaining("takes no value"),
      hint,
    ]);
  });
});

describe("a global option that is called like a field", () => {
  test.each([
    ["boot-sources update 1 --url http://x", "--source-url"],
    ["boot-sources create --url http://x", "--source-url"],
    ["boot-sources create --url=http://x --keyring-filename x", "--source-url"],
    ["machines allocate --verbose", "--verbose-constraints"],
    ["machines allocate --deploy --verbose", "--verbose-constraints"],
  ])("is refused after the verb: %s", async (text, suggestion) => {
    const failure = await refused(text);
    expect(failure.kind).toBe("usage");
    expect(failure.details.hint).toContain(
      `the field is ${suggestion}; the option of svc goes before the group`,
    );
  });

  test.each([
    ["--url http://x boot-sources list", { url: ["http://x"] }],
    ["--verbose machines allocate", { verbose: true }],
    ["machines allocate -v", { verbose: true }],
    ["machines deploy a --verbose", { verbose: true }],
    ["boot-resources list --url http://x", { url: ["http://x"] }],
    ["boot-sources list --url http://x", { url: ["http://x"] }],
    ["boot-sources get 1 --url http://x", { url: ["http://x"] }],
    ["boot-sources delete 1 --url http://x", { url: ["http://x"] }],
  ])("is taken where it cannot be meant otherwise: %s", async (text, globals) => {
    await line(text);
    expect((await scanLine(text.split(" "), program)).optionValues).toEqual(globals);
  });
});

describe("a word of another tool", () => {
  test.each([
    ["ps", "did you mean 'svc machines list'?"],
    ["show machines", "did you mean 'svc machines describe'?"],
    ["show web-01", "did you mean 'svc machines describe web-01'?"],
    ["inspect web-01", "did you mean 'svc machines describe web-01'?"],
    ["info device printer-01", "did you mean 'svc devices describe printer-01'?"],
    ["show vlan 1 2", "did you mean 'svc vlans get 1'?"],
    ["get machine web-01", "did you mean 'svc machines get web-01'?"],
    ["machines inspect web-01", "did you mean 'svc machines describe web-01'?"],
    ["nodes view rack-01", "did you mean 'svc nodes describe rack-01'?"],
    ["domains describe 1", "did you mean 'svc domains get 1'?"],
    ["machines explain web-01", "did you mean 'svc machines why web-01'?"],
    ["servers list", "did you mean 'svc machines list'?"],
    ["get fabrics", "did you mean 'svc fabrics list'?"],
    ["deploy web-01", "did you mean 'svc machines deploy web-01'?"],
    ["fabrics destroy 1", "did you mean 'svc fabrics delete 1'?"],
    ["config edit", "did you mean 'svc config set'?"],
    ["profiles ps", "did you mean 'svc profiles list'?"],
    ["machines list --jq .", "did you mean --query?"],
    ["nodes list -l a=b", "did you mean --where?"],
    ["machines lock --filter a=b", "did you mean --where?"],
    ["fabrics list --filter a", "did you mean --query?"],
    ["machines list --sort cpus --reverse", "did you mean --sort -COLUMN?"],
    ["status --filter pool=web", "did you mean --where?"],
    ["machines list --json", "did you mean --output json?"],
    ["machines --wait deploy a", "it goes after the command: svc machines deploy --wait"],
    ["fabrics list --all", "svc lists everything that the key is allowed to see: leave this option out"],
    ["tokens list --foo", "'svc tokens list --help' lists the options"],
    [
      "machines deploy a --zzz",
      "'svc machines deploy --help' lists the options; --set zzz=value sends it anyway",
    ],
    ["machines constructor", "'svc machines --help' lists its subcommands"],
    ["machines list --constructor", "'svc machines list --help' lists the options"],
  ])("%s", async (text, hint) => {
    expect((await refused(text)).details.hint).toBe(hint);
  });
});

test.each([
  [["--version"], {}, `${version}\n`],
  [["--version", "-o", "json"], {}, `{"version":"${version}"}\n`],
  [["-V", "-o=yaml"], {}, `version: ${version}\n`],
  [["--version"], { SVC_OUTPUT: "json" }, `{"version":"${version}"}\n`],
  [["-V", "machines"], {}, `${version}\n`],
])("%j with %o prints %j", async (argv, env, text) => {
  const terminal = openTerminal({ isTTY: false, env });
  expect(await run({ ...terminal.context, argv })).toBe(0);
  expect(terminal.shown.stdout).toBe(text);
});

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
