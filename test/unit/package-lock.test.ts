import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

interface Locked {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

// A lock file written with a registry that lacks other platforms' packages omits them, and `npm ci` then
// rejects it.
test.each(["", "docs/site"])(
  "the lock in '%s' holds every optional package that a locked one asks for",
  (folder) => {
    const text = readFileSync(join(import.meta.dirname, "../..", folder, "package-lock.json"), "utf8");
    const { packages } = JSON.parse(text) as { readonly packages: Readonly<Record<string, Locked>> };
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !(`${path}/node_modules/${name}` in packages) && !(`node_modules/${name}` in packages),
      ),
    );
    expect(missing).toEqual([]);
  },
);
