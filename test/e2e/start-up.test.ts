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
import { describe, expect, test } from "vitest";
import { sandboxOfTest } from "../sandboxes.ts";
import { folderOfTest } from "../temporary-folder.ts";
import { launcher, node } from "./terminal.ts";

const root = join(import.meta.dirname, "../..");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };

/** Runs svc with a new home folder and an otherwise empty environment. */
function svc(words: readonly string[], env: Readonly<Record<string, string>>) {
  const { status, stdout, stderr } = spawnSync(node, [launcher, ...words], { encoding: "utf8", env });
  return { status, stdout, stderr };
}

const saysVersion = { status: 0, stdout: `${version}\n`, stderr: "" };

test("the version has the format of the environment", () => {
  const HOME = folderOfTest();
  expect(svc(["--version"], { HOME, SVC_OUTPUT: "json" }).stdout).toBe(`{"version":"${version}"}\n`);
});

describe("compiled code is kept between runs", () => {
  const keptIn = (home: string) => join(home, ".cache/svc/code");

  test("in the user's cache folder, readable only by the user", () => {
    const HOME = folderOfTest();
    expect(svc(["--version"], { HOME })).toEqual(saysVersion);
    const [name = "", ...others] = readdirSync(keptIn(HOME));
    expect(others).toEqual([]);
    expect(statSync(keptIn(HOME)).mode & 0o777).toBe(0o700);
    expect(statSync(join(keptIn(HOME), name)).mode & 0o777).toBe(0o600);
  });

  test("once for each command", async () => {
    const HOME = folderOfTest();
    const sandbox = await sandboxOfTest({ instant: true });
    const env = { HOME, SVC_URL: sandbox.url, SVC_API_KEY: sandbox.keys.administrator };
    const written = () => readdirSync(keptIn(HOME)).map((name) => statSync(join(keptIn(HOME), name)).ino);
    const list = async () => {
      const child = spawn(node, [launcher, "machines", "list"], { env, stdio: "ignore" });
      expect(await new Promise((settle) => child.on("close", settle))).toBe(0);
    };
    await list();
    const first = written();
    // Even if V8 flags were set meanwhile.
    await list();
    expect(written()).toEqual(first);
    const help = svc(["machines", "--help"], env);
    expect(written()).toHaveLength(2);
    expect(svc(["machines", "--help"], env)).toEqual(help);
    expect(written()).toHaveLength(2);
  });

  test("a file that is damaged or writable by others is not used, but replaced", () => {
    const HOME = folderOfTest();
    svc(["--version"], { HOME });
    const [name = ""] = readdirSync(keptIn(HOME));
    const path = join(keptIn(HOME), name);
    const spoilings: readonly (() => void)[] = [
      () => truncateSync(path, 1000),
      () => truncateSync(path, 0),
      () => writeFileSync(path, Buffer.alloc(4096, 7)),
      // As after a power failure.
      () => writeFileSync(path, readFileSync(path).fill(0, 4096, 8192)),
      () => chmodSync(path, 0o666),
    ];
    for (const [index, spoil] of spoilings.entries()) {
      const sound = statSync(path);
      spoil();
      expect([index, svc(["--version"], { HOME })]).toEqual([index, saysVersion]);
      expect(statSync(path).ino).not.toBe(sound.ino);
      expect(statSync(path).mode & 0o777).toBe(0o600);
    }
  });

  test.each<[string, (home: string) => Readonly<Record<string, string>>]>([
    ["without a home", () => ({})],
    ["where its folder cannot be made", (home) => ({ HOME: join(home, "file") })],
    ["where Node's own cache is switched off", (home) => ({ HOME: home, NODE_DISABLE_COMPILE_CACHE: "1" })],
  ])("no compiled code is stored %s", (_, envOf) => {
    const home = folderOfTest();
    writeFileSync(join(home, "file"), "");
    expect(svc(["--version"], envOf(home))).toEqual(saysVersion);
    expect(readdirSync(home)).toEqual(["file"]);
  });

  test("in a folder of limited size", () => {
    const HOME = folderOfTest();
    mkdirSync(keptIn(HOME), { recursive: true });
    for (let index = 0; index < 40; index++) writeFileSync(join(keptIn(HOME), `old-${index}`), "");
    svc(["--version"], { HOME });
    expect(readdirSync(keptIn(HOME))).toHaveLength(1);
  });
});

test("templates are read", () => {
  const HOME = folderOfTest();
  const file = join(HOME, "templates.yaml");
  const deploy = ["machines", "deploy", "abcdef", "--template", "worker", "--template-file", file, "--curl"];
  const env = { HOME, SVC_URL: "http://127.0.0.1:9/SVC", SVC_API_KEY: "a:b:c" };
  writeFileSync(file, "worker: {distro-series: jammy}\n");
  expect(svc(deploy, env)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("distro_series=jammy"),
  });
  writeFileSync(file, "worker: {distro-series: [\n");
  expect(svc(deploy, env)).toMatchObject({ status: 2, stderr: expect.stringContaining("is not valid YAML") });
});

test("all of the built code loads", () => {
  const [bundle = "", sandbox = ""] = ["svc.js", "sandbox.js"].map((name) =>
    readFileSync(join(root, "dist", name), "utf8"),
  );
  const start = 'load("./main.js")}';
  const loadAll = `Object.assign(files,run());return Object.keys(files).filter((name)=>name!=="./main.js").map(load)}`;
  const script = join(folderOfTest(), "all.cjs");
  const all = `${bundle.trimEnd().replace(start, loadAll)}(require,[],()=>eval(${JSON.stringify(sandbox)}))`;
  writeFileSync(script, `console.log(${all}.length)`);
  const { status, stdout, stderr } = spawnSync(node, [script], { encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(Number(stdout)).toBeGreaterThan(50);
});

describe("a start loads only what it needs", () => {
  /** Modules of Node that a command loaded. */
  async function loadedBy(
    words: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): Promise<readonly string[]> {
    const folder = folderOfTest();
    const listing = join(folder, "list.cjs");
    const list = join(folder, "list.json");
    writeFileSync(
      listing,
      `process.on("exit",()=>require("fs").writeFileSync(${JSON.stringify(list)},JSON.stringify(process.moduleLoadList)))`,
    );
    const child = spawn(node, ["--require", listing, launcher, ...words], {
      env: { HOME: folder, ...env },
      stdio: "ignore",
    });
    expect(await new Promise((settle) => child.on("close", settle))).toBe(0);
    return JSON.parse(readFileSync(list, "utf8")) as string[];
  }

  // Loading the character tables takes half as long as starting Node, and creates the segmenter.
  test.each([
    [["machines", "list"]],
    [["machines", "list", "web-*"]],
    [["machines", "describe", "web-01"]],
    [["status"]],
  ])("svc %j measures ASCII without the tables of all characters", async (words) => {
    const sandbox = await sandboxOfTest({ instant: true });
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

  const heavy = [
    ...["fs/promises", "readline", "http", "https", "http2", "tls", "crypto", "zlib", "child_process"],
    ...["worker_threads", "repl", "stream", "net", "os"],
  ];

  test.each([[["--version"]], [["machines", "--help"]]])("svc %s", async (words) => {
    const loaded = await loadedBy(words);
    expect(loaded).toContain("NativeModule fs");
    for (const name of heavy) expect(loaded).not.toContain(`NativeModule ${name}`);
  });

  test("svc machines list loads only what a connection needs", async () => {
    const sandbox = await sandboxOfTest({ instant: true });
    const env = { SVC_URL: sandbox.url, SVC_API_KEY: sandbox.keys.administrator };
    const loaded = await loadedBy(["machines", "list"], env);
    expect(loaded).toContain("NativeModule net");
    for (const name of heavy.filter((each) => !["stream", "net", "os"].includes(each)))
      expect(loaded).not.toContain(`NativeModule ${name}`);
  });
});
