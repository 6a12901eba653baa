import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { environment, median, range, report } from "./run.mjs";
import { cpuMs, findNodes } from "./start-up.mjs";

const rounds = 15;
const goal = 2.2;
const builder = join(import.meta.dirname, "../../.ci/build-standalone.mjs");

/**
 * Measures the CPU time of `machines get` by the standalone executable, as a multiple of an empty script
 * under the same Node; each ratio compares neighbouring runs. Needs `SVC_URL` and `SVC_API_KEY` of a running
 * service with a machine.
 */
export function benchStandalone() {
  const [, node] = findNodes().at(-1);
  const folder = mkdtempSync(join(tmpdir(), "svc-bench-"));
  const env = { ...environment, SVC_CONFIG_DIR: folder, XDG_CACHE_HOME: join(folder, "cache") };
  try {
    const { status, stderr } = spawnSync(node, [builder, folder], { encoding: "utf8" });
    if (status !== 0) return report("svc of one file", stderr.trim());
    const svc = join(folder, "svc");
    const empty = join(folder, "empty.js");
    writeFileSync(empty, "");
    const [id] = spawnSync(svc, ["machines", "list", "-o", "name"], { encoding: "utf8", env }).stdout.split(
      "\n",
    );
    // The first run fills the compile cache.
    cpuMs([svc, "machines", "get", id, "-o", "json"], env);
    const ratios = Array.from({ length: rounds }, () => {
      const bare = cpuMs([node, empty], env);
      return cpuMs([svc, "machines", "get", id, "-o", "json"], env) / bare;
    });
    const spread = range({ lowest: Math.min(...ratios), highest: Math.max(...ratios) });
    report("standalone: get / node empty.js (CPU)", `${median(ratios).toFixed(2)} (${goal}), ${spread}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
