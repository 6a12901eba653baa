import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countingProxy } from "./fleet.mjs";
import { machinesAnswer, serve } from "./listing.mjs";
import { compare, measure, range, report, svc } from "./run.mjs";

const siteCount = 20;
const machinesPerSite = 1000;

const login = (name, url, env) => measure(`${svc} login ${name} ${url} --no-check --no-use 2>&1`, env);

/** Lists the machines of 20 sites as one table, compared with the same machines at one site. */
export async function benchSites() {
  const folder = mkdtempSync(join(tmpdir(), "svc-bench-"));
  const env = { SVC_CONFIG_DIR: folder };
  const bodies = Array.from({ length: siteCount }, (_, index) =>
    machinesAnswer(index * machinesPerSite, machinesPerSite),
  );
  const servers = await Promise.all([...bodies, machinesAnswer(0, siteCount * machinesPerSite)].map(serve));
  try {
    for (const [index, { url }] of servers.entries())
      await login(index === siteCount ? "all" : `site${index}`, url, { ...env, SVC_API_KEY: "a:b:c" });
    const sites = await compare(
      { command: `${svc} machines list -p all`, env },
      { command: `${svc} machines list -p 'site*'`, env },
    );
    report(
      "20 sites of 1,000 machines as a table",
      `${sites.ratio.toFixed(2)} x one site with 20,000 (goal 1.2; ${range(sites)}), ${sites.memoryMiB.toFixed(0)} MiB (goal 200)`,
    );
  } finally {
    for (const { server } of servers) server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Copies a site of 2,000 machines into another sandbox. Runs in a sandbox with these machines. */
export async function benchCopy() {
  const folder = mkdtempSync(join(tmpdir(), "svc-bench-"));
  const counter = await countingProxy(process.env.SVC_URL);
  const env = { SVC_CONFIG_DIR: folder };
  try {
    await login("site", counter.url, env);
    counter.reset();
    const command = `env -u SVC_URL -u SVC_API_KEY ${svc} sandbox exec --from site -- true 2>&1`;
    const { wallMs, memoryMiB } = await measure(command, env);
    report(
      "a copy of 2,000 machines",
      `${counter.count()} requests (one for each machine would be over 2,000), ${memoryMiB.toFixed(0)} MiB (goal 150), ${(wallMs / 1000).toFixed(1)} s`,
    );
  } finally {
    counter.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
