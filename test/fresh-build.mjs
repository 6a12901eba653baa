import { readFileSync } from "node:fs";
import { buildFingerprint, fingerprintFile } from "../.ci/build-fingerprint.mjs";

/** Refuses to test a build that was not made from the sources as they stand. */
export function setup() {
  if (readBuilt() !== buildFingerprint()) {
    throw new Error("dist/ was not built from the sources as they stand: run 'npm run build' first");
  }
}

function readBuilt() {
  try {
    return readFileSync(fingerprintFile, "utf8");
  } catch {
    return undefined;
  }
}
