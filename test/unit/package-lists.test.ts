import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

type Packages = Readonly<Record<string, string>>;

const read = (path: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, "../..", path), "utf8")) as {
    readonly dependencies?: Packages;
    readonly devDependencies?: Packages;
  };

// The bundle is made of the packages of src/package.json: `npm ci --omit=dev` installs those of a workspace, and an
// installed package does not ask for them. A reader looks for them in package.json, which lists them too.
test("package.json lists the packages that the bundle is made of, in the same releases", () => {
  const { dependencies = {}, devDependencies = {} } = read("package.json");
  const sources = read("src/package.json").dependencies ?? {};
  const shared = Object.entries(devDependencies).filter(([name]) => name in sources);
  expect(Object.keys(sources).length).toBeGreaterThan(10);
  expect(Object.fromEntries(shared)).toEqual(sources);
  expect(dependencies).toEqual({});
});
