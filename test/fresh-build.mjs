import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { isBuildFresh } from "../.ci/build-fingerprint.mjs";

/** Builds svc if dist/ is older than the sources and a test of the built svc runs. */
export async function setup(project) {
  if (isBuildFresh()) return;
  const { testFiles } = await project.globTestFiles(project.vitest.filenamePattern);
  if (!testFiles.some((file) => file.startsWith(join(import.meta.dirname, "e2e")))) return;
  execFileSync(process.execPath, [join(import.meta.dirname, "../.ci/build.mjs")], { stdio: "inherit" });
}
