import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

/** The file in which a build stores the fingerprint of its inputs. */
export const fingerprintFile = join(root, "dist", ".fingerprint");

/** SHA-256, in hexadecimal, of all inputs of a build: the sources, the packages and the build scripts. */
export function buildFingerprint() {
  const sources = [".ci", "src"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(ts|mjs|json)$/.test(name))
      .sort()
      .map((name) => join(folder, name)),
  );
  const hash = createHash("sha256");
  for (const path of ["package.json", "package-lock.json", ...sources]) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update("\0");
  }
  return hash.digest("hex");
}

/** Whether dist/ was built from the current inputs; undefined if there is no build. */
export function isBuildFresh() {
  let built;
  try {
    built = readFileSync(fingerprintFile, "utf8");
  } catch {
    return undefined;
  }
  return built === buildFingerprint();
}
