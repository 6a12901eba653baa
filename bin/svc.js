#!/usr/bin/env node
const fs = require("node:fs");
const vm = require("node:vm");

/**
 * Runs dist/. What most commands need is in two scripts rather than modules: V8's code for what they ran is kept between
 * runs, which Node does only for code that is compiled before it runs. The other files are modules.
 */
const dist = `${__dirname.slice(0, -"bin".length)}dist`;
const { env } = process;
const maxCommandsKept = 40;
const maxFilesKept = 40;

/** Where compiled code is kept; undefined where it is not to be kept. */
function findCacheFolder() {
  if (env.NODE_DISABLE_COMPILE_CACHE) return undefined;
  if (env.NODE_COMPILE_CACHE) return `${env.NODE_COMPILE_CACHE}/svc`;
  const caches = env.XDG_CACHE_HOME || env.LOCALAPPDATA || (env.HOME && `${env.HOME}/.cache`);
  return caches && `${caches}/svc`;
}

/** Paths are put together by hand: what "node:path" does to them, character by character, takes a millisecond. */
const cacheFolder = findCacheFolder();
/** Two runs of one command need the same code. */
const command = process.argv
  .slice(2, 6)
  .filter((word) => /^_{0,2}[a-z][a-z-]*$/.test(word))
  .slice(0, 2)
  .join(" ");

/** Where files are read to, one in the place of another: fresh memory costs more than the reading. */
let memory = Buffer.allocUnsafeSlow(1 << 20);

/** The content of a file until the next one is read, with its owner and permissions; throws where it cannot be read. */
function read(path) {
  const file = fs.openSync(path, "r");
  try {
    const { uid, mode, size } = fs.fstatSync(file);
    if (size > memory.length) memory = Buffer.allocUnsafeSlow(size);
    return { bytes: memory.subarray(0, fs.readSync(file, memory, 0, size, 0)), uid, mode };
  } finally {
    fs.closeSync(file);
  }
}

/** Reads the file of kept code: the size of its head, its own, the commands that made it, a line each, and the code. */
function readKept(path) {
  try {
    const { bytes, uid, mode } = read(path);
    // Code that others may have written is not run.
    if (process.getuid && (uid !== process.getuid() || (mode & 0o022) !== 0)) return undefined;
    const headSize = bytes.readUInt32LE(0);
    if (bytes.readUInt32LE(4) !== bytes.length) return undefined;
    return { commands: bytes.latin1Slice(8, headSize).split("\n"), code: bytes.subarray(headSize) };
  } catch {
    return undefined;
  }
}

/** Folder by folder: Node's own recursion never returns below "/proc". */
function makeFolder(path) {
  const above = path.slice(0, path.lastIndexOf("/"));
  if (above !== "" && !fs.existsSync(above)) makeFolder(above);
  if (!fs.existsSync(path)) fs.mkdirSync(path, { mode: 0o700 });
}

function keep(folder, path, commands, code) {
  const names = Buffer.from(commands.join("\n"), "latin1");
  const sizes = Buffer.alloc(8);
  sizes.writeUInt32LE(8 + names.length, 0);
  sizes.writeUInt32LE(8 + names.length + code.length, 4);
  const fresh = `${path}.${process.pid}`;
  try {
    makeFolder(folder);
    // What other releases kept is not used again.
    if (fs.readdirSync(folder).length >= maxFilesKept) fs.rmSync(folder, { recursive: true });
    makeFolder(folder);
    fs.writeFileSync(fresh, Buffer.concat([sizes, names, code]), { mode: 0o600 });
    fs.renameSync(fresh, path);
  } catch {
    // Without what is kept svc only starts more slowly.
    if (fs.existsSync(fresh)) fs.rmSync(fresh);
  }
}

/** Runs a script of dist/ with the code that is kept for it, and keeps the code of a command that is new to it. */
function runScript(name) {
  const filename = `${dist}/${name}`;
  const source = read(filename).bytes.latin1Slice();
  const fingerprint = source.slice("/*".length, source.indexOf("*/"));
  const folder = cacheFolder && `${cacheFolder}/code`;
  const path = folder && `${folder}/${process.version}-${process.arch}-${fingerprint}`;
  const kept = path && readKept(path);
  const script = new vm.Script(source, { filename, cachedData: kept?.code });
  const commands = kept === undefined || script.cachedDataRejected ? [] : kept.commands;
  if (path && !commands.includes(command) && commands.length < maxCommandsKept) {
    process.once("exit", () => keep(folder, path, [...commands, command], script.createCachedData()));
  }
  script.runInThisContext()(svc);
}

const definitions = new Map();
const loaded = new Map();
const svc = {
  /** The scripts by name, told by the first: those that define a module. */
  scripts: {},
  loadsModules: false,
  define: (name, definition) => definitions.set(name, definition),
  load(name) {
    if (!loaded.has(name)) {
      if (!definitions.has(name)) runScript(svc.scripts[name]);
      loaded.set(name, definitions.get(name)());
    }
    return loaded.get(name);
  },
  /** Imports a file of dist/ that is a module. */
  importFile(name) {
    if (cacheFolder && !svc.loadsModules) {
      process.getBuiltinModule("node:module").enableCompileCache?.(cacheFolder);
    }
    svc.loadsModules = true;
    return import(`../dist/${name}`);
  },
};
globalThis[Symbol.for("svc.modules")] = svc;

function refuse(problem, hint) {
  console.error(`svc: ${problem}\nhint: ${hint}`);
  process.exitCode = 1;
}

if (process.getBuiltinModule === undefined) {
  refuse(`Node ${process.version} is too old`, "install Node 20.19, 22.3 or newer");
} else if (!fs.existsSync(`${dist}/start.js`)) {
  refuse("dist/ is missing: this copy was not built", "npm ci && npm run build");
} else {
  runScript("start.js");
  svc.load("main.js");
}
