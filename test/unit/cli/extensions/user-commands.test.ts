import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findProgram, listPrograms } from "../../../../src/cli/extensions/programs.ts";
import { runSvc } from "../../../svc-run.ts";
import { folderOfTest } from "../../../temporary-folder.ts";

/** Creates a folder with executable scripts. */
function programs(scripts: Readonly<Record<string, string>>): string {
  const folder = folderOfTest();
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

describe("aliases", () => {
  const open = () => {
    const folder = folderOfTest();
    const svc = (line: string, further: readonly string[] = []) =>
      runSvc([...line.split(" "), ...further], { env: { SVC_CONFIG_DIR: folder } });
    return { folder, svc, file: join(folder, "aliases") };
  };

  test("are stored, listed, used, shown by help and removed", async () => {
    const { svc, file } = open();
    expect(await svc("alias set opera", ["operations -o json"])).toMatchObject({ code: 0, stdout: "" });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await svc("alias list -o json")).stdout).toBe(
      '[{"name":"opera","expansion":"operations -o json"}]\n',
    );
    expect((await svc("opera")).stdout).toBe((await svc("operations -o json")).stdout);
    expect((await svc("opera --verbose")).stderr).toBe("alias: svc operations -o json --verbose\n");
    expect((await svc("opera")).stderr).toBe("");
    expect((await svc("--help")).stdout).toContain("Your aliases:\n  opera  svc operations -o json\n");
    expect((await svc("help opera")).stdout).toBe("'opera' is an alias of: svc operations -o json\n");
    expect((await svc("opera --help")).stdout).toBe((await svc("operations --help")).stdout);
    expect(await svc("alias rm opera")).toMatchObject({ code: 0 });
    expect(await svc("opera")).toMatchObject({ code: 2, stdout: "" });
  });

  test.each([
    ["machines", "x", "is a command of svc"],
    ["machine", "x", "is a command of svc"],
    ["login", "x", "is a command of svc"],
    ["help", "x", "is a command of svc"],
    ["-x", "x", "unknown option"],
    ["a/b", "x", "not a valid alias"],
    ["a b", "x", "not a valid alias"],
    ["ok", "it's", "unclosed quote"],
    ["ok", " ", "has an empty expansion"],
    ["ok", "svc ", "has an empty expansion"],
    ["ok", "machines list | wc -l", "an alias is expanded by svc, not by a shell: '|' has no effect"],
    ["ok", "machines list > file", "'>' has no effect"],
    ["ok", "login lab && machines list", "'&&' has no effect"],
    ["ok", "!echo hello", "'!' has no effect"],
    ["ok", "ok", "refers to itself"],
  ])("%j for %j is refused: %s", async (name, expansion, message) => {
    const { svc, file } = open();
    const result = await svc("alias set", [name, expansion]);
    expect(result).toMatchObject({ code: 2, stdout: "" });
    expect(result.stderr).toContain(message);
    expect(() => statSync(file)).toThrow();
  });

  test.each([
    ["reday", "ready"],
    ["rea", "ready"],
    ["redy --limit 1", "ready"],
    ["machinse", "machines"],
    ["fleett", "fleet"],
    ["x", undefined],
    ["alias rm x", undefined],
  ])("%s is near to %s", async (line, suggestion) => {
    const folder = folderOfTest();
    const env = { SVC_CONFIG_DIR: folder, PATH: programs({ "svc-fleet": "exit 0" }) };
    writeFileSync(join(folder, "aliases"), "ready machines list\nmackinse login\na operations\n");
    const result = await runSvc(line.split(" "), { env });
    expect(result).toMatchObject({ code: line.startsWith("alias") ? 3 : 2, stdout: "" });
    const [, suggested] = /hint: did you mean 'svc ([^']*)'\?/.exec(result.stderr) ?? [];
    expect(suggested).toBe(suggestion);
    expect(result.stderr.includes("did you mean")).toBe(suggestion !== undefined);
  });

  test.each([
    "-o json operations",
    "--output json operations",
    "--output=json operations --no-header",
    "-ojson operations",
    "--profile sandbox -o json machines list",
  ])("may begin with options, before and behind which others stand: %s", async (expansion) => {
    for (const [before, behind] of [
      [[], []],
      [["-q"], []],
      [[], ["--quiet"]],
      [["--config-dir"], ["-q"]],
    ] as const) {
      const { svc, folder } = open();
      const words = before[0] === "--config-dir" ? ["--config-dir", folder] : before;
      const line = ["alias", "set", ...words, "own", expansion, ...behind];
      expect(await svc(line[0] ?? "", line.slice(1))).toMatchObject({ code: 0, stdout: "" });
      expect(JSON.parse((await svc("alias list -o json")).stdout)).toEqual([{ name: "own", expansion }]);
    }
    const { svc } = open();
    expect((await svc("alias set", [expansion, "own"])).stderr).toContain("is not a valid alias");
    expect((await svc("alias set own", ["--", expansion])).code).toBe(0);
    expect((await svc("alias set own", [expansion, "--", "more"])).stderr).toContain(
      "unexpected argument 'more'",
    );
    expect((await svc("alias set own -o json machines list")).code).toBe(2);
  });

  test("in a damaged file are listed with a warning, and the file is never overwritten", async () => {
    const { svc, file } = open();
    await svc("alias set first", ["tags list --name a\u2028b"]);
    const text = `${readFileSync(file, "utf8")}\n$x machines list\nready machines list\n`;
    writeFileSync(file, text);
    expect(await svc("alias list -o name")).toMatchObject({
      stdout: "first\nready\n",
      stderr: `warning: line 3 of ${file} is not an alias\n`,
    });
    expect(await svc("alias set second", ["tags list"])).toMatchObject({
      code: 1,
      stderr: `svc: line 3 of ${file} is not an alias\nhint: repair it, or move it away; svc does not change it\n`,
    });
    expect(readFileSync(file, "utf8")).toBe(text);
  });

  test("in an unreadable place are not reported as none", async () => {
    const { svc, file } = open();
    mkdirSync(file);
    expect((await svc("alias list")).stderr).toBe(
      `warning: the aliases in ${file} cannot be read (not a regular file)\n`,
    );
  });

  test("that a command of svc hides is listed as hidden", async () => {
    const { svc, file } = open();
    writeFileSync(file, "status machines list\nok operations\n", { mode: 0o600 });
    const aliases = await svc("alias list -o name");
    expect(aliases.stdout).toBe("status\nok\n");
    expect(aliases.stderr).toBe("warning: alias 'status' is not used: 'status' is a command of svc\n");
  });

  test("takes quoted words of other languages, and the line with svc before it", async () => {
    const { svc } = open();
    await svc("alias set ids", ["operations -o json --query '[].id | [0]'"]);
    expect((await svc("ids")).stdout).toBe('"machines.list"\n');
    await svc("alias set whole", ["svc operations -o name"]);
    expect((await svc("alias list -o tsv --no-header")).stdout).toContain("whole\toperations -o name\n");
    expect((await svc("whole")).code).toBe(0);
  });

  test.each([
    ["alias set two operations list", "unexpected argument 'list'"],
    ["alias set two operations --limit 2", "unknown option '--limit'"],
  ])("svc %s says that the line is one word", async (line, message) => {
    const result = await open().svc(line);
    expect(result).toMatchObject({ code: 2, stdout: "" });
    expect(result.stderr).toContain(`svc: ${message}\nhint: quote the expansion: `);
  });

  test.each([
    ["delete", "remove x"],
    ["unset", "remove x"],
    ["create", "set"],
    ["get", "list"],
  ])("alias %s is the %s of other tools", async (word, suggestion) => {
    expect((await open().svc(`alias ${word} x`)).stderr).toContain(`did you mean 'svc alias ${suggestion}'?`);
  });

  test("an error in an expansion shows the expansion without the words after the alias", async () => {
    const { svc } = open();
    await svc("alias set one", ["machines create --architecture amd64/generic"]);
    await svc("alias set two", ["one --nosuch"]);
    const result = await svc("two --power-parameters power_pass=geheim");
    expect(result).toMatchObject({ code: 2, stdout: "" });
    expect(result.stderr).toContain("\n  alias 'two' expands to: svc one --nosuch\n");
    expect(result.stderr).not.toContain("geheim");
    const json = await svc("two -o json");
    expect(JSON.parse(json.stderr).error.lines ?? json.stderr).toContainEqual(
      "alias 'two' expands to: svc one --nosuch",
    );
    expect((await svc("one")).stderr).toContain("alias 'one' expands to");
  });

  test("a loop through another alias is refused, and stored aliases are unchanged", async () => {
    const { svc } = open();
    await svc("alias set one", ["two"]);
    expect(await svc("alias set two", ["one --limit 1"])).toMatchObject({ code: 2 });
    expect((await svc("alias list -o name")).stdout).toBe("one\n");
  });

  test("an alias that another user may have changed is not used, and other commands work", async () => {
    const { svc, file } = open();
    writeFileSync(file, "v version\nmachines login\n");
    chmodSync(file, 0o666);
    expect((await svc("v")).stderr).toContain("other users can change the aliases");
    expect((await svc("nosuch")).stderr).toContain("unknown command 'nosuch'");
    expect((await svc("alias list")).stderr).toContain("warning: other users can change");
  });

  test("a file edited by hand hides no command, and invalid lines are ignored", async () => {
    const { svc, file } = open();
    writeFileSync(file, "# remarks\n\nmachines login\nhelp login\nok   operations\n-x y\nlonely\n");
    chmodSync(file, 0o600);
    expect((await svc("machines")).stderr).toContain("missing subcommand of machines");
    expect((await svc("help")).stdout).toContain("Your aliases:\n  ok  svc operations\n\n");
  });

  test("concurrent writers lose no alias", async () => {
    const { svc } = open();
    const names = Array.from({ length: 12 }, (_, index) => `a${index}`);
    await Promise.all(names.map((name) => svc(`alias set ${name}`, ["operations"])));
    expect((await svc("alias list -o name")).stdout.trim().split("\n").sort()).toEqual([...names].sort());
  });

  test("removing an unknown alias is an error", async () => {
    const { svc } = open();
    await svc("alias set ready", ["machines list"]);
    const result = await svc("alias remove redy");
    expect(result).toMatchObject({ code: 3 });
    expect(result.stderr).toContain("hint: did you mean ready?");
  });
});

describe("programs svc-NAME", () => {
  const env = (...folders: readonly string[]) => ({ PATH: folders.join(":") });

  test("are found in PATH: the first of each name, and only executable files", () => {
    const [first, second] = [programs({ "svc-a": "", "svc-b": "" }), programs({ "svc-a": "", other: "" })];
    writeFileSync(join(second, "svc-text"), "");
    mkdirSync(join(second, "svc-folder"));
    symlinkSync(join(first, "svc-b"), join(second, "svc-link"));
    expect(
      listPrograms(env(first, "/nonexistent", second)).map(({ name, path }) => `${name} ${path}`),
    ).toEqual([`a ${first}/svc-a`, `b ${first}/svc-b`, `link ${second}/svc-link`]);
    expect(findProgram("a", env(second, first))?.path).toBe(`${second}/svc-a`);
    for (const name of ["text", "folder", "nosuch", "../a", "", "-a", "a/b"])
      expect(findProgram(name, env(first, second))).toBeUndefined();
  });

  test("relative folders of PATH are ignored", () => {
    programs({ "svc-a": "" });
    for (const PATH of ["", ".", ":", "bin", "./bin"]) expect(listPrograms({ PATH })).toEqual([]);
  });

  test("determine the exit code of svc, 128 and more for a signal", async () => {
    const folder = programs({ "svc-seven": "exit 7", "svc-die": "kill -TERM $$", "svc-fine": "" });
    for (const [name, code] of [
      ["seven", 7],
      ["die", 143],
      ["fine", 0],
    ] as const)
      expect(await runSvc([name], { env: env(folder, "/bin") })).toMatchObject({
        code,
        stdout: "",
        stderr: "",
      });
  });

  test("report why an existing program cannot be run", async () => {
    const folder = programs({ "svc-fresh": "", "svc-lost": "" });
    chmodSync(join(folder, "svc-fresh"), 0o644);
    writeFileSync(join(folder, "svc-lost"), "#!/nonexistent/interpreter\n");
    const fresh = await runSvc(["fresh"], { env: env(folder) });
    expect(fresh).toMatchObject({ code: 2, stdout: "" });
    expect(fresh.stderr).toContain(
      `hint: ${folder}/svc-fresh is not executable: chmod +x ${folder}/svc-fresh\n`,
    );
    const lost = await runSvc(["lost"], { env: env(folder) });
    expect(lost).toMatchObject({ code: 126, stdout: "" });
    expect(lost.stderr).toContain(
      `svc: cannot run ${folder}/svc-lost: its first line names a program that does not exist\n`,
    );
  });

  test("hide no command and no alias, and take no options before their names", async () => {
    const folder = programs({ "svc-operations": "exit 7", "svc-own": "exit 7", "svc-x": "exit 7" });
    const config = folderOfTest();
    const all = { ...env(folder, "/bin"), SVC_CONFIG_DIR: config };
    await runSvc(["alias", "set", "own", "operations"], { env: all });
    expect((await runSvc(["operations"], { env: all })).code).toBe(0);
    expect((await runSvc(["own"], { env: all })).code).toBe(0);
    const result = await runSvc(["-q", "x"], { env: all });
    expect(result).toMatchObject({ code: 2 });
    expect(result.stderr).toContain("options cannot come before 'x'");
    const help = (await runSvc(["--help"], { env: all })).stdout;
    expect(help).toContain(`Programs on PATH:\n  x  ${folder}/svc-x\n\n`);
    expect((await runSvc(["help", "x"], { env: all })).stdout).toContain(`${folder}/svc-x`);
  });

  test("an alias may begin with one", async () => {
    const folder = programs({ "svc-code": 'exit "$1"' });
    const all = { ...env(folder, "/bin"), SVC_CONFIG_DIR: folderOfTest() };
    await runSvc(["alias", "set", "nine", "code 9"], { env: all });
    expect((await runSvc(["nine"], { env: all })).code).toBe(9);
  });
});
