import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { nodes } from "../nodes.ts";
import { folderOfTest } from "../temporary-folder.ts";

const program = readFileSync(join(import.meta.dirname, "../../.ci/standalone.js"), "utf8");

/** The newest one that is there: an executable is made of none but that. */
const node = nodes.at(-1) ?? process.execPath;

/**
 * Runs the program of the executable while a snapshot is made, with two modules in place of svc: an entry, and a module that is
 * evaluated before the snapshot is taken. Runs the snapshot too, where one is made.
 */
function snapshotOf(module: string, entry: string) {
  const folder = folderOfTest();
  const main = join(folder, "program.js");
  const blob = join(folder, "blob");
  const defined = `svc.define("part.js", () => { ${module} });\nsvc.define("main.js", async () => { ${entry} });`;
  writeFileSync(main, `const runScripts = (process, svc) => { ${defined} };\n${program}`);
  const env = { HOME: folder, SVC_URL: "at build" };
  const { status, stderr } = spawnSync(node, ["--snapshot-blob", blob, "--build-snapshot", main], {
    encoding: "utf8",
    env,
  });
  if (status !== 0) return { status, stderr };
  const started = spawnSync(node, ["--snapshot-blob", blob, "x", "word"], {
    encoding: "utf8",
    env: { HOME: folder, SVC_URL: "at run" },
  });
  return { status, stderr, started: `${started.stdout}${started.stderr}` };
}

const asksAtRun = `const { value, isIP } = svc.load("part.js"); process.exitCode = 0;
  process.stdout.write(String([value, isIP("::1"), process.env.SVC_URL, process.argv.slice(2)]));`;

describe("the program of the standalone executable", () => {
  test("starts with the modules that its training loaded, and asks for the rest at each run", () => {
    const module = `const { isIP } = process.getBuiltinModule("node:net"); return { value: 7, isIP };`;
    const { status, stderr, started } = snapshotOf(module, asksAtRun);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(started).toBe("7,6,at run,word");
  });

  test("evaluates modules once more after its training, which leaves nothing behind", () => {
    const module = "const told = []; return { told };";
    const entry = `const { told } = svc.load("part.js"); told.push(process.env.SVC_URL);
      process.exitCode = 0; process.stdout.write(told.join());`;
    expect(snapshotOf(module, entry).started).toBe("at run");
  });

  test("waits for timers, whatever its training left of them", () => {
    const entry = `process.exitCode = 0;
      if (process.env.SVC_URL === "at build") {
        setTimeout(() => {}, 60_000).unref();
        clearTimeout(setTimeout(() => {}, 500).unref());
        setInterval(() => {}, 700).unref();
        await new Promise(setImmediate);
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      process.stdout.write("waited");`;
    expect(snapshotOf("", entry).started).toBe("waited");
  });

  test.for([
    ["process.env", "process.env.SVC_URL"],
    ["process.argv", "process.argv.length"],
    ["process.stdout", "process.stdout.isTTY"],
    ["process.hrtime", "process.hrtime()"],
    ["Date.now", "Date.now()"],
    ["new Date", "new Date()"],
    ["Math.random", "Math.random()"],
    ["node:os.hostname()", `process.getBuiltinModule("node:os").hostname()`],
    ["node:fs.readFileSync()", `process.getBuiltinModule("node:fs").readFileSync("/etc/hostname")`],
    ["node:crypto.randomBytes()", `process.getBuiltinModule("node:crypto").randomBytes(8)`],
  ])("is not made where a module asks for %s when it is evaluated", ([name, asking]) => {
    const { status, stderr } = snapshotOf(
      `const value = ${asking}; return { value };`,
      `svc.load("part.js"); process.exitCode = 0;`,
    );
    expect(status).not.toBe(0);
    expect(stderr).toContain(`a module asks for ${name} when it is evaluated`);
  });

  test("is not made where its training fails, and shows what the command said", () => {
    const { status, stderr } = snapshotOf(
      "",
      `process.exitCode = 6; process.stderr.write("refused by the service");`,
    );
    expect(status).not.toBe(0);
    expect(stderr).toContain("svc machines get web-01 -o json: refused by the service");
  });
});
