import { spawnSync } from "node:child_process";
import { launcher, report } from "./run.mjs";

/** What a command costs before it does its work: CPU time against `node -e 0`, taken in turns, the least of all rounds. */
const rounds = 6;
const runsInARound = 8;

/** CPU milliseconds (user and system) of one run of a command. */
function cpuMs(words) {
  const quoted = words.map((word) => `'${word}'`).join(" ");
  const script = `for i in $(seq ${runsInARound}); do ${quoted} >/dev/null 2>&1 || exit 1; done; times`;
  const { stdout, status } = spawnSync("bash", ["-c", script], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${words.join(" ")} failed`);
  const times = [...(stdout.split("\n")[1] ?? "").matchAll(/(\d+)m([\d.]+)s/g)];
  return (
    times.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1000, 0) /
    runsInARound
  );
}

/** Needs `SVC_URL` and `SVC_API_KEY` of a running service with a machine. */
export function benchStartUp() {
  const svc = [process.execPath, launcher];
  const list = spawnSync(svc[0], [launcher, "machines", "list", "-o", "name"], { encoding: "utf8" });
  const [id] = list.stdout.split("\n");
  const cases = [
    { name: "svc --version", words: [...svc, "--version"], bar: 1.3 },
    { name: "svc machines --help", words: [...svc, "machines", "--help"], bar: 1.3 },
    { name: "svc machines get X -o json", words: [...svc, "machines", "get", id, "-o", "json"], bar: 2 },
  ];
  const best = new Map();
  const base = "node -e 0";
  for (let round = 0; round < rounds; round++) {
    for (const { name, words } of [{ name: base, words: [process.execPath, "-e", "0"] }, ...cases]) {
      best.set(name, Math.min(best.get(name) ?? Number.POSITIVE_INFINITY, cpuMs(words)));
    }
  }
  for (const { name, bar } of cases) {
    const ratio = best.get(name) / best.get(base);
    report(
      name,
      `${ratio.toFixed(2)} x the CPU time of ${base} (bar ${bar}), ${best.get(name).toFixed(0)} ms`,
    );
  }
}
