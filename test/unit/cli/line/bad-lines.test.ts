import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isRepeatable } from "../../../../src/catalogue/commands/command-spec.ts";
import { globalOptions } from "../../../../src/catalogue/commands/options.ts";
import type { Field } from "../../../../src/catalogue/operation.ts";
import type { OptionSpec, OptionType } from "../../../../src/catalogue/option-spec.ts";
import { folderOfFile } from "../../../temporary-folder.ts";
import { createRandom, partOfRun } from "../../random.ts";
import { commands, outcome, without } from "./command-lines.ts";

const folder = folderOfFile();

/** Expects that the line is refused with one message that contains `named`, and has no other effect. */
async function expectRefused(
  argv: readonly string[],
  expectedName: string,
  env?: Readonly<Record<string, string>>,
): Promise<void> {
  const { code, stdout, stderr } = await outcome(argv, env);
  const isJson = stderr.startsWith("{");
  const lines = (isJson ? `svc: ${JSON.parse(stderr).error.message}` : stderr.trimEnd()).split("\n");
  const line = argv.join(" ");
  const [message = ""] = lines;
  const hints = lines.filter((each) => each.startsWith("hint: ")).length;
  const isRight =
    code === 2 &&
    stdout === "" &&
    message.startsWith("svc: ") &&
    message.includes(expectedName) &&
    hints <= 1;
  // `expect` is called only on an error: thousands of calls would take longer than the test.
  if (!isRight)
    expect({ line, code, stdout, stderr }).toEqual({
      line,
      code: 2,
      stdout: "",
      stderr: `svc: one message that names ${expectedName}, and one hint at most`,
    });
}

const missing = join(folder, "no-such-file");
const badDurations = [
  "",
  ...["soon", "-5", "0.4ms", "1h5", "5x", "1e9", "40 d", "99999999999", "25d", "5constructor"],
];

/** Invalid values by option type. */
const badOfType: { readonly [Type in OptionType]: (spec: OptionSpec) => readonly string[] } = {
  text: ({ choices }) => (choices === undefined ? [] : ["nope", ""]),
  count: ({ min, max }) => [
    "many",
    "",
    "1.5",
    "-1",
    "0x1",
    "1e1",
    ...(min === undefined || min === 0 ? [] : [String(min - 1)]),
    ...(max === undefined || max === Number.MAX_SAFE_INTEGER ? [] : [String(max + 1)]),
  ],
  number: ({ max }) => ["fast", "", "-1", "1e3", "NaN", String((max ?? 0) + 1)],
  duration: () => badDurations,
  interval: ({ min = 1 }) => [...badDurations, "0", "23d", ...(min > 1 ? [`${min - 1}ms`] : [])],
  words: ({ choices }) => ["", ",", "one,,", ...(choices === undefined ? [] : ["nope"])],
  columns: () => ["", ",", "NAME,,"],
  sort: () => ["", "-", "NAME,"],
  jmespath: () => ["[", "a b", "", "nosuch(@)", "length()", "sort(@, @)"],
  pair: () => ["", "name", "=value"],
  filters: () => ["", "pool", "pool=", "pol=x", "cpu_count=many", "devices=x"],
  condition: () => ["", "redy", "power=up"],
  base64: () => ["!!!", `@${missing}`],
  address: () => ["", "lab", "ftp://lab/SVC", "http://", "http://lab/SVC?x=1"],
  path: () => [""],
};

/** Values that are not allowed for the field or cannot be parsed. */
function badOfField(field: Field): readonly string[] {
  if (field.choices !== undefined) return ["nope", "0.5"];
  switch (field.type) {
    case "integer":
      return [
        ...(field.alsoName ? [] : ["many"]),
        "1.5",
        "0x1",
        "1e1",
        ...(field.min === undefined ? [] : [String(field.min - 1)]),
        ...(field.max === undefined ? [] : [String(field.max + 1)]),
      ];
    case "size":
      return ["big", "-1G", "1.G"];
    case "map":
      return ["name", "=value", `name=@${missing}`];
    case "file":
      return [missing, folder];
    default:
      return [`@${missing}`, `@${folder}`];
  }
}

/** The words of all options that this option requires, directly or through others. */
const needsOf = (spec: OptionSpec, specs: readonly OptionSpec[]): readonly string[] => {
  const [needed] = spec.needs ?? [];
  const other = specs.find(({ name }) => name === needed);
  if (other === undefined) return needed === undefined ? [] : [`--${needed}`];
  const value = other.type === "count" ? "1" : "x";
  return [...needsOf(other, specs), `--${other.name}`, ...(other.value === undefined ? [] : [value])];
};

const optionWords = ["--yes", "-o", "--", "-qv"];

const cases = commands.map((command, seed) => [command.words.slice(0, 2).join(" "), command, seed] as const);

describe.each(partOfRun(cases, 6))("svc %s", (_name, { words, own: spec, specs, fields }, seed) => {
  const random = () => createRandom(seed);

  test("refuses a value that is not of its option's type before anything is sent", async () => {
    const { pick } = random();
    for (const spec of specs) {
      const bad = badOfType[spec.type ?? "text"](spec);
      if (spec.value === undefined || bad.length === 0) continue;
      const flag = `--${spec.name}`;
      const line = [...without(words, flag), ...needsOf(spec, specs), `${flag}=${pick(bad)}`];
      await expectRefused(line, flag);
    }
    for (const option of fields) {
      const flag = `--${option.name}`;
      const flagValue = option.field.takesWord ? "maybe" : "false";
      const value = option.negatable ? flagValue : pick(badOfField(option.field));
      await expectRefused([...without(words, flag), ...needsOf(option, specs), `${flag}=${value}`], flag);
    }
  });

  test("adds up a repeated option, or refuses it", async () => {
    for (const spec of specs) {
      if (spec.value === undefined || spec.repeatable === true) continue;
      const flag = `--${spec.name}`;
      const line = [...without(words, flag), ...needsOf(spec, specs), `${flag}=1`, `${flag}=2`];
      await expectRefused(line, `${flag} is given twice`);
    }
    for (const option of fields) {
      const flag = `--${option.name}`;
      const needed = needsOf(option, specs);
      if (option.negatable) await expectRefused([...words, ...needed, flag, `--no-${option.name}`], flag);
      else if (!isRepeatable(option.field))
        await expectRefused(
          [...without(words, flag), ...needed, `${flag}=1`, `${flag}=2`],
          `${flag} is given twice`,
        );
    }
  });

  test("takes no option for a value, and none that has no effect", async () => {
    const { pick } = random();
    const valued = [
      ...specs.filter(({ value }) => value !== undefined).map(({ name }) => `--${name}`),
      ...fields.filter(({ negatable }) => !negatable).map(({ name }) => `--${name}`),
    ];
    for (const flag of valued) {
      await expectRefused([...words, flag, pick(optionWords)], flag);
      await expectRefused([...words, flag], flag);
    }
    for (const { name, needs, value } of [...specs, ...fields]) {
      if (needs === undefined) continue;
      await expectRefused([...words, value === undefined ? `--${name}` : `--${name}=5s`], `--${name}`);
    }
    for (const { name, value, excludes = [] } of specs) {
      for (const other of excludes)
        await expectRefused(
          [...words, value === undefined ? `--${name}` : `--${name}=x`, ...globalWords(other)],
          `--${other}`,
        );
    }
    for (const name of spec?.passesThrough ? [] : (spec?.refusedGlobals ?? []))
      await expectRefused([...words, ...globalWords(name)], `--${name} has no effect on`);
  });

  test("suggests the nearest choice", async () => {
    const { pick } = random();
    const selectedOptions = [
      ...specs.map((spec) => ({ flag: `--${spec.name}`, ...spec, before: needsOf(spec, specs) })),
      ...fields
        .filter(({ negatable }) => !negatable)
        .map((option) => ({ ...option.field, flag: `--${option.name}`, before: needsOf(option, specs) })),
    ];
    for (const { flag, choices = [], before } of selectedOptions) {
      const word = pick(["", ...choices].filter((choice) => choice.length > 3 || choices.length === 0));
      if (word === undefined || word === "") continue;
      const line = [...without(words, flag), ...before, `${flag}=${word.slice(0, -2)}${word.at(-1)}`];
      const { code, stderr } = await outcome(line);
      expect({ line, code, stderr }).toEqual({
        line,
        code: 2,
        stderr: expect.stringContaining("did you mean "),
      });
    }
  });

  test("checks its columns before anything is sent", async () => {
    if (spec?.passesThrough || spec?.refusedGlobals?.includes("columns")) return;
    for (const option of ["--columns=NO-SUCH-ONE", "--sort=-NO-SUCH-ONE"])
      await expectRefused(
        [...words, option, "-o", "table"],
        spec === undefined ? "" : (option.split("=")[0] ?? ""),
      );
  });

  test("sends nothing with --curl", async () => {
    if (spec === undefined || spec.passesThrough) return;
    const { code } = await outcome([...words, "--curl"]);
    expect({ line: words, mayHaveSent: code !== 0 && code !== 2 }).toEqual({
      line: words,
      mayHaveSent: false,
    });
  });
});

/** A global option with a valid value. */
function globalWords(name: string): readonly string[] {
  const spec = (globalOptions as readonly OptionSpec[]).find((option) => option.name === name);
  if (spec?.value === undefined) return [`--${name}`];
  const samples: Readonly<Record<string, string>> = {
    url: "http://127.0.0.1:1/SVC",
    output: "csv",
    query: "a",
  };
  return [`--${name}=${samples[name] ?? spec.choices?.[0] ?? "1"}`];
}

describe("a wrong setting of the environment", () => {
  const bad = {
    SVC_URL: "nowhere",
    SVC_TIMEOUT: "soon",
    SVC_RETRIES: "many",
    SVC_SIGNATURE: "rsa",
    SVC_ADDRESSING: "mail",
    SVC_PROFILE: "none",
    SVC_CA_CERT: missing,
  };

  test.each([
    ["operations"],
    ["completion", "bash"],
    ["profiles", "list"],
    ["config", "describe", "enable_http_proxy"],
    ["help"],
    ["help", "machines", "list"],
    ["--version"],
    ["machines", "--help"],
  ])("is not in the way of svc %s %s", async (...words) => {
    const { code, stderr } = await outcome(words, bad);
    expect({ code, stderr }).toEqual({ code: 0, stderr: words[0] === "profiles" ? expect.any(String) : "" });
  });

  test("is used in what the command prints", async () => {
    const env = { SVC_OUTPUT: "paper" };
    await expectRefused(["operations"], "SVC_OUTPUT", env);
    await expectRefused(["profiles", "set", "lab", "output=json"], "SVC_OUTPUT", env);
    expect(await outcome(["completion", "bash"], env)).toMatchObject({ code: 0 });
    expect(await outcome(["operations", "-o", "json"], env)).toMatchObject({ code: 0 });
  });
});

test.each([
  ["machines", "allocate", "--deploy", "--system-id", "web-01", "--install-kvm=maybe"],
  ["machines", "allocate", "--deploy", "--system-id", "web-01", "--distro-series", `@${missing}`],
  ["events", "query", "--id", "web-01", "--follow", "--before", "3"],
  ["events", "query", "--id", "web-01", "--all", "--limit", "3"],
])("a name is looked up after everything typed is checked: svc %s %s %s %s %s", async (...words) => {
  await expectRefused(words, "--");
});

const valuedGlobals = (globalOptions as readonly OptionSpec[]).filter(({ value }) => value !== undefined);

describe("a global option", () => {
  const list = ["machines", "list"];

  test.each(valuedGlobals.map((spec) => [spec.name, spec] as const))(
    "--%s has a type",
    async (name, spec) => {
      for (const bad of badOfType[spec.type ?? "text"](spec)) {
        await expectRefused([...list, `--${name}=${bad}`], `--${name}`);
        await expectRefused([`--${name}=${bad}`, ...list], `--${name}`);
        if (spec.env !== undefined && bad !== "") await expectRefused(list, spec.env, { [spec.env]: bad });
      }
      await expectRefused([...list, `--${name}`, "--yes"], `--${name}`);
      if (spec.repeatable !== true)
        await expectRefused([`--${name}=1`, ...list, `--${name}=2`], `--${name} is given twice`);
    },
  );

  test.each(["json", "ndjson", "yaml", "name"])("about columns has no effect with -o %s", async (output) => {
    await expectRefused([...list, "--columns", "NAME", "-o", output], "--columns");
    await expectRefused([...list, "--no-header"], "--no-header", { SVC_OUTPUT: output });
  });
});

test.each([
  [["--ca-cert", missing], {}, "--ca-cert"],
  [[], { SVC_CA_CERT: missing }, "SVC_CA_CERT"],
  [["--api-key-file", missing], {}, "--api-key-file"],
])(
  "a file that cannot be read is refused by the name of what named it: %j %o",
  async (words, env, expectedName) => {
    await expectRefused(["machines", "release", "abc123", "--yes", ...words], expectedName, env);
  },
);
