import { describe, expect, test } from "vitest";
import { withoutTypedSecrets } from "../../../../src/cli/line/typed-words.ts";
import { Failure } from "../../../../src/core/failure.ts";
import { createRandom, partOfRun } from "../../random.ts";
import { commands, outcome, without } from "./command-lines.ts";

describe("an API key that is typed in the wrong place is not repeated:", () => {
  const parts = ["KeyKeyKeyKeyKeyKe1", "TokenTokenTokenTo2", "SecretSecretSecretSecretSecretS3"];
  const key = parts.join(":");
  const forms = [
    key,
    parts.join("%3A"),
    ` ${key} `,
    `"${key}`,
    `'${parts.join("':'")}'`,
    `x=${key}`,
    `/${key}/`,
  ];

  async function expectUnseen(
    argv: readonly string[],
    env?: Readonly<Record<string, string>>,
  ): Promise<void> {
    const { code, stdout, stderr } = await outcome(argv, env);
    const line = argv.join(" ");
    expect({ line, isRefused: code > 0 }).toEqual({ line, isRefused: true });
    const shownParts = parts.filter((part) => `${stdout}${stderr}`.includes(part));
    expect({ line, seen: shownParts }).toEqual({ line, seen: [] });
  }

  const places: readonly ((form: string) => readonly string[])[] = [
    (form) => [form],
    (form) => ["--api-key", form],
    (form) => [`--${form}`],
    (form) => ["machines", form],
    (form) => ["machines", "list", form],
    (form) => ["help", form],
    (form) => ["login", "lab", "http://127.0.0.1:1/SVC", form],
    (form) => ["login", form],
    (form) => ["profiles", "show", form],
    (form) => ["profiles", "use", form],
    (form) => ["profiles", "set", form, form],
    (form) => ["machines", "list", "--profile", form],
    (form) => ["machines", "list", `-o${form}`, "--debug"],
    (form) => ["machines", "list", "--query", `[${form}`],
    (form) => ["machines", "list", "--url", form],
    (form) => ["machines", "list", "-o", "json", "--timeout", form],
    (form) => ["machines", "release", "--where", form],
    (form) => ["api", form, "machines/"],
    (form) => ["api", "GET", "machines/", "-f", form],
    (form) => ["config", "describe", form],
    (form) => ["files", "get", "--to", `/none/${form}/x`, "name"],
    (form) => ["machines", "list", "--api-key-file", form],
    (form) => ["machines", "list", "--ca-cert", form],
  ];

  test.each(forms)("%s", async (form) => {
    for (const place of places) await expectUnseen(place(form));
    for (const name of [
      ...["SVC_PROFILE", "SVC_OUTPUT", "SVC_TIMEOUT", "SVC_SIGNATURE", "SVC_CA_CERT", "SVC_URL"],
    ])
      await expectUnseen(["machines", "list"], { [name]: form });
  });

  const cases = commands.map(
    (command, seed) => [command.words.slice(0, 2).join(" "), command, seed] as const,
  );
  test.each(partOfRun(cases, 4))("svc %s", async (_name, { words, fields }, seed) => {
    if (words[0] === "sandbox") return;
    const { pick } = createRandom(seed);
    await expectUnseen([...words, `${pick(forms)}`, "excess"]);
    const field = fields.length === 0 ? undefined : pick(fields);
    const flag = `--${field?.name}`;
    if (field !== undefined) await expectUnseen([...without(words, flag), `${flag}=${pick(forms)}`]);
  });
});

describe("what is typed as a secret is not repeated:", () => {
  const key = "zqa:zqb:zqc";
  test.each([
    [["login", "lab", "http://127.0.0.1:1/SVC", key], "svc: unexpected argument: an API key"],
    [["login", key], "svc: an API key cannot be an argument"],
    [[key], "svc: unknown command: an API key"],
    [["machines", key], "svc: unknown machines command: an API key"],
    [["alias", "set", "up", `login lab ${key} ;`], "svc: "],
    [["machines", "list", "--profile", key], "svc: no profile is called an API key"],
    [["machines", "list", "-o", key], ", not an API key"],
    [["login", "lab", "http://127.0.0.1:1/SVC", "zq1"], "svc: unexpected argument: a secret"],
    [["config", "set", "hvmgr_password", "zq1", "zq2"], "svc: unexpected argument: a secret"],
    [["fabrics", "create", "excess", "--token", "excess", "--password", "zq1"], "svc: "],
    [["zones", "create", "zq1", "--description", "power_pass=zq1"], "svc: unexpected argument: a secret"],
    [["tokens", "list", "excess", "power_pass=zq1"], "svc: unexpected argument"],
    [["machines", "get", "a", "--password", "zq1"], "svc: unknown option '--password'"],
    [["machines", "get", "a", "--password=zq1"], "svc: unknown option '--password'"],
    [
      ["machines", "update", "a", "--power-parameters", "privkey=zq1", "--cpu-count", "x"],
      "svc: --cpu-count",
    ],
  ])("%j", async (argv, message) => {
    for (const output of argv.includes("-o") ? [[]] : [[], ["-o", "json"]]) {
      const { code, stdout, stderr } = await outcome([...argv, ...output, "--debug"], { SVC_URL: "" });
      expect(code).toBeGreaterThan(1);
      expect(`${stdout}${stderr}`).not.toMatch(/zq[a-c1-2]/);
      if (output.length === 0) expect(stderr).toContain(message);
      if (argv.includes(key)) expect(stderr).toMatch(/--api-key-stdin/);
    }
  });

  test("a number beside an address hides no hint", async () => {
    const argv = ["login", "lab", "http://127.0.0.1:1/SVC", "--retries", "0"];
    expect((await outcome(argv)).stderr).toContain("svc doctor --url http://127.0.0.1:1/SVC");
    const hint = "svc doctor --url http://127.0.0.1:30001/SVC looks for the cause";
    const failure = new Failure("unreachable", "refuses connections", { hint });
    expect(withoutTypedSecrets(failure, ["--password", "0"], false).details.hint).toBe(hint);
  });

  test.each([["--timeout", "0"], ["--output", "text"], ["-o", "text"], ["--retries=x"]])(
    "the value of a global option of login is not one: %s",
    async (...options) => {
      const { stderr } = await outcome(["login", "lab", "http://127.0.0.1:1/SVC", ...options]);
      expect(stderr).toMatch(/^svc: --(?:timeout|output|retries) .*'(?:0|text|x)'\n|^svc: --timeout .*0/);
      expect(stderr).not.toContain("a secret");
    },
  );

  test("other words are", async () => {
    const { stderr } = await outcome(["machines", "get", "a", "--show-secrets", "b", "--power", "52:54:00"]);
    expect(stderr).toContain("--power");
    expect((await outcome(["domains", "52:54:00"], { SVC_URL: "" })).stderr).toContain("'52:54:00'");
  });
});
