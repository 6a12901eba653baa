import { isBuildFresh } from "./build-fingerprint.mjs";

/**
 * What npm runs after an installation in this folder, and before a pack: builds where dist/ is not of these sources. Fails
 * where it would have to build and esbuild is not installed, so that nothing unbuilt is packed.
 */
try {
  if (!isBuildFresh()) await import("./build.mjs");
} catch (error) {
  if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
  console.error(
    "prepare: dist/ was not built from these sources, and esbuild is not installed: run 'npm ci'",
  );
  process.exitCode = 1;
}
