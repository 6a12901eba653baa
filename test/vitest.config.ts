import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./longest-first.ts";

export default defineConfig({
  root: join(import.meta.dirname, ".."),
  test: {
    globalSetup: ["test/process-environment.mjs", "test/fresh-build.mjs"],
    include: ["test/{unit,wire,growth,e2e}/**/*.test.ts"],
    // Everything takes many times as long on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { interval: 5, timeout: 60_000 } },
    // Files share a process, because their modules have no state and loading them again takes longer than most tests.
    isolate: false,
    // One more than the two cores of CI, because a test that waits leaves its core idle. More cost more than they gain.
    maxWorkers: 3,
    // Most objects of tests are short-lived, so a larger young generation saves garbage collection.
    execArgv: ["--max-semi-space-size=64"],
    sequence: { sequencer: LongestFirst },
    // Later runs need not transform unchanged modules again, which takes half of the time of a small run.
    experimental: { fsModuleCache: true },
  },
});
