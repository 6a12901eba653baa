import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";

const site = join(import.meta.dirname, "../../docs/site");
const built = join(site, "dist");
const hasGenerator = existsSync(join(site, "node_modules"));
if (!hasGenerator) console.warn("the website is not built: npm run docs installs its generator");

describe.skipIf(!hasGenerator)("the website", () => {
  const texts = new Map<string, string>();

  beforeAll(() => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(site, "build.mjs")], {
      encoding: "utf8",
    });
    expect({ status, stdout, stderr }).toMatchObject({ status: 0 });
    for (const name of readdirSync(built, { recursive: true, encoding: "utf8" }))
      if (/\.(?:html|css)$/.test(name))
        texts.set(name.replaceAll("\\", "/"), readFileSync(join(built, name), "utf8"));
  }, 300_000);

  const pages = () => [...texts].filter(([name]) => name.endsWith(".html"));

  /** Values of attributes that a browser follows or loads, by element name. */
  const addressesOf = (text: string) =>
    [...text.matchAll(/<(\w+)\b[^>]*?\s(?:href|src|srcset)="([^"]*)"/g)].map(
      ([, element = "", address = ""]) => ({ element, address: address.replaceAll("&amp;", "&") }),
    );

  test("has the manual, a page for each group of commands, and the library", () => {
    for (const name of [
      "index",
      "docs/output",
      "commands/svc-machines",
      "library/interfaces/svc.MachinesGroup",
    ])
      expect([name, texts.has(`${name}.html`)]).toEqual([name, true]);
    expect(texts.size).toBeGreaterThan(200);
  });

  test("has only links to existing pages, files and headings", () => {
    const broken = pages().flatMap(([name, text]) =>
      addressesOf(text)
        .filter(({ address }) => !/^\w+:/.test(address))
        .filter(({ address }) => {
          const { pathname, hash } = new URL(address, `http://site/${name}`);
          const path = posix.join(".", decodeURIComponent(pathname).slice(1));
          const file = path === "." || path.endsWith("/") ? posix.join(path, "index.html") : path;
          if (!existsSync(join(built, file))) return true;
          const anchor = decodeURIComponent(hash.slice(1));
          return anchor !== "" && texts.get(file)?.includes(` id="${anchor}"`) !== true;
        })
        .map(({ address }) => `${name}: ${address}`),
    );
    expect(broken).toEqual([]);
  });

  test("loads nothing from other hosts", () => {
    const foreign = [...texts].flatMap(([name, text]) => [
      ...addressesOf(text)
        .filter(({ element, address }) => element !== "a" && /^(?:https?:)?\/\//.test(address))
        .map(({ address }) => `${name}: ${address}`),
      ...[...text.matchAll(/(?:url\(|@import )["']?(?:https?:)?\/\/[^)"']*/g)].map(
        ([attribute]) => `${name}: ${attribute}`,
      ),
    ]);
    expect(foreign).toEqual([]);
  });

  test("does not contain folders of the machine that built it", () => {
    const root = join(site, "../..");
    expect(
      pages()
        .filter(([, text]) => text.includes(root))
        .map(([name]) => name),
    ).toEqual([]);
  });
});
