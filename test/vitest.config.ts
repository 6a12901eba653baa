import { defineConfig } from "vitest/config";
import { LongestFirst } from "./longest-first.ts";

export default defineConfig({
  test: {
    globalSetup: ["test/fresh-build.mjs", "test/process-environment.mjs"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    include: ["test/**/*.test.ts"],
    // Files share a process: their modules keep no state, and loading them anew takes longer than most tests.
    isolate: false,
    // Twice as many as cores: a test that waits for a process or a clock leaves its core idle.
    maxWorkers: 4,
    // What tests make is mostly gone at once: with more room for it, less of it is looked through again and again.
    execArgv: ["--max-semi-space-size=64"],
    sequence: { sequencer: LongestFirst },
  },
});
