import { createHash } from "node:crypto";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { build } from "esbuild";
import { buildFingerprint, fingerprintFile } from "./build-fingerprint.mjs";
import { libraryDeclarations } from "./import-source.mjs";
import { leftOut, replacementPlugin } from "./left-out.mjs";
import { noticesFile, thirdPartyNotices } from "./notices.mjs";

const root = join(import.meta.dirname, "..");

const target = { minify: true, platform: "node", target: "node20.19", legalComments: "none" };
const common = { ...target, absWorkingDir: root, bundle: true, write: false, logLevel: "warning" };
const options = {
  ...common,
  splitting: true,
  format: "esm",
  plugins: [replacementPlugin(leftOut)],
  metafile: true,
};

/** Evaluates a bundled file when it is first loaded. */
const loader = `const loaded=new Map();function load(name){if(!name.startsWith("./"))return require(name);
if(!(name in files))Object.assign(files,run("sandbox.js"));
if(!loaded.has(name))files[name](load,(exports)=>{
loaded.set(name,Object.defineProperty(exports,"__esModule",{value:true}))});
return loaded.get(name)}load("./main.js")`;

/** The files that the command line can load without the sandbox. */
function commandLineFiles(outputs, name = "main.js", reached = new Set()) {
  reached.add(name);
  for (const { path, external } of outputs[name].imports)
    if (!external && !reached.has(path) && !outputs[path].entryPoint?.startsWith("src/sandbox/"))
      commandLineFiles(outputs, path, reached);
  return reached;
}

/** Prefixes a script with its hash, which identifies its compiled code in the cache. */
function scriptFile(path, script) {
  const hash = createHash("sha256").update(script).digest("hex").slice(0, 16);
  return { path, text: `//${hash}\n${script}` };
}

/**
 * Bundles the program as two scripts (the second with the files that only the sandbox needs). Each file is a
 * CommonJS function, so that V8 compiles and caches only the functions that a command needs.
 */
async function bundleProgram() {
  const bundle = { ...options, entryPoints: ["src/main.ts"], outdir: ".", chunkNames: "[hash]" };
  const { outputFiles, metafile } = await build(bundle);
  const first = commandLineFiles(metafile.outputs);
  const functions = await Promise.all(outputFiles.map((file) => asFunction(file, metafile.outputs)));
  const filesIn = (isFirst) =>
    functions.filter((_, index) => first.has(basename(outputFiles[index].path)) === isFirst);
  const program = `(function(require,uncachedModules,run){"use strict";const files={${filesIn(true)}};${loader}})`;
  const sandbox = `"use strict";({${filesIn(false)}})`;
  return { files: [scriptFile("svc.js", program), scriptFile("sandbox.js", sandbox)], metafile };
}

/**
 * Turns a bundled file into a function that passes its exports to `provide`. esbuild's own way, a getter for each
 * export, nearly doubles the functions that V8 reads. This is safe because src/ exports no variable that changes.
 */
async function asFunction({ path, text }, outputs) {
  const { exports } = outputs[basename(path)];
  const imported = exports.map((name) => `${name} as $${name}`);
  const provided = exports.map((name) => `${name}:$${name}`);
  const { outputFiles } = await build({
    ...common,
    format: "cjs",
    // Scripts cannot use `import()`.
    supported: { "dynamic-import": false },
    stdin: { contents: `import{${imported}}from"file";provide({${provided}})` },
    plugins: [replacementPlugin([{ by: "<stdin>", path: "file", contents: text }])],
    external: ["*"],
  });
  return `"./${basename(path)}"(require,provide){${outputFiles[0].text}}`;
}

/** Bundles the library as modules, without the command line, and writes its declarations. */
async function bundleLibrary() {
  const { outputFiles, metafile } = await build({
    ...options,
    entryPoints: ["src/client/library/index.ts", "src/client/library/sandbox.ts"],
    outdir: "lib",
    // Callers see the names of functions and classes, for example in a stack trace.
    keepNames: true,
    // Bundled CommonJS packages load Node's modules by `require`.
    banner: { js: 'import{createRequire}from"node:module";const require=createRequire(import.meta.url);' },
  });
  const scripts = outputFiles.map(({ path, text }) => [basename(path), text]);
  const texts = [...scripts, ...(await libraryDeclarations())];
  return { files: texts.map(([name, text]) => ({ path: `lib/${name}`, text })), metafile };
}

/** Bundles src/ into dist/, replacing it only if the build succeeds. */
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
  // esbuild has already printed its errors with their positions.
  if (error.errors === undefined) console.error(`build: ${error.message}`);
  process.exitCode = 1;
}
