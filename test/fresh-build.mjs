import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { isBuildFresh } from "../.ci/build-fingerprint.mjs";

/** Builds svc if dist/ is older than the sources. */
export function setup() {
  if (isBuildFresh()) return;
  execFileSync(process.execPath, [join(import.meta.dirname, "../.ci/build.mjs")], { stdio: "inherit" });
}
