import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { mutationsOf } from "./mutations.mjs";

/**
 * Changes `src` at random places, one at a time, and says which changes no test notices.
 *
 *   node test/mutation/run.mjs [--count 60] [--seed 1] [--under src/http] [--quick]
 *
 * A change is made in a copy of the tree, which is built anew. It is caught by the compiler, by the tests that import
 * the file, or, unless `--quick` is given, by the whole suite. Ends with 1 where one survives.
 */
const { values } = parseArgs({
  options: {
    count: { type: "string", default: "60" },
    seed: { type: "string", default: "1" },
    under: { type: "string", default: "src" },
    quick: { type: "boolean", default: false },
  },
});

const root = join(import.meta.dirname, "../..");
const copy = mkdtempSync(join(tmpdir(), "svc-mutation-"));
const random = seeded(Number(values.seed));

try {
  for (const name of readdirSync(root)) {
    if (name === "node_modules" || name === ".git" || name === "dist") continue;
    cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  const counts = { compiler: 0, related: 0, suite: 0, survived: 0 };
  for (const { file, mutation } of chosen(Number(values.count))) {
    const path = join(copy, file);
    const source = readFileSync(path, "utf8");
    const { at, length, text, what } = mutation;
    writeFileSync(path, source.slice(0, at) + text + source.slice(at + length));
    const fate = fateOf(file);
    writeFileSync(path, source);
    counts[fate] += 1;
    const line = source.slice(0, at).split("\n").length;
    console.log(`${fate.padEnd(9)} ${file}:${line}  ${what}`);
  }
  console.log(
    Object.entries(counts)
      .map(([fate, count]) => `${fate} ${count}`)
      .join(", "),
  );
  if (counts.survived > 0) process.exitCode = 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}

/** Who noticed the change of a file. */
function fateOf(file) {
  if (!passes("npx", ["tsc"]) || !passes("npm", ["run", "build"])) return "compiler";
  const vitest = ["vitest", "--config", "test/vitest.config.ts", "--root", ".", "--bail", "1", "--run"];
  if (!passes("npx", [vitest[0], "related", file, ...vitest.slice(1)])) return "related";
  if (values.quick) return "survived";
  return passes("npx", vitest) ? "survived" : "suite";
}

function passes(program, args) {
  try {
    execFileSync(program, args, { cwd: copy, stdio: "ignore", timeout: 20 * 60_000 });
    return true;
  } catch {
    return false;
  }
}

/** Mutations drawn over all files, by the number of places where one is possible. */
function chosen(count) {
  const places = readdirSync(join(root, values.under), { recursive: true })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".d.ts"))
    .sort()
    .flatMap((name) => {
      const file = join(values.under, name);
      return mutationsOf(readFileSync(join(root, file), "utf8")).map((mutation) => ({ file, mutation }));
    });
  console.log(`${places.length} places, ${Math.min(count, places.length)} drawn with seed ${values.seed}`);
  return Array.from({ length: Math.min(count, places.length) }, () =>
    places.splice(Math.floor(random() * places.length), 1),
  ).flat();
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
