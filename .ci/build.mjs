import { createHash } from "node:crypto";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { build, transform } from "esbuild";
import { buildFingerprint, fingerprintFile } from "./build-fingerprint.mjs";
import { leaveOut } from "./left-out.mjs";
import { libraryDeclarations } from "./library-declarations.mjs";
import { noticesFile, thirdPartyNotices } from "./notices.mjs";

const root = join(import.meta.dirname, "..");

const target = { minify: true, platform: "node", target: "node20.19", legalComments: "none" };
const options = {
  ...target,
  absWorkingDir: root,
  bundle: true,
  splitting: true,
  format: "esm",
  plugins: [leaveOut],
  metafile: true,
  write: false,
  logLevel: "warning",
};

/**
 * Evaluates a file of the scripts when it is first loaded; `require` loads modules of Node. The getters that esbuild exports by
 * become plain members, which loops over bytes read far sooner: nothing in src/ exports a variable that changes.
 */
const loader = `const loaded=new Map();function load(name){if(!name.startsWith("./"))return require(name);
if(!(name in files))Object.assign(files,run("sandbox.js"));
if(!loaded.has(name)){const module={exports:{}};loaded.set(name,module);
files[name](load,module,module.exports);
module.exports=Object.defineProperty({...module.exports},"__esModule",{value:true})}
return loaded.get(name).exports}load("./main.js")`;

/** The files that the command line can load without the sandbox. */
function commandLineFiles(outputs, name = "main.js", reached = new Set()) {
  reached.add(name);
  for (const { path, external } of outputs[name].imports)
    if (!external && !reached.has(path) && !outputs[path].entryPoint?.startsWith("src/sandbox/"))
      commandLineFiles(outputs, path, reached);
  return reached;
}

/** A script whose first line is a hash, which names its compiled code. */
function scriptFile(path, script) {
  const hash = createHash("sha256").update(script).digest("hex").slice(0, 16);
  return { path, text: `//${hash}\n${script}` };
}

/**
 * The program as two scripts of many files, each a CommonJS function: V8 compiles, and its cached data holds, only those that a
 * command needs. The first is a function of `require`, of the launcher's list of code to store, and of how it runs a script; the
 * second has the files that only the sandbox needs.
 */
async function bundleProgram() {
  const bundle = { ...options, entryPoints: ["src/main.ts"], outdir: ".", chunkNames: "[hash]" };
  const { outputFiles, metafile } = await build(bundle);
  const first = commandLineFiles(metafile.outputs);
  const filesIn = (isFirst) =>
    Promise.all(outputFiles.filter(({ path }) => first.has(basename(path)) === isFirst).map(asFunction));
  const program = `(function(require,uncachedModules,run){"use strict";const files={${await filesIn(true)}};${loader}})`;
  const sandbox = `"use strict";({${await filesIn(false)}})`;
  return { files: [scriptFile("svc.js", program), scriptFile("sandbox.js", sandbox)], metafile };
}

async function asFunction({ path, text }) {
  // Scripts have no `import()`.
  const supported = { "dynamic-import": false };
  const { code } = await transform(text, { ...target, format: "cjs", supported });
  return `"./${basename(path)}"(require,module,exports){${code}}`;
}

/** The library as modules, which load nothing of the command line, and its declarations. */
async function bundleLibrary() {
  const { outputFiles, metafile } = await build({
    ...options,
    entryPoints: ["src/client/library/index.ts", "src/client/library/sandbox.ts"],
    outdir: "lib",
    // Names of functions and classes are part of what a caller sees, as in a stack.
    keepNames: true,
    // The CommonJS packages in it load modules of Node by `require`.
    banner: { js: 'import{createRequire}from"node:module";const require=createRequire(import.meta.url);' },
  });
  const scripts = outputFiles.map(({ path, text }) => [basename(path), text]);
  const texts = [...scripts, ...(await libraryDeclarations())];
  return { files: texts.map(([name, text]) => ({ path: `lib/${name}`, text })), metafile };
}

/** Bundles src/ into dist/, which is replaced only by a build that succeeded. */
const dist = join(root, "dist");
const fresh = `${dist}.${process.pid}`;
try {
  const fingerprint = buildFingerprint();
  const parts = [await bundleProgram(), await bundleLibrary()];
  const outputs = Object.assign({}, ...parts.map(({ metafile }) => metafile.outputs));
  const files = [
    ...parts.flatMap((part) => part.files),
    { path: noticesFile, text: thirdPartyNotices({ outputs }) },
    { path: basename(fingerprintFile), text: fingerprint },
  ];
  for (const { path, text } of files) {
    mkdirSync(dirname(join(fresh, path)), { recursive: true });
    writeFileSync(join(fresh, path), text);
  }
  rmSync(dist, { recursive: true, force: true });
  renameSync(fresh, dist);
  const bytes = files.reduce((sum, { text }) => sum + text.length, 0);
  console.error(`dist: ${files.length} files, ${Math.round(bytes / 1024)} KiB`);
} catch (error) {
  rmSync(fresh, { recursive: true, force: true });
  // The bundler has printed its own errors, each with its place.
  if (error.errors === undefined) console.error(`build: ${error.message}`);
  process.exitCode = 1;
}
