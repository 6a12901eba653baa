import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { isBuildFresh } from "./build-fingerprint.mjs";

/**
 * What npm runs after an installation in this folder, and before a pack: builds where dist/ is not of these sources. An
 * installation without the development packages has nothing to build with, and does not need it where dist/ was built before.
 */
const hasTools = () => {
  try {
    import.meta.resolve("esbuild");
    return true;
  } catch {
    return false;
  }
};

const isFresh = isBuildFresh();
if (isFresh !== true && hasTools()) {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, "build.mjs")], {
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
} else if (isFresh !== true) {
  const state = isFresh === undefined ? "dist/ is missing" : "dist/ was built from other sources";
  console.error(
    `prepare: ${state}, and the build tools are not installed: run 'npm ci && npm run build' to build it`,
  );
}
