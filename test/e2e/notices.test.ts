import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const notices = readFileSync(join(root, "dist/THIRD-PARTY-NOTICES.txt"), "utf8");

/** The list at the top: `name version (license)`. */
const notedPackages = [...notices.matchAll(/^(\S+ \d\S*) \((.+)\)$/gm)].map(
  ([, title = "", license = ""]) => ({ title, license }),
);

interface Installed {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, Installed>>;
}

/** `name version` of these packages and of all their dependencies. */
function closureOf(dependencies: Readonly<Record<string, Installed>> = {}) {
  const titles = new Set<string>();
  for (const [name, installed] of Object.entries(dependencies)) {
    titles.add(`${name} ${installed.version}`);
    for (const title of closureOf(installed.dependencies)) titles.add(title);
  }
  return titles;
}

/** Packages that the sources import, except for those imported only for types. */
function importedPackages(): ReadonlySet<string> {
  const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".d.ts"))
    .map((name) => readFileSync(join(root, "src", name), "utf8").replace(/^import type [^;]*;/gm, ""));
  const paths = sources.flatMap((source) => [...source.matchAll(/(?:\bfrom |\bimport\()"([^".:][^":]*)"/g)]);
  return new Set(paths.flatMap(([, path = ""]) => /^(?:@[^/]+\/)?[^/]+/.exec(path) ?? []));
}

const ls = spawnSync("npm", ["ls", "--omit=dev", "--all", "--json"], { cwd: root, encoding: "utf8" });
if (ls.error !== undefined)
  console.warn("npm is absent: the notices are not compared with what is installed");

describe.skipIf(ls.error !== undefined)("npm ls without the development packages", () => {
  const { dependencies = {} } = JSON.parse(ls.stdout ?? "{}") as Installed;
  const { esbuild, ...packages } = dependencies["svc-sources"]?.dependencies ?? {};

  test("lists the packages that the sources import, and those that bundle them", () => {
    expect(Object.keys(packages).sort()).toEqual([...importedPackages()].sort());
    expect(esbuild).toBeDefined();
    expect(Object.keys(dependencies)).toEqual(["svc-sources"]);
  });

  test("lists exactly the packages that the sources import", () => {
    const closure = closureOf(packages);
    expect(notedPackages.map(({ title }) => title).filter((title) => !closure.has(title))).toEqual([]);
    const titles = Object.entries(packages).map(([name, { version }]) => `${name} ${version}`);
    expect(titles.filter((title) => !notedPackages.some((one) => one.title === title))).toEqual([]);
  });
});

test("every listed package has its licence below", () => {
  expect(notedPackages.length).toBeGreaterThan(10);
  for (const { title, license } of notedPackages) {
    const [, section = ""] = notices.split(`${"-".repeat(80)}\n${title}\nLicense: ${license}\n`);
    const [text = ""] = section.split("-".repeat(80));
    expect(text, title).toMatch(/^Source: \S.*\n\n[\s\S]{100}/);
    expect(text, title).toMatch(/copyright|licen[cs]e/i);
  }
});

test("no licence forbids distributing the bundle", () => {
  const allowedLicenses = [
    ...["MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "MPL-2.0", "0BSD", "BlueOak-1.0.0"],
  ];
  expect(notedPackages.filter(({ license }) => !allowedLicenses.includes(license))).toEqual([]);
});
