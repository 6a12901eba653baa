import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";

const root = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const namesIn = (folder: string) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);

interface Step {
  readonly uses?: string;
  readonly run?: string;
}

interface Job {
  readonly "timeout-minutes"?: number;
  readonly strategy?: {
    readonly matrix: { readonly os: readonly string[]; readonly node: readonly number[] };
  };
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly permissions: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

const workflows = namesIn(".github/workflows");

test.each(workflows)("%s reads alone by default, ends in time, and runs what exists", (path) => {
  const { permissions, jobs }: Workflow = parse(read(path));
  expect(permissions).toEqual({ contents: "read" });
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Readonly<Record<string, string>> };
  for (const [name, job] of Object.entries(jobs)) {
    expect(typeof job["timeout-minutes"], name).toBe("number");
    for (const { uses, run = "" } of job.steps) {
      if (uses !== undefined) expect(uses).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/);
      for (const [, script = ""] of run.matchAll(/\bnpm run ([\w:]+)/g))
        expect(Object.keys(scripts)).toContain(script);
      for (const [file] of run.matchAll(/(?<![\w/])(?:\.ci|\.github|test)\/[\w./-]+\w/g))
        expect(existsSync(join(root, file)), file).toBe(true);
    }
  }
});

test("checks and tests run on Linux, macOS and Windows, under each major of Node that svc supports", () => {
  const { jobs }: Workflow = parse(read(".github/workflows/ci.yml"));
  const matrix = jobs["platforms"]?.strategy?.matrix;
  expect(matrix?.os.map((name) => name.replace(/-.*/, ""))).toEqual(["ubuntu", "macos", "windows"]);
  expect(matrix?.node).toEqual([20, 22, 24, 26]);
});

test.each(namesIn(".github/ISSUE_TEMPLATE"))("%s is YAML", (path) => {
  expect(parse(read(path))).toBeTypeOf("object");
});
