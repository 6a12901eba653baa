import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { writeCatalogue } from "../../src/client/description/cache.ts";
import { descriptionFolder } from "../../src/client/description/folder.ts";
import { startSandbox } from "../../src/sandbox/sandbox.ts";
import { folderOfTest } from "../temporary-folder.ts";
import { described } from "../unit/client/description/fixture.ts";
import { launcher, node } from "./terminal.ts";

const root = join(import.meta.dirname, "../..");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };

/** Runs svc with a home of its own and nothing else in the environment. */
function svc(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  nodeWords: readonly string[] = [],
) {
  const { status, stdout, stderr } = spawnSync(node, [...nodeWords, launcher, ...words], {
    encoding: "utf8",
    env,
  });
  return { status, stdout, stderr };
}

const saysVersion = { status: 0, stdout: `${version}\n`, stderr: "" };

describe("compiled code is kept between runs", () => {
  const keptIn = (home: string) => join(home, ".cache/svc/code");

  test("in the user's folder of caches, for the user alone", () => {
    const HOME = folderOfTest();
    expect(svc(["--version"], { HOME })).toEqual(saysVersion);
    const [name = "", ...others] = readdirSync(keptIn(HOME));
    expect(others).toEqual([]);
    expect(statSync(keptIn(HOME)).mode & 0o777).toBe(0o700);
    expect(statSync(join(keptIn(HOME), name)).mode & 0o777).toBe(0o600);
  });

  test("once for a command, and again for what another one runs", () => {
    const HOME = folderOfTest();
    const help = svc(["machines", "--help"], { HOME });
    const written = () => readdirSync(keptIn(HOME)).map((name) => statSync(join(keptIn(HOME), name)).ino);
    const first = written();
    expect(svc(["machines", "--help"], { HOME })).toEqual(help);
    expect(written()).toEqual(first);
    svc(["config", "--help"], { HOME });
    expect(written()).not.toEqual(first);
    expect(svc(["machines", "--help"], { HOME })).toEqual(help);
  });

  test.each<[string, (path: string) => void]>([
    ["cut", (path) => truncateSync(path, 1000)],
    ["empty", (path) => truncateSync(path, 0)],
    ["of other code", (path) => writeFileSync(path, Buffer.alloc(4096, 7))],
    ["open to others", (path) => chmodSync(path, 0o666)],
  ])("a file that is %s is not used, and written anew", (_, spoil) => {
    const HOME = folderOfTest();
    svc(["--version"], { HOME });
    const [name = ""] = readdirSync(keptIn(HOME));
    const path = join(keptIn(HOME), name);
    const sound = statSync(path);
    spoil(path);
    expect(svc(["--version"], { HOME })).toEqual(saysVersion);
    expect(statSync(path).ino).not.toBe(sound.ino);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test.each<[string, (home: string) => Readonly<Record<string, string>>]>([
    ["without a home", () => ({})],
    ["where its folder cannot be made", (home) => ({ HOME: join(home, "file") })],
    ["where Node's own cache is switched off", (home) => ({ HOME: home, NODE_DISABLE_COMPILE_CACHE: "1" })],
  ])("nothing is kept %s", (_, envOf) => {
    const home = folderOfTest();
    writeFileSync(join(home, "file"), "");
    expect(svc(["--version"], envOf(home))).toEqual(saysVersion);
    expect(readdirSync(home)).toEqual(["file"]);
  });

  test("the folder does not grow without end", () => {
    const HOME = folderOfTest();
    mkdirSync(keptIn(HOME), { recursive: true });
    for (let index = 0; index < 40; index++) writeFileSync(join(keptIn(HOME), `old-${index}`), "");
    svc(["--version"], { HOME });
    expect(readdirSync(keptIn(HOME))).toHaveLength(1);
  });
});

describe("a start loads only what it needs", () => {
  /** Node's own modules that a command loaded. */
  function loadedBy(words: readonly string[]): readonly string[] {
    const folder = folderOfTest();
    const listing = join(folder, "list.cjs");
    const list = join(folder, "list.json");
    writeFileSync(
      listing,
      `process.on("exit",()=>require("fs").writeFileSync(${JSON.stringify(list)},JSON.stringify(process.moduleLoadList)))`,
    );
    const { status, stderr } = svc(words, { HOME: folder }, ["--require", listing]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    return JSON.parse(readFileSync(list, "utf8")) as string[];
  }

  // Each file that is a module costs a millisecond; `.ci/scripts.mjs` says what the scripts are made of.
  test.each([
    [["--version"], false],
    [["machines", "--help"], false],
    [["machines", "list"], false],
    [["machines", "get", "web-01", "-o", "json"], false],
    [["nodes", "list", "-o", "yaml"], true],
  ])("svc %s from scripts, without a module", async (words, loadsModules) => {
    const sandbox = await startSandbox({ instant: true });
    onTestFinished(() => sandbox.stop());
    const folder = folderOfTest();
    const spy = join(folder, "spy.cjs");
    const list = join(folder, "list.json");
    writeFileSync(
      spy,
      `let compiled = 0;
      WebAssembly.Module = new Proxy(WebAssembly.Module, { construct: (...of) => (compiled++, Reflect.construct(...of)) });
      process.on("exit", () => {
        const { loadsModules } = globalThis[Symbol.for("svc.modules")];
        require("fs").writeFileSync(${JSON.stringify(list)}, JSON.stringify({ loadsModules, compiled }));
      });`,
    );
    const env = { HOME: folder, SVC_URL: sandbox.url, SVC_API_KEY: sandbox.keys.administrator };
    const child = spawn(node, ["--require", spy, launcher, ...words], { env, stdio: "ignore" });
    expect(await new Promise((settle) => child.on("close", settle))).toBe(0);
    // The parser of unusual answers takes milliseconds to compile.
    expect(JSON.parse(readFileSync(list, "utf8"))).toEqual({ loadsModules, compiled: 0 });
  });

  test("a list again without what keeps names", async () => {
    const sandbox = await startSandbox({ instant: true });
    onTestFinished(() => sandbox.stop());
    const HOME = folderOfTest();
    const env = { HOME, SVC_URL: sandbox.url, SVC_API_KEY: sandbox.keys.administrator };
    const spy = join(HOME, "spy.cjs");
    const list = join(HOME, "list.json");
    writeFileSync(
      spy,
      `const fs=require("fs"),open=fs.openSync,seen=[];fs.openSync=(path,...rest)=>{seen.push(path);return open(path,...rest)};
process.on("exit",()=>fs.writeFileSync(${JSON.stringify(list)},JSON.stringify(seen.map(String))))`,
    );
    const scripts = async () => {
      const words = ["--require", spy, launcher, "machines", "list"];
      const child = spawn(node, words, { env, stdio: "ignore" });
      expect(await new Promise((settle) => child.on("close", settle))).toBe(0);
      const paths = JSON.parse(readFileSync(list, "utf8")) as readonly string[];
      return paths.flatMap((path) => /\/dist\/([\w.-]+)$/.exec(path)?.[1] ?? []);
    };
    const names = ["completing.js", "names.js"];
    expect(await scripts()).toEqual(expect.arrayContaining(names));
    const again = await scripts();
    expect(again).toContain("call.js");
    for (const name of names) expect(again).not.toContain(name);
  });

  // The tables of all characters take as long to make as half a start of Node; with them the segmenter is made.
  test.each([
    [["machines", "list"]],
    [["machines", "list", "web-*"]],
    [["machines", "describe", "web-01"]],
    [["status"]],
  ])("svc %j measures ASCII without the tables of all characters", async (words) => {
    const sandbox = await startSandbox({ instant: true });
    onTestFinished(() => sandbox.stop());
    const folder = folderOfTest();
    const spy = join(folder, "spy.cjs");
    writeFileSync(
      spy,
      `let made = 0;
      Intl.Segmenter = new Proxy(Intl.Segmenter, { construct: (...of) => (made++, Reflect.construct(...of)) });
      process.on("exit", () => require("fs").writeFileSync(${JSON.stringify(join(folder, "made"))}, String(made)));`,
    );
    const env = { HOME: folder, SVC_URL: sandbox.url, SVC_API_KEY: sandbox.keys.administrator };
    const child = spawn(node, ["--require", spy, launcher, ...words], { env, stdio: "ignore" });
    expect(await new Promise((settle) => child.on("close", settle))).toBe(0);
    expect(readFileSync(join(folder, "made"), "utf8")).toBe("0");
  });

  // An `import` of node:fs loads these by its getters.
  const byImports = [
    "internal/fs/promises",
    "internal/fs/streams",
    "readline",
    "internal/readline/interface",
  ];
  const others = [
    "http",
    "https",
    "http2",
    "tls",
    "crypto",
    "zlib",
    "child_process",
    "worker_threads",
    "repl",
  ];

  test.each([[["--version"]], [["machines", "--help"]]])("svc %s", (words) => {
    const loaded = loadedBy(words);
    expect(loaded).toContain("NativeModule fs");
    for (const name of [...byImports, ...others, "stream", "net", "internal/abort_controller"])
      expect(loaded).not.toContain(`NativeModule ${name}`);
  });
});

describe("what a service describes", () => {
  /** The files of dist/ that a command ran, by name. */
  function scriptsOf(words: readonly string[], env: Readonly<Record<string, string>>): readonly string[] {
    const folder = folderOfTest();
    svc(words, { ...env, NODE_V8_COVERAGE: folder, NODE_DISABLE_COMPILE_CACHE: "1" });
    const found = readdirSync(folder).flatMap((name): { url: string }[] => {
      const { result } = JSON.parse(readFileSync(join(folder, name), "utf8"));
      return result;
    });
    const names = found.flatMap(({ url }) => /\/dist\/([\w.-]+)$/.exec(url)?.[1] ?? []);
    return [...new Set(names)].sort();
  }

  /** An environment with a cache that knows the service at its address, where `isKnown`. */
  async function environment(isKnown: boolean) {
    const cache = folderOfTest();
    const url = "http://127.0.0.1:9/SVC";
    const env = { HOME: cache, SVC_CACHE_DIR: cache, SVC_URL: url, SVC_API_KEY: "a:b:c", SVC_RETRIES: "0" };
    const random = { next: () => 0, hex: (length: number) => "0".repeat(length * 2) };
    const known = { ...described, address: url, isAbsent: false, fetchedAtMs: Date.now() };
    if (isKnown) await writeCatalogue(descriptionFolder(cache, url), known, random);
    return env;
  }

  test.each([
    [["machines", "list"]],
    [["machines", "get", "abc123", "-o", "json"]],
    [["fabrics", "create", "--name", "x"]],
    [["profiles", "list"]],
  ])("costs svc %j nothing", async (words) => {
    const scripts = scriptsOf(words, await environment(true));
    expect(scripts).toContain("start.js");
    expect(scripts).toEqual(scriptsOf(words, await environment(false)));
  });

  test.each([[["--help"]], [["machines", "--help"]], [["help", "machines"]]])(
    "is not looked for by svc %j where nothing is known",
    async (words) => {
      expect(scriptsOf(words, await environment(false))).not.toContain("described.js");
      expect(scriptsOf(words, await environment(true))).toContain("described.js");
    },
  );
});
