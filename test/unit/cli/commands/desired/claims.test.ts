import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { sandboxOfTest } from "../../../../sandboxes.ts";
import { runSvc } from "../../../../svc-run.ts";
import { folderOfTest } from "../../../../temporary-folder.ts";
import { faultyService } from "../../../../wire/faulty-service.ts";
import { claimsOf, useClaimSandbox } from "./claim-sandbox.ts";

const claims = await useClaimSandbox();
const { nodes, claimed, svc } = claims;

describe("svc claims release", () => {
  test("releases all machines that it can, and reports the others", async () => {
    const [first, locked] = claimed("deployed", { status: "deployed", locked: true });
    const result = await svc("claims release runners --yes -o json");
    expect(result.code).toBe(10);
    expect(JSON.parse(result.stdout)).toMatchObject(
      [
        { system_id: first?.systemId, ok: true },
        {
          system_id: locked?.systemId,
          ok: false,
          status: "Deployed",
          error: expect.stringContaining("locked"),
        },
      ].sort((a, b) => ((a.system_id ?? "") < (b.system_id ?? "") ? -1 : 1)),
    );
    expect(result.stderr).toContain("machines release: 1 of 2 failed");
    expect(result.stderr).toContain("same command: svc claims release runners");
  });

  test("--wait waits until the machines can be allocated again, and reports those that were not released", async () => {
    const { world } = claims.sandbox;
    claimed("deployed", "deployed", { status: "deployed", locked: true });
    const result = await svc("claims release runners --yes --wait --poll-interval 100ms -o json");
    expect(result.code).toBe(10);
    const rows = JSON.parse(result.stdout) as readonly { system_id: string; ok: boolean; status: string }[];
    expect(rows.map(({ ok, status }) => [ok, status])).toEqual(
      expect.arrayContaining([
        [true, "Ready"],
        [true, "Ready"],
        [false, "Deployed"],
      ]),
    );
    for (const { system_id, ok } of rows)
      expect(world.state.nodes.bySystemId[system_id]?.status).toBe(ok ? "ready" : "deployed");
  });

  test("a single failure keeps its exit code and hint", async () => {
    const [locked] = claimed({ status: "deployed", locked: true });
    const result = await svc("claims release runners --yes");
    expect(result.code).toBe(5);
    expect(result.stderr).toContain(`svc machines unlock ${locked?.hostname}`);
  });

  test("does not ask if no machine is in use", async () => {
    const machines = claimed("allocated", "failed_deployment");
    expect(await svc("claims release runners")).toMatchObject({ code: 0 });
    for (const { status } of machines) expect(["releasing", "ready"]).toContain(status);
  });

  test("does not release machines of other users", async () => {
    const [ownMachine, foreign] = claimed("allocated", { owner: "bob", status: "allocated" });
    const result = await svc("claims release runners -o name");
    expect(result.stdout).toBe(`${ownMachine?.systemId}\n`);
    expect(result.stderr).toContain(`${foreign?.hostname} is in claim runners but belongs to bob`);
    expect(foreign).toMatchObject({ status: "allocated", owner: "bob" });
  });
});

test("svc claims list counts the machines of each claim", async () => {
  claimed("deployed", "deploying", "allocated", "broken", { agentName: "claim/web" });
  const result = await svc("claims list -o json");
  expect(JSON.parse(result.stdout)).toEqual([
    {
      ...{ name: "runners", owners: ["admin"], machines: 4 },
      deployed: 1,
      deploying: 1,
      allocated: 1,
      failed: 1,
    },
    {
      ...{ name: "web", owners: ["admin"], machines: 1 },
      deployed: 1,
      deploying: 0,
      allocated: 0,
      failed: 0,
    },
  ]);
});

test("svc apply with several claims reports the failed ones and carries out the others", async () => {
  const result = await svc(
    "apply - --yes -o json",
    claimsOf("name: a, count: 1", "name: b, count: 99", "name: c, count: 1, allocate: {tags: [nothing]}"),
  );
  expect(result.code).toBe(10);
  expect(result.stderr).toContain("2 of 3 claims are not fulfilled");
  expect(result.stderr).toContain("no free machine matches tags=nothing");
  const { changes, machines } = JSON.parse(result.stdout);
  expect(changes.map(({ name, result }: { name: string; result: string }) => `${name} ${result}`)).toEqual([
    ...["a done", "b failed", "c failed"],
  ]);
  expect(machines.filter(({ claim }: { claim: string }) => claim === "a")).toMatchObject([
    { status: "Deployed" },
  ]);
});

test("svc claims list includes machines of an apply that was killed before it annotated them", async () => {
  const deployed = await sandboxOfTest({ instant: true, answers: "deployed" });
  const env = { SVC_CONFIG_DIR: folderOfTest(), XDG_CACHE_HOME: folderOfTest() };
  const key = { SVC_URL: deployed.url, SVC_API_KEY: deployed.keys.administrator };
  const run = (words: string, input = "") => runSvc(words.split(" "), { input, env: { ...env, ...key } });
  const count = claimsOf("name: web, count: 1", "name: db, count: 1");
  expect(await run("apply - --yes", count)).toMatchObject({ code: 0 });
  const allocatedNodes = Object.values(deployed.world.state.nodes.bySystemId).filter(({ agentName }) =>
    agentName?.startsWith("claim/"),
  );
  expect(allocatedNodes).toHaveLength(2);
  for (const node of allocatedNodes) node.annotations = {};
  const claimsList = await run("claims list -o json");
  expect(JSON.parse(claimsList.stdout)).toMatchObject([
    { name: "db", machines: 1, deployed: 1 },
    { name: "web", machines: 1, deployed: 1 },
  ]);
});

test("objects and claims of one file are applied together", async () => {
  const file = `domains: [{name: lab.test}]\n${claimsOf("name: a, count: 1")}`;
  const result = await svc("apply - --yes -o json", file);
  expect(result).toMatchObject({ code: 0 });
  expect(JSON.parse(result.stdout)).toMatchObject({
    changes: [
      { kind: "domains", name: "lab.test", result: "done" },
      { kind: "claims", name: "a", result: "done" },
    ],
    summary: { create: 2, update: 0, replace: 0, delete: 0 },
    machines: [{ claim: "a", status: "Deployed" }],
  });
  const table = await svc("apply - --yes", file.replace("count: 1", "count: 2"));
  expect(table.stdout).toMatch(/^CLAIM +NAME +ID +STATUS +IP\n(a .*\n){2}$/);
});

test("an unset variable ends an apply that needs it before anything is sent", async () => {
  const result = await svc(
    "apply - --yes",
    "claims: [{name: a, count: 1, deploy: {user_data: !env NO_SUCH}}]\n",
  );
  expect(result.code).toBe(2);
  expect(result.stderr).toContain("-:1:10: NO_SUCH is not set, and claim a needs it");
  expect(nodes().filter(({ agentName }) => agentName !== "")).toEqual([]);
});

test("-o name prints only deployed machines", async () => {
  claimed("failed_deployment");
  const result = await svc("apply - --yes -o name", claimsOf("name: runners, count: 2"));
  expect(result.code).toBe(9);
  expect(result.stdout.trim().split("\n")).toHaveLength(1);
});

test("a saved plan keeps the claim options of the command line", async () => {
  const [keptNode] = claimed("deployed", "failed_deployment", "deployed");
  const folder = folderOfTest();
  const file = join(folder, "plan.json");
  const claim = join(folder, "ci.yaml");
  writeFileSync(claim, claimsOf("name: runners, count: 1"));
  const planned = await svc(`plan ${claim} --replace-failed --keep ${keptNode?.hostname} --save ${file}`);
  expect(planned.code).toBe(0);
  expect((await svc(`apply --plan ${file} --yes --keep x`)).code).toBe(2);
  expect((await svc(`apply --plan ${file} --yes`)).code).toBe(0);
  const claimedNodes = () => nodes().filter(({ agentName }) => agentName === "claim/runners");
  await expect
    .poll(() => claimedNodes().map(({ systemId, status }) => [systemId, status]))
    .toEqual([[keptNode?.systemId, "deployed"]]);
});

test("a saved plan reads standard input again and refuses different input", async () => {
  const file = join(folderOfTest(), "plan.json");
  const input = "domains: [{name: saved.test}]";
  expect((await svc(`plan - --save ${file}`, input)).code).toBe(0);
  expect((await svc(`apply --plan ${file} --yes`, "domains: []")).code).toBe(6);
  expect((await svc(`apply --plan ${file} --yes`, input)).code).toBe(0);
});

test("a plan can be saved to a device; a folder is refused before any request", async () => {
  const input = "domains: [{name: saved.test}]";
  expect((await svc("plan - --save /dev/null", input)).code).toBe(0);
  expect(statSync("/dev/null").isCharacterDevice()).toBe(true);
  expect((await svc(`plan - --save ${folderOfTest()}`, input)).code).toBe(2);
  expect((await svc("plan - --save -", input)).code).toBe(2);
});

test("a locked machine stays in its claim, and is reported if the claim has one too many", async () => {
  const [free, locked] = claimed("deployed", { status: "deployed", locked: true });
  const one = await svc("apply - --yes -o name", claimsOf("name: runners, count: 1"));
  expect([one.code, one.stdout]).toEqual([0, `${locked?.systemId}\n`]);
  expect(free?.status).not.toBe("deployed");
  const none = await svc("apply - --yes", claimsOf("name: runners, count: 0"));
  expect(none.code).toBe(6);
  expect(none.stderr).toContain(`${locked?.hostname}: surplus, but locked`);
  expect(none.stderr).toContain("hint: unlock it, then apply again");
});

test("the exit code of a refused release is that of the refusal", async () => {
  claimed("deployed", "deployed");
  const refusing = await faultyService(claims.sandbox.url);
  onTestFinished(refusing.close);
  refusing.faultAt = () => ({ kind: "refusal", status: 403 });
  const file = claimsOf("name: runners, count: 1");
  const { code, stderr } = await svc("apply - --yes -o json", file, refusing.url);
  expect([code, stderr.includes('"outcome":"refused"')], stderr).toEqual([5, true]);
});

test("a --keep value that names no machine of the claims is reported", async () => {
  const [keptNode] = claimed("deployed", "deployed");
  const words = `plan - --keep ${keptNode?.hostname} --keep wbe-01`;
  const result = await svc(words, claimsOf("name: runners, count: 1"));
  expect(result.stderr).toBe("warning: --keep wbe-01: no machine of these claims has this name\n");
});

describe("svc apply of changes and claims that both fail", () => {
  test("reports which changes were carried out", async () => {
    const changes = "zones:\n  - {name: fine}\n  - {name: not fine!}\n";
    const bigClaim = claimsOf("name: big, count: 1, allocate: {mem: 900000000}");
    const { code, stdout, stderr } = await svc("apply - --yes -q -o json", `${changes}${bigClaim}`);
    expect([code, JSON.parse(stderr).error]).toEqual([
      10,
      expect.objectContaining({ outcome: "partial", kind: "someFailed" }),
    ]);
    const rows: readonly { result: string; outcome: string }[] = JSON.parse(stdout).changes;
    expect(rows.map(({ result, outcome }) => [result, outcome]).slice(0, 2)).toEqual([
      ["done", "done"],
      ["failed", "refused"],
    ]);
    expect(rows).toHaveLength(3);
  });
});
