import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../../../..");
const require = createRequire(import.meta.url);

interface LeftOut {
  readonly by: string;
  readonly path: string;
  /** The source of the replacement module. */
  readonly contents: string;
}

const { leftOut } = (await import(pathToFileURL(join(root, ".ci/left-out.mjs")).href)) as {
  leftOut: readonly LeftOut[];
};
const standIns = leftOut.filter(({ by }) => by === "undici");

/** The undici modules that svc imports. */
const imported = [
  ...readFileSync(join(root, "src/client/http/undici-modules.d.ts"), "utf8").matchAll(
    /declare module "([^"]+)"/g,
  ),
].map(([, name = ""]) => name);

/** The undici sources that these modules load, without those that the build replaces, by path below lib/. */
function loadedSources(): ReadonlyMap<string, string> {
  const sources = new Map<string, string>();
  const visit = (file: string) => {
    const name = file.slice(file.indexOf("/undici/lib/") + "/undici/lib/".length);
    if (sources.has(name)) return;
    const text = readFileSync(file, "utf8");
    sources.set(name, text);
    for (const [, path = ""] of text.matchAll(/require\('(\.[^']+)'\)/g))
      if (!standIns.some((standIn) => standIn.path === path)) visit(createRequire(file).resolve(path));
  };
  for (const name of imported) visit(require.resolve(name));
  return sources;
}

const sources = loadedSources();

/** The exports of the replacement for a Node module. */
function standInFor(path: string): unknown {
  const module = { exports: undefined as unknown };
  new Function("module", standIns.find((standIn) => standIn.path === path)?.contents ?? "")(module);
  return module.exports;
}

/** The files that load a module. */
const loadersOf = (path: string): readonly string[] =>
  [...sources].filter(([, text]) => text.includes(`require('${path}')`)).map(([name]) => name);

describe("what the build leaves out of undici", () => {
  test("is tested in this file", () => {
    expect(standIns.map(({ path }) => path).sort()).toEqual([
      ...["../llhttp/constants.js", "../llhttp/llhttp_simd-wasm.js", "../web/fetch/body.js"],
      ...["./client-h2.js", "./tree", "node:assert", "node:http", "node:http2"],
    ]);
    expect(sources.size).toBeGreaterThan(20);
  });

  test("llhttp is compiled for a connection, from the module that undici tries first", () => {
    expect(loadersOf("../llhttp/llhttp_simd-wasm.js")).toEqual(["dispatcher/client-h1.js"]);
    const client = sources.get("dispatcher/client-h1.js") ?? "";
    expect(client).toMatch(/try \{\s+mod = [^\n]*llhttp_simd-wasm\.js'\)\)\s+\} catch \{\s+\}/);
    expect(client).toMatch(/function connectH1[^{]*\{[^}]*llhttpInstance = lazyllhttp\(\)/);
  });

  test("the replacement contains all tables of llhttp that are read", () => {
    const client = sources.get("dispatcher/client-h1.js") ?? "";
    const used = new Set([...client.matchAll(/\bconstants\.([A-Z]\w+)/g)].map(([, name]) => name));
    const tables = require("undici/lib/llhttp/constants.js") as Readonly<Record<string, unknown>>;
    const { ERROR, TYPE } = tables;
    expect(loadersOf("../llhttp/constants.js")).toEqual(["dispatcher/client-h1.js"]);
    expect(used).toEqual(new Set(["ERROR", "TYPE"]));
    expect(standInFor("../llhttp/constants.js")).toEqual({ ERROR, TYPE });
  });

  test("only the HTTP/2 client loads HTTP/2", () => {
    expect(loadersOf("node:http2")).toEqual([]);
    expect(loadersOf("./client-h2.js")).toEqual(["dispatcher/client.js"]);
  });

  test("the HTTP/2 client is used only if TLS has agreed on h2, which svc never offers", () => {
    const client = sources.get("dispatcher/client.js") ?? "";
    expect(client.match(/connectH2/g)).toHaveLength(2);
    expect(client).toMatch(/socket\.alpnProtocol === 'h2'\s+\? connectH2\(client, socket\)/);
    const connect = sources.get("core/connect.js") ?? "";
    expect(connect).toContain("allowH2 = allowH2 != null ? allowH2 : false");
    expect(connect).toContain("ALPNProtocols: allowH2 ? ['http/1.1', 'h2'] : ['http/1.1']");
  });

  test("bodies of fetch are loaded only for a FormData", () => {
    expect(loadersOf("../web/fetch/body.js")).toEqual(["dispatcher/client-h1.js"]);
    const client = sources.get("dispatcher/client-h1.js") ?? "";
    expect(client).toMatch(
      /if \(util\.isFormDataLike\(body\)\) \{\s+if \(!extractBody\) \{\s+extractBody = require\('\.\.\/web\/fetch\/body\.js'\)/,
    );
  });

  test("the tree of header names is only an optimization", () => {
    expect(loadersOf("./tree")).toEqual(["core/util.js"]);
    const util = sources.get("core/util.js") ?? "";
    expect(util).toContain("const { tree } = require('./tree')");
    const uses = [...util.matchAll(/^.*\btree\b.*$/gm)].map(([line]) => line.trim()).slice(1);
    expect(uses).toHaveLength(2);
    for (const use of uses)
      expect(use).toMatch(/tree\.lookup\(value\) \?\? value\.toString\('latin1'\)\.toLowerCase\(\)$/);
    const { tree } = standInFor("./tree") as { tree: { lookup(value: Buffer): unknown } };
    expect(tree.lookup(Buffer.from("Date"))).toBeNull();
  });

  test("node:http: the replacement has every member that is used", () => {
    const used = loadersOf("node:http").flatMap((name) => {
      const text = sources.get(name) ?? "";
      const imports = [...text.matchAll(/const \{([^}]+)\} = require\('node:http'\)/g)];
      const members = [...text.matchAll(/\bhttp\.(\w+)/g)].map(([, member = ""]) => member);
      return [
        ...members,
        ...imports.flatMap(([, names = ""]) => names.split(",").map((each) => each.trim())),
      ];
    });
    expect([...new Set(used)].sort()).toEqual(["IncomingMessage", "maxHeaderSize"]);
    expect(Object.keys(standInFor("node:http") as object).sort()).toEqual([
      "IncomingMessage",
      "maxHeaderSize",
    ]);
  });

  test("node:assert is only called, and its replacement throws", () => {
    for (const name of loadersOf("node:assert")) expect(sources.get(name), name).not.toMatch(/\bassert\.\w/);
    const assert = standInFor("node:assert") as (holds: unknown, why?: string) => void;
    expect(() => assert(1)).not.toThrow();
    expect(() => assert(0, "why")).toThrow("why");
  });
});

test("an unexpected upgrade is recognised by its message", () => {
  expect(sources.get("dispatcher/client-h1.js")).toContain("'bad upgrade'");
});
