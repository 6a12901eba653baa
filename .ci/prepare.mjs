import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { isBuildFresh } from "./build-fingerprint.mjs";

/**
 * What npm runs after an installation in this folder, and before a pack: builds where dist/ is not of these sources. Fails
 * where it would have to build and esbuild is not installed, so that nothing unbuilt is packed.
 */
const hasBundler = () => {
  try {
    import.meta.resolve("esbuild");
    return true;
  } catch {
    return false;
  }
};

if (isBuildFresh() !== true) {
  if (hasBundler()) {
    const builder = join(import.meta.dirname, "build.mjs");
    const { status } = spawnSync(process.execPath, [builder], { stdio: "inherit" });
    process.exitCode = status ?? 1;
  } else {
    console.error(
      "prepare: dist/ was not built from these sources, and esbuild is not installed: run 'npm ci'",
    );
    process.exitCode = 1;
  }
}
