import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

type Packages = Readonly<Record<string, string>>;

const read = (path: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, "../..", path), "utf8")) as {
    readonly dependencies?: Packages;
    readonly devDependencies?: Packages;
  };

// The bundle contains the packages of src/package.json. That file exists because `npm ci --omit=dev` installs
// a workspace's packages, while an installed svc does not need them. package.json lists them as well, for
// readers.
test("package.json lists the packages that the bundle is made of, in the same releases", () => {
  const { dependencies = {}, devDependencies = {} } = read("package.json");
  const sources = read("src/package.json").dependencies ?? {};
  const shared = Object.entries(devDependencies).filter(([name]) => name in sources);
  expect(Object.keys(sources).length).toBeGreaterThan(10);
  expect(Object.fromEntries(shared)).toEqual(sources);
  expect(dependencies).toEqual({});
});
