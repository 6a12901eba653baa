import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type SandboxOptions, startSandbox } from "../../src/sandbox/sandbox.ts";
import { startSvc } from "../svc-run.ts";
import { folderOfTest } from "../temporary-folder.ts";

/** Zones that a new sandbox does not have, in a file. */
function zonesFile(folder: string, count: number): string {
  const file = join(folder, "zones.yaml");
  const names = Array.from({ length: count }, (_, index) => `  - name: zone-${index}\n`);
  writeFileSync(file, `zones:\n${names.join("")}`);
  return file;
}

async function openSandbox(options: SandboxOptions = {}) {
  const folder = folderOfTest();
  const sandbox = await startSandbox({ machines: 0, ...options });
  onTestFinished(() => sandbox.stop());
  const env = {
    SVC_URL: sandbox.url,
    SVC_API_KEY: sandbox.keys.administrator,
    SVC_CONFIG_DIR: folder,
    XDG_CACHE_HOME: folder,
    HOME: folder,
  };
  return { sandbox, folder, start: (...argv: readonly string[]) => startSvc(argv, { env }) };
}

const zonesOf = (sandbox: Awaited<ReturnType<typeof startSandbox>>): number =>
  sandbox.world.state.places.zones.filter(({ name }) => name.startsWith("zone-")).length;

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)(
  "%s ends an apply between two changes, and the next one does what is left",
  async (signal, code) => {
    let changes = 0;
    const { sandbox, folder, start } = await openSandbox({
      onExchange: ({ method }) => {
        changes += method === "POST" ? 1 : 0;
        if (changes === 5) running.signal(signal);
      },
    });
    const file = zonesFile(folder, 20);
    const running = start("apply", file, "--yes", "--parallel", "2");
    const stopped = await running.ended;
    expect(stopped.code).toBe(code);
    const done = zonesOf(sandbox);
    expect(done).toBeGreaterThanOrEqual(5);
    expect(done).toBeLessThan(20);
    expect(stopped.stdout).toBe(`Apply: ${done} created, 0 updated, 0 replaced, 0 deleted.\n`);
    expect(stopped.stderr).toContain(`svc: ${20 - done} of 20 changes are left\n`);
    expect(stopped.stderr).toContain("zones zone-19: not started\n");
    expect(stopped.stderr).toContain("hint: run the same command again: it does the rest\n");
    const rest = await start("apply", file, "--yes").ended;
    expect([rest.code, rest.stdout]).toEqual([
      0,
      `Apply: ${20 - done} created, 0 updated, 0 replaced, 0 deleted.\n`,
    ]);
    expect(zonesOf(sandbox)).toBe(20);
  },
);

test("a key that is refused half way ends the run with its own exit code", async () => {
  const { sandbox, folder, start } = await openSandbox({
    onExchange: ({ method }) => {
      if (method !== "POST") return;
      for (const user of sandbox.world.state.users) user.tokens.splice(0);
    },
  });
  const { code, stderr } = await start("apply", zonesFile(folder, 20), "--yes", "--parallel", "1").ended;
  expect(code).toBe(4);
  expect(stderr).toContain("of 20 changes are left\n");
});

test("answers that break off after changes are looked up, and nothing is made twice", async () => {
  const { sandbox, folder, start } = await openSandbox({
    onExchange: ({ method }) => {
      if (method === "POST") sandbox.world.faults.replace(["half=0.2"]);
    },
  });
  const file = zonesFile(folder, 30);
  const { code, stderr } = await start("apply", file, "--yes", "-q").ended;
  expect([code, stderr]).toEqual([0, ""]);
  expect(zonesOf(sandbox)).toBe(30);
});

test("no secret is in what plan and apply write, with and without --debug", async () => {
  const { folder, start, sandbox } = await openSandbox();
  const file = join(folder, "keys.yaml");
  const secret = "SECRE-TSECR-ETSEC-RETSE-CRETS";
  writeFileSync(
    file,
    `license-keys:\n  - {osystem: windows, distro_series: win2025, license_key: ${secret}}\n`,
  );
  const saved = join(folder, "plan.json");
  const outputs = [
    await start("plan", file, "--debug").ended,
    await start("plan", file, "-o", "json", "--save", saved).ended,
    await start("apply", "--plan", saved, "--yes", "--debug", "-o", "yaml").ended,
  ];
  expect(outputs.map(({ code }) => code)).toEqual([0, 0, 0]);
  for (const { stdout, stderr } of outputs) expect(`${stdout}${stderr}`).not.toContain(secret.slice(0, 11));
  expect(JSON.stringify(sandbox.world.state)).toContain(secret);
});
