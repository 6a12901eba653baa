#!/usr/bin/env node
// Runs the bundles with code that V8 compiled in an earlier run: docs/decisions/0005-compiled-code.md.
const fs = require("node:fs");
const vm = require("node:vm");
const { argv, env, version, arch, execPath, getuid, getBuiltinModule } = process;
const isExecutable = __filename === execPath;
const dist = `${__dirname.slice(0, -"bin".length)}dist/`;
const isAbsolute = (folder) => /^(?:\/|[a-z]:)/i.test(folder);
const caches = [env.XDG_CACHE_HOME, env.LOCALAPPDATA, `${env.HOME}/.cache`].find(isAbsolute);
const root = env.NODE_DISABLE_COMPILE_CACHE ? undefined : env.NODE_COMPILE_CACHE || caches;
const words = argv.slice(2, 6).filter((word) => /^[a-z_][a-z_-]*$/.test(word));
const uncachedModules = [];

function readCode(path) {
  let file;
  try {
    file = fs.openSync(path);
    const { uid, mode } = fs.fstatSync(file);
    // Not if another user could have written it. V8 crashes if bytes are damaged, so the file has the code twice.
    const copies = getuid && (uid !== getuid() || mode & 0o022) ? undefined : fs.readFileSync(file);
    const code = copies?.subarray(0, copies.length / 2);
    return code?.equals(copies.subarray(code.length)) ? code : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) fs.closeSync(file);
  }
}

function run(bundle) {
  const asset = () => Buffer.from(getBuiltinModule("node:sea").getRawAsset(bundle)).latin1Slice();
  const source = isExecutable ? asset() : fs.readFileSync(dist + bundle, "latin1");
  const path = `${root}/svc/code/${version}-${arch}-${source.slice(2, 18)}-${words.slice(0, 2).join("-")}`;
  const cachedData = root ? readCode(path) : undefined;
  const script = new vm.Script(source, { filename: dist + bundle, cachedData });
  if (root && (!cachedData || script.cachedDataRejected)) uncachedModules.push({ path, script });
  return script.runInThisContext();
}

const unbuilt = "dist/ is missing: this copy was not built\nhint: npm ci && npm run build";
const tooOld = `Node ${version} is too old\nhint: install Node 20.19, 22.3 or newer`;
const refusal = !getBuiltinModule ? tooOld : isExecutable || fs.existsSync(dist) ? undefined : unbuilt;
if (refusal === undefined) run("svc.js")(require, uncachedModules, run);
else console.error(`svc: ${refusal}`);
if (refusal !== undefined) process.exitCode = 1;
