import { isBuildFresh } from "../.ci/build-fingerprint.mjs";

/** Refuses to test a build that was not made from the sources as they stand. */
export function setup() {
  if (!isBuildFresh()) {
    throw new Error("dist/ was not built from the sources as they stand: run 'npm run build' first");
  }
}
