import { describe, expect, test } from "vitest";
import { signatureOf } from "../../../../src/catalogue/commands/command-spec.ts";
import { addedOptions } from "../../../../src/catalogue/commands/operation-options.ts";
import {
  environmentVariables,
  globalOptions,
  outputFormats,
} from "../../../../src/catalogue/commands/options.ts";
import { configItems } from "../../../../src/catalogue/config-items.ts";
import { commandThemes, groupNames, groups, loadAllOperations } from "../../../../src/catalogue/index.ts";
import { verbThemes } from "../../../../src/catalogue/operation.ts";
import { statusValues } from "../../../../src/catalogue/statuses.ts";
import { builtinCommands } from "../../../../src/cli/commands/index.ts";
import { firstExamples } from "../../../../src/cli/reference/overview.ts";
import { exitCodes } from "../../../../src/core/failure.ts";
import { runSvc } from "../../../svc-run.ts";
import { partOfRun } from "../../random.ts";
import { openLines, shellWords, shownIn } from "./sandbox-line.ts";

const operations = await loadAllOperations();
const commands = [
  ...operations.map(({ group, operation }) => `${group.name} ${operation.verb}`),
  ...builtinCommands.map(({ command }) => command.join(" ")),
];

const helpOf = async (line: string, columns?: number) => {
  const result = await runSvc(
    [...line.split(" "), "--help"],
    columns === undefined ? {} : { terminal: { columns } },
  );
  expect(result).toMatchObject({ code: 0, stderr: "" });
  return result.stdout;
};

const permissionLines = {
  admin: "For administrators only.",
  owner: "For the owner and for administrators.",
  anyone: "For every user.",
  anonymous: "For everyone, even without an API key.",
};

describe("help of every operation", () => {
  test.each(operations.map((entry) => [`${entry.group.name} ${entry.operation.verb}`, entry] as const))(
    "%s names its arguments, options, values and defaults",
    async (line, entry) => {
      const help = await helpOf(line);
      const signature = signatureOf(entry);
      const flat = shownIn(help);
      expect(flat).toContain(`${entry.operation.summary}.`);
      for (const argument of signature.arguments) expect(flat).toContain(argument.name);
      for (const { name, negatable, field } of signature.options) {
        const { choices, default: fallback, required } = field;
        expect(flat).toContain(negatable ? `--[no-]${name} ` : `--${name} <`);
        if (choices !== undefined) expect(flat).toContain(choices.join("|"));
        if (fallback !== undefined) expect(flat).toContain(`default ${fallback}`);
        if (required && fallback === undefined) expect(flat).toContain("required");
      }
      for (const { name } of addedOptions(entry.operation)) expect(flat).toContain(`--${name}`);
      for (const note of entry.operation.notes ?? []) expect(flat).toContain(note);
      for (const { message } of entry.operation.rules ?? [])
        expect(flat.toLowerCase()).toContain(message.toLowerCase());
      expect(flat).toContain(permissionLines[entry.operation.who]);
      if (entry.operation.deprecated !== undefined) expect(flat).toContain("Deprecated");
      expect(flat).toContain(`${entry.operation.method} ${entry.operation.path}`);
      expect(flat).toContain("Example: ");
    },
  );
});

describe.each([80, 110])("at %i columns", (columns) => {
  test.each(partOfRun(commands, 2, columns === 80 ? 0 : 1))(
    "the help of %s keeps to the width",
    async (line) => {
      const lines = (await helpOf(line, columns)).split("\n");
      // Paths and quoted words of examples are not wrapped.
      const tooLong = lines.filter((text) => text.length > columns && !/\S{40}|'[^']{30,}'/.test(text));
      expect(tooLong).toEqual([]);
      expect(lines.filter((text) => /\s$/.test(text))).toEqual([]);
    },
  );
});

test.each([...partOfRun(commands, 8), "machines", "help output", "help environment"])(
  "the help of %s is folded at 100 columns in a pipe and where the width is unknown",
  async (line) => {
    const read = async (columns?: number) => {
      const args = line.startsWith("help ") ? line.split(" ") : [...line.split(" "), "--help"];
      return (await runSvc(args, columns === undefined ? {} : { terminal: { columns } })).stdout;
    };
    const piped = await read();
    expect(piped).toBe(await read(100));
    expect(piped).toBe(await read(0));
  },
);

test("no two commands have the same help", async () => {
  const texts = await Promise.all(commands.map((line) => helpOf(line)));
  expect(new Set(texts).size).toBe(commands.length);
});

test("an example that is folded is still one command for a shell", async () => {
  const narrow = await helpOf("license-keys create", 60);
  const [, example = ""] = /Example: ([\s\S]*?)\n\n/.exec(narrow) ?? [];
  expect(example).toContain("\\\n");
  expect(shellWords(example.replaceAll("\\\n", " ")).slice(0, 3)).toEqual(["svc", "license-keys", "create"]);
});

test("svc --help names every group, command, topic and global option, and fits 80 columns", async () => {
  const { stdout } = await runSvc(["--help"], { terminal: { columns: 80 } });
  for (const name of groupNames) expect(shownIn(stdout)).toContain(`${name} ${groups[name].summary}`);
  for (const { name } of globalOptions) expect(stdout).toContain(`--${name}`);
  for (const name of ["environment", "exit-codes", "output", "values"])
    expect(stdout).toContain(`  ${name} `);
  expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
});

test.each(groupNames)("svc help %s lists every verb with its summary, in order", async (name) => {
  const { code, stdout } = await runSvc(["help", name], { terminal: { columns: 80 } });
  const verbs = operations.filter(({ group }) => group.name === name);
  expect(code).toBe(0);
  if (verbs.length === 1) return;
  for (const { operation } of verbs)
    expect(shownIn(stdout)).toContain(`${operation.verb} ${operation.summary}`);
  // Each topic has its own section, sorted by verb.
  for (const section of stdout.split("\n\n")) {
    const listedVerbs = [...section.matchAll(/^ {2}([a-z-]+) {2,}\S/gm)].map(([, verb]) => verb);
    expect(listedVerbs).toEqual([...listedVerbs].sort());
  }
});

describe("themes", () => {
  const runLines = openLines();
  const titlesOf = (text: string) => [...text.matchAll(/^(\S.*):$/gm)].map(([, title]) => title);

  test("svc --help lists groups by theme, below three examples that run", async () => {
    const { stdout } = await runSvc(["--help"], { terminal: { columns: 100 } });
    expect(titlesOf(stdout)).toEqual([
      "Examples",
      ...commandThemes,
      "Topics (svc help <topic>)",
      "Options that every command takes",
    ]);
    expect(firstExamples).toHaveLength(3);
    for (const [line] of firstExamples) {
      expect(stdout).toContain(`\n  ${line}`);
      expect(await runLines([line])).toMatchObject({ code: 0 });
    }
  });

  test("svc machines --help lists verbs by theme, and leaves none over", async () => {
    expect(titlesOf((await runSvc(["machines", "--help"])).stdout)).toEqual([...verbThemes]);
    expect(titlesOf((await runSvc(["fabrics", "--help"])).stdout)).toEqual(["Verbs"]);
  });

  test("a built-in command has a theme of the help that lists it", () => {
    const themes = { 1: commandThemes, 2: verbThemes } as const;
    for (const { command, theme } of builtinCommands)
      if (theme !== undefined) expect(themes[command.length === 1 ? 1 : 2]).toContain(theme);
  });
});

describe("svc alone", () => {
  const address = { SVC_URL: "http://rack.example/SVC" };

  test("without a profile it is ten lines: how to log in, the sandbox, and where help is", async () => {
    const { code, stdout, stderr } = await runSvc([], { terminal: { columns: 100 } });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.trimEnd().split("\n")).toHaveLength(10);
    for (const line of ["svc login NAME URL", "svc sandbox start --detach", "svc --help"])
      expect(stdout).toContain(`\n  ${line}  `);
  });

  test.each([
    [{ ...address, SVC_API_KEY: "a:b:c" }, "svc uses http://rack.example/SVC.", "svc status"],
    [address, "no API key for http://rack.example/SVC", "svc login NAME URL"],
    [{ ...address, SVC_API_KEY: "a:b" }, "SVC_API_KEY is not an API key", "svc login NAME URL"],
    [{ SVC_URL: "ftp://" }, "SVC_URL: the address is not well-formed", "svc doctor"],
    [{ SVC_PROFILE: "nope" }, "no profile is called 'nope'", "svc doctor"],
    [{ SVC_API_KEY: "a:b:c" }, "there is an API key but no address", "svc doctor"],
    [{ SVC_CONFIG_DIR: "package.json" }, "package.json is not a folder", "svc doctor"],
  ])("with %j it says what is used or missing, and the next commands", async (env, status, command) => {
    const { code, stdout } = await runSvc([], { env, terminal: { columns: 200 } });
    expect(code).toBe(0);
    expect(stdout).toContain(status);
    expect(stdout).toContain(`\n  ${command}  `);
    expect(stdout.split("\n").length).toBeLessThan(16);
  });
});

describe("help on a verb", () => {
  test.each([
    [["machines", "help", "deploy"], "machines deploy"],
    [["help", "deploy"], "machines deploy"],
    [["machine", "help", "ls"], "machines list"],
    [["help", "rescue-mode"], "machines rescue-mode"],
    [["profiles", "help", "rm"], "profiles remove"],
  ])("svc %j is that of svc %s --help", async (words, line) => {
    expect(await runSvc(words)).toMatchObject({ code: 0, stderr: "", stdout: await helpOf(line) });
  });

  test("svc machines help is that of the group", async () => {
    expect((await runSvc(["machines", "help"])).stdout).toBe(await helpOf("machines"));
  });

  test("several groups that have it are listed, each with its command", async () => {
    const { code, stdout } = await runSvc(["help", "set"], { terminal: { columns: 80 } });
    expect(code).toBe(0);
    for (const line of ["alias set", "config set", "profiles set"]) expect(stdout).toContain(`  ${line}  `);
  });

  test.each([[["machines", "help", "deplyo"]], [["help", "nosuchverb"]]])(
    "svc %j is a usage error",
    async (words) => {
      expect(await runSvc(words)).toMatchObject({ code: 2, stdout: "" });
    },
  );

  test("aliases of verbs are shown by the group and the command", async () => {
    expect(await helpOf("machines")).toContain("Aliases of verbs: rm is delete, show is get, ls is list");
    expect(await helpOf("machines list")).toContain("Also: svc machines ls");
    expect(await helpOf("events query")).toContain("Also: svc events list, svc events ls");
    expect(await helpOf("machines deploy")).not.toContain("Also:");
  });
});

describe("topics", () => {
  const topic = async (name: string) => {
    const result = await runSvc(["help", name], { terminal: { columns: 80 } });
    expect(result).toMatchObject({ code: 0, stderr: "" });
    return shownIn(result.stdout);
  };

  test("exit-codes lists every code with its meaning", async () => {
    const text = await topic("exit-codes");
    for (const { code, meaning } of Object.values(exitCodes)) expect(text).toContain(`${code} ${meaning}`);
  });

  test("environment lists every variable", async () => {
    const text = await topic("environment");
    for (const option of globalOptions) if ("env" in option) expect(text).toContain(option.env);
    for (const { name } of environmentVariables) expect(text).toContain(name);
  });

  test("output lists every form", async () => {
    const text = await topic("output");
    for (const format of outputFormats) expect(text).toContain(` ${format} `);
  });

  test("values lists statuses, configuration items and chassis types", async () => {
    const text = await topic("values");
    for (const status of statusValues) expect(text).toContain(` ${status} `);
    for (const { name } of configItems) expect(text).toContain(` ${name} `);
    for (const type of ["recs_box", "vmmgr", "powerkvm"]) expect(text).toContain(type);
    for (const values of [
      "INFO, WARNING Configuration",
      "ddxz, ddraw Cache modes",
      "--cache-mode): WRITEBACK,",
    ])
      expect(text).toContain(values);
  });

  test.each([
    ["exit-code", "svc help exit-codes"],
    ["machnes", "svc help machines"],
    ["valeus", "svc help values"],
  ])("an unknown one, %s, is a usage error that names the nearest", async (word, hint) => {
    const result = await runSvc(["help", word]);
    expect(result).toMatchObject({ code: 2, stdout: "" });
    expect(result.stderr).toContain(hint);
  });

  test("help on an alias is help on its group, and on a verb that of the verb", async () => {
    expect((await runSvc(["help", "ssh-key"])).stdout).toBe((await runSvc(["help", "sshkeys"])).stdout);
    expect((await runSvc(["help", "machines", "get"])).stdout).toBe(await helpOf("machines get"));
  });
});
