import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { benchFleet, fleetOptions } from "./bench-fleet.mjs";

/**
 * Start-up costs as ratios of CPU time, measured in one run on one machine: the bars of `node -e 0`, best of several rounds so
 * that a noisy neighbour counts for little; then what a fleet costs in requests and memory. Runs inside `svc sandbox exec`, which it starts itself.
 */
const launcher = join(import.meta.dirname, "../bin/svc.js");
const rounds = 5;
const runsPerRound = 10;

/** CPU milliseconds (user and system) of one run of a command, the least of all rounds. */
function cpuMs(words) {
  const quoted = words.map((word) => `'${word}'`).join(" ");
  const script = `for i in $(seq ${runsPerRound}); do ${quoted} >/dev/null 2>&1 || exit 1; done; times`;
  const measured = Array.from({ length: rounds }, () => {
    const { stdout, status } = spawnSync("bash", ["-c", script], { encoding: "utf8" });
    if (status !== 0) throw new Error(`${words.join(" ")} failed`);
    const times = [...(stdout.split("\n")[1] ?? "").matchAll(/(\d+)m([\d.]+)s/g)];
    return times.reduce(
      (sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1000,
      0,
    );
  });
  return Math.min(...measured) / runsPerRound;
}

function report(name, value, base, bar) {
  const ratio = value / base;
  console.log(
    `${name.padEnd(34)} ${value.toFixed(1).padStart(8)} ms CPU  ${ratio.toFixed(2).padStart(6)} x  (bar ${bar})`,
  );
}

if (process.argv[2] === "inside") {
  const node = [process.execPath];
  const svc = [process.execPath, launcher];
  const list = spawnSync(process.execPath, [launcher, "machines", "list", "-o", "name"], {
    encoding: "utf8",
  });
  const id = list.stdout.split("\n")[0];
  const base = cpuMs([...node, "-e", "0"]);
  report("node -e 0", base, base, 1);
  report("svc --version", cpuMs([...svc, "--version"]), base, 1.3);
  report("svc machines --help", cpuMs([...svc, "machines", "--help"]), base, 1.3);
  report("svc machines get -o json", cpuMs([...svc, "machines", "get", id, "-o", "json"]), base, 2);
} else if (process.argv[2] === "fleet") {
  await benchFleet(launcher);
} else {
  for (const [part, options] of [
    ["inside", []],
    ["fleet", fleetOptions],
  ]) {
    const words = ["sandbox", "exec", ...options, "--", process.execPath, import.meta.filename, part];
    const { status } = spawnSync(process.execPath, [launcher, ...words], { stdio: "inherit" });
    process.exitCode ||= status ?? 1;
  }
}
