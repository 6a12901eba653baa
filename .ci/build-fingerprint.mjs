import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

/** Where a build leaves the fingerprint of what it was made from. */
export const fingerprintFile = join(root, "dist", ".fingerprint");

const scripts = [
  "build",
  "build-library",
  "built-ins",
  "leaner",
  "import-source",
  "left-out",
  "notices",
  "scripts",
].map((name) => `.ci/${name}.mjs`);

/** SHA-256, in hexadecimal, of everything that a build is made from: the sources, the packages and the build script. */
export function buildFingerprint() {
  const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .sort()
    .map((name) => join("src", name));
  const hash = createHash("sha256");
  for (const path of [...scripts, "package.json", "src/package.json", "package-lock.json", ...sources]) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update("\0");
  }
  return hash.digest("hex");
}

/** Whether dist/ was built from what is here now; undefined where nothing was built. */
export function isBuildFresh() {
  let built;
  try {
    built = readFileSync(fingerprintFile, "utf8");
  } catch {
    return undefined;
  }
  return built === buildFingerprint();
}
