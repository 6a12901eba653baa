import { execFile, execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { nodes } from "../nodes.ts";
import { folderOfFile } from "../temporary-folder.ts";
import { emptyEnvironment, npm, packInto } from "./package-fixture.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");
const folder = folderOfFile();
if (npm === undefined) console.warn("npm is absent: the packed svc is not installed");

interface Manifest {
  readonly version: string;
  readonly man: readonly string[];
}
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;

/** A user who owns no files. */
const nobody = 65_534;
const becomes =
  process.getuid?.() === 0 &&
  spawnSync(process.execPath, ["--version"], { uid: nobody, gid: nobody }).status === 0;
if (!becomes) console.warn("svc is not run as another user: only root can, with a Node that all may run");
const hasMan = spawnSync("man", ["--version"]).status === 0;

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
  const prefix = join(folder, "Prögramme für alle");
  const linked = join(folder, "linked-svc");
  const project = join(folder, "project");
  let paths: readonly string[] = [];

  function npmInstall(...words: readonly string[]) {
    const all = [npm ?? "", "install", "--offline", "--no-audit", "--no-fund", ...words];
    const env = emptyEnvironment(folder);
    return spawnSync(process.execPath, all, { cwd: folder, env, encoding: "utf8" });
  }

  beforeAll(async () => {
    const packed = await packInto(folder);
    paths = packed.files.map(({ path }) => path);
    const tarball = join(folder, packed.filename);
    expect(npmInstall("--global", "--prefix", prefix, tarball)).toMatchObject({ status: 0, stderr: "" });
    symlinkSync(join(prefix, "bin/svc"), linked);
    chmodSync(folder, 0o755);
    execFileSync("chmod", ["-R", "a-w", join(prefix, "lib")]);
    mkdirSync(project);
    writeFileSync(join(project, "package.json"), `{"name":"project","private":true,"type":"module"}`);
    expect(npmInstall("--prefix", project, tarball)).toMatchObject({ status: 0, stderr: "" });
  });

  test("contains only what svc needs to run, and its manual", () => {
    expect(paths.filter((path) => !packable.some((rule) => rule.test(path)))).toEqual([]);
    for (const rule of packable) expect(paths.filter((path) => rule.test(path))).not.toEqual([]);
    expect(manifest.man).toEqual(paths.filter((path) => path.startsWith("man/")).sort());
  });

  test("needs no other package", () => {
    for (const kind of ["dependencies", "optionalDependencies", "peerDependencies", "bundleDependencies"])
      expect(manifest).not.toHaveProperty(kind);
  });

  describe("installed without a network, in a folder with blanks and letters of all kinds", () => {
    const start = (
      words: readonly [string, ...string[]],
      env: Readonly<Record<string, string>>,
      uid?: number,
    ) => {
      const [program, ...rest] = words;
      const user = uid === undefined ? {} : { uid, gid: uid };
      const options = {
        cwd: "/",
        encoding: "utf8",
        env: { PATH: process.env["PATH"] ?? "", ...env },
        ...user,
      } as const;
      const { status, stdout, stderr } = spawnSync(program, rest, options);
      return { status, stdout, stderr };
    };
    const svc = (words: readonly string[], env: Readonly<Record<string, string>> = {}, uid?: number) =>
      start([linked, ...words], env, uid);
    const inSandbox = ["sandbox", "exec", "--instant", "--", linked, "fabrics", "list", "-o", "name"];
    const fabrics = { status: 0, stdout: "0\n1\n2\n", stderr: "" };

    test("runs through a link, without home and cache folders", () => {
      expect(svc(["--version"])).toEqual({ status: 0, stdout: `${manifest.version}\n`, stderr: "" });
      expect(svc(inSandbox)).toEqual(fabrics);
    });

    test.each(nodes)("runs with %s", (node) => {
      const words = inSandbox.flatMap((word) => (word === linked ? [node, linked] : [word]));
      expect(start([node, linked, ...words], {})).toEqual(fabrics);
    });

    test.skipIf(!becomes)("runs for a user who can write nothing", () => {
      for (const env of [{}, { HOME: "/root" }, { HOME: "/nonexistent", XDG_CACHE_HOME: "/dev/null" }])
        expect(svc(inSandbox, env, nobody)).toEqual(fabrics);
    });

    test("has its manual pages in a folder that MANPATH searches", () => {
      const page = realpathSync(join(prefix, "share/man/man1/svc-machines-deploy.1"));
      expect(readFileSync(page, "utf8")).toBe(readFileSync(join(root, "man/svc-machines-deploy.1"), "utf8"));
      if (!hasMan) return;
      const found = start(["man", "-w", "svc"], { MANPATH: join(prefix, "share/man") });
      expect(found).toEqual({ status: 0, stdout: expect.stringContaining("svc.1"), stderr: "" });
    });
  });

  describe("is all that a project with the library needs:", () => {
    const source = `
    import { connect, SvcError, type Machine } from "svc";
    import { startSandbox } from "svc/sandbox";
    export async function use(): Promise<Machine> {
      await using sandbox = await startSandbox({ instant: true });
      const svc = await connect(sandbox.profile);
      const machine = await svc.machines.deploy("web-01", { distroSeries: "jammy", wait: true });
      // @ts-expect-error there is no such field
      await svc.machines.deploy("web-01", { distroSerie: "jammy" });
      if (machine.hostname === "") throw new Error(SvcError.name);
      return machine;
    }
  `;

    test.each(nodes)("it runs with %s", async (node) => {
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
      const result = await run(node, ["program.cjs"], { cwd: project, env: emptyEnvironment(folder) });
      expect(result).toMatchObject({ stdout: "Deployed true notFound\n", stderr: "" });
    });

    test.each([
      ["node16", "node16", ["a.ts", "b.mts"]],
      ["nodenext", "nodenext", ["a.ts", "b.mts", "required.cts"]],
      ["esnext", "bundler", ["a.ts", "b.mts"]],
    ])("it is typed for --module %s --moduleResolution %s", (module, resolution, files) => {
      for (const name of ["a.ts", "b.mts"]) writeFileSync(join(project, name), source);
      const required = `import svc = require("svc");\nexport const connect: typeof svc.connect = svc.connect;\n`;
      writeFileSync(join(project, "required.cts"), required);
      const compiler = join(root, "node_modules/typescript/bin/tsc");
      const rules = ["--noEmit", "--strict", "--target", "es2022", "--types", ""];
      const words = [compiler, ...rules, "--module", module, "--moduleResolution", resolution, ...files];
      const { status, stdout } = spawnSync(process.execPath, words, { cwd: project, encoding: "utf8" });
      expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
    });
  });
});

test("a copy that was not built says in one line what is missing, and how to build it", () => {
  const copy = join(folder, "copy");
  mkdirSync(join(copy, "bin"), { recursive: true });
  writeFileSync(join(copy, "package.json"), `{"type":"module"}`);
  for (const name of ["svc.js", "package.json"])
    writeFileSync(join(copy, "bin", name), readFileSync(join(root, "bin", name)));
  const words = [join(copy, "bin/svc.js"), "--version"];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: "",
    stderr: "svc: dist/ is missing: this copy was not built\nhint: npm ci && npm run build\n",
  });
});
