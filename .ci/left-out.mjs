import { createRequire } from "node:module";
import { join, sep } from "node:path";

/** The tables of llhttp that undici reads: the module makes others of all characters that a header may have. */
const require = createRequire(import.meta.url);
const { ERROR, TYPE } = require("undici/lib/llhttp/constants.js");
const { version } = require("../package.json");

/**
 * What packages load at start-up and svc has no use for: HTTP/2, the bodies of fetch and a tree of header names in undici, and of node:http
 * the class of a message and the limit of a header; child processes in commander; schemas and versions in conf; all of svc's package.json
 * but the version. Each costs a part of what a whole request does.
 */
export const leftOut = [
  // The parser without vector instructions runs everywhere.
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
  // A tree of the names of known headers, built at each start to find a name without making a string of it.
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
  // A third of package.json is the list of manual pages.
  { by: "core", path: "../../package.json", contents: `export default ${JSON.stringify({ version })}` },
];

/** Puts them in the place of what those packages load. */
export const leaveOut = {
  name: "left-out",
  setup(bundle) {
    bundle.onResolve({ filter: /./ }, ({ path, importer }) => {
      const index = leftOut.findIndex((part) => part.path === path && importer.split(sep).includes(part.by));
      return index < 0 ? undefined : { path: String(index), namespace: "left-out" };
    });
    bundle.onLoad({ filter: /./, namespace: "left-out" }, ({ path }) => ({
      contents: leftOut[Number(path)].contents,
      resolveDir: join(import.meta.dirname, ".."),
      loader: "js",
    }));
  },
};
