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
 * Changes are spread evenly over the folders given; those that do not compile are drawn again. Each is made in a
 * copy of the tree and tried with ever more tests until one fails: the four unit tests that import the file most
 * directly, all unit tests that import it, the whole suite (left out by `--quick`). `--at` repeats the numbered
 * change of one line, or all changes of a line. The last line names the changes that survived, as options for
 * another run; exits with 1 where there are any.
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
/** Longer than each stage takes on a busy machine: what takes longer runs for ever, and so it is noticed. */
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
  const wanted = values.at === undefined ? Number(values.count) : Number.POSITIVE_INFINITY;
  for (const mutation of values.at === undefined ? drawn() : named(values.at)) {
    if (compiled === wanted) break;
    const { fate, by } = await tryMutation(mutation);
    if (fate !== "compiler") compiled += 1;
    const { file, line, number, what } = mutation;
    console.log(`${fate.padEnd(8)} ${file}:${line}:${number}  ${what}${by === undefined ? "" : `  (${by})`}`);
    if (fate === "survived") survivors.push(`--at ${file}:${line}:${number}`);
    const room = dirname(file).split("/").slice(0, 2).join("/");
    counts[room] ??= {};
    counts[room][fate] = (counts[room][fate] ?? 0) + 1;
  }
  for (const [room, fates] of Object.entries(counts)) {
    const entries = Object.entries(fates).map(([fate, count]) => `${fate} ${count}`);
    console.log(`${room}: ${entries.join(", ")}`);
  }
  if (survivors.length > 0) {
    console.log(`survived: ${survivors.join(" ")}`);
    process.exitCode = 1;
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}

/** Who noticed the change, and by which test. */
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
      return { fate: "compiler" };
    if (!(await succeeds("node", [".ci/build.mjs"]))) return { fate: "compiler" };
    for (const stage of stages) {
      const tests = testsOf(stage, file);
      if (stage !== "suite" && tests.length === 0) continue;
      const by = await failingTest(tests, timeoutsMs[stage]);
      if (by !== undefined) return { fate: stage, by };
    }
    return { fate: "survived" };
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
  const found = new Set([file]);
  // A set yields what is added while it is walked.
  for (const target of found) for (const importer of importers().get(target) ?? []) found.add(importer);
  return [...found];
}

/** Who imports each file of src and test; type imports are left out. */
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

/** The first test that fails; undefined where all pass. */
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

/** Runs a program in a process group of its own, so that nothing of it outlives the time-out. */
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

/** All mutations of the folders, one folder after the other, at random. */
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

/** Numbers in [0, 1) that follow from the seed (mulberry32). */
function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
