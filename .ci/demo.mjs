import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Runs an operator's main task against the sandbox with the built svc; the profile is in a temporary folder. */
const launcher = join(import.meta.dirname, "../bin/svc.js");
const { SVC_URL = "", SVC_API_KEY = "", SVC_PROFILE, SVC_OUTPUT, ...env } = process.env;

/** Runs svc and returns its standard output unless that is inherited. */
function svc(words, more = {}, stdout = "inherit") {
  const options = { env: { ...env, ...more }, stdio: ["ignore", stdout, "inherit"], encoding: "utf8" };
  const result = spawnSync(process.execPath, [launcher, ...words], options);
  if (result.status !== 0) throw new Error(`svc ${words.join(" ")} ended with ${result.status}`);
  return result.stdout;
}

/** Prints a command as an operator would type it, and runs it. */
function demonstrate(line, more = {}) {
  console.log(`\n$ svc ${line}`);
  svc(line.split(" "), more);
}

const speed = 20;

/** Runs inside `svc sandbox exec`, which stops the sandbox in any case. */
function work() {
  console.log(`The sandbox runs ${speed} times as fast as time, so its events are ahead of the clock.`);
  demonstrate(`login demo ${SVC_URL}`, { SVC_API_KEY });
  demonstrate("machines list");
  demonstrate("machines allocate --tags ssd --arch amd64 --cpu-count 4");
  const allocated = svc(["machines", "list-allocated", "-o", "json"], {}, "pipe");
  const id = JSON.parse(allocated).find(({ status_name }) => status_name === "Allocated").system_id;
  demonstrate(`machines deploy ${id} --distro-series jammy --wait`);
  demonstrate(`machines get ${id}`);
  demonstrate(`events query --id ${id} --limit 5`);
  demonstrate(`machines release ${id} --comment demo --wait --yes`);
  demonstrate("logout demo");
}

if (process.argv[2] === "inside") work();
else {
  const folder = mkdtempSync(join(tmpdir(), "svc-demo-"));
  try {
    const inside = [process.execPath, import.meta.filename, "inside"];
    svc(["sandbox", "exec", "--speed", String(speed), "--", ...inside], { SVC_CONFIG_DIR: folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
