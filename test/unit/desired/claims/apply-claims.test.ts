import { beforeEach, describe, expect, test } from "vitest";
import { Failure } from "../../../../src/core/failure.ts";
import { applyClaims } from "../../../../src/desired/claims/apply-claims.ts";
import type { ClaimResult } from "../../../../src/desired/claims/claim-result.ts";
import type { ClaimDeps } from "../../../../src/desired/claims/decide.ts";
import type { Node } from "../../../../src/sandbox/state/node.ts";
import { claimOf, claimServiceOfFile, type Run } from "./claim-service.ts";

const service = await claimServiceOfFile();
beforeEach(() => {
  service.sandbox.reset();
  service.sandbox.world.faults.replace([]);
  service.requests.length = 0;
});

async function applied(claim: ReturnType<typeof claimOf>, run: Run = {}): Promise<ClaimResult> {
  const [result] = (await service.apply([claim], run)) ?? [];
  if (result === undefined) throw new Error("the run died");
  return result;
}

const machineNames = (result: ClaimResult) =>
  result.machines.map(({ view }) => `${view.hostname} ${view.statusName}`);
const nodesOf = (claim = "runners") =>
  service.nodes().filter(({ agentName }) => agentName === `claim/${claim}`);
const changes = () => service.requests.filter((request) => !request.startsWith("GET"));

/** Turns a ready machine into one that an earlier run left behind. */
function leftBehind(status: Node["status"], more: Partial<Node> = {}): Node {
  const node = service
    .nodes()
    .find((each) => each.nodeType === "machine" && each.status === "ready" && each.owner === null);
  if (node === undefined) throw new Error("no machine is ready");
  return Object.assign(node, { status, owner: "admin", agentName: "claim/runners", ...more });
}

test("machines are allocated, deployed, and annotated with their claim", async () => {
  const result = await applied(claimOf("runners", 2, { tags: "ssd" }, { distro_series: "jammy" }));
  expect(result.failure).toBeUndefined();
  expect(machineNames(result)).toHaveLength(2);
  for (const node of nodesOf())
    expect(node).toMatchObject({
      ...{ status: "deployed", owner: "admin", distroSeries: "jammy" },
      annotations: { "svc.claim": "runners", "svc.since": expect.stringMatching(/^2026-03-01T.*Z$/) },
    });
});

test("a second run changes nothing, and reads with two requests and one for adopted machines", async () => {
  await applied(claimOf("runners", 2));
  service.requests.length = 0;
  expect((await applied(claimOf("runners", 2))).failure).toBeUndefined();
  expect(service.requests.map((request) => request.replace(/https?:.*(?=users)/, ""))).toEqual([
    "GET /machines/",
    "GET /machines/",
    "GET users/?op=whoami",
  ]);
});

test("several claims are carried out together", async () => {
  const results = await service.apply([claimOf("a", 1), claimOf("b", 2), claimOf("c", 0)]);
  expect(results?.map(({ machines, failure }) => [machines.length, failure])).toEqual([
    [1, undefined],
    [2, undefined],
    [0, undefined],
  ]);
});

test("machines that an earlier run left are used", async () => {
  const node = leftBehind("allocated");
  const result = await applied(claimOf("runners", 1));
  expect(result.machines.map(({ view }) => view.systemId)).toEqual([node.systemId]);
  expect(changes().filter((request) => request.includes("allocate"))).toEqual([]);
  expect(node).toMatchObject({ status: "deployed", annotations: { "svc.claim": "runners" } });
});

test("if nothing matches, deployed machines stay and the message names the constraints", async () => {
  const { failure, machines } = await applied(claimOf("runners", 9, { tags: "gpu" }));
  expect(machines.length).toBeGreaterThan(0);
  expect(nodesOf().map(({ status }) => status)).toEqual(machines.map(() => "deployed"));
  expect(failure?.exitCode).toBe(6);
  expect(failure?.message).toBe(`site.yaml:2:5: claim runners: ${machines.length} of 9 machines deployed`);
  expect(failure?.details.lines).toEqual([
    expect.stringMatching(/^no free machine matches tags=gpu \(No available/),
  ]);
});

test("a machine whose deployment is refused is released, and no other is allocated", async () => {
  const { failure } = await applied(claimOf("runners", 2, {}, { distro_series: "nonsense" }));
  expect(failure?.exitCode).toBe(7);
  expect(failure?.details.lines?.join()).toContain("nonsense");
  await service.pass(60_000);
  expect(nodesOf()).toEqual([]);
  expect(changes().filter((request) => request.includes("allocate")).length).toBeLessThanOrEqual(2);
});

describe("machines that failed", () => {
  test("still count, and the claim fails", async () => {
    const node = leftBehind("failed_deployment", { errorDescription: "no disk" });
    const { failure } = await applied(claimOf("runners", 2));
    expect(failure?.exitCode).toBe(9);
    expect(failure?.details).toMatchObject({
      lines: [`${node.hostname}: Failed deployment: no disk`],
      hint: expect.stringContaining("--replace-failed"),
      machines: [{ system_id: node.systemId, status: "Failed deployment" }],
    });
  });

  test("are replaced by others and then released", async () => {
    const node = leftBehind("failed_deployment");
    const result = await applied(claimOf("runners", 2), { replacesFailed: true });
    expect(result.failure).toBeUndefined();
    await service.pass(60_000);
    expect(node).toMatchObject({ status: "ready", owner: null, agentName: "" });
    expect(nodesOf().map(({ status }) => status)).toEqual(["deployed", "deployed"]);
  });

  test("are replaced a limited number of times", async () => {
    service.sandbox.world.faults.replace(["fail=deploy"]);
    const { failure } = await applied(claimOf("runners", 1), { replacesFailed: true });
    expect(failure?.exitCode).toBe(9);
    expect(changes().filter((request) => request.includes("op-deploy")).length).toBeLessThanOrEqual(4);
  });
});

describe("machines that are too many", () => {
  test("deployed machines stay unless their release was confirmed", async () => {
    await applied(claimOf("runners", 3));
    service.requests.length = 0;
    const { failure } = await applied(claimOf("runners", 2));
    expect(failure?.exitCode).toBe(6);
    expect(changes()).toEqual([]);
    const [first] = nodesOf();
    const result = await applied(claimOf("runners", 2), {
      confirmedReleases: new Set([first?.systemId ?? ""]),
    });
    expect(result.failure).toBeUndefined();
    await service.pass(60_000);
    expect(first).toMatchObject({ status: "ready", owner: null });
  });

  test("allocated machines that nobody deploys are released after a while", async () => {
    leftBehind("allocated");
    leftBehind("allocated");
    leftBehind("allocated");
    expect((await applied(claimOf("runners", 1))).failure).toBeUndefined();
    await service.pass(60_000);
    expect(nodesOf().map(({ status }) => status)).toEqual(["deployed"]);
  });

  test("a release that failed is tried again", async () => {
    const node = leftBehind("failed_releasing");
    expect((await applied(claimOf("runners", 0))).failure).toBeUndefined();
    await service.pass(60_000);
    expect(node).toMatchObject({ status: "ready", owner: null });
  });
});

test("machines of other users with the same mark are left alone", async () => {
  const foreign = leftBehind("deployed", { owner: "bob" });
  const result = await applied(claimOf("runners", 1));
  expect(result.failure).toBeUndefined();
  expect(result.machines.map(({ view }) => view.owner)).toEqual(["admin"]);
  await applied(claimOf("runners", 0), {
    confirmedReleases: new Set(service.nodes().map(({ systemId }) => systemId)),
  });
  await service.pass(60_000);
  expect(foreign).toMatchObject({ status: "deployed", owner: "bob" });
});

test.each(["rescue_mode", "testing"] as const)("a machine in %s is told and left alone", async (status) => {
  const node = leftBehind(status);
  const { failure } = await applied(claimOf("runners", 1));
  expect(failure?.exitCode).toBe(6);
  expect(failure?.details.lines?.[0]).toContain(`${node.hostname}: `);
  expect(changes()).toEqual([]);
});

test("an ordinary user has claims of their own", async () => {
  const result = await applied(claimOf("runners", 1), { who: "user" });
  expect(result.failure).toBeUndefined();
  expect(nodesOf().map(({ owner }) => owner)).toEqual(["bob"]);
  const other = await applied(claimOf("runners", 1));
  expect(other.failure).toBeUndefined();
  expect(
    nodesOf()
      .map(({ owner }) => owner)
      .sort(),
  ).toEqual(["admin", "bob"]);
});

/** Applies a claim with some dependencies replaced. */
async function appliedWith(more: Partial<ClaimDeps>): Promise<ClaimResult | undefined> {
  const none = new Set<string>();
  const deps = { ...service.deps(service.client("administrator", 1), 1), ...more };
  const options = { replacesFailed: false, keep: none, confirmedReleases: none };
  const [result] = await service.time.until(
    service.sandbox,
    applyClaims([claimOf("runners", 1)], options, deps),
  );
  return result;
}

test("a deployment that takes too long is reported as still in progress", async () => {
  service.sandbox.world.faults.replace(["silent=deploy"]);
  const result = await appliedWith({ waitTimeoutMs: 60_000 });
  expect(result?.failure?.exitCode).toBe(8);
  expect(nodesOf().map(({ status }) => status)).toEqual(["deploying"]);
});

test.each([
  ["drop=1", "it is unclear whether a machine was allocated (", "it is unclear whether \\w+ was annotated: "],
  ["errors=1", "no machine was allocated (", "\\w+ could not be annotated: "],
])("notes call a request with the fault %s unclear only if its answer was lost", async (fault, ...texts) => {
  const notes: string[] = [];
  for (const path of ["machines/op-allocate", "machines/*/op-set_workload_annotations"]) {
    service.sandbox.reset();
    service.sandbox.world.faults.replace([`${fault},on=POST ${path},next=4`]);
    await appliedWith({ note: (text) => notes.push(text) });
  }
  for (const text of texts)
    expect(notes).toContainEqual(expect.stringMatching(`^claim runners: ${text.replace("(", "\\(")}`));
});

test.each(["allocated", "deploying"])(
  "a signal after %s ends it, and the failure says how to continue",
  async (when) => {
    const stopping = new AbortController();
    const note = (text: string) => {
      if (text.includes(when)) stopping.abort(new Failure("interrupted", "interrupted"));
    };
    const result = await appliedWith({ stopSignal: stopping.signal, note });
    expect(result?.failure?.exitCode).toBe(130);
    expect(result?.failure?.details.machines).toHaveLength(1);
    expect(result?.failure?.details.hint).toBe(
      "run the same command again to continue with these machines, or release them: svc claims release runners",
    );
    expect((await applied(claimOf("runners", 1))).failure).toBeUndefined();
    expect(nodesOf()).toHaveLength(1);
  },
);
