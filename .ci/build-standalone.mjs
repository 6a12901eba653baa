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
import { lackOfNode, makeExecutable, nodeLicense } from "./executable.mjs";
import { noticesFile } from "./notices.mjs";
import { moduleScripts } from "./scripts.mjs";

/**
 * Makes one executable of dist/ and of the Node that runs this, or that `--node PATH` names, in dist/standalone or in the folder
 * that is given, with the licences beside it. A command runs on the way, against a sandbox.
 */
const root = join(import.meta.dirname, "..");
const launcher = join(root, "bin/svc.js");

/** The scripts by name: those of the build, and one for each of its other modules. */
async function readScripts() {
  const dist = join(root, "dist");
  const names = readdirSync(dist).filter((name) => name.endsWith(".js"));
  const texts = new Map(names.map((name) => [name, readFileSync(join(dist, name), "latin1")]));
  const ofBuild = new Map([...texts].filter(([, text]) => text.startsWith("/*")));
  return { ofBuild, ofModules: await moduleScripts(texts) };
}

/** Throws where a script loads a module that none of them defines. */
function checkComplete(texts) {
  const namesAfter = (call) =>
    texts.flatMap((text) =>
      [...text.matchAll(new RegExp(`\\b${call}\\("([^"]+)"`, "g"))].map(([, name]) => name),
    );
  const defined = new Set(namesAfter("svc\\.define"));
  const missing = [...namesAfter("svc\\.load"), ...namesAfter("svc\\.importFile")].filter(
    (name) => !defined.has(name),
  );
  if (missing.length > 0) throw new Error(`no script defines ${[...new Set(missing)].join(", ")}`);
}

/** The program with the scripts of the build in it, as functions of the `process` that they see. */
function programOf(scripts) {
  const calls = scripts.map((text) => `(${text.trim().replace(/;$/, "")})(svc);`);
  const program = readFileSync(join(import.meta.dirname, "standalone.js"), "utf8");
  return `const runScripts = (process, svc) => {\n${calls.join("\n")}\n};\n${program}`;
}

async function build(target) {
  const folder = mkdtempSync(join(tmpdir(), "svc-standalone-"));
  const output = join(target, "svc");
  try {
    const main = join(folder, "svc.js");
    const { ofBuild, ofModules } = await readScripts();
    checkComplete([...ofBuild.values(), ...ofModules.values()]);
    writeFileSync(main, programOf([...ofBuild.values()]));
    for (const [name, text] of ofModules) writeFileSync(join(folder, name), text);
    const assets = Object.fromEntries([...ofModules.keys()].map((name) => [name, join(folder, name)]));
    mkdirSync(target, { recursive: true });
    const around = [process.execPath, launcher, "sandbox", "exec", "--instant", "--"];
    makeExecutable(output, { main, assets, folder, around });
    writeFileSync(join(target, "NODE-LICENSE.txt"), nodeLicense());
    copyFileSync(join(root, "LICENSE"), join(target, "LICENSE"));
    copyFileSync(join(root, "dist", noticesFile), join(target, noticesFile));
    console.error(`standalone: ${output}, of Node ${process.version}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const { values, positionals } = parseArgs({
  options: { node: { type: "string" } },
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
else {
  const lack = lackOfNode();
  if (lack === undefined) await build(target);
  else {
    console.error(`standalone: not made: ${lack}`);
    process.exitCode = 1;
  }
}
