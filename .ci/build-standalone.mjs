import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { lackOfNode, makeExecutable, nodeLicense, run } from "./executable.mjs";
import { noticesFile } from "./notices.mjs";
import { moduleScripts } from "./scripts.mjs";

/**
 * Makes one executable of dist/ and of the Node that runs this, or that `--node PATH` names, in dist/standalone or in the folder
 * that is given, with the licences beside it. Commands are run on the way, so that their compiled code goes with it.
 */
const root = join(import.meta.dirname, "..");
const launcher = join(root, "bin/svc.js");

/** What is run before the code is taken: what most calls need. More of it would be read by each of them. */
const training = ["--version", "machines --help", "machines list", "machines get web-01 -o json"].map(
  (line) => line.split(" "),
);

/** The scripts by name: those of the build, and one for each of its other modules. */
async function readScripts() {
  const dist = join(root, "dist");
  const names = readdirSync(dist).filter((name) => name.endsWith(".js"));
  const texts = new Map(names.map((name) => [name, readFileSync(join(dist, name), "latin1")]));
  const scripts = [...texts].filter(([, text]) => text.startsWith("/*"));
  return new Map([...scripts, ...(await moduleScripts(texts))]);
}

/** The program with files of a folder in place of what is in the executable; it writes the code of what it ran. */
const inFiles = (program, folder) => `
const fs = require("node:fs");
const fileOf = (name) => ${JSON.stringify(folder)} + "/" + name;
const sea = { getRawAsset: (name) => fs.readFileSync(fileOf(name)) };
const vm = {
  Script: class extends require("node:vm").Script {
    constructor(source, options) {
      super(source, options);
      process.once("exit", () => fs.writeFileSync(fileOf(options.filename + ".code"), this.createCachedData()));
    }
  },
};
${program.replace(/^const (sea|vm) = .*$/gm, "")}`;

async function build(target) {
  const folder = mkdtempSync(join(tmpdir(), "svc-standalone-"));
  const output = join(target, "svc");
  try {
    const program = readFileSync(join(import.meta.dirname, "standalone.js"), "utf8");
    const main = join(folder, "program.cjs");
    writeFileSync(main, program);
    const scripts = await readScripts();
    const names = [...scripts.keys()].flatMap((name) => [name, `${name}.code`]);
    for (const name of names) writeFileSync(join(folder, name), scripts.get(name) ?? "");
    writeFileSync(join(folder, "training.cjs"), inFiles(program, folder));
    const inSandbox = ["sandbox", "exec", "--instant", "--", process.execPath, import.meta.filename];
    run(process.execPath, [launcher, ...inSandbox, "--train", folder]);
    mkdirSync(target, { recursive: true });
    const assets = Object.fromEntries(names.map((name) => [name, join(folder, name)]));
    makeExecutable(output, { main, assets, folder });
    writeFileSync(join(target, "NODE-LICENSE.txt"), nodeLicense());
    copyFileSync(join(root, "LICENSE"), join(target, "LICENSE"));
    copyFileSync(join(root, "dist", noticesFile), join(target, noticesFile));
    console.error(`standalone: ${output}, of Node ${process.version}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const { values, positionals } = parseArgs({
  options: { node: { type: "string" }, train: { type: "string" } },
  allowPositionals: true,
});
const target = resolve(positionals[0] ?? join(root, "dist/standalone"));

/** Lets another Node do it, and gives its exit status. */
function buildWith(node) {
  const { status, error } = spawnSync(node, [import.meta.filename, target], { stdio: "inherit" });
  if (error !== undefined) console.error(`standalone: not made: ${node} cannot be run: ${error.message}`);
  return status ?? 1;
}

if (values.node !== undefined) process.exitCode = buildWith(values.node);
else if (values.train !== undefined)
  for (const words of training) run(process.execPath, [join(values.train, "training.cjs"), ...words]);
else {
  const lack = lackOfNode();
  if (lack === undefined) await build(target);
  else {
    console.error(`standalone: not made: ${lack}`);
    process.exitCode = 1;
  }
}
