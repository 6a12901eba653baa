import { isBuildFresh } from "./build-fingerprint.mjs";

/**
 * npm runs this after an installation in this folder and before a pack. Builds if dist/ is out of date. Fails
 * if a build is needed and esbuild is not installed, so that no outdated package is published.
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
