import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { folderOfFile } from "../temporary-folder.ts";
import { emptyEnvironment, npm, packInto } from "./package-fixture.ts";

const root = join(import.meta.dirname, "../..");
const folder = folderOfFile();
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
if (npm === undefined) console.warn("npm is absent: the packed svc is not installed");

/** A user who owns no files. */
const nobody = 65_534;
const becomes =
  process.getuid?.() === 0 &&
  spawnSync(process.execPath, ["--version"], { uid: nobody, gid: nobody }).status === 0;
if (!becomes) console.warn("svc is not run as another user: only root can, with a Node that all may run");

function npmInstall(...words: readonly string[]) {
  const all = [npm ?? "", "install", "--offline", "--no-audit", "--no-fund", ...words];
  execFileSync(process.execPath, all, { cwd: folder, env: emptyEnvironment(folder), stdio: "pipe" });
}

let tarball = "";
beforeAll(async () => {
  if (npm !== undefined) tarball = join(folder, (await packInto(folder)).filename);
});

describe.skipIf(npm === undefined)(
  "svc that is installed in a folder with blanks and letters of all kinds",
  () => {
    const prefix = join(folder, "Prögramme für alle");
    const linked = join(folder, "linked-svc");
    beforeAll(() => {
      npmInstall("--global", "--prefix", prefix, tarball);
      symlinkSync(join(prefix, "bin/svc"), linked);
      chmodSync(folder, 0o755);
      execFileSync("chmod", ["-R", "a-w", join(prefix, "lib")]);
    });

    const svc = (words: readonly string[], env: Readonly<Record<string, string>> = {}, uid?: number) => {
      const user = uid === undefined ? {} : { uid, gid: uid };
      const result = spawnSync(linked, words, {
        cwd: "/",
        encoding: "utf8",
        env: { PATH: process.env["PATH"] ?? "", ...env },
        ...user,
      });
      return { status: result.status, stdout: result.stdout, stderr: result.stderr };
    };
    const inSandbox = ["sandbox", "exec", "--instant", "--", linked, "fabrics", "list", "-o", "name"];
    const fabrics = { status: 0, stdout: "0\n1\n2\n", stderr: "" };

    test("runs through a link, without home and cache folders", () => {
      expect(svc(["--version"])).toEqual({ status: 0, stdout: `${version}\n`, stderr: "" });
      expect(svc(inSandbox)).toEqual(fabrics);
    });

    test.skipIf(!becomes)("runs for a user who can write nothing", () => {
      expect(svc(["--version"], {}, nobody)).toEqual({ status: 0, stdout: `${version}\n`, stderr: "" });
      for (const env of [{}, { HOME: "/root" }, { HOME: "/nonexistent", XDG_CACHE_HOME: "/dev/null" }])
        expect(svc(inSandbox, env, nobody)).toEqual(fabrics);
    });

    test("has manual pages in a folder that MANPATH searches", ({ skip }) => {
      if (spawnSync("man", ["--version"]).status !== 0) skip();
      const env = { PATH: process.env["PATH"] ?? "", MANPATH: join(prefix, "share/man") };
      const manualPath = spawnSync("man", ["-w", "svc"], { encoding: "utf8", env });
      expect(manualPath).toMatchObject({ status: 0, stderr: "" });
      expect(manualPath.stdout).toContain("svc.1");
    });
  },
);

describe.skipIf(npm === undefined)("the library that is installed in a project", () => {
  const project = join(folder, "project");
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

  beforeAll(() => {
    mkdirSync(project);
    writeFileSync(join(project, "package.json"), `{"name":"project","private":true,"type":"module"}`);
    npmInstall("--prefix", project, tarball);
    for (const name of ["a.ts", "b.mts"]) writeFileSync(join(project, name), source);
    const required = `import svc = require("svc");\nexport const connect: typeof svc.connect = svc.connect;\n`;
    writeFileSync(join(project, "required.cts"), required);
  });

  test.each([
    ["node16", "node16", ["a.ts", "b.mts"]],
    ["nodenext", "nodenext", ["a.ts", "b.mts", "required.cts"]],
    ["esnext", "bundler", ["a.ts", "b.mts"]],
  ])("is typed for --module %s --moduleResolution %s", (module, resolution, files) => {
    const compiler = join(root, "node_modules/typescript/bin/tsc");
    const rules = ["--noEmit", "--strict", "--target", "es2022", "--types", ""];
    const words = [compiler, ...rules, "--module", module, "--moduleResolution", resolution, ...files];
    const { status, stdout } = spawnSync(process.execPath, words, { cwd: project, encoding: "utf8" });
    expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
  });
});
