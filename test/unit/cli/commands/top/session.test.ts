import { expect, test } from "vitest";
import { top } from "../../../../../src/cli/commands/fleet.ts";
import { machineCommands } from "../../../../../src/cli/commands/top/preferences.ts";
import { runOnTerminal } from "../../../../../src/cli/commands/top/work.ts";
import { type Invocation, runCommand } from "../../../../../src/cli/invocation/invocation.ts";

import { openScreen } from "../../../../../src/cli/terminal/screen.ts";
import { Failure } from "../../../../../src/core/failure.ts";
import { eventually } from "../../../../eventually.ts";
import { failureOf, rejection } from "../../../rejection.ts";
import { printingHarness, type ServedRequest, type Service } from "../../harness.ts";
import { openTerminal } from "../../terminal/terminal.ts";
import { machine } from "../status/fleet.ts";

const leave = "\u001b[?1049l";

interface Script {
  readonly service: Service;
  /** Actions by the second of the screen's clock at which they happen. */
  readonly at: Readonly<Record<number, (session: ReturnType<typeof printingHarness>) => void>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs the screen with a simulated user. */
async function run({ service, at }: Script) {
  const session = printingHarness(service, { globals: { color: false } }, { isTTY: true, columns: 80 });
  let seconds = 0;
  session.clock.onSleep = (ms) => {
    if (ms !== 1_000) return;
    seconds += 1;
    at[seconds]?.(session);
  };
  const failure = await failureOf(() => runCommand(top, session.invocation));
  const { stdout } = session.terminal.shown;
  expect(stdout.split(leave)).toHaveLength(2);
  expect(session.terminal.rawModes.at(-1)).toBe(false);
  expect(session.terminal.listeners()).toBe(0);
  for (const name of ["data", "end", "close", "error"])
    expect(session.terminal.stdin.listenerCount(name)).toBe(0);
  return { ...session, failure, stdout };
}

type Made = ReturnType<typeof printingHarness>;
const type = (keys: string) => (session: Made) => session.terminal.type(keys);
const fleet = [machine("web-01", "ready"), machine("web-02", "deployed", { power_state: "on" })];

const lists = (...answers: readonly unknown[]): Service => {
  let next = 0;
  return ({ label }: ServedRequest) => {
    if (label !== "GET /machines/") return {};
    const answer = answers[Math.min(next, answers.length - 1)];
    next += 1;
    if (answer instanceof Failure) throw answer;
    return answer;
  };
};

test("the machines are shown, and read again at each interval until the user quits", async () => {
  const { failure, stdout, requests } = await run({ service: lists(fleet), at: { 12: type("q") } });
  expect(failure).toBeUndefined();
  expect(stdout).toContain("web-01");
  const listRequests = requests.filter(({ label }) => label === "GET /machines/");
  expect(listRequests.length).toBeGreaterThanOrEqual(3);
  expect(listRequests.length).toBeLessThanOrEqual(4);
});

test.each([
  ["Ctrl-C", type("\u0003"), 130],
  ["SIGINT", (session: Made) => session.terminal.signal("SIGINT"), 130],
  ["SIGTERM or a hang-up", (session: Made) => session.terminal.signal("SIGTERM"), 143],
  ["the end of the input", (session: Made) => session.terminal.hangUp(), 143],
])("%s restores the terminal", async (_, act, code) => {
  const { failure, terminal } = await run({ service: lists(fleet), at: { 2: act } });
  expect(failure?.exitCode).toBe(code);
  expect(failure?.details.isReported).toBe(true);
  expect(terminal.shown.stderr).toBe("");
});

test("menus, questions, help and panels leave the number of listeners on the input unchanged", async () => {
  const keys = ["?", "q", "a", "d", "x\r", "n", "/", "web\r", "\r", "q", "a", "r", "n", "S", "y"];
  const counts: number[] = [];
  const press = (key: string) => (session: Made) => {
    counts.push(session.terminal.stdin.listenerCount("data"));
    session.terminal.type(key);
  };
  const at = Object.fromEntries([...keys, ...keys, "\u0003"].map((key, index) => [index + 2, press(key)]));
  await run({ service: lists(fleet), at });
  expect(counts).toEqual(counts.map(() => 1));
  expect(counts.length).toBeGreaterThan(keys.length);
});

test("the first failed reading ends svc top, and later ones are shown in a line", async () => {
  const refused = new Failure("unreachable", "no route to lab");
  const first = await run({ service: lists(refused), at: {} });
  expect(first.failure?.message).toBe("no route to lab");
  const later = await run({ service: lists(fleet, refused), at: { 9: type("q") } });
  expect(later.failure).toBeUndefined();
  expect(later.stdout).toContain("could not read: no route to lab");
});

test("an action is sent with the typed value for its machine, and a refusal is shown", async () => {
  const service: Service = ({ label }) => {
    if (label === "GET /machines/") return fleet;
    if (label.includes("op-deploy")) throw new Failure("conflict", "no address is left");
    return {};
  };
  const { requests, stdout } = await run({
    service,
    at: { 2: type("adjammy\r"), 3: type("y"), 6: type("q") },
  });
  const deploy = requests.find(({ label }) => label.includes("op-deploy"));
  expect(deploy?.values).toEqual({ system_id: "id-web-01", distro_series: "jammy" });
  expect(stdout).toContain("deploy: web-01: no address is left");
});

test("quitting during an action reports that its outcome is unknown", async () => {
  let answer: () => void = () => undefined;
  const service: Service = ({ label }) =>
    label.includes("op-release") ? new Promise((resolve) => (answer = () => resolve({}))) : fleet;
  const { failure } = await run({
    service,
    at: { 2: type("jar"), 3: type("y"), 4: type("q"), 5: type("q") },
  });
  answer();
  expect(failure?.message).toBe("svc top ended before these actions finished (release): web-02");
  expect(failure?.details.outcome).toBe("unknown");
});

test("while details are shown, only the machine is read, not the list", async () => {
  const service: Service = ({ label }) => {
    if (label === "GET /machines/") return fleet;
    if (label === "GET /machines/{system_id}/") return fleet[0];
    return label.startsWith("GET /events") ? { events: [] } : [];
  };
  const { requests, stdout } = await run({ service, at: { 2: type("\r"), 302: type("q"), 303: type("q") } });
  expect(stdout).toContain("web-01.example (id-web-01)");
  expect(requests.filter(({ label }) => label === "GET /machines/{system_id}/").length).toBeGreaterThan(2);
  expect(requests.filter(({ label }) => label === "GET /machines/").length).toBeLessThanOrEqual(3);
});

test.each([{ isTTY: false }, { isTTY: true, env: { TERM: "dumb" } }])(
  "without a terminal it is a usage error: %j",
  async (options) => {
    const session = printingHarness(lists(fleet), {}, options);
    const failure = await rejection(() => runCommand(top, session.invocation));
    expect(failure.exitCode).toBe(2);
    expect(failure.details.hint).toContain("svc status --watch");
    expect(session.requests).toEqual([]);
    expect(session.terminal.shown.stdout).toBe("");
  },
);

test("with several sites, actions go to the machine's site, and failing sites are named", async () => {
  const west = printingHarness(({ label }) =>
    label === "GET /machines/" ? [machine("web-02", "ready")] : {},
  );
  const refused = new Failure("unreachable", "no route");
  const down = printingHarness(lists(refused));
  const session = printingHarness(lists(fleet), { globals: { color: false } }, { isTTY: true, columns: 80 });
  let seconds = 0;
  const keys: Readonly<Record<number, string>> = { 3: "Gal", 4: "a", 5: "m", 6: "y", 9: "q" };
  session.clock.onSleep = (ms) => {
    if (ms !== 1_000) return;
    seconds += 1;
    session.terminal.type(keys[seconds] ?? "");
  };
  const parts = Object.entries({ east: session, west, down }).map(([site, { invocation }]) => ({
    site,
    value: { ...invocation, context: session.invocation.context },
  }));
  await top.join?.(parts, session.invocation);
  const { stdout } = session.terminal.shown;
  expect(stdout).toContain("3 machines, no issues, nothing in progress, failed: down");
  expect(stdout).toContain("could not read down: no route");
  expect(stdout).toContain("rescue mode west/web-02? [y/N]");
  expect(west.requests.map(({ label }) => label)).toContain("POST /machines/{system_id}/op-rescue_mode");
  expect(session.requests.filter(({ label }) => label.startsWith("POST"))).toEqual([]);
  const all = await rejection(async () => top.join?.(parts.slice(2), session.invocation));
  expect(all).toMatchObject({ kind: "unreachable", message: "no route" });
});

test.each([
  ["the machines in view, which are read once", "", 1, 2],
  ["all machines, some at a time, when it sorts them", ">>", 2, 20],
])("FOR is read from the events of %s", async (_, keys, least, most) => {
  const many = Array.from({ length: 300 }, (_, at) =>
    machine(`web-${String(at).padStart(3, "0")}`, "deployed"),
  );
  const service: Service = ({ label, values }) => {
    if (label === "GET /machines/") return many;
    if (!label.startsWith("GET /events/")) return {};
    const ids = [values["id"]].flat();
    const events = ids.map((id, at) => ({
      ...{ id: at + 1, level: "DEBUG", type: "Node changed status", node: id, hostname: String(id) },
      ...{ description: "From 'Deploying' to 'Deployed'", created: "Wed, 31 Dec. 2025 21:00:00" },
    }));
    return { count: events.length, events, next_uri: null, prev_uri: null };
  };
  const { stdout, requests } = await run({ service, at: { 10: type(keys), 40: type("q") } });
  expect(stdout).toMatch(/web-000 +Deployed +3h/);
  const questions = requests.filter(({ label }) => label.startsWith("GET /events/"));
  expect(questions.length).toBeLessThanOrEqual(most);
  expect(questions.length).toBeGreaterThanOrEqual(least);
  const machines = new Set(questions.flatMap(({ values }) => values["id"]));
  expect(machines.size).toBe(keys === ">>" ? 300 : 19);
});

const events = ["data", "end", "close", "error"];

test("commands started by keys leave no listeners on the input", async () => {
  const terminal = openTerminal();
  const context = { ...terminal.context, program: { ...terminal.context.program, command: ["/missing"] } };
  const screen = openScreen(context, { onKey() {}, onRedraw() {}, onEnd() {} });
  const listenerCounts = () => events.map((event) => terminal.stdin.listenerCount(event));
  const before = listenerCounts();
  for (const [index, command] of machineCommands.entries()) {
    const machine = { systemId: "aaaaaa", hostname: "web-01" };
    const end = runOnTerminal(command, machine, screen, { context, globals: {} as Invocation["globals"] });
    const { shown: output } = terminal;
    await eventually(
      () => output.stderr.split("press a key").length === index + 2,
      () => output.stderr,
    );
    terminal.type("x");
    await end;
    expect(listenerCounts()).toEqual(before);
  }
  screen.close();
  expect(listenerCounts()).toEqual([0, 0, 0, 0]);
});
