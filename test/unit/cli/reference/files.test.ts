import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { guides } from "../../../../docs/scripts/guides.ts";
import { signatureOf } from "../../../../src/catalogue/commands/command-signature.ts";
import { globalOptions, shells } from "../../../../src/catalogue/commands/options.ts";
import { groupNames, loadAllOperations } from "../../../../src/catalogue/index.ts";
import { builtinCommands } from "../../../../src/cli/commands/index.ts";
import { scriptNames } from "../../../../src/cli/reference/completion-scripts.ts";
import { referenceFiles } from "../../../../src/cli/reference/files.ts";
import { runSvc } from "../../../svc-run.ts";
import { program } from "../command-line.ts";

const root = join(import.meta.dirname, "../../../..");
const files = await referenceFiles(program, guides(root));
const operations = await loadAllOperations();
const folders = ["man", "completions"];

describe("the reference that is committed", () => {
  test("is the one that the catalogue gives (repair: npm run reference)", () => {
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
  const said = await runSvc(["completion", shell]);
  expect(said).toMatchObject({ code: 0, stderr: "", stdout: files.get(`completions/${scriptNames[shell]}`) });
  expect(said.stdout.split("\n").slice(0, 6).join("\n")).toContain(`svc completion ${shell}`);
});

test("completion for another shell is a usage error that names the known ones", async () => {
  const said = await runSvc(["completion", "zhs"]);
  expect(said).toMatchObject({ code: 2, stdout: "" });
  expect(said.stderr).toContain("svc completion zsh");
});

const page = (name: string): string =>
  (files.get(`man/${name}`) ?? "").replaceAll("\\-", "-").replaceAll("\\&", "");

describe("manual pages", () => {
  test("svc(1) names every group, global option and exit code", () => {
    const text = page("svc.1");
    for (const name of groupNames) expect(text).toContain(`svc-${name}(1)`);
    for (const { name } of globalOptions) expect(text).toContain(`Fl -${name}`);
    expect(text).toContain(".It Cm 143");
  });

  test.each(operations.map((entry) => [entry.id, entry] as const))("%s is explained whole", (_, entry) => {
    const { operation, group } = entry;
    const text = page(`svc-${group.name}.1`);
    expect(text).toContain(`.Ss ${group.name} ${operation.verb}\n`);
    expect(text).toContain(`${operation.method} ${operation.path}`);
    for (const { name, negatable } of signatureOf(entry).options) {
      expect(text).toContain(negatable ? `Fl -[no-]${name}` : `Fl -${name} Ar`);
    }
  });

  test.each(builtinCommands.map(({ command }) => command.join(" ")))("%s is explained", (line) => {
    expect(page(`svc-${line.split(" ")[0]}.1`)).toContain(`.Ss ${line}\n`);
  });

  const hasMandoc = spawnSync("mandoc", ["-h"]).error === undefined;
  if (!hasMandoc) console.warn("mandoc is absent: the manual pages are not linted");
  test.skipIf(!hasMandoc)("are clean under mandoc -T lint", () => {
    const pages = readdirSync(join(root, "man")).map((name) => join(root, "man", name));
    const said = spawnSync("mandoc", ["-T", "lint", "-W", "warning", ...pages], { encoding: "utf8" });
    expect(said.stdout).toBe("");
    expect(said.status).toBe(0);
  });

  test.skipIf(!hasMandoc)("show options and examples as they are typed", () => {
    const text = execFileSync("mandoc", ["-T", "utf8", "-O", "width=200", join(root, "man/svc-machines.1")], {
      encoding: "utf8",
    }).replace(/.[\b]/g, "");
    expect(text).toContain("svc machines deploy web-01 --distro-series jammy");
    expect(text).toContain("--[no-]bridge-all");
    expect(text).toContain("'rack 7, unit 12'");
  });
});
