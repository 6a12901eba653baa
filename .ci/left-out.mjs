import { createRequire } from "node:module";
import { join, sep } from "node:path";

const require = createRequire(import.meta.url);
/** The only llhttp tables that undici reads. Their module also builds tables of all valid header characters. */
const { ERROR, TYPE } = require("undici/lib/llhttp/constants.js");
const { version } = require("../package.json");

/**
 * Replacements for modules that packages load at start-up but svc does not need. Loading any of them takes a
 * noticeable part of the time of a request.
 */
export const leftOut = [
  // The parser without SIMD runs on every processor.
  {
    by: "undici",
    path: "../llhttp/llhttp_simd-wasm.js",
    contents: 'module.exports = require("undici/lib/llhttp/llhttp-wasm.js")',
  },
  {
    by: "undici",
    path: "../llhttp/constants.js",
    contents: `module.exports = ${JSON.stringify({ ERROR, TYPE })}`,
  },
  { by: "undici", path: "node:http2", contents: "throw new Error('no HTTP/2')" },
  { by: "undici", path: "./client-h2.js", contents: "module.exports = undefined" },
  { by: "undici", path: "../web/fetch/body.js", contents: "module.exports = {}" },
  // A search tree of known header names, which undici builds at each start to avoid creating strings.
  { by: "undici", path: "./tree", contents: "module.exports = { tree: { lookup: () => null } }" },
  {
    by: "undici",
    path: "node:http",
    contents: "module.exports = { IncomingMessage: class {}, maxHeaderSize: 16384 }",
  },
  {
    by: "undici",
    path: "node:assert",
    contents:
      "module.exports = (holds, why) => { if (!holds) throw new Error(why ?? 'an assertion of undici fails') }",
  },
  { by: "commander", path: "node:child_process", contents: "module.exports = {}" },
  { by: "conf", path: "ajv/dist/2020.js", contents: "module.exports = {}" },
  { by: "conf", path: "ajv-formats", contents: "module.exports = {}" },
  { by: "conf", path: "semver", contents: "module.exports = {}" },
  // The list of man pages is a third of package.json.
  { by: "core", path: "../../package.json", contents: `export default ${JSON.stringify({ version })}` },
];

/** An esbuild plugin that replaces the modules at these paths where they are imported by these packages. */
export const replacementPlugin = (parts) => ({
  name: "replacement",
  setup(bundle) {
    bundle.onResolve({ filter: /./ }, ({ path, importer }) => {
      const index = parts.findIndex((part) => part.path === path && importer.split(sep).includes(part.by));
      return index < 0 ? undefined : { path: String(index), namespace: "replacement" };
    });
    bundle.onLoad({ filter: /./, namespace: "replacement" }, ({ path }) => ({
      contents: parts[Number(path)].contents,
      resolveDir: join(import.meta.dirname, ".."),
    }));
  },
});
