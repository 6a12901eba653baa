import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { environment, launcher, median, report } from "./run.mjs";
import { findNodes } from "./start-up.mjs";

/** Measures completion among 10,000 names: medians of runs that alternate with runs of a bare Node. */
const rounds = 31;
const goalMs = 80;

function wallMs(node, words, env) {
  const startMs = process.hrtime.bigint();
  const { status, stdout } = spawnSync(node, words, {
    encoding: "utf8",
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  if (status !== 0) throw new Error(`${words.join(" ")} ended with ${status}`);
  return { ms: Number(process.hrtime.bigint() - startMs) / 1e6, lines: stdout.split("\n").length - 1 };
}

/** Needs `SVC_URL` and `SVC_API_KEY` of a running service with 10,000 machines. */
export function benchCompleting() {
  const folder = mkdtempSync(join(tmpdir(), "svc-bench-"));
  const env = { ...environment, SVC_CONFIG_DIR: folder, XDG_CACHE_HOME: folder };
  const completionCommand = (word) => [launcher, "__complete", "zsh", word, "machines", "deploy"];
  try {
    const { status } = spawnSync(process.execPath, [launcher, "machines", "list"], { env, stdio: "ignore" });
    if (status !== 0) throw new Error("the machines cannot be listed");
    for (const [version, node] of findNodes()) {
      const cases = [["-e", "0"], completionCommand("web-0"), completionCommand("")];
      const times = cases.map(() => []);
      let offered = 0;
      for (let round = -2; round < rounds; round++)
        for (const [index, words] of cases.entries()) {
          const { ms, lines } = wallMs(node, words, env);
          if (round >= 0) times[index].push(ms);
          if (index === 2) offered = lines;
        }
      const [bare, some, all] = times.map(median);
      report(
        `completion, 10,000 machines, ${version}`,
        `${some.toFixed(0)} ms (goal ${goalMs}), ${all.toFixed(0)} ms for all ${offered} offers, Node itself ${bare.toFixed(0)} ms`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
