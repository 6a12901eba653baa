import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { build } from "esbuild";
import { buildFingerprint, fingerprintFile } from "./build-fingerprint.mjs";
import { buildLibrary } from "./build-library.mjs";
import { builtIns } from "./built-ins.mjs";
import { leaner } from "./leaner.mjs";
import { noticesFile, thirdPartyNotices } from "./notices.mjs";
import { withScripts } from "./scripts.mjs";

/**
 * What is always loaded together is bundled together, since at start-up each file costs more than what is in it: what every command
 * needs, what help needs besides, what finds the service that a line means, what answers completion, what finds out whether a service
 * describes more, what a call needs besides, and what keeps the names in a list. Each is the static closure of some files.
 */
const together = {
  command: [
    "src/cli/run.ts",
    "src/catalogue/fields.ts",
    "src/catalogue/statuses.ts",
    "src/core/text/duration.ts",
    "src/client/profiles/folder.ts",
  ],
  help: ["src/cli/line/help.ts"],
  connection: [
    "src/client/profiles/connection.ts",
    "src/cli/invocation/globals.ts",
    "src/client/http/address.ts",
    "src/cli/names-cache/freshness.ts",
  ],
  completing: ["src/cli/completing/answer.ts"],
  described: ["src/cli/described/scan-described.ts"],
  call: [
    "src/cli/dispatch.ts",
    "src/cli/terminal/run-watch.ts",
    "src/cli/operation/execute.ts",
    "src/cli/operation/on-nodes.ts",
    "src/cli/invocation/connection.ts",
    "src/cli/output/print.ts",
  ],
  names: ["src/cli/operation/name-watch.ts"],
};

const isStatic = ({ kind }) => kind === "import-statement";

/**
 * The files of src/ that each part of `together` needs, by the imports that a build without them found. What the
 * entry itself imports is a part of its own: `svc --version` needs no more.
 */
function closures(inputs) {
  const taken = new Set();
  const first = inputs["src/main.ts"].imports.filter(isStatic).map(({ path }) => path);
  return Object.entries({ entry: first, ...together }).map(([name, entries]) => {
    const files = new Set();
    const visit = (file) => {
      if (!file.startsWith("src/") || file.startsWith("src/catalogue/groups/") || taken.has(file)) return;
      taken.add(file);
      files.add(file);
      for (const { path } of inputs[file].imports.filter(isStatic)) visit(path);
    };
    for (const entry of entries) visit(entry);
    return { name, files };
  });
}

/** Sends every import of a file that belongs to a part through the part: whoever needs one of its files needs them all. */
const joined = (parts) => ({
  name: "joined",
  setup(bundle) {
    const partOf = (file) => parts.find(({ files }) => files.has(file));
    bundle.onResolve({ filter: /^\..*\.ts$/ }, ({ path, importer, resolveDir, namespace, kind }) => {
      if (namespace !== "file") return undefined;
      const target = relative(process.cwd(), resolve(resolveDir, path));
      const part = partOf(target);
      const isInside = kind === "import-statement" && part?.files.has(relative(process.cwd(), importer));
      return part === undefined || isInside ? undefined : { path: target, namespace: "part" };
    });
    bundle.onLoad({ filter: /.*/, namespace: "part" }, ({ path }) => {
      const others = [...partOf(path).files].map((file) => `import "./${file}";`).join("\n");
      return { contents: `${others}\nexport * from "./${path}";`, resolveDir: process.cwd(), loader: "ts" };
    });
  },
});

const options = {
  entryPoints: ["src/main.ts"],
  bundle: true,
  splitting: true,
  minify: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  legalComments: "none",
  metafile: true,
  write: false,
  outdir: "dist",
  logLevel: "warning",
};

/**
 * Drops the outputs that hold nothing, of which joining leaves one for each way into a part, and the imports
 * without names of them and of what holds nothing but functions of esbuild's own.
 */
function withoutEmpty({ outputFiles, metafile }) {
  const isEmpty = ({ text }) => text.trim() === "";
  const idle = new Set(outputFiles.filter(isEmpty).map(({ path }) => basename(path)));
  for (const [path, { inputs }] of Object.entries(metafile.outputs))
    if (Object.keys(inputs).length === 0) idle.add(basename(path));
  return outputFiles
    .filter((file) => !isEmpty(file))
    .map(({ path, text }) => ({
      path,
      text: text.replace(/import"\.\/([^"]+)";/g, (whole, name) => (idle.has(name) ? "" : whole)),
    }));
}

/** A file that only passes names of one other file on: its imports, those without names, its exports. */
const passingOn = /^import\{([^{}]*)\}from"\.\/([^"]+)";((?:import"\.\/[^"]+";)*)export\{([^{}]*)\};$/;

/** `a as b,c` as pairs [a, b], [c, c]. */
const renamed = (names) => names.split(",").map((name) => [...name.split(" as "), name].slice(0, 2));

/**
 * Drops the files that only pass on what another file holds, as there is one for each `import()` of a file of a
 * part, and imports that file in their place.
 */
function withoutDetours(files) {
  const textOf = new Map(files.map(({ path, text }) => [basename(path), text]));
  const reached = (name, seen = new Set()) => {
    for (const [, next] of (textOf.get(name) ?? "").matchAll(/(?:from|import)"\.\/([^"]+)"/g))
      if (!seen.has(next)) reached(next, seen.add(next));
    return seen;
  };
  const detours = new Map();
  for (const [name, text] of textOf) {
    const [, taken, target, others, given] = passingOn.exec(text.trim()) ?? [];
    if (target === undefined) continue;
    const alsoLoaded = reached(target);
    if ([...others.matchAll(/"\.\/([^"]+)"/g)].some(([, other]) => !alsoLoaded.has(other))) continue;
    const inTarget = new Map(renamed(taken).map(([there, here]) => [here, there]));
    const members = renamed(given).map(([here, outside]) => `${outside}:m.${inTarget.get(here)}`);
    detours.set(name, `import("./${target}").then(m=>({${members.join()}}))`);
  }
  return files
    .filter(({ path }) => !detours.has(basename(path)))
    .map(({ path, text }) => ({
      path,
      text: text.replace(/import\("\.\/([^"]+)"\)/g, (whole, name) => detours.get(name) ?? whole),
    }));
}

/**
 * Bundles src/ into dist/: split, so that a command loads only what it needs, and minified. dist/ is replaced only by a
 * build that succeeded.
 */
const fresh = `dist.${process.pid}`;
const fingerprint = buildFingerprint();
try {
  const draft = await build({ ...options, plugins: [leaner, builtIns] });
  const parts = closures(draft.metafile.inputs);
  const whole = await build({ ...options, plugins: [leaner, builtIns, joined(parts)] });
  const files = await withScripts(withoutDetours(withoutEmpty(whole)), whole.metafile);
  mkdirSync(fresh);
  for (const { path, text } of files) writeFileSync(join(fresh, basename(path)), text);
  const library = await buildLibrary(join(fresh, "lib"), { ...options, plugins: [leaner, builtIns] });
  const outputs = { ...whole.metafile.outputs, ...library.outputs };
  writeFileSync(join(fresh, noticesFile), thirdPartyNotices({ outputs }));
  writeFileSync(join(fresh, basename(fingerprintFile)), fingerprint);
  rmSync("dist", { recursive: true, force: true });
  renameSync(fresh, "dist");
  const bytes = files.reduce((sum, { text }) => sum + text.length, library.bytes);
  console.error(`dist: ${files.length} files, ${Math.round(bytes / 1024)} KiB`);
} catch (error) {
  rmSync(fresh, { recursive: true, force: true });
  // The bundler has printed its own errors, each with its place.
  if (error.errors === undefined) console.error(`build: ${error.message}`);
  process.exitCode = 1;
}
