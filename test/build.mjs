import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { build } from "esbuild";

/**
 * What undici asks of Node at start-up and svc has no use for: HTTP/2, and of node:http the class of a message and the
 * limit of a header. Each costs more time to load than a whole request takes.
 */
const undiciWithoutHttp = {
  name: "undici-without-http",
  setup(bundle) {
    const stubs = {
      "node:http2": "throw new Error('no HTTP/2')",
      "node:http": "module.exports = { IncomingMessage: class {}, maxHeaderSize: 16384 }",
    };
    bundle.onResolve({ filter: /^node:http2?$/ }, ({ path, importer }) =>
      importer.includes("/undici/") ? { path, namespace: "stub" } : undefined,
    );
    bundle.onLoad({ filter: /.*/, namespace: "stub" }, ({ path }) => ({
      contents: stubs[path],
      loader: "js",
    }));
  },
};

/**
 * What is always loaded together is bundled together, since at start-up each file costs more than what is in it: what help needs, and
 * what a call needs besides. Each is the static closure of some files.
 */
const together = {
  help: ["src/cli/run.ts", "src/cli/line/help.ts", "src/api/fields.ts", "src/api/statuses.ts"],
  call: [
    "src/cli/perform.ts",
    "src/cli/operation/operation.ts",
    "src/cli/fleet/on-nodes.ts",
    "src/cli/connection.ts",
    "src/output/print.ts",
  ],
};

/** The files of src/ that each part of `together` needs, by the imports that a build without them found. */
function closures(inputs) {
  const taken = new Set();
  return Object.entries(together).map(([name, entries]) => {
    const files = new Set();
    const visit = (file) => {
      if (!file.startsWith("src/") || file.startsWith("src/api/groups/") || taken.has(file)) return;
      taken.add(file);
      files.add(file);
      for (const { path, kind } of inputs[file].imports) if (kind === "import-statement") visit(path);
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
  banner: {
    js: 'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);',
  },
};

/** Drops the outputs that hold nothing, and the imports of them: joining leaves one for each way into a part. */
function withoutEmpty(files) {
  const isEmpty = ({ text }) => text.trim() === options.banner.js;
  const empty = new Set(files.filter(isEmpty).map(({ path }) => basename(path)));
  return files
    .filter((file) => !isEmpty(file))
    .map(({ path, text }) => ({
      path,
      text: text.replace(/import"\.\/([^"]+)";/g, (whole, name) => (empty.has(name) ? "" : whole)),
    }));
}

/**
 * Bundles src/ into dist/: split, so that a command loads only what it needs, and minified. dist/ is replaced only by a
 * build that succeeded.
 */
const fresh = `dist.${process.pid}`;
try {
  const draft = await build({ ...options, plugins: [undiciWithoutHttp] });
  const parts = closures(draft.metafile.inputs);
  const { outputFiles } = await build({ ...options, plugins: [undiciWithoutHttp, joined(parts)] });
  const files = withoutEmpty(outputFiles);
  mkdirSync(fresh);
  for (const { path, text } of files) writeFileSync(join(fresh, basename(path)), text);
  rmSync("dist", { recursive: true, force: true });
  renameSync(fresh, "dist");
  const bytes = files.reduce((sum, { text }) => sum + text.length, 0);
  console.error(`dist: ${files.length} files, ${Math.round(bytes / 1024)} KiB`);
} catch {
  rmSync(fresh, { recursive: true, force: true });
  process.exitCode = 1;
}
