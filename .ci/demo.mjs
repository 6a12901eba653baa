import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * The main job of an operator, against the sandbox, with the built svc as separate processes. Ends by itself, leaves nothing
 * running, and keeps its profile in a folder that is taken away.
 */
const launcher = join(import.meta.dirname, "../bin/svc.js");
const folder = mkdtempSync(join(tmpdir(), "svc-demo-"));
const env = { ...process.env, SVC_CONFIG_DIR: folder };
for (const name of ["SVC_URL", "SVC_API_KEY", "SVC_PROFILE", "SVC_OUTPUT"]) delete env[name];

const steps = [
  ["login", "demo", "$SVC_URL"],
  ["machines", "list"],
  ["machines", "allocate", "--tags", "ssd", "--arch", "amd64", "--cpu-count", "4"],
  ["machines", "deploy", "$ID", "--distro-series", "jammy", "--wait"],
  ["machines", "get", "$ID"],
  ["events", "query", "--id", "$ID", "--limit", "5"],
  ["machines", "release", "$ID", "--comment", "demo is over", "--wait", "--yes"],
  ["logout", "demo"],
];

/** Runs one svc command, shows it as an operator would have typed it, and resolves with its standard output. */
function svc(words, { quiet = false, extra = {} } = {}) {
  const typed = words.map((word) => (word.includes(" ") ? `'${word}'` : word)).join(" ");
  if (!quiet) process.stdout.write(`\n$ svc ${typed}\n`);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [launcher, ...words], {
      env: { ...env, ...extra },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      output += text;
      if (!quiet) process.stdout.write(text);
    });
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0 ? resolve(output) : reject(new Error(`svc ${typed} ended with ${code}`)),
    );
  });
}

async function work() {
  const { SVC_URL: url = "", SVC_API_KEY: key = "" } = process.env;
  let id = "";
  for (const step of steps) {
    const words = step.map((word) => word.replace("$SVC_URL", url).replace("$ID", id));
    await svc(words, { extra: step[0] === "login" ? { SVC_API_KEY: key } : {} });
    if (step[1] === "allocate") {
      const mine = JSON.parse(await svc(["machines", "list-allocated", "-o", "json"], { quiet: true }));
      id = mine.at(-1).system_id;
    }
  }
}

/** The demo runs itself inside `svc sandbox exec`, so that the sandbox ends with it whatever happens. */
function startInSandbox() {
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      [launcher, "sandbox", "exec", "--speed", "20", "--", process.execPath, import.meta.filename, "inside"],
      { env, stdio: "inherit" },
    );
    child.on("close", (code) => resolve(code ?? 1));
  });
}

try {
  if (process.argv[2] === "inside") await work();
  else process.exitCode = await startInSandbox();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
