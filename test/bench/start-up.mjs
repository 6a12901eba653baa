import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { environment, launcher, median } from "./run.mjs";

/**
 * Measures the CPU time (user and system) of commands that do little work, as a multiple of an empty module:
 * medians of alternating runs, under every available Node.
 */
const rounds = 7;
const runsInARound = 4;

const cases = [
  { name: "svc --version", words: ["--version"], goal: 1.25 },
  { name: "svc machines --help", words: ["machines", "--help"], goal: 1.6 },
  { name: "svc machines get X -o json", words: ["machines", "get", "X", "-o", "json"], goal: 2.5 },
  { name: "svc machines list", words: ["machines", "list"], goal: 3 },
];

/** Node executables by version: the current one, those on PATH, and the paths in `SVC_BENCH_NODES`. */
export function findNodes() {
  const onPath = (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, "node"));
  const configuredPaths = (process.env.SVC_BENCH_NODES ?? "").split(delimiter).filter((path) => path !== "");
  const nodes = new Map();
  for (const path of [process.execPath, ...onPath, ...configuredPaths]) {
    const { status, stdout } = spawnSync(path, ["--version"], { encoding: "utf8" });
    if (status === 0) nodes.set(stdout.trim(), realpathSync(path));
    else if (configuredPaths.includes(path)) console.error(`${path} is not a Node`);
  }
  return [...nodes].sort(([one], [other]) => one.localeCompare(other, "en", { numeric: true }));
}

/** CPU milliseconds of one run of a command. */
export function cpuMs(words, env) {
  const script = `for i in $(seq ${runsInARound}); do "$@" >/dev/null </dev/null || exit 1; done; times`;
  const { stdout, stderr, status } = spawnSync("bash", ["-c", script, "bash", ...words], {
    encoding: "utf8",
    env,
  });
  if (status !== 0) throw new Error(`${words.join(" ")} failed: ${stderr}`);
  const times = [...(stdout.split("\n")[1] ?? "").matchAll(/(\d+)m([\d.]+)s/g)];
  return (
    times.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1000, 0) /
    runsInARound
  );
}

/** The median of an empty module under one Node, followed by the medians of the cases, in milliseconds. */
function measureNode(node, empty, id, env) {
  const lines = [
    [node, empty],
    ...cases.map(({ words }) => [node, launcher, ...words.map((word) => (word === "X" ? id : word))]),
  ];
  // The first run of each fills the compile cache.
  for (const words of lines) cpuMs(words, env);
  const times = lines.map(() => []);
  for (let round = 0; round < rounds; round++)
    for (const [index, words] of lines.entries()) times[index].push(cpuMs(words, env));
  return times.map(median);
}

/** Needs `SVC_URL` and `SVC_API_KEY` of a running service with a machine. */
export function benchStartUp() {
  const folder = mkdtempSync(join(tmpdir(), "svc-bench-"));
  const env = { ...environment, SVC_CONFIG_DIR: folder, XDG_CACHE_HOME: folder };
  try {
    const list = spawnSync(process.execPath, [launcher, "machines", "list", "-o", "name"], {
      encoding: "utf8",
      env,
    });
    const [id] = list.stdout.split("\n");
    const empty = join(folder, "empty.mjs");
    writeFileSync(empty, "");
    const nodes = findNodes();
    const measured = nodes.map(([, node]) => measureNode(node, empty, id, env));
    const row = (name, cells) =>
      console.log([name.padEnd(32), ...cells.map((cell) => cell.padStart(18))].join(""));
    row(
      "CPU time / empty module (goal)",
      nodes.map(([version]) => version),
    );
    row(
      "empty module",
      measured.map(([bare]) => `${bare.toFixed(0)} ms`),
    );
    for (const [index, { name, goal }] of cases.entries()) {
      const cells = measured.map((times) => `${(times[index + 1] / times[0]).toFixed(2)} (${goal})`);
      row(name, cells);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
