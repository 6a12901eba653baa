import { spawnSync } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { delimiter, dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Sandbox, SandboxOptions } from "../../../src/sandbox/sandbox.ts";
import { allNodes } from "../../../src/sandbox/state/world.ts";
import { sandboxOfTest } from "../../sandboxes.ts";
import { folderOfTest } from "../../temporary-folder.ts";
import { hasTurn } from "../../unit/random.ts";
import { emptyEnvironment } from "../package-fixture.ts";
import { keptCode, node } from "../terminal.ts";
import { runGithubJob } from "./github-job.ts";
import { runGitlabJob } from "./gitlab-job.ts";
import type { JobEnd, RunJob } from "./job.ts";
import type { CancelSignal } from "./job-script.ts";
import { runMakeJob } from "./make-job.ts";

const hasMake = spawnSync("make", ["--version"]).status === 0;
if (!hasMake) console.warn("make is absent: its recipe is not run");

interface Recipe {
  readonly name: string;
  readonly file: string;
  readonly runJob: RunJob;
  /** How many machines the job allocates. */
  readonly machines: number;
  /** Further ways to cancel the job. */
  readonly otherSignals: readonly Pick<CancelSignal, "signal" | "to">[];
}

const terminal = { signal: "SIGINT", to: "group" } as const;
const shell = { signal: "SIGTERM", to: "process" } as const;
const group = { signal: "SIGTERM", to: "group" } as const;

const recipes: readonly Recipe[] = [
  {
    ...{ name: "GitHub Actions", file: "github-actions.yml", runJob: runGithubJob },
    ...{ machines: 2, otherSignals: [group] },
  },
  { name: "GitLab", file: "gitlab-ci.yml", runJob: runGitlabJob, machines: 1, otherSignals: [shell] },
  ...(hasMake
    ? [{ name: "make", file: "Makefile", runJob: runMakeJob, machines: 1, otherSignals: [terminal, group] }]
    : []),
];

/** The signal of a CI system that gives a job little time, except make, which waits until machines are released. */
const hasty = ({ name }: Recipe): CancelSignal => ({
  ...{ signal: "SIGTERM", to: "process" },
  graceMs: name === "make" ? 20_000 : 500,
});

/** A fake npm, because npm takes longer than the rest of the job. Another test installs the package with npm. */
const linker = `#!/bin/sh
[ "$1 $2" = "install --global" ] || exit 64
for package; do :; done
mkdir -p "$npm_config_prefix/bin"
ln -s "$package/bin/svc.js" "$npm_config_prefix/bin/svc"
`;

/** The tests of the recipe's project: they record the addresses they get, and end as requested. */
const projectTest = (end: string) =>
  `#!/bin/sh\nprintf '%s\\n' "$@" >> addresses\nsvc machines list --status deployed -o name > deployed\n${end}\n`;

/** Machines of the sandbox that jobs still hold. */
const holders = ({ world }: Sandbox): readonly string[] =>
  allNodes(world, "machine").map(({ hostname, status, owner }) => `${hostname} ${status} ${owner}`);

/** The same after the service has finished its work: a release ends later than its request. */
function holdersInTheEnd(sandbox: Sandbox): readonly string[] {
  sandbox.advance(600_000);
  return holders(sandbox);
}

async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const sandbox = await sandboxOfTest({ machines: 12, ...options });
  return sandbox;
}

interface Wish {
  readonly sandbox: Sandbox;
  readonly run?: number;
  /** The last line of the project's test script. */
  readonly end?: string;
  readonly cancelled?: Promise<void>;
  readonly signals?: readonly CancelSignal[];
}

interface Done extends JobEnd {
  /** The addresses that the project's test got. */
  readonly addresses: readonly string[];
}

/** Runs a recipe with a new checkout, home folder and installation. */
async function runRecipe(recipe: Recipe, { sandbox, run = 7, end = "exit 0", ...rest }: Wish): Promise<Done> {
  const home = folderOfTest();
  const folder = join(home, "checkout");
  mkdirSync(folder);
  writeFileSync(join(folder, "test.sh"), projectTest(end), { mode: 0o755 });
  const ownBin = join(home, "npm/bin");
  mkdirSync(ownBin, { recursive: true });
  writeFileSync(join(ownBin, "npm"), linker, { mode: 0o755 });
  const bin = [ownBin, dirname(node), process.env["PATH"]].join(delimiter);
  const job = await recipe.runJob(readFileSync(join("docs/recipes", recipe.file), "utf8"), {
    folder,
    env: { ...emptyEnvironment(home), ...keptCode, PATH: bin, npm_config_prefix: join(home, "npm") },
    settings: {
      SVC_URL: sandbox.url,
      SVC_API_KEY: sandbox.keys.administrator,
      SVC_PACKAGE: process.cwd(),
    },
    run,
    ...rest,
  });
  return { ...job, addresses: linesOf(join(folder, "addresses")) };
}

function linesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, "utf8").trim().split("\n");
  } catch {
    return [];
  }
}

/** Resolves when the condition holds, or the test has ended. */
async function until(isSo: () => boolean): Promise<void> {
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  while (!isOver && !isSo()) await new Promise((resume) => setTimeout(resume, 2));
}

/** Resolves when the sandbox receives a request for this operation. */
function requested({ port }: Sandbox, operation: string): Promise<void> {
  return new Promise((resolve) => {
    const hear = (message: unknown) => {
      const { request } = message as { request: IncomingMessage };
      if (request.socket.localPort !== port || !request.url?.includes(operation)) return;
      unsubscribe(channel, hear);
      resolve();
    };
    const channel = "http.server.request.start";
    subscribe(channel, hear);
    onTestFinished(() => void unsubscribe(channel, hear));
  });
}

const signalled = (each: Recipe["otherSignals"][number]) => ({
  by: `${each.signal} to its ${each.to}`,
  signals: { signals: [{ ...each, graceMs: 20_000 }] },
});

const outputOf = ({ steps }: JobEnd) => steps.map(({ name, output }) => `== ${name}\n${output}`).join("");

test.skipIf(!hasMake)("make without a target runs the test, and installs nothing", () => {
  const { stdout } = spawnSync("make", ["--dry-run", "-f", "docs/recipes/Makefile"], { encoding: "utf8" });
  expect(stdout).toContain("svc machines allocate");
  expect(stdout).not.toContain("npm install");
});

describe.each(recipes)("the recipe for $name", (recipe) => {
  test("allocates machines, runs tests on them while they are deployed, and releases them", async () => {
    const sandbox = await openSandbox({ instant: true });
    const before = holders(sandbox);
    const job = await runRecipe(recipe, { sandbox, end: "test -s deployed" });
    expect(job.status, outputOf(job)).toBe("success");
    expect(job.addresses.filter((address) => /^10\.10\.0\.\d+$/.test(address))).toHaveLength(recipe.machines);
    expect(holdersInTheEnd(sandbox)).toEqual(before);
    expect(outputOf(job)).not.toContain(sandbox.keys.administrator.split(":")[2]);
  });

  const isOfDay = hasTurn(recipes.indexOf(recipe), recipes.length);
  /** Cases that depend more on svc than on the CI system: one recipe a day. */
  const testOfDay = test.runIf(isOfDay);

  testOfDay("gives them back where the test fails, and fails", async () => {
    const sandbox = await openSandbox({ instant: true });
    const before = holders(sandbox);
    const job = await runRecipe(recipe, { sandbox, end: "exit 3" });
    expect(job.status, outputOf(job)).toBe("failure");
    expect(job.addresses).toHaveLength(recipe.machines);
    expect(holdersInTheEnd(sandbox)).toEqual(before);
  });

  testOfDay("gives them back where a deployment fails, and tests nothing", async () => {
    const sandbox = await openSandbox({ instant: true, faults: ["fail=deploy"] });
    const before = holders(sandbox);
    const job = await runRecipe(recipe, { sandbox });
    expect(job, outputOf(job)).toMatchObject({ status: "failure", addresses: [] });
    expect(holdersInTheEnd(sandbox)).toEqual(before);
  });

  testOfDay("fails where no machine fits, and leaves those of others alone", async () => {
    const sandbox = await openSandbox({ instant: true });
    for (const machine of allNodes(sandbox.world, "machine"))
      if (machine.status === "ready") machine.architecture = "arm64/generic";
    const before = holders(sandbox);
    const job = await runRecipe(recipe, { sandbox });
    expect(job, outputOf(job)).toMatchObject({ status: "failure", addresses: [] });
    expect(holdersInTheEnd(sandbox)).toEqual(before);
  });

  testOfDay("gives machines back where it is cancelled while it asks for one", async () => {
    // The service finishes the request after the job was cancelled.
    const sandbox = await openSandbox({ instant: true, faults: ["latency=400"] });
    const before = holders(sandbox);
    const job = await runRecipe(recipe, { sandbox, cancelled: requested(sandbox, "op-allocate") });
    expect(job, outputOf(job)).toMatchObject({ status: "cancelled", addresses: [] });
    expect(holdersInTheEnd(sandbox)).toEqual(before);
  });

  const ways = [{ by: "its system", signals: {} }, ...recipe.otherSignals.map(signalled)];
  const waysOfDay = ways.filter((_, index) => hasTurn(index, ways.length));

  test.each(waysOfDay)("releases its machines if $by cancels it during a deployment", async ({ signals }) => {
    const sandbox = await openSandbox({ speed: 1, faults: ["silent=deploy"] });
    const before = holders(sandbox);
    const cancelled = until(() => allNodes(sandbox.world).some(({ status }) => status === "deploying"));
    const job = await runRecipe(recipe, { sandbox, cancelled, ...signals });
    expect(job, outputOf(job)).toMatchObject({ status: "cancelled", addresses: [] });
    // Processes that the CI system did not end continue, but must not allocate machines.
    await until(() => job.steps.every(({ isLeft }) => !isLeft()));
    expect(holdersInTheEnd(sandbox)).toEqual(before);
  });

  test("releases its machines if it is cancelled during the test", async () => {
    const sandbox = await openSandbox({ instant: true });
    const before = holders(sandbox);
    const begun = join(folderOfTest(), "begun");
    const cancelled = until(() => linesOf(begun).length > 0);
    const job = await runRecipe(recipe, {
      sandbox,
      end: `echo > ${begun}; sleep 60`,
      cancelled,
      signals: [hasty(recipe)],
    });
    expect(job.status, outputOf(job)).toBe("cancelled");
    expect(job.addresses).toHaveLength(recipe.machines);
    expect(holdersInTheEnd(sandbox)).toEqual(before);
  });

  testOfDay("takes other machines than a job that runs at the same time", async () => {
    const sandbox = await openSandbox({ speed: 60, machines: 24 });
    const before = holders(sandbox);
    const jobs = await Promise.all([7, 8].map((run) => runRecipe(recipe, { sandbox, run })));
    expect(
      jobs.map(({ status }) => status),
      jobs.map(outputOf).join(""),
    ).toEqual(["success", "success"]);
    expect(new Set(jobs.flatMap(({ addresses }) => addresses)).size).toBe(2 * recipe.machines);
    sandbox.advance(600_000);
    expect(holdersInTheEnd(sandbox)).toEqual(before);
  });
});
