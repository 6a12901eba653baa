import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: "test/fresh-build.mjs",
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // One more than two cores can keep busy: a test that waits for a process or a clock leaves its core idle.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["test/unit/**/*.test.ts"],
          // Files share a process: their modules keep no state, and loading them anew takes longer than most tests.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: "processes", include: ["test/**/*.test.ts"], exclude: ["test/unit/**"] },
      },
    ],
  },
});
