import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { shells } from "../../../../../src/catalogue/commands/options.ts";
import { installLocation } from "../../../../../src/cli/commands/stored/completion.ts";
import { completionScripts } from "../../../../../src/cli/reference/completion-scripts.ts";
import { runSvc } from "../../../../svc-run.ts";
import { folderOfTest } from "../../../../temporary-folder.ts";

/** An environment in which only the home folder is written to. */
const environment = () => {
  const HOME = folderOfTest();
  const FPATH = join(HOME, "functions");
  mkdirSync(FPATH);
  return { HOME, FPATH, SVC_CONFIG_DIR: join(HOME, "config") };
};

const files = {
  bash: ".local/share/bash-completion/completions/svc",
  zsh: "functions/_svc",
  fish: ".config/fish/completions/svc.fish",
};

describe.each(shells)("svc completion install %s", (shell) => {
  test("writes the script where the shell looks for it, once, and removes it again", async () => {
    const env = environment();
    const file = join(env.HOME, files[shell]);
    const result = async (...words: readonly string[]) => {
      const output = await runSvc(["completion", ...words, "-o", "json"], { env });
      expect(output.code).toBe(0);
      return JSON.parse(output.stdout);
    };
    expect(await result("install", shell, "--dry-run")).toMatchObject({ file, result: "would be written" });
    expect(() => statSync(file)).toThrow();
    expect(await result("install", shell)).toMatchObject({ shell, file, result: "written" });
    expect(readFileSync(file, "utf8")).toBe(completionScripts[shell]);
    expect(statSync(file).mode & 0o777).toBe(0o644);
    expect(await result("install", shell)).toMatchObject({ result: "unchanged" });
    writeFileSync(file, "# Completion of svc for an earlier release\n");
    expect(await result("install", shell)).toMatchObject({ result: "replaced" });
    expect(await result("uninstall", "--dry-run")).toMatchObject([{ file, result: "would be removed" }]);
    expect(await result("uninstall", shell)).toMatchObject([{ shell, file, result: "removed" }]);
    expect(await result("uninstall")).toEqual([]);
  });

  test("replaces a file that svc did not write only with --force", async () => {
    const env = environment();
    const file = join(env.HOME, files[shell]);
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, "mine\n");
    expect(await runSvc(["completion", "install", shell], { env })).toMatchObject({ code: 6, stdout: "" });
    await runSvc(["completion", "uninstall", shell], { env });
    expect(readFileSync(file, "utf8")).toBe("mine\n");
    expect(await runSvc(["completion", "install", shell, "--force"], { env })).toMatchObject({ code: 0 });
    expect(readFileSync(file, "utf8")).toBe(completionScripts[shell]);
  });

  test("reports in one line why it cannot write", async () => {
    const HOME = join(folderOfTest(), "file");
    writeFileSync(HOME, "");
    const result = await runSvc(["completion", "install", shell], {
      env: { HOME, FPATH: join(HOME, "functions"), HOMEBREW_PREFIX: HOME },
    });
    expect(result).toMatchObject({ code: 1, stdout: "" });
    expect(result.stderr).toMatch(/^svc: cannot (?:read|write) \S+ \([a-z ]+\)\n/);
  });
});

test("the shell is taken from SHELL", async () => {
  const env = environment();
  const result = await runSvc(["completion", "install", "-o", "name"], {
    env: { ...env, SHELL: "/usr/bin/fish" },
  });
  expect(result.stdout).toBe(`${join(env.HOME, files.fish)}\n`);
  expect(await runSvc(["completion", "install"], { env: { ...env, SHELL: "/bin/tcsh" } })).toMatchObject({
    code: 2,
  });
  expect(await runSvc(["completion", "install", "bash"], { env: {} })).toMatchObject({ code: 2 });
});

describe("the folder of a script", () => {
  test("follows the XDG base directory specification", () => {
    const env = { HOME: "/h", XDG_DATA_HOME: "/data", XDG_CONFIG_HOME: "/config" };
    expect(installLocation("bash", env)?.file).toBe("/data/bash-completion/completions/svc");
    expect(installLocation("fish", env)).toEqual({
      file: "/config/fish/completions/svc.fish",
      next: undefined,
    });
    expect(installLocation("bash", { ...env, BASH_COMPLETION_USER_DIR: "/mine:/other" })?.file).toBe(
      "/mine/completions/svc",
    );
  });

  test("is a folder of Homebrew or oh-my-zsh for zsh if there is one", () => {
    const HOME = folderOfTest();
    const brew = join(HOME, "brew/share/zsh/site-functions");
    mkdirSync(brew, { recursive: true });
    expect(installLocation("zsh", { HOME, HOMEBREW_PREFIX: join(HOME, "brew") })).toEqual({
      file: join(brew, "_svc"),
      next: undefined,
    });
    const custom = join(HOME, ".oh-my-zsh/custom/completions");
    mkdirSync(custom, { recursive: true });
    writeFileSync(join(HOME, ".oh-my-zsh/oh-my-zsh.sh"), "");
    expect(installLocation("zsh", { HOME })?.file).toBe(join(custom, "_svc"));
  });
});

test("a folder for all users is written only with --yes", async () => {
  const env = { ...environment(), FPATH: folderOfTest() };
  const file = join(env.FPATH, "_svc");
  const installed = await runSvc(["completion", "install", "zsh"], { env });
  expect([installed.code, installed.stderr]).toEqual([
    13,
    expect.stringContaining(`write ${file}, for all users?`),
  ]);
  expect(() => statSync(file)).toThrow();
  expect((await runSvc(["completion", "install", "zsh", "--yes"], { env })).code).toBe(0);
  expect(readFileSync(file, "utf8")).toBe(completionScripts.zsh);
});
