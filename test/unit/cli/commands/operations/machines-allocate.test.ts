import { expect, test } from "vitest";
import { allocate } from "../../../../../src/cli/commands/operations/machines-allocate.ts";
import type { Invocation } from "../../../../../src/cli/invocation/invocation.ts";
import { Failure } from "../../../../../src/core/failure.ts";
import { rejection } from "../../../rejection.ts";
import { printingHarness, runOf, type ServedRequest } from "../../harness.ts";

const machine = (status: number, status_name: string) => ({
  system_id: "abc123",
  hostname: "web-01",
  status,
  status_name,
});
const allocatePath = "POST /machines/op-allocate";
const deployPath = "POST /machines/{system_id}/op-deploy";
const releasePath = "POST /machines/{system_id}/op-release";

/** A service with the given answers to deployment and release. */
const service =
  (deploy: () => unknown, release: () => unknown = () => machine(4, "Ready")) =>
  ({ label }: ServedRequest) => {
    if (label === allocatePath) return machine(10, "Allocated");
    if (label === deployPath) return deploy();
    if (label === releasePath) return release();
    return label === "GET /machines/" ? [machine(6, "Deployed")] : machine(6, "Deployed");
  };

const harness = (
  options: Invocation["options"],
  deploy: () => unknown = () => machine(9, "Deploying"),
  release?: () => unknown,
  fields: Invocation["fields"] = {},
) => printingHarness(service(deploy, release), { options, fields, globals: { output: "json" } });

const allocateAny = (invocation: Invocation) => allocate(runOf("machines.allocate", {}, invocation).run);

const refusedAllocation = (invocation: Invocation) => rejection(() => allocateAny(invocation));

const pathsOf = ({ requests }: { readonly requests: readonly ServedRequest[] }) =>
  requests.map(({ label }) => label);

test("deploys the allocated machine with its own options and the shared ones", async () => {
  const { requests, invocation, terminal } = harness({ deploy: true }, undefined, undefined, {
    "distro-series": ["jammy"],
    "user-data": ["hi"],
  });
  await allocate(runOf("machines.allocate", { comment: "mine", tags: ["gpu"] }, invocation).run);
  expect(requests.map(({ label, values }) => [label, values])).toEqual([
    [allocatePath, { comment: "mine", tags: ["gpu"] }],
    [
      deployPath,
      {
        system_id: "abc123",
        comment: "mine",
        distro_series: "jammy",
        user_data: Buffer.from("hi").toString("base64"),
      },
    ],
  ]);
  expect(JSON.parse(terminal.shown.stdout).status_name).toBe("Deploying");
});

test("waits, and prints the final state of the machine", async () => {
  const { invocation, terminal } = harness({ deploy: true, wait: true });
  await allocateAny(invocation);
  expect(JSON.parse(terminal.shown.stdout).status_name).toBe("Deployed");
  expect(terminal.listeners()).toBe(0);
});

test.each([
  ["invalid", 400],
  ["forbidden", 403],
  ["conflict", 409],
  ["conflict", 503],
] as const)("a deployment refused as %s (%i) releases the machine and reports it", async (kind, status) => {
  const refused = harness({ deploy: true }, () => {
    throw new Failure(kind, "no.", { status, outcome: "refused" });
  });
  const failure = await refusedAllocation(refused.invocation);
  expect(failure.kind).toBe(kind);
  expect(failure.message).toContain("web-01 (abc123) has been released");
  expect(pathsOf(refused)).toEqual([allocatePath, deployPath, releasePath]);
  expect(refused.terminal.listeners()).toBe(0);
});

test.each([
  ["unreachable", undefined],
  ["serverError", 502],
] as const)(
  "after an unknown outcome (%s) the machine stays allocated, and the hint gives both choices",
  async (kind, status) => {
    const unclear = harness({ deploy: true }, () => {
      throw new Failure(kind, "broke", { outcome: "unknown", ...(status === undefined ? {} : { status }) });
    });
    const failure = await refusedAllocation(unclear.invocation);
    expect(failure.message).toContain("may be deploying");
    expect(failure.details.hint).toContain("svc machines release abc123");
    expect(pathsOf(unclear)).toEqual([allocatePath, deployPath, "GET /machines/{system_id}/"]);
  },
);

test("if the answer to the deployment breaks off, the machine is still printed", async () => {
  const cut = harness(
    { deploy: true },
    () => new Failure("unreachable", "broke off", { outcome: "unknown" }),
  );
  const failure = await refusedAllocation(cut.invocation);
  expect(failure.message).toBe("broke off; web-01 is allocated, and may be deploying");
  expect(failure.details.machines).toMatchObject([{ system_id: "abc123" }]);
  expect(JSON.parse(cut.terminal.shown.stdout)).toMatchObject({ system_id: "abc123" });
});

test("an empty answer to the deployment prints the machine", async () => {
  const empty = harness({ deploy: true }, () => undefined);
  await allocateAny(empty.invocation);
  expect(JSON.parse(empty.terminal.shown.stdout)).toMatchObject({ system_id: "abc123" });
});

test("a machine that another user takes meanwhile is neither awaited nor released", async () => {
  const ofBob = { ...machine(10, "Allocated"), owner: "bob" };
  const { invocation, requests } = printingHarness(
    ({ label }) => {
      if (label === allocatePath) return { ...machine(10, "Allocated"), owner: "me" };
      if (label === deployPath) return machine(9, "Deploying");
      return label === "GET /machines/" ? [ofBob] : ofBob;
    },
    { options: { deploy: true, wait: true, "release-on-failure": true } },
  );
  const failure = await refusedAllocation(invocation);
  expect(failure.exitCode).toBe(9);
  expect(failure.message).toContain("taken by bob");
  expect(failure.details.hint).not.toContain("release");
  expect(pathsOf({ requests })).not.toContain(releasePath);
});

test("a machine that cannot be released is named", async () => {
  const stuck = harness(
    { deploy: true },
    () => {
      throw new Failure("conflict", "no", { status: 409, outcome: "refused" });
    },
    () => {
      throw new Failure("serverError", "gone mad", { status: 500 });
    },
  );
  const failure = await refusedAllocation(stuck.invocation);
  expect(failure.message).toContain("web-01 is still allocated");
  expect(failure.details.lines?.join()).toContain("gone mad");
});

test("Ctrl-C during the allocation releases the machine", async () => {
  const stopped = printingHarness(
    (request) => {
      if (request.label === allocatePath) stopped.terminal.signal("SIGINT");
      return service(() => machine(9, "Deploying"))(request);
    },
    { options: { deploy: true } },
  );
  const failure = await refusedAllocation(stopped.invocation);
  expect(failure.exitCode).toBe(130);
  expect(pathsOf(stopped)).toEqual([allocatePath, releasePath]);
});

test("the service's dry run neither allocates nor deploys, and is reported as such", async () => {
  const dry = harness({ deploy: true });
  const { run, executed } = runOf("machines.allocate", { dry_run: true }, dry.invocation);
  await allocate(run);
  expect(executed).toHaveLength(1);
  expect(dry.requests).toEqual([]);
  expect(dry.terminal.shown.stderr).toContain("dry run by the service");
});

test("an invalid deployment option is found before anything is allocated", async () => {
  const { invocation, requests } = harness({ deploy: true }, undefined, undefined, {
    "bridge-type": ["rope"],
  });
  const failure = await refusedAllocation(invocation);
  expect(failure.kind).toBe("usage");
  expect(requests).toEqual([]);
});

const read = "GET /machines/{system_id}/";
const failedDeployment = { ...machine(11, "Failed deployment"), status_message: "no disk" };
const connection = { profile: "lab", signature: "hmac-sha1", addressing: "query", output: "json" } as const;

/** A run whose deployment fails while svc waits for it. */
const failing = (options: Invocation["options"]) => {
  const harness = printingHarness(
    ({ label }) => {
      if (label === allocatePath) return machine(10, "Allocated");
      if (label === deployPath) return machine(9, "Deploying");
      if (label === releasePath) return machine(12, "Releasing");
      return label === "GET /machines/"
        ? [failedDeployment]
        : label === read
          ? failedDeployment
          : { events: [] };
    },
    { options: { deploy: true, wait: true, ...options }, globals: connection },
  );
  return { ...harness, run: () => allocateAny(harness.invocation) };
};

test("a failed deployment prints the machine and includes it in the error", async () => {
  const { run, terminal, requests } = failing({});
  const failure = await rejection(run);
  expect(failure.kind).toBe("operationFailed");
  expect(JSON.parse(terminal.shown.stdout)).toMatchObject({
    system_id: "abc123",
    status_name: "Failed deployment",
  });
  expect(failure.details).toMatchObject({
    outcome: "done",
    machines: [{ system_id: "abc123", hostname: "web-01", status: "Failed deployment" }],
  });
  expect(failure.details.hint).toContain(
    "release it: svc machines release abc123 --profile lab --signature hmac-sha1 --addressing query",
  );
  expect(pathsOf({ requests })).not.toContain(releasePath);
});

test("--release-on-failure releases the machine and reports it", async () => {
  const { run, terminal, requests } = failing({ "release-on-failure": true });
  const failure = await rejection(run);
  expect(failure.message).toContain("web-01 (abc123) has been released");
  expect(failure.details.machines).toEqual([
    { system_id: "abc123", hostname: "web-01", status: "Releasing" },
  ]);
  expect(pathsOf({ requests }).at(-1)).toBe(releasePath);
  expect(terminal.shown.stdout).toBe("");
});

test("a signal during the allocation releases the machine, which is not the same as sending nothing", async () => {
  const stopped = printingHarness(
    (request) => {
      if (request.label !== deployPath && request.label !== releasePath) stopped.terminal.signal("SIGINT");
      return service(() => machine(9, "Deploying"))(request);
    },
    { options: { deploy: true }, globals: { output: "json" } },
  );
  const failure = await refusedAllocation(stopped.invocation);
  expect(failure).toMatchObject({ exitCode: 130, details: { outcome: "partial" } });
  expect(failure.message).toContain("web-01 (abc123) has been released");
  expect(pathsOf(stopped)).not.toContain(deployPath);
});

test.each([
  ["SIGINT", 130, {}],
  ["SIGTERM", 143, {}],
  ["SIGTERM", 143, { "release-on-failure": true }],
] as const)(
  "%s during the deploy request ends with %i and the machine (%j)",
  async (signal, code, options) => {
    const stopped = printingHarness(
      (request) => {
        if (request.label === deployPath) stopped.terminal.signal(signal);
        return service(() => machine(9, "Deploying"))(request);
      },
      { options: { deploy: true, wait: true, ...options }, globals: { output: "json" } },
    );
    const failure = await refusedAllocation(stopped.invocation);
    expect(failure).toMatchObject({ exitCode: code, details: { outcome: "done" } });
    expect(failure.message).toContain("web-01 is deploying");
    expect(failure.details.machines).toMatchObject([{ system_id: "abc123" }]);
    const isReleased = "release-on-failure" in options;
    expect(pathsOf(stopped).includes(releasePath)).toBe(isReleased);
    expect(stopped.terminal.shown.stdout.includes("abc123")).toBe(!isReleased);
    expect(stopped.terminal.listeners()).toBe(0);
  },
);

test("a deployment without a clear answer is watched", async () => {
  const unclear = harness({ deploy: true, wait: true }, () => {
    throw new Failure("serverError", "gave up", { outcome: "unknown" });
  });
  await allocateAny(unclear.invocation);
  expect(JSON.parse(unclear.terminal.shown.stdout).status_name).toBe("Deployed");
});
