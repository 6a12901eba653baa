import { expect, test } from "vitest";
import { statuses } from "../../../../../src/catalogue/statuses.ts";
import {
  type Explanation,
  explanationLines,
  explanationSections,
} from "../../../../../src/cli/commands/machines/why.ts";
import { explainFailure, listIssues } from "../../../../../src/cli/commands/machines.ts";
import { runCommand } from "../../../../../src/cli/invocation/invocation.ts";
import { colorless, type Palette } from "../../../../../src/cli/output/palette.ts";
import { asciiMeasure } from "../../../../../src/cli/output/text-width.ts";
import { machineView } from "../../../../../src/client/lifecycle/machine-view.ts";
import { failureReason } from "../../../../../src/client/lifecycle/reasons.ts";
import { createRandom } from "../../../random.ts";
import { printingHarness, type ServedRequest, type Service } from "../../harness.ts";

type Status = keyof typeof statuses;

interface LiveEvent {
  readonly id: number;
  readonly level: string;
  readonly type: string;
  readonly description: string;
  readonly node: string;
  readonly hostname: string;
  readonly username: string;
  readonly created: string;
}

interface Life {
  readonly id: string;
  readonly status: Status;
  /** The `status_message`; live services have no `error_description`. */
  readonly message: string;
  readonly cause: string | undefined;
  readonly sinceMs: number;
  readonly failedScripts: readonly string[];
}

const levels = ["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"];
const pageSize = 1000;

/** Events that do not explain the status of a machine although they look like it. */
const chatter = [
  ["Performing PXE boot"],
  ["Loading kernel"],
  ["Script result", "svc-lshw changed status from 'Pending' to 'Running'"],
  ["Script changed status", "From 'Running' to 'Passed'"],
  ["Power state changed", "moved from ready to on"],
  ["Commented", "moved from rack 3 to testing"],
] as const;

/** The event log, machines and script results of a live service, and the expected reason for each machine. */
function liveService(seed: number, machineCount: number, noise: number) {
  const random = createRandom(seed);
  const events: LiveEvent[] = [];
  const lives: Life[] = [];
  let now = Date.UTC(2026, 10, 1);
  const created = () => {
    const [day, date, month, year, time] = new Date(now).toUTCString().replace(",", "").split(" ");
    return `${day}, ${date} ${month}. ${year} ${time}`;
  };
  for (let index = 0; index < machineCount; index += 1) {
    const id = `m${index}`;
    const say = (level: string, type: string, description = "") => {
      now += 1000 * random.below(50) + 1000;
      const names = { node: id, hostname: `host-${index}`, username: "unknown" };
      events.push({ id: events.length + 1, level, type, description, ...names, created: created() });
    };
    let status: Status = "ready";
    let message = "Ready";
    let cause: string | undefined;
    let sinceMs = now;
    let failedScripts: string[] = [];
    const enter = (next: Status) => {
      say("DEBUG", "Node changed status", `From '${statuses[status].name}' to '${statuses[next].name}'`);
      status = next;
      sinceMs = now;
    };
    const chat = () => {
      for (let line = random.below(noise + 1); line > 0; line -= 1) {
        const [type = "", description] = random.pick(chatter);
        say(random.pick(["DEBUG", "INFO"]), type, description);
      }
    };
    const steps: (() => void)[] = [
      () => {
        const comment = `comment ${random.below(1e6)} of ${id}, moved from rack 3 to ready`;
        const isSilent = random.below(4) === 0;
        say("DEBUG", "User marking node broken", isSilent ? "(admin)" : `(admin) - ${comment}`);
        enter("broken");
        cause = isSilent ? "marked broken by admin" : `${comment} (admin)`;
      },
      () => {
        enter("deploying");
        chat();
        const timeOut = `Node operation 'Deploying' timed out after ${random.below(99)} minutes.`;
        say("ERROR", "Marking node failed", timeOut);
        enter("failed_deployment");
        cause = timeOut;
      },
      () => {
        enter("testing");
        chat();
        const script = `check-${random.below(1e6)}`;
        say("DEBUG", "Script result", `${script} changed status from 'Running' to 'Failed'`);
        enter("failed_testing");
        failedScripts = [script];
        cause = `script ${script} failed`;
      },
      () => {
        enter("releasing");
        enter("ready");
        say("INFO", "Released");
        message = "Released";
        cause = undefined;
      },
      () => say("ERROR", "Failed to query node's BMC", `no route ${random.below(1e6)}`),
    ];
    for (let step = random.below(6); step > 0; step -= 1) {
      random.pick(steps)();
      chat();
    }
    if (status === "ready" || status === "testing") random.pick(steps.slice(0, 3))();
    lives.push({ id, status, message, cause, sinceMs, failedScripts });
    chat();
  }
  const machineOf = ({ id, status, message }: Life) => ({
    system_id: id,
    hostname: `host-${id.slice(1)}`,
    status: statuses[status].id,
    status_name: statuses[status].name,
    status_message: message,
    power_state: "off",
    owner: null,
  });
  const service: Service = ({ label, values }: ServedRequest) => {
    const ids = [values["id"] ?? values["system_id"] ?? []].flat();
    if (label === "GET /machines/") return lives.map(machineOf);
    if (label === "GET /machines/{system_id}/") {
      return lives.filter(({ id }) => ids.includes(id)).map(machineOf)[0];
    }
    if (label === "GET /installation-results/") {
      return lives
        .filter(({ id }) => ids.includes(id))
        .flatMap(({ id, failedScripts }) => [
          { name: "fine", script_result: 0, result_type: 0, node: { system_id: id }, data: "b2sK" },
          ...failedScripts.map((name) => ({
            name,
            script_result: 1,
            result_type: 2,
            node: { system_id: id },
            updated: "2026-11-20T16:17:28.641",
            data: "YmFkCg==",
          })),
        ]);
    }
    if (label !== "GET /events/op-query") throw new Error(`unexpected ${label}`);
    const least = levels.indexOf(String(values["level"] ?? "INFO"));
    const before = Number(values["before"] ?? Number.POSITIVE_INFINITY);
    const page = events
      .filter(
        (event) => ids.includes(event.node) && event.id < before && levels.indexOf(event.level) >= least,
      )
      .slice(-Number(values["limit"] ?? 100))
      .reverse();
    return { count: page.length, events: page, next_uri: "/elsewhere", prev_uri: "/elsewhere" };
  };
  return { service, lives, endMs: now };
}

test.each([1, 2, 3])("every machine of a live service has its own reason and age: seed %i", async (seed) => {
  const { service, lives } = liveService(seed, 60, 3);
  const harness = printingHarness(service, { globals: { output: "json" } });
  await runCommand(listIssues, harness.invocation);
  const rows: readonly { system_id: string; reason: string | null; since: string }[] = JSON.parse(
    harness.terminal.shown.stdout,
  );
  for (const life of lives) {
    const row = rows.find(({ system_id }) => system_id === life.id);
    if (life.status === "ready") expect(row).toBeUndefined();
    else expect(row).toMatchObject({ since: new Date(life.sinceMs).toISOString() });
    if (life.cause !== undefined) expect(row?.reason).toContain(life.cause);
    expect(row?.reason ?? "").not.toMatch(/Released|Ready/);
    const others = lives.filter(({ id, cause }) => id !== life.id && cause?.startsWith("comment"));
    for (const other of others) expect(row?.reason ?? "").not.toContain(other.cause ?? "?");
  }
});

test("why gives the same reason, and repeats nothing", async () => {
  const { service, lives } = liveService(7, 25, 2);
  for (const life of lives) {
    const harness = printingHarness(service, { arguments: { system_id: life.id } });
    await runCommand(explainFailure, harness.invocation);
    const { stdout } = harness.terminal.shown;
    if (life.cause !== undefined) expect(stdout).toContain(life.cause);
    expect(stdout).not.toContain("Released");
    const texts = stdout
      .split("\n")
      .map((line) => line.replace(/^.*?(?::\s+|\d\dZ\s+\w+\s+)/, "").replace(/ \(\d{4}.*/, ""))
      .filter((text) => text.length > 6);
    expect(texts.length).toBe(new Set(texts).size);
  }
});

test("a failed wait gives the same reason after one more request", async () => {
  const { service, lives } = liveService(5, 40, 2);
  const failed = lives.filter(
    ({ status, failedScripts }) => status !== "ready" && failedScripts.length === 0,
  );
  for (const life of failed) {
    const harness = printingHarness(service);
    const label = "GET /machines/{system_id}/";
    const view = machineView(await service({ label, values: { system_id: life.id }, options: undefined }));
    if (view === undefined) throw new Error("not a machine");
    const reason = await failureReason(harness.client, view);
    expect(reason ?? "").not.toMatch(/Released|Ready/);
    if (life.cause !== undefined) expect(reason).toContain(life.cause);
    expect(harness.requests).toHaveLength(1);
  }
});

test("a long log is read until the change of status is found", async () => {
  const { service, lives } = liveService(11, 3, 900);
  const harness = printingHarness(service, { globals: { output: "json" } });
  await runCommand(listIssues, harness.invocation);
  const rows: readonly unknown[] = JSON.parse(harness.terminal.shown.stdout);
  const failed = lives.filter(({ status }) => status !== "ready");
  expect(rows).toHaveLength(failed.length);
  for (const { id, sinceMs } of failed) {
    expect(rows).toContainEqual(
      expect.objectContaining({ system_id: id, since: new Date(sinceMs).toISOString() }),
    );
  }
  const pages = harness.requests.filter(({ label }) => label === "GET /events/op-query");
  expect(pages.every(({ values }) => Number(values["limit"]) <= pageSize)).toBe(true);
});

test("the number of requests for a fleet is limited, and omissions are reported", async () => {
  const machine = (index: number) => ({
    system_id: `m${index}`,
    hostname: `host-${index}`,
    status: 22,
    status_name: "Failed testing",
    status_message: "Released",
  });
  const noise = (id: number) => ({ id, level: "DEBUG", type: "Loading kernel", node: "m0", created: "" });
  const harness = printingHarness(({ label, values }) => {
    if (label === "GET /machines/") return Array.from({ length: 3000 }, (_, index) => machine(index));
    if (label === "GET /installation-results/") return [];
    const before = Number(values["before"] ?? 1_000_000);
    return { events: Array.from({ length: 1000 }, (_, index) => noise(before - 1 - index)) };
  });
  await runCommand(listIssues, harness.invocation);
  expect(harness.requests.length).toBeLessThanOrEqual(1 + 100 + 50);
  expect(harness.terminal.shown.stdout.trimEnd().split("\n")).toHaveLength(3001);
  expect(harness.terminal.shown.stdout).not.toContain("Released");
  expect(harness.terminal.shown.stderr).toMatch(
    /not all events and script results of 3000 machines could be read/,
  );
});

/** Explains a machine whose events are those of `eventsBefore`. */
async function explainMachine(
  facts: Readonly<Record<string, unknown>>,
  eventsBefore: (id: number) => readonly unknown[],
) {
  const machine = { system_id: "abc123", hostname: "web-01", ...facts };
  const harness = printingHarness(
    ({ label, values }) => {
      if (label.startsWith("GET /machines/")) return label === "GET /machines/" ? [machine] : machine;
      if (label !== "GET /events/op-query") return [];
      return { events: eventsBefore(Number(values["before"] ?? 1_000_000)) };
    },
    { arguments: { system_id: "abc123" } },
  );
  await runCommand(explainFailure, harness.invocation);
  return harness.terminal.shown;
}

test("an incomplete history is reported", async () => {
  const event = { level: "DEBUG", type: "Loading kernel", node: "abc123", created: "" };
  const { stderr } = await explainMachine({ status: 22, status_name: "Failed testing" }, (before) =>
    Array.from({ length: 1000 }, (_, index) => ({ ...event, id: before - 1 - index })),
  );
  expect(stderr).toContain("not all events of the machine could be read");
});

test("in documented answers the error description is the reason", async () => {
  const facts = {
    status: 8,
    status_name: "Broken",
    status_message: "Marked broken - fan 2 has failed",
    error_description: "fan 2 has failed",
    power_state: "off",
  };
  const { stdout, stderr } = await explainMachine(facts, () => []);
  expect(stdout.match(/fan 2 has failed/g)).toHaveLength(1);
  expect(stderr).toBe("");
});

const explanation: Explanation = {
  system_id: "abc123",
  hostname: "web-01",
  status: 11,
  status_name: "Failed deployment",
  since: null,
  power_state: "off",
  status_message: null,
  error_description: null,
  issue: null,
  reason: null,
  message: null,
  failure: null,
  events: [],
  failed_scripts: [],
};

/** Writes the name of the style instead of an escape sequence. */
const marks: Palette = {
  ...colorless,
  header: (text) => `<header>${text}`,
  cell: (form) => (text) => `<${form}>${text}</>`,
};

const linesOf = (shown: Explanation, palette: Palette) => {
  const sections = explanationSections(shown, Date.UTC(2026, 10, 22, 12), () => "logs");
  return explanationLines(sections, { width: undefined, palette, measure: asciiMeasure });
};

test.each([null, "2026-11-22T11:00:00Z"])(
  "an explanation since %s shows its status and power in colours",
  (since) => {
    const painted = linesOf({ ...explanation, since }, marks);
    expect(painted[0]).toBe("<header>web-01 (abc123)");
    expect(painted[1]).toMatch(/^ {2}Status: {7}<status>Failed deployment<\/>( for .*)?$/);
    expect(painted[2]).toBe("  Power:        <power>off</>");
    expect(painted.slice(3)).toEqual(["No failure of this machine is on record."]);
  },
);

test("an explanation without a power state has no colour for it", () => {
  const lines = linesOf({ ...explanation, power_state: null, reason: "off" }, marks);
  expect(lines.join("\n")).not.toContain("<power>");
});
