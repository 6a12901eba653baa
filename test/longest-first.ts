import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The slowest test files, slowest first. */
const longest = [
  "e2e/stories.test.ts",
  "e2e/packages.test.ts",
  "e2e/standalone.test.ts",
  "e2e/install.test.ts",
  "e2e/release.test.ts",
  "e2e/clone.test.ts",
  "e2e/recipes/jobs.test.ts",
  "e2e/rehearsal.test.ts",
  "e2e/fleet.test.ts",
  "e2e/sandbox-background.test.ts",
  "e2e/claims.test.ts",
  "e2e/pages.test.ts",
  "e2e/sandbox-exec.test.ts",
  "e2e/sandbox-state.test.ts",
  "wire/described.test.ts",
  "wire/described-trouble.test.ts",
  "unit/desired/document/hostile.test.ts",
  "wire/clients.test.ts",
  "unit/sandbox/persistence/state-lock.test.ts",
  "wire/hostile.test.ts",
  "growth/parsers.test.ts",
  "unit/desired/export.test.ts",
  "unit/cli/commands/operations/node-list.test.ts",
  "wire/sandbox-transitions.test.ts",
];

/**
 * Starts with the slowest files, so that no worker runs one alone at the end. Then come files that mostly
 * wait for processes, because a small worker starts processes faster.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const file = relative(import.meta.dirname, moduleId).replaceAll("\\", "/");
      const at = longest.indexOf(file);
      if (at !== -1) return at;
      return longest.length + (file.startsWith("e2e/") ? 0 : 1);
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
