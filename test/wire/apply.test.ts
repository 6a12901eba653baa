import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { readHistory } from "../../src/cli/commands/stored/history.ts";
import type { Sandbox, SandboxOptions } from "../../src/sandbox/sandbox.ts";
import { sandboxOfTest } from "../sandboxes.ts";
import { startSvc } from "../svc-run.ts";
import { folderOfTest } from "../temporary-folder.ts";
import { faultyService } from "./faulty-service.ts";

/** Writes a file with `count` zones that a new sandbox does not have. */
function zonesFile(folder: string, count: number): string {
  const file = join(folder, "zones.yaml");
  const names = Array.from({ length: count }, (_, index) => `  - name: zone-${index}\n`);
  writeFileSync(file, `zones:\n${names.join("")}`);
  return file;
}

async function openSandbox(options: SandboxOptions = {}) {
  const folder = folderOfTest();
  const sandbox = await sandboxOfTest({ machines: 0, ...options });
  const env = {
    SVC_URL: sandbox.url,
    SVC_API_KEY: sandbox.keys.administrator,
    SVC_CONFIG_DIR: folder,
    XDG_CACHE_HOME: folder,
    HOME: folder,
  };
  return { sandbox, folder, start: (...argv: readonly string[]) => startSvc(argv, { env }) };
}

const zonesOf = (sandbox: Sandbox): number =>
  sandbox.world.state.places.zones.filter(({ name }) => name.startsWith("zone-")).length;

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)(
  "%s interrupts apply between two changes, and the next run completes it",
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
    expect(stopped.stderr).toContain(`svc: ${20 - done} of 20 changes were not completed\n`);
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

test("a key that is rejected midway ends the run with its own exit code", async () => {
  const { sandbox, folder, start } = await openSandbox({
    onExchange: ({ method }) => {
      if (method !== "POST") return;
      for (const user of sandbox.world.state.users) user.tokens.splice(0);
    },
  });
  const { code, stderr } = await start("apply", zonesFile(folder, 20), "--yes", "--parallel", "1").ended;
  expect(code).toBe(4);
  expect(stderr).toContain("of 20 changes were not completed\n");
});

test("truncated answers to changes are looked up, and nothing is created twice", async () => {
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

test.each([
  ["a plan", `zones: [{name: a}, {name: b}, {name: c}]`],
  ["a claim", "claims: [{name: ci, count: 2, allocate: {}, deploy: {}}]"],
])("the history knows what %s has found out after broken answers", async (_, document) => {
  const { sandbox, folder } = await openSandbox({ machines: 12, instant: true });
  const service = await faultyService(sandbox.url);
  onTestFinished(() => service.close());
  service.faultAt = (count) =>
    count > 2
      ? undefined
      : count === 1
        ? { kind: "half", isCarriedOut: true }
        : { kind: "504", isCarriedOut: false };
  const env = { SVC_URL: service.url, SVC_API_KEY: sandbox.keys.administrator, HOME: folder };
  const { code } = await startSvc(["apply", "-", "--yes"], { env, input: document }).ended;
  const { outcome, requests } = readHistory(join(folder, ".local", "state", "svc")).at(-1)?.entry ?? {};
  expect([code, outcome]).toEqual([0, "done"]);
  const received = service.changes.map(({ label, isCarriedOut }) => ({
    request: label,
    outcome: isCarriedOut ? "done" : "refused",
  }));
  const sorted = (list: unknown) =>
    [list]
      .flat()
      .map((each) => JSON.stringify(each))
      .sort();
  expect(sorted(requests)).toEqual(sorted(received));
});

test("plan and apply print no secrets, with or without --debug", async () => {
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

describe("a change that takes two requests, of which the second fails, reports what was carried out", () => {
  const dev = (mac: string) => `devices:\n  - {hostname: dev1, mac_addresses: ['${mac}']}\n`;
  const zone = "domains:\n  - {name: one.test, ttl: 300}\n";

  /**
   * Applies `before`, then `after`; once the first change has been sent, `fault` is injected into later
   * requests.
   */
  async function halfApplied(before: string, after: string, fault: string, ...options: readonly string[]) {
    let isArmed = false;
    const { sandbox, folder, start } = await openSandbox({
      onExchange: ({ method }) => {
        if (isArmed && method !== "GET") sandbox.world.faults.replace([fault]);
      },
    });
    const file = join(folder, "site.yaml");
    writeFileSync(file, before);
    expect((await start("apply", file, "--yes", "-q").ended).code).toBe(0);
    writeFileSync(file, after);
    isArmed = true;
    const failed = await start("apply", file, "--yes", "--retries", "0", ...options).ended;
    isArmed = false;
    sandbox.world.faults.replace([]);
    const again = await start("apply", file, "--yes", "-q").ended;
    const plan = await start("plan", file, "--exit-code").ended;
    expect([again.code, plan.code]).toEqual([0, 0]);
    return failed;
  }

  const faults = [
    ["errors=1,status=400", 7, "partial", "failed"],
    ["errors=1,status=401", 4, "partial", "failed"],
    ["errors=1,status=404", 3, "partial", "failed"],
    ["errors=1,status=409", 6, "partial", "failed"],
    ["errors=1,status=503", 12, "partial", "failed"],
    ["drop=1", 11, "unknown", "got no clear answer"],
  ] as const;

  test.each(faults)("replacing an object: %s", async (fault, code, outcome, verb) => {
    const failed = await halfApplied(dev("52:54:00:aa:bb:01"), dev("52:54:00:aa:bb:02"), fault);
    const text = `the old one was deleted; creating it again ${verb}: `;
    expect([failed.code, failed.stdout]).toEqual([
      code,
      "Apply: 0 created, 0 updated, 0 replaced, 1 deleted.\n",
    ]);
    expect(failed.stderr).toContain(`[1/1] devices dev1: ${text}`);
    expect(failed.stderr).toContain(`: devices dev1: ${text}`);
    expect(failed.stderr).toMatch(/hint: .*run the same command again/);
    expect(failed.stderr.includes("may have been carried out")).toBe(outcome === "unknown");
  });

  test.each(faults)("creating an object: %s", async (fault, code, outcome, verb) => {
    const failed = await halfApplied("domains: []\n", zone, fault, "-o", "json", "-q");
    const error = `created; setting ttl ${verb}: `;
    const { changes, summary } = JSON.parse(failed.stdout);
    expect([failed.code, changes.length, summary.create]).toEqual([code, 1, 1]);
    expect(changes[0]).toMatchObject({ result: "failed", outcome, error: expect.stringContaining(error) });
    expect(JSON.parse(failed.stderr).error).toMatchObject({
      exit_code: code,
      outcome,
      message: expect.stringContaining(`domains one.test: ${error}`),
      hint: expect.stringContaining("run the same command again"),
    });
  });

  test("is reported on its own line among several changes", async () => {
    const both = `${dev("52:54:00:aa:bb:02")}${zone}`;
    const fault = "errors=1,status=400";
    const failed = await halfApplied(dev("52:54:00:aa:bb:01"), both, fault, "--parallel", "1");
    expect([failed.code, failed.stdout]).toEqual([
      10,
      expect.stringMatching(
        /Apply: (?:1 created, 0 updated, 0 replaced, 0|0 created, 0 updated, 0 replaced, 1) deleted/,
      ),
    ]);
    expect(failed.stderr).toMatch(
      /\n {2}\S+:\d+:\d+: (?:domains one.test: created; setting ttl|devices dev1: the old one was deleted; creating it again) failed: /,
    );
    expect(failed.stderr).toContain("hint: fix what the service refused, then run the same command again\n");
  });
});
