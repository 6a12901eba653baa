import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { folderOfFile } from "../temporary-folder.ts";
import { copyProject, emptyEnvironment, npm } from "./package-fixture.ts";

const root = join(import.meta.dirname, "../..");
const outer = folderOfFile();
const folder = join(outer, "project");
const hasTools = npm !== undefined && spawnSync("git", ["--version"]).status === 0;
if (!hasTools) console.warn("npm or git is absent: no release is made");

const changelog = `# Changelog

## Unreleased

- Something new.
- **Breaking**: \`--old\` is \`--new\`.

## 0.1.0 (2026-01-02)

The first release.
`;

function run(program: string, words: readonly string[]) {
  const env = {
    ...emptyEnvironment(outer),
    PATH: [dirname(process.execPath), process.env["PATH"]].join(delimiter),
    GIT_CONFIG_GLOBAL: join(outer, "none"),
    GIT_AUTHOR_NAME: "Tester",
    GIT_AUTHOR_EMAIL: "tester@example.org",
    GIT_COMMITTER_NAME: "Tester",
    GIT_COMMITTER_EMAIL: "tester@example.org",
  };
  const { status, stdout, stderr } = spawnSync(program, words, { cwd: folder, encoding: "utf8", env });
  return { status, stdout, stderr };
}

function git(...words: readonly string[]): string {
  const { status, stdout, stderr } = run("git", words);
  expect({ words, status, stderr }).toMatchObject({ words, status: 0 });
  return stdout.trim();
}

const release = (...words: readonly string[]) =>
  run(process.execPath, [join(folder, ".github/scripts/release.mjs"), ...words]);
const read = (path: string) => readFileSync(join(folder, path), "utf8");
const write = (path: string, text: string) => writeFileSync(join(folder, path), text);

describe.skipIf(!hasTools)("npm run release", () => {
  beforeAll(() => {
    copyProject(folder);
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    write("CHANGELOG.md", changelog);
    git("init", "--quiet", "--initial-branch", "main");
    git("add", "--all");
    git("commit", "--quiet", "--message", "Begin");
    git("tag", "begin");
    git("tag", "v0.1.0");
  }, 60_000);

  beforeEach(() => {
    git("reset", "--quiet", "--hard", "begin");
    git("clean", "--quiet", "--force");
  });

  const state = () => [
    git("rev-parse", "HEAD"),
    git("tag"),
    git("status", "--porcelain"),
    read("CHANGELOG.md"),
  ];

  test.each<[string, readonly string[], RegExp, () => void]>([
    [
      "a changed file",
      [],
      /uncommitted changes:\n M LICENSE$/m,
      () => appendFileSync(join(folder, "LICENSE"), "\n"),
    ],
    [
      "a new file, also with --dry-run",
      ["--dry-run"],
      /uncommitted changes:\n\?\? new$/m,
      () => write("new", ""),
    ],
    [
      "a tag that exists, also with --dry-run",
      ["0.1.0", "--dry-run"],
      /the tag v0\.1\.0 exists already/,
      () => undefined,
    ],
    ["an older version", ["0.0.9"], /0\.0\.9 is not later than 0\.1\.0/, () => undefined],
    ["what is not a version", ["v0.2.0"], /^release: usage: /, () => undefined],
    ["two versions", ["0.2.0", "0.3.0"], /^release: usage: /, () => undefined],
    ["an unknown option", ["--dryrun"], /'--dryrun'/, () => undefined],
    [
      "an empty section",
      [],
      /"Unreleased" in CHANGELOG\.md is empty/,
      () => {
        write("CHANGELOG.md", changelog.replace(/- [\s\S]*?\n\n/, "\n"));
        git("commit", "--quiet", "--all", "--message", "Empty");
      },
    ],
    [
      "no section",
      [],
      /"Unreleased" in CHANGELOG\.md is empty/,
      () => {
        write("CHANGELOG.md", "# Changelog\n");
        git("commit", "--quiet", "--all", "--message", "Empty");
      },
    ],
  ])("refuses %s, and changes nothing", (_, words, message, prepare) => {
    prepare();
    const before = state();
    const result = release(...words);
    expect(result).toMatchObject({ status: 1, stdout: "" });
    expect(result.stderr).toMatch(message);
    expect(state()).toEqual(before);
  });

  test("--dry-run shows version, tag, section and tarball, and changes nothing", () => {
    const before = state();
    const { status, stdout } = release("--dry-run");
    expect(status).toBe(0);
    for (const text of ["version    0.2.0 ", "tag        v0.2.0 ", "- Something new.", "svc-0.2.0.tgz"])
      expect(stdout).toContain(text);
    expect(stdout).not.toContain("The first release.");
    expect(state()).toEqual(before);
    expect(existsSync(join(folder, "svc-0.2.0.tgz"))).toBe(false);
  });

  test("a failed step leaves everything unchanged", () => {
    write(".ci/build.mjs", "process.exitCode = 1;\n");
    git("commit", "--quiet", "--all", "--message", "Break the build");
    const before = state();
    expect(release()).toMatchObject({ status: 1 });
    expect(state()).toEqual(before);
  });

  test("creates version, changelog, commit, tag and tarball", { timeout: 120_000 }, () => {
    onTestFinished(() => {
      run("git", ["tag", "--delete", "v0.2.0"]);
      rmSync(join(folder, "svc-0.2.0.tgz"), { force: true });
    });
    const { status, stdout, stderr } = release("0.2.0");
    expect({ status, stderr }).toMatchObject({ status: 0 });
    expect(stdout).toContain("git push --atomic origin HEAD v0.2.0");
    const lines = "- Something new.\n- **Breaking**: `--old` is `--new`.";
    expect(read("CHANGELOG.md").replace(/\d{4}-\d\d-\d\d/, "DATE")).toBe(
      changelog.replace("## Unreleased\n", "## Unreleased\n\n## 0.2.0 (DATE)\n"),
    );
    expect(git("log", "-1", "--format=%s")).toBe("Release 0.2.0");
    expect(git("tag", "--list", "--format=%(contents)", "v0.2.0")).toBe(`svc 0.2.0\n\n${lines}`);
    expect(git("rev-parse", "v0.2.0^{commit}")).toBe(git("rev-parse", "HEAD"));
    expect(git("status", "--porcelain")).toBe("");
    for (const path of ["package.json", "package-lock.json"])
      expect(JSON.parse(read(path))).toMatchObject({ version: "0.2.0" });
    expect(read("README.md")).toContain("./svc-0.2.0.tgz");
    for (const name of ["svc_0.2.0-1_all.deb", "svc-standalone_0.2.0-1_amd64.deb", "svc-0.2.0-1.noarch.rpm"])
      expect(read("docs/installation.md")).toContain(name);
    expect(existsSync(join(folder, "svc-0.2.0.tgz"))).toBe(true);
    expect(run(process.execPath, ["bin/svc.js", "--version"]).stdout).toBe("0.2.0\n");
    expect(release("--dry-run").stderr).toContain('"Unreleased" in CHANGELOG.md is empty');
  });

  test("an unreleased version keeps its section and adds later lines", () => {
    git("tag", "--delete", "v0.1.0");
    try {
      const { stdout } = release("--dry-run");
      expect(stdout).toContain("The first release.\n- Something new.");
      expect(stdout).toContain("tag        v0.1.0 ");
    } finally {
      git("tag", "v0.1.0");
    }
  });
});
