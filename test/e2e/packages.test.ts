import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { folderOfFile } from "../temporary-folder.ts";

const root = join(import.meta.dirname, "../..");
const folder = folderOfFile();
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };

const lacking = ["dpkg-deb", "rpmbuild"].filter((name) => spawnSync(name, ["--version"]).status !== 0);
const lack =
  lacking.length > 0
    ? `${lacking.join(" and ")} not installed`
    : process.getuid?.() !== 0
      ? "only root can install packages"
      : undefined;
if (lack !== undefined) console.warn(`no packages are made: ${lack}`);

function run(program: string, words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { PATH = "" } = process.env;
  const result = spawnSync(program, words, {
    cwd: folder,
    encoding: "utf8",
    env: { PATH, HOME: folder, ...env },
  });
  return { status: result.status, stdout: result.stdout, stderr: result.stderr };
}

const script = join(root, ".github/scripts/packages.mjs");
const env = { SOURCE_DATE_EPOCH: "1795000000" };

describe.skipIf(lack !== undefined)("packages of Debian and Fedora", () => {
  /** A system without any packages, and how to install and remove one. */
  const systems = {
    deb: {
      root: join(folder, "debian"),
      zsh: "vendor-completions",
      node: `svc_${version}-1_all.deb`,
      install: ["dpkg", "--install"],
      force: "--force-depends",
      remove: ["dpkg", "--purge"],
      lacksNode: "svc depends on nodejs (>= 20.19)",
      conflict: "svc-standalone conflicts with svc",
    },
    rpm: {
      root: join(folder, "fedora"),
      zsh: "site-functions",
      node: `svc-${version}-1.noarch.rpm`,
      install: ["rpm", "--install"],
      force: "--nodeps",
      remove: ["rpm", "--erase"],
      lacksNode: "nodejs(engine) >= 20.19",
      conflict: "file /usr/bin/svc from install of svc-standalone",
    },
  };

  beforeAll(() => {
    mkdirSync(join(folder, "standalone"));
    for (const name of ["svc", "LICENSE", "THIRD-PARTY-NOTICES.txt", "NODE-LICENSE.txt"])
      writeFileSync(join(folder, "standalone", name), `#!/bin/sh\necho ${name} "$@"\n`);
    for (const name of ["info", "updates"])
      mkdirSync(join(systems.deb.root, "var/lib/dpkg", name), { recursive: true });
    writeFileSync(join(systems.deb.root, "var/lib/dpkg/status"), "");
    mkdirSync(systems.rpm.root);
    const words = [script, "--standalone", join(folder, "standalone"), join(folder, "packages")];
    expect(run(process.execPath, words, env)).toMatchObject({ status: 0, stdout: "" });
  });

  const packages = () => readdirSync(join(folder, "packages")).sort();

  test("exist for the system's Node and with the executable, in both formats", () => {
    const [deb, rpm] = process.arch === "arm64" ? ["arm64", "aarch64"] : ["amd64", "x86_64"];
    expect(packages()).toEqual(
      [
        systems.deb.node,
        systems.rpm.node,
        `svc-standalone_${version}-1_${deb}.deb`,
        `svc-standalone-${version}-1.${rpm}.rpm`,
      ].sort(),
    );
  });

  test("are byte-identical when built with another time zone, language and temporary folder", () => {
    const elsewhere = join(folder, "elsewhere");
    mkdirSync(elsewhere);
    const other = { ...env, TZ: "Asia/Tokyo", TMPDIR: elsewhere, LC_ALL: "C" };
    const words = [script, "--standalone", join(folder, "standalone"), join(folder, "again")];
    expect(run(process.execPath, words, other)).toMatchObject({ status: 0, stdout: "" });
    for (const name of packages()) {
      const [first, second] = ["packages", "again"].map((made) => readFileSync(join(folder, made, name)));
      expect(first?.equals(second ?? Buffer.of()), name).toBe(true);
    }
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  test.each(Object.entries(systems))(
    "%s: is installed, runs, and is removed without a trace",
    (_, system) => {
      const inRoot = ([program = "", ...words]: readonly string[], ...more: readonly string[]) =>
        run(program, ["--root", system.root, ...words, ...more]);
      const file = join(folder, "packages", system.node);
      const without = inRoot(system.install, file);
      expect(without.status).toBe(1);
      expect(without.stderr).toContain(system.lacksNode);
      expect(inRoot(system.install, system.force, file)).toMatchObject({ status: 0 });

      const installed = (path: string) => join(system.root, path);
      const svc = [process.execPath, installed("usr/bin/svc")];
      const list = ["sandbox", "exec", "--instant", "--", ...svc, "fabrics", "list", "-o", "name"];
      expect(run(process.execPath, [...svc.slice(1), ...list]).stdout).toBe("0\n1\n2\n");
      expect(readFileSync(installed("usr/share/svc/bin/svc.js"), "utf8")).toMatch(/^#!\/usr\/bin\/node\n/);
      for (const path of [
        "man/man1/svc-machines-deploy.1.gz",
        "man/man7/svc-output.7.gz",
        "bash-completion/completions/svc",
        `zsh/${system.zsh}/_svc`,
        "fish/vendor_completions.d/svc.fish",
        "doc/svc/changelog.gz",
      ])
        expect(existsSync(installed(`usr/share/${path}`)), path).toBe(true);

      const other = packages().find((name) => /standalone/.test(name) && name.endsWith(file.slice(-3)));
      const both = inRoot(system.install, system.force, join(folder, "packages", other ?? ""));
      expect(both.status === 0 ? both.status : both.stderr).toContain(system.conflict);

      expect(inRoot(system.remove, "svc")).toMatchObject({ status: 0 });
      const remainingFiles = readdirSync(system.root, {
        recursive: true,
        encoding: "utf8",
        withFileTypes: true,
      })
        .filter(
          (entry) => !entry.isDirectory() && !/var\/lib\/dpkg|\.rpmdb|var\/lib\/rpm/.test(entry.parentPath),
        )
        .map(({ name }) => name);
      expect(remainingFiles).toEqual([]);
    },
  );

  test("a missing executable is reported", () => {
    const none = join(folder, "none");
    expect(run(process.execPath, [script, "--standalone", none, join(folder, "x")], env)).toMatchObject({
      status: 1,
      stderr: `packages: not made: ${none} has no svc\n`,
    });
  });
});
