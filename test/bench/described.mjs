import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { environment, launcher } from "./run.mjs";

/**
 * Measures how much longer a described command takes than a documented one: medians of alternating runs, in
 * milliseconds.
 */
const rounds = 41;
const goalMs = 15;

/** Both read a short list. */
const documented = ["fabrics", "list"];
const described = ["zones", "list"];

function wallMs(words, env) {
  const startMs = process.hrtime.bigint();
  const { status, stderr } = spawnSync(process.execPath, [launcher, ...words], { encoding: "utf8", env });
  if (status !== 0) throw new Error(`svc ${words.join(" ")} failed: ${stderr}`);
  return Number(process.hrtime.bigint() - startMs) / 1e6;
}

const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];

/** Needs `SVC_URL` and `SVC_API_KEY` of a running service that describes itself. */
export function benchDescribed() {
  const folder = mkdtempSync(join(tmpdir(), "svc-bench-"));
  const env = { ...environment, SVC_CONFIG_DIR: folder, XDG_CACHE_HOME: folder };
  try {
    wallMs(["describe", "--quiet"], env);
    // The first runs fill the compile cache.
    for (let run = 0; run < 2; run++) for (const words of [described, documented]) wallMs(words, env);
    const times = [[], []];
    for (let round = 0; round < rounds; round++)
      for (const [index, words] of [documented, described].entries()) times[index].push(wallMs(words, env));
    const [one, other] = times.map(median);
    console.log(
      `svc ${described.join(" ")} takes ${(other - one).toFixed(1)} ms more than svc ${documented.join(" ")} (goal ${goalMs}); ` +
        `${other.toFixed(0)} ms to ${one.toFixed(0)} ms, a ratio of ${(other / one).toFixed(2)}`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
