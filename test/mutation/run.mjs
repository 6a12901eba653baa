import { spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { parseArgs } from "node:util";
import { mutationsOf } from "./mutations.mjs";

/**
 * Makes small random changes to `src`, one at a time, and reports which of them no test notices.
 *
 *   node test/mutation/run.mjs [--count 60] [--seed 1] [--under src/client/http --under src/cli ...] [--quick]
 *   node test/mutation/run.mjs --at src/client/http/retry.ts:41:2
 *
 * Changes are spread evenly over the given folders; one that does not compile is replaced by another. Each is
 * made in a copy of the tree and tested in stages until a test fails: the four unit tests that import the file
 * most directly, all unit tests that import it, the whole suite (skipped by `--quick`). `--at` repeats the
 * numbered change of one line, or all changes of a line. The last line of output lists the changes that survived,
 * as options for another run; the exit code is 1 if there are any.
 */
const { values } = parseArgs({
  options: {
    count: { type: "string", default: "60" },
    seed: { type: "string", default: "1" },
    under: { type: "string", multiple: true, default: ["src"] },
    at: { type: "string", multiple: true },
    quick: { type: "boolean", default: false },
  },
});

const root = join(import.meta.dirname, "../..");
const copy = mkdtempSync(join(tmpdir(), "svc-mutation-"));
/**
 * Longer than each stage takes on a busy machine; a change that exceeds it loops forever and counts as
 * noticed.
 */
const timeoutsMs = { nearest: 4 * 60_000, unit: 10 * 60_000, suite: 15 * 60_000 };
let importGraph;
const stages = ["nearest", "unit", ...(values.quick ? [] : ["suite"])];

try {
  for (const name of readdirSync(root)) {
    if (name === "node_modules" || name === ".git" || name === "dist") continue;
    cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  const counts = {};
  const survivors = [];
  let compiled = 0;
  const requiredCount = values.at === undefined ? Number(values.count) : Number.POSITIVE_INFINITY;
  for (const mutation of values.at === undefined ? drawn() : named(values.at)) {
    if (compiled === requiredCount) break;
    const { outcome, by } = await tryMutation(mutation);
    if (outcome !== "compiler") compiled += 1;
    const { file, line, number, label } = mutation;
    console.log(
      `${outcome.padEnd(8)} ${file}:${line}:${number}  ${label}${by === undefined ? "" : `  (${by})`}`,
    );
    if (outcome === "survived") survivors.push(`--at ${file}:${line}:${number}`);
    const folder = dirname(file).split("/").slice(0, 2).join("/");
    counts[folder] ??= {};
    counts[folder][outcome] = (counts[folder][outcome] ?? 0) + 1;
  }
  for (const [folder, outcomes] of Object.entries(counts)) {
    const entries = Object.entries(outcomes).map(([outcome, count]) => `${outcome} ${count}`);
    console.log(`${folder}: ${entries.join(", ")}`);
  }
  if (survivors.length > 0) {
    console.log(`survived: ${survivors.join(" ")}`);
    process.exitCode = 1;
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}

/** Returns which stage and test noticed the change. */
async function tryMutation({ file, source, at, length, text }) {
  const path = join(copy, file);
  writeFileSync(path, source.slice(0, at) + text + source.slice(at + length));
  try {
    if (
      !(await succeeds("node_modules/.bin/tsc", [
        "--incremental",
        "--tsBuildInfoFile",
        join(copy, ".tsbuildinfo"),
      ]))
    )
      return { outcome: "compiler" };
    if (!(await succeeds("node", [".ci/build.mjs"]))) return { outcome: "compiler" };
    for (const stage of stages) {
      const tests = testsOf(stage, file);
      if (stage !== "suite" && tests.length === 0) continue;
      const by = await failingTest(tests, timeoutsMs[stage]);
      if (by !== undefined) return { outcome: stage, by };
    }
    return { outcome: "survived" };
  } finally {
    writeFileSync(path, source);
  }
}

function testsOf(stage, file) {
  if (stage === "suite") return [];
  const tests = importersOf(file).filter((name) => /^test\/unit\/.*\.test\.ts$/.test(name));
  return stage === "nearest" ? tests.slice(0, 4) : tests;
}

/** The files that import a file, directly or through others, nearest first. */
function importersOf(file) {
  const importingFiles = new Set([file]);
  // Iterating over a set also visits elements that are added meanwhile.
  for (const target of importingFiles)
    for (const importer of importers().get(target) ?? []) importingFiles.add(importer);
  return [...importingFiles];
}

/** The importers of each file of src and test, without type imports. */
function importers() {
  if (importGraph !== undefined) return importGraph;
  importGraph = new Map();
  for (const file of [...filesBelow("src"), ...filesBelow("test")]) {
    const source = readFileSync(join(root, file), "utf8");
    for (const [, path, lazy] of source.matchAll(
      /^(?:import|export) (?!type )[^;"]*?from "(\.[^"]+)"|import\("(\.[^"]+)"\)/gm,
    )) {
      const target = join(dirname(file), path ?? lazy);
      importGraph.set(target, [...(importGraph.get(target) ?? []), file]);
    }
  }
  return importGraph;
}

/** The first test that fails, or undefined if all pass. */
async function failingTest(tests, timeoutMs) {
  const report = join(copy, ".report.json");
  rmSync(report, { force: true });
  const options = ["--root", ".", "--config", "test/vitest.config.ts", "--experimental.fsModuleCache"];
  const outputs = ["--bail", "1", "--reporter", "json", "--outputFile", report];
  if (await succeeds("node_modules/.bin/vitest", ["run", ...tests, ...options, ...outputs], timeoutMs))
    return undefined;
  if (!existsSync(report)) return "ran for ever or did not start";
  const { testResults } = JSON.parse(readFileSync(report, "utf8"));
  for (const { name, status, message, assertionResults } of testResults) {
    const failed = assertionResults.find((test) => test.status === "failed");
    if (failed !== undefined) return `${relative(copy, name)}: ${failed.fullName}`;
    if (status === "failed") return `${relative(copy, name)}: ${message.split("\n")[0]}`;
  }
  return "an unhandled error";
}

/** Runs a program in its own process group, so that a time-out ends all its processes. */
function succeeds(program, args, timeoutMs = 120_000) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: copy, stdio: "ignore", detached: true });
    const timer = setTimeout(() => process.kill(-child.pid, "SIGKILL"), timeoutMs);
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve(code === 0);
    });
  });
}

/** All mutations of the folders, in random order within each folder. */
function* drawn() {
  const random = seeded(Number(values.seed));
  const folders = values.under.map((folder) => filesBelow(folder).flatMap(mutationsIn));
  console.log(`${folders.flat().length} places, drawn with seed ${values.seed}`);
  while (folders.some((places) => places.length > 0)) {
    for (const places of folders) {
      if (places.length > 0) yield places.splice(Math.floor(random() * places.length), 1)[0];
    }
  }
}

/** The mutations that `file:line` or `file:line:number` name. */
function named(names) {
  return names.flatMap((name) => {
    const [file, line, number] = name.split(":");
    return mutationsIn(file).filter(
      (one) => one.line === Number(line) && (number === undefined || one.number === Number(number)),
    );
  });
}

function filesBelow(folder) {
  return readdirSync(join(root, folder), { recursive: true })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".d.ts"))
    .sort()
    .map((name) => join(folder, name));
}

/** The mutations of a file, each with its line and its number within the line, from 1. */
function mutationsIn(file) {
  const source = readFileSync(join(root, file), "utf8");
  const perLine = new Map();
  return mutationsOf(source).map((mutation) => {
    const line = source.slice(0, mutation.at).split("\n").length;
    const number = (perLine.get(line) ?? 0) + 1;
    perLine.set(line, number);
    return { ...mutation, file, source, line, number };
  });
}

/** Pseudo-random numbers in [0, 1) from a seed (mulberry32). */
function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
