import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countingProxy } from "./fleet.mjs";
import { measure, report, svc } from "./run.mjs";

const count = 10_000;

/** Plans and applies 10,000 new tags, and plans them again. Needs `SVC_URL` and `SVC_API_KEY` of a running service. */
export async function benchDesired() {
  const folder = mkdtempSync(join(tmpdir(), "svc-bench-"));
  const file = join(folder, "site.yaml");
  const tags = Array.from({ length: count }, (_, index) => `  - {name: tag-${index}, comment: ${index}}\n`);
  writeFileSync(file, `tags:\n${tags.join("")}`);
  const counter = await countingProxy(process.env.SVC_URL);
  const time = async (name, words, goal, env = {}) => {
    const { wallMs, memoryMiB } = await measure(`${svc} ${words} 2>&1`, env);
    report(name, `${(wallMs / 1000).toFixed(1)} s, ${memoryMiB.toFixed(0)} MiB (goal ${goal})`);
  };
  try {
    await time("plan of 10,000 objects to create", `plan "${file}"`, "2 s, 220 MiB");
    await time("apply", `apply "${file}" --yes --parallel 16`, "25 s, 260 MiB");
    await time("plan without changes", `plan "${file}"`, "2 s, 220 MiB", { SVC_URL: counter.url });
    report("its requests", `${counter.count()} (goal 2: the description and a list)`);
  } finally {
    counter.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
