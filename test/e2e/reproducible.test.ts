import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, readdirSync, readFileSync, statSync } from "node:fs";
import { homedir, hostname } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderOfTest } from "../temporary-folder.ts";
import { copyProject, emptyEnvironment, npm } from "./package-fixture.ts";

const root = join(import.meta.dirname, "../..");

/** A copy of the project with its own packages, because links to other folders would be followed. */
function copyWithPackages(folder: string): void {
  copyProject(folder);
  const [packages, copy] = [join(root, "node_modules"), join(folder, "node_modules")];
  if (spawnSync("cp", ["-al", packages, copy]).status === 0) return;
  cpSync(packages, copy, { recursive: true, verbatimSymlinks: true, force: true });
}

/** All files of a build by path, with the tarball made of them. */
function build(folder: string): ReadonlyMap<string, Buffer> {
  const env = emptyEnvironment(folder);
  execFileSync(process.execPath, [".ci/build.mjs"], { cwd: folder, env, stdio: "pipe" });
  if (npm !== undefined)
    execFileSync(process.execPath, [npm, "pack", "--ignore-scripts", "--pack-destination", "dist"], {
      cwd: folder,
      env,
      stdio: "pipe",
    });
  return new Map(
    readdirSync(join(folder, "dist"), { recursive: true, encoding: "utf8" })
      .sort()
      .filter((name) => statSync(join(folder, "dist", name)).isFile())
      .map((name) => [name, readFileSync(join(folder, "dist", name))]),
  );
}

test("two builds of one tree are byte-identical, and do not mention the machine", {
  timeout: 240_000,
}, () => {
  const folder = folderOfTest();
  const [firstBuild, right] = ["one", "a longer/and deeper one"].map((name) => {
    copyWithPackages(join(folder, name));
    return build(join(folder, name));
  });
  const hashes = (files: typeof firstBuild) =>
    [...(files ?? [])].map(([name, bytes]) => [name, createHash("sha256").update(bytes).digest("hex")]);
  expect(hashes(firstBuild)).toEqual(hashes(right));
  const ofMachine = [root, folder, `${homedir()}/`, hostname()].filter((text) => text.length > 4);
  const naming = [...(firstBuild ?? [])].flatMap(([name, bytes]) =>
    ofMachine.filter((text) => bytes.includes(text)).map((text) => [name, text]),
  );
  expect(firstBuild?.size).toBeGreaterThan(20);
  expect(naming).toEqual([]);
});
