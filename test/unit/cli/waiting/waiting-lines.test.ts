import { expect, test, vi } from "vitest";
import { run } from "../../../../src/cli/run.ts";
import { fakeClock } from "../../client/lifecycle/fake-service.ts";
import { partOfRun, seeded } from "../../random.ts";
import { openTerminal, type Terminal } from "../terminal/terminal.ts";
import { type SimulatedMachine, simulatedWire, type Way } from "./simulated-wire.ts";

const wire = vi.hoisted(() => ({ send: undefined as unknown }));
vi.mock("../../../../src/client/http/transport.ts", () => ({
  createTransport: async () => ({ usesProxy: false, send: wire.send, close: async () => undefined }),
}));

interface Line {
  readonly words: (ids: readonly string[]) => readonly string[];
  readonly way: Way;
  /** The maximum number of machines. */
  readonly most: number;
  /**
   * Set if another user may take the machine once the operation is done. `always`: that alone proves that it
   * was done. `where seen`: it does so only if the operation was seen in progress.
   */
  readonly freed?: "always" | "where seen";
}

const deploy: Way = { before: 10, owner: "me", through: [9], done: 6, failed: 11 };
const release: Way = { before: 6, owner: "me", through: [12], done: 4, failed: 13 };
const commission: Way = { before: 0, owner: "", through: [1, 21], done: 4, failed: 2 };

const lines: readonly Line[] = [
  { words: (ids) => ["machines", "deploy", ...ids], way: deploy, most: 5 },
  { words: (ids) => ["machines", "release", ...ids], way: release, most: 5, freed: "always" },
  { words: (ids) => ["machines", "commission", ...ids], way: commission, most: 3, freed: "where seen" },
  {
    words: (ids) => ["machines", "commission", ...ids],
    way: { ...commission, before: 4 },
    most: 1,
    freed: "where seen",
  },
  {
    words: (ids) => ["machines", "test", ...ids],
    way: { before: 6, owner: "me", through: [21], done: 6, failed: 22 },
    most: 3,
  },
  {
    words: (ids) => ["machines", "release-many", ...ids.flatMap((id) => ["--machines", id])],
    way: release,
    most: 4,
    freed: "always",
  },
  {
    words: (ids) => ["machines", "accept", ...ids.flatMap((id) => ["--machines", id])],
    way: commission,
    most: 3,
    freed: "where seen",
  },
  { words: () => ["machines", "accept-all"], way: commission, most: 3, freed: "where seen" },
  {
    words: () => [
      ...["machines", "create", "--architecture", "amd64", "--mac-addresses", "52:54:00:00:00:01"],
      ...["--power-type", "manual"],
    ],
    way: commission,
    most: 1,
    freed: "where seen",
  },
  { words: () => ["machines", "allocate", "--deploy"], way: deploy, most: 1 },
  {
    words: (ids) => ["machines", "rescue-mode", ...ids],
    way: { before: 6, owner: "me", through: [17], done: 16, failed: 18 },
    most: 3,
  },
  {
    words: (ids) => ["machines", "power-on", ...ids],
    way: { before: 6, owner: "me", through: [], done: 6, failed: 6 },
    most: 3,
    freed: "where seen",
  },
];

const timeoutMs = 300_000;
const slackMs = 60_000;

interface Row {
  readonly system_id: string;
  readonly ok?: boolean;
  readonly outcome?: string;
}

/** Sends a signal in two of five lines, and sets the wall clock forward or back. */
function signalFor(seed: number, clock: ReturnType<typeof fakeClock>, terminal: Terminal) {
  const random = seeded(-seed);
  const [name, code] = random() < 0.5 ? (["SIGINT", 130] as const) : (["SIGTERM", 143] as const);
  let isSignalled = false;
  let hasEnded = false;
  const atMs = random() < 0.4 ? random() * (random() < 0.4 ? 3_000 : 150_000) : undefined;
  if (atMs !== undefined)
    void clock.sleep(atMs).then(() => {
      if (hasEnded) return;
      isSignalled = terminal.listeners() > 0;
      clock.set((random() - 0.5) * 86_400_000);
      terminal.signal(name);
    });
  return {
    code,
    end: () => {
      hasEnded = true;
      return isSignalled;
    },
  };
}

async function faultsOf(seed: number): Promise<readonly string[]> {
  const random = seeded(seed);
  const line = lines[seed % lines.length] as Line;
  const ids = Array.from({ length: 1 + Math.floor(random() * line.most) }, (_, index) => `m0000${index}`);
  const clock = fakeClock(25);
  const service = simulatedWire(clock, random, line.way, ids, seed % 7 === 0);
  wire.send = service.send;
  const terminal = openTerminal({ isTTY: false });
  const parallel =
    ids.length > 1 && !line.words(ids).includes("--machines") && line.words(ids).includes("m00000")
      ? ["--parallel", "2"]
      : [];
  const argv = [...line.words(ids), "--wait", "--wait-timeout", "300s", "-y", "-o", "json", ...parallel];
  const ending = signalFor(seed, clock, terminal);
  const code = await run({
    ...terminal.context,
    argv,
    env: {
      SVC_URL: "http://svc.example/SVC",
      SVC_API_KEY: "a:b:c",
      SVC_CONFIG_DIR: "/nonexistent",
      SVC_ADDRESSING: "path",
    },
    clock,
    random: { next: random, hex: (length) => "0".repeat(2 * length) },
  });
  const { stdout, stderr } = terminal.shown;
  const isSignalled = ending.end();
  const text = stderr.split("\n").find((each) => each.startsWith('{"error"'));
  const error = text === undefined ? undefined : JSON.parse(text).error;
  const printed: unknown = stdout === "" ? undefined : JSON.parse(stdout);
  const rows: readonly Row[] = Array.isArray(printed) ? printed : [];
  const faults: string[] = [];
  const isDone = ({ end }: SimulatedMachine) =>
    end === "done" || (end === "taken" && line.freed === "always");
  const mayBeDone = ({ end }: SimulatedMachine) => end === "taken" && line.freed !== undefined;
  const { machines } = service;
  if (code === 0 && !machines.every((each) => isDone(each) || mayBeDone(each)))
    faults.push("exit 0, and not all done");
  if ((code === 2 || code === 13) && machines.some(({ begun }) => begun > 0))
    faults.push("exit 2 after a change");
  if (isSignalled !== (code === ending.code)) faults.push(`a signal: ${isSignalled}`);
  const isNamed = !["accept-all", "create", "allocate"].includes(argv[1] ?? "");
  const isOpen = isNamed && machines.some((each) => each.isCarriedOut && !isDone(each));
  if (isSignalled && isOpen && !/svc machines (wait|get)|not done: /.test(`${error?.hint} ${error?.lines}`))
    faults.push("a signal, and nothing to go on with");
  if (!isSignalled && code !== 0 && machines.every(isDone) && error?.outcome !== "unknown")
    faults.push("failed, and all done");
  if (code !== 0 && error === undefined) faults.push("a failure without an error");
  if (machines.some(({ begun }) => begun > 1)) faults.push("sent twice");
  const hasBegun = machines.some(({ begun }) => begun > 0);
  if (error?.outcome === "not_sent" && hasBegun) faults.push("not_sent, and sent");
  if (error?.outcome === "refused" && machines.some(({ isCarriedOut }) => isCarriedOut))
    faults.push("refused, and carried out");
  if (error?.outcome === "unknown" && !/carried out|look:/.test(`${error.message} ${error.hint}`))
    faults.push("no words of doubt");
  for (const { system_id, ok, outcome } of rows) {
    const machine = machines.find(({ id }) => id === system_id);
    if (machine === undefined || ok === undefined) continue;
    if (ok && !isDone(machine) && !mayBeDone(machine)) faults.push(`${system_id}: ok, and not done`);
    if (!ok && outcome === "done" && !machine.isCarriedOut)
      faults.push(`${system_id}: done, and not carried out`);
    if ((outcome === "refused" || outcome === "not_sent") && machine.isCarriedOut)
      faults.push(`${system_id}: ${outcome}, and carried out`);
    if (!ok && outcome === "done" && isDone(machine) && error?.exit_code !== 8 && !isSignalled)
      faults.push(`${system_id}: not ok, and done`);
  }
  if (service.elapsedMs() - service.lastSent.at > timeoutMs + slackMs) faults.push("past the deadline");
  if (clock.sleeps.length > 3_000) faults.push("too many sleeps");
  return faults.map(
    (fault) =>
      `seed ${seed}: ${fault}: ${argv.join(" ")}\n${code} ${stdout.slice(0, 600)}\n${stderr}\n${JSON.stringify(machines)}`,
  );
}

/** Seeds that once revealed a fault. */
const formerSeeds: readonly number[] = [1101, 2577];
const seeds = Array.from({ length: 120 }, (_, index) => index + 1);

test("a line that waits agrees with what became of the machines", async () => {
  const faults: string[] = [];
  for (const seed of [...formerSeeds, ...partOfRun(seeds, 5)]) faults.push(...(await faultsOf(seed)));
  expect(faults.length === 0 ? "" : `${faults.length}\n${faults.slice(0, 4).join("\n\n")}`).toBe("");
});
