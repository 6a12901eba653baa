import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The files that take the longest, the longest first, below this folder. */
const longest = [
  "e2e/recipes/jobs.test.ts",
  "e2e/stories.test.ts",
  "e2e/fleet.test.ts",
  "e2e/sandbox-background.test.ts",
  "e2e/stories-deployed.test.ts",
  "wire/clients.test.ts",
  "unit/desired/document/hostile.test.ts",
  "e2e/sandbox-state.test.ts",
  "unit/desired/export/export.test.ts",
  "wire/described.test.ts",
  "e2e/installed.test.ts",
  "e2e/readme.test.ts",
  "wire/sandbox-transitions.test.ts",
  "unit/desired/generated-sites.test.ts",
  "unit/cli/line/bad-lines.test.ts",
  "e2e/clone.test.ts",
  "e2e/doctor-settings.test.ts",
  "e2e/sandbox-exec.test.ts",
  "unit/sandbox/groups/same-effect.test.ts",
  "wire/outcomes.test.ts",
];

/** Begins with the files that take the longest: no worker is left alone with one of them at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longest.indexOf(relative(import.meta.dirname, moduleId).replaceAll("\\", "/"));
      return at === -1 ? longest.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
