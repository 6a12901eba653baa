import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { guides } from "../../../../docs/scripts/guides.ts";
import { signatureOf } from "../../../../src/catalogue/commands/command-spec.ts";
import { globalOptions, shells } from "../../../../src/catalogue/commands/options.ts";
import { groupNames, loadAllOperations } from "../../../../src/catalogue/index.ts";
import { builtinCommands } from "../../../../src/cli/commands/index.ts";
import { scriptNames } from "../../../../src/cli/reference/completion-scripts.ts";
import { referenceFiles } from "../../../../src/cli/reference/manuals.ts";
import { runSvc } from "../../../svc-run.ts";
import { program } from "../command-line.ts";

const root = join(import.meta.dirname, "../../../..");
const files = await referenceFiles(program, guides(root));
const operations = await loadAllOperations();
const folders = ["man", "completions"];

describe("the reference that is committed", () => {
  test("matches the catalogue (to fix: npm run reference)", () => {
    const present = folders.flatMap((folder) =>
      readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
    );
    const stale = present.filter((path) => readFileSync(join(root, path), "utf8") !== files.get(path));
    expect(stale).toEqual([]);
    expect([...files.keys()].sort()).toEqual([...present].sort());
  });

  test("is the same at every run", async () => {
    expect(await referenceFiles(program, guides(root))).toEqual(files);
  });
});

test.each(shells)("svc completion %s prints the committed script", async (shell) => {
  const result = await runSvc(["completion", shell]);
  expect(result).toMatchObject({
    code: 0,
    stderr: "",
    stdout: files.get(`completions/${scriptNames[shell]}`),
  });
  expect(result.stdout.split("\n").slice(0, 6).join("\n")).toContain(`svc completion ${shell}`);
});

test("completion for another shell is a usage error that names the known ones", async () => {
  const result = await runSvc(["completion", "zhs"]);
  expect(result).toMatchObject({ code: 2, stdout: "" });
  expect(result.stderr).toContain("svc completion zsh");
});

const page = (name: string): string =>
  (files.get(`man/${name}`) ?? "").replaceAll("\\-", "-").replaceAll("\\&", "");

describe("manual pages", () => {
  test("svc(1) names every group, global option and exit code", () => {
    const text = page("svc.1");
    for (const name of groupNames) expect(text).toContain(`.It Xr svc-${name} 1\n`);
    for (const { name } of globalOptions) expect(text).toContain(`Fl -${name}`);
    expect(text).toContain(".It Cm 143");
  });

  test.each(operations.map((entry) => [entry.id, entry] as const))("%s is explained whole", (_, entry) => {
    const { operation, group } = entry;
    const name = `svc-${group.name}-${operation.verb}`;
    expect(page(`svc-${group.name}.1`)).toContain(`.It Xr ${name} 1\n`);
    const text = page(`${name}.1`);
    expect(text).toContain(`.Xr svc-${group.name} 1 ,\n`);
    expect(text).toContain(`${operation.method} ${operation.path}`);
    for (const { name, negatable } of signatureOf(entry).options) {
      expect(text).toContain(negatable ? `Fl -[no-]${name}` : `Fl -${name} Ar`);
    }
  });

  test.each(builtinCommands.map(({ command }) => command.join(" ")))("%s is explained", (line) => {
    expect(page(`svc-${line.replaceAll(" ", "-")}.1`)).toContain(`.Sh SYNOPSIS\n.Nm svc ${line}\n`);
  });

  test("refer to pages that exist", () => {
    const broken = [...files].flatMap(([path, text]) =>
      [...text.matchAll(/Xr (svc[\w-]*) (\d)/g)]
        .filter(([, name, section]) => !files.has(`man/${name}.${section}`))
        .map(([reference]) => [path, reference]),
    );
    expect(broken).toEqual([]);
  });

  const hasMandoc = spawnSync("mandoc", ["-h"]).error === undefined;
  if (!hasMandoc) console.warn("mandoc is absent: the manual pages are not linted");
  test.skipIf(!hasMandoc)("are clean under mandoc -T lint", () => {
    const pages = readdirSync(join(root, "man")).map((name) => join(root, "man", name));
    const result = spawnSync("mandoc", ["-T", "lint", "-W", "warning", ...pages], { encoding: "utf8" });
    expect(result.stdout).toBe("");
    expect(result.status).toBe(0);
  });

  test.skipIf(!hasMandoc)("show options and examples as they are typed", () => {
    const pageText = (name: string) =>
      execFileSync("mandoc", ["-T", "utf8", "-O", "width=80", join(root, "man", name)], {
        encoding: "utf8",
      }).replace(/.[\b]/g, "");
    const deploy = pageText("svc-machines-deploy.1");
    expect(deploy).toContain("svc-machines-deploy – deploy an operating system\n");
    expect(deploy).toContain("svc machines deploy <system_id>... [options]\n");
    expect(deploy).toContain("svc machines deploy web-01 --distro-series jammy");
    expect(deploy).toContain("--[no-]bridge-all");
    expect(pageText("svc-machines-update.1")).toContain("'rack 7, unit 12'");
    const [longest = ""] = pageText("svc-boot-resources-upload-chunk.1")
      .split("\n")
      .sort((a, b) => b.length - a.length);
    expect(longest.length).toBeLessThanOrEqual(80);
  });
});
