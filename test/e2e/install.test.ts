import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { nodes } from "../nodes.ts";
import { folderOfFile } from "../temporary-folder.ts";
import { emptyEnvironment, npm, packInto } from "./package-fixture.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");
const folder = folderOfFile();

if (npm === undefined) console.warn("npm is absent: the packed svc is not installed");
const env = emptyEnvironment(folder);

/** Files that the package may contain. `npm pack` adds package.json, README.md and LICENSE. */
const packable = [
  /^(package\.json|README\.md|LICENSE)$/,
  /^bin\/(svc\.js|package\.json)$/,
  /^dist\/([\w-]+\/)*[\w.-]+\.(js|d\.ts)$/,
  /^dist\/THIRD-PARTY-NOTICES\.txt$/,
  /^completions\/(svc\.bash|svc\.fish|_svc)$/,
  /^man\/svc[\w-]*\.[157]$/,
];

describe.skipIf(npm === undefined)("the package", () => {
  let packed: Awaited<ReturnType<typeof packInto>>;
  beforeAll(async () => {
    packed = await packInto(folder);
  });

  test("contains only what svc needs to run, and its manual", () => {
    const paths = packed.files.map(({ path }) => path);
    expect(paths.filter((path) => !packable.some((rule) => rule.test(path)))).toEqual([]);
    for (const rule of packable) expect(paths.filter((path) => rule.test(path))).not.toEqual([]);
    const manuals = paths.filter((path) => path.startsWith("man/"));
    expect(manifest().man).toEqual(manuals.sort());
  });

  test("needs no other package", () => {
    const { dependencies, optionalDependencies, peerDependencies, bundleDependencies } = manifest();
    expect([dependencies, optionalDependencies, peerDependencies, bundleDependencies]).toEqual(
      Array(4).fill(undefined),
    );
  });

  test.each(nodes)("can be installed without a network and runs with %s", async (node) => {
    const prefix = join(folder, `prefix-${nodes.indexOf(node)}`);
    const tarball = join(folder, packed.filename);
    const under = {
      ...env,
      PATH: `${join(prefix, "bin")}${delimiter}${dirname(node)}${delimiter}${env.PATH}`,
    };
    const install = [npm ?? "", "install", "--global", "--offline", "--prefix", prefix, tarball];
    const { stderr } = await run(node, install, { cwd: folder, env: under });
    expect(stderr).toBe("");

    const inShell = (command: string) => run("sh", ["-c", command], { cwd: folder, env: under });
    expect((await inShell("svc --version")).stdout).toBe(`${manifest().version}\n`);
    expect((await inShell("svc machines --help")).stdout).toContain("svc machines <verb>");
    const list = await inShell("svc sandbox exec --instant -- svc machines list -o name");
    expect(list.stdout.trim().split("\n")).toHaveLength(12);
    const page = realpathSync(join(prefix, "share/man/man1/svc-machines-deploy.1"));
    expect(readFileSync(page, "utf8")).toBe(readFileSync(join(root, "man/svc-machines-deploy.1"), "utf8"));
    if (spawnSync("man", ["--version"]).status === 0) {
      expect((await inShell("man -w svc-machines-deploy")).stdout.trim()).toContain("svc-machines-deploy.1");
    }
  });

  test.each(nodes)("is the only package that a project with the library needs with %s", async (node) => {
    const project = join(folder, `project-${nodes.indexOf(node)}`);
    mkdirSync(project);
    writeFileSync(join(project, "package.json"), "{}");
    const install = [
      npm ?? "",
      "install",
      "--offline",
      "--no-audit",
      "--no-fund",
      join(folder, packed.filename),
    ];
    await run(node, install, { cwd: project, env });
    const program = `
      const { connect, SvcError } = require("svc");
      (async () => {
        const { startSandbox } = await import("svc/sandbox");
        const sandbox = await startSandbox({ instant: true });
        const svc = await connect({ ...sandbox.profile, env: {} });
        const { status_name } = await svc.machines.deploy("web-01", { distroSeries: "jammy", wait: true });
        const error = await svc.machines.get("web-99").catch((caught) => caught);
        console.log(status_name, error instanceof SvcError, error.kind);
        await svc.close();
        await sandbox.stop();
      })();
    `;
    writeFileSync(join(project, "program.cjs"), program);
    const result = await run(node, ["program.cjs"], { cwd: project, env });
    expect(result.stdout).toBe("Deployed true notFound\n");
    expect(result.stderr).toBe("");
  });
});

describe("a copy that was not built", () => {
  test("says in one line what is missing, and how to build it", async () => {
    const copy = join(folder, "copy");
    mkdirSync(join(copy, "bin"), { recursive: true });
    writeFileSync(join(copy, "package.json"), `{"type":"module"}`);
    for (const name of ["svc.js", "package.json"])
      writeFileSync(join(copy, "bin", name), readFileSync(join(root, "bin", name)));
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(copy, "bin/svc.js"), "--version"], {
      encoding: "utf8",
    });
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: "",
      stderr: "svc: dist/ is missing: this copy was not built\nhint: npm ci && npm run build\n",
    });
  });
});

interface Manifest {
  readonly version: string;
  readonly man: readonly string[];
  readonly dependencies?: unknown;
  readonly optionalDependencies?: unknown;
  readonly peerDependencies?: unknown;
  readonly bundleDependencies?: unknown;
}

function manifest(): Manifest {
  return JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
}
