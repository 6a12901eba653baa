import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./longest-first.ts";

export default defineConfig({
  root: join(import.meta.dirname, ".."),
  test: {
    globalSetup: ["test/process-environment.mjs"],
    // On a busy machine everything takes many times as long.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Files share a process: their modules keep no state, and loading them anew takes longer than most tests.
    isolate: false,
    // Twice as many as cores: a test that waits for a process or a clock leaves its core idle.
    maxWorkers: 4,
    // What tests make is mostly gone at once: with more room for it, less of it is looked through again and again.
    execArgv: ["--max-semi-space-size=64"],
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: "modules", include: ["test/{unit,wire,growth}/**/*.test.ts"] } },
      // Only these run the built svc.
      {
        extends: true,
        test: { name: "program", include: ["test/e2e/**/*.test.ts"], globalSetup: ["test/fresh-build.mjs"] },
      },
    ],
  },
});
