import type { Client } from "../../../client/http/call.ts";
import type { Context } from "../../../context.ts";
import { asFailure, doubtHint, Failure, isInDoubt } from "../../../core/failure.ts";
import { inParallel } from "../../../core/parallel.ts";
import { connectionWords } from "../../invocation/globals.ts";
import { type Invocation, serviceTime } from "../../invocation/invocation.ts";
import { runChild } from "../../terminal/child.ts";
import type { Screen } from "../../terminal/screen.ts";
import { listenToKeys } from "../../terminal/streams.ts";
import { listMachines } from "../../values/filters.ts";
import { readNode } from "../describe-node/read-node.ts";
import { pageMask, sectionsOf } from "../describe-node/sections.ts";
import { createEventReader, type Scope } from "../status/read-status.ts";
import { type Age, nameOf, type TopMachine, topMachine, topMembers, withChangeTimes } from "./machines.ts";
import { commandWords, type MachineCommand } from "./preferences.ts";
import { type Effect, type SiteReading, type State, type TopEvent, tableHeight } from "./state.ts";

export interface Site {
  /** Empty if it is the only one. */
  readonly name: string;
  readonly invocation: Invocation;
  readScope(client: Client): Promise<Scope>;
}

/** Lets background work read the state and send events until `signal` aborts. */
export interface Session {
  readonly sites: readonly Site[];
  readonly clock: Context["clock"];
  state(): State;
  dispatch(event: TopEvent): void;
  finish(reason: unknown): void;
  readonly signal: AbortSignal;
}

/** The longest pause after failed readings in milliseconds, unless the interval is longer. */
const maxPauseMs = 30_000;
/** The pause after a reading is at least this many times as long as the reading took. */
const slowReadPauseFactor = 2;

export function createReader(session: Session, site: Site, intervalMs: number) {
  const { clock, signal } = session;
  const readAges = createAgeReader(session, site);
  let sleepAbort = new AbortController();
  let isDue = true;
  const pause = async (ms: number) => {
    sleepAbort = new AbortController();
    if (!isDue && !signal.aborted) await clock.sleep(ms, sleepAbort.signal).catch(() => undefined);
    isDue = false;
  };
  const run = async () => {
    let lastReadMs = 0;
    while (!signal.aborted) {
      const { error, isRead } = readingOf(session, site);
      const retryMs = Math.min(intervalMs * 2 ** (error?.count ?? 0), Math.max(intervalMs, maxPauseMs));
      await pause(Math.max(retryMs, lastReadMs * slowReadPauseFactor));
      if (signal.aborted) return;
      const { overlay } = session.state();
      if (overlay?.kind === "details" && isRead === true) await describeMachine(session, overlay.id, site);
      else if (overlay?.kind !== "help" || isRead !== true) {
        lastReadMs = await readOnce(session, site);
        if (readingOf(session, site).error === undefined) void readAges();
      }
    }
  };
  signal.addEventListener("abort", () => sleepAbort.abort());
  return {
    /** Reads at once, or again right after the current reading. */
    wake: () => {
      isDue = true;
      sleepAbort.abort();
    },
    run,
  };
}

const readingOf = (session: Session, { name }: Site): SiteReading => session.state().readings.get(name) ?? {};

/** Returns the duration in milliseconds. */
async function readOnce(session: Session, site: Site): Promise<number> {
  const { clock, signal, state, dispatch } = session;
  const { name } = site;
  const { isRead } = readingOf(session, site);
  const startedAt = clock.monotonic();
  try {
    const allowsRetries = name === "" && isRead !== true;
    const client = await site.invocation.connect();
    const machines: TopMachine[] = [];
    for await (const element of listMachines(client, await site.readScope(client), topMembers, {
      signal,
      ...(allowsRetries ? {} : { retries: 0 }),
    })) {
      const machine = topMachine(element, name);
      if (machine !== undefined) machines.push(machine);
    }
    const previousMachines = new Map(
      state().machines.flatMap((machine) => (machine.site === name ? [[machine.id, machine]] : [])),
    );
    const now = clock.monotonic();
    dispatch({
      kind: "read",
      site: name,
      machines: withChangeTimes(machines, previousMachines, now),
      at: serviceTime(client, clock),
      now,
    });
  } catch (error) {
    dispatch({ kind: "readFailed", site: name, text: asFailure(error).message });
    const readings = [...state().readings];
    if (readings.every(([, reading]) => reading.isRead !== true && reading.error !== undefined))
      session.finish(failureOfSites(asFailure(error), readings));
  }
  return clock.monotonic() - startedAt;
}

/** Reads the ages of visible machines. If the table is sorted by age, each call also reads those of some other machines. */
function createAgeReader({ clock, signal, state, dispatch }: Session, { name, invocation }: Site) {
  const eventReader = createEventReader();
  const read = async (client: Client): Promise<void> => {
    const { matches, top, order } = state();
    const visibleMachines = matches.slice(top, top + tableHeight(state()));
    const machinesWithoutTime = [
      ...new Set([...visibleMachines, ...(order.column === "for" ? matches : [])]),
    ].filter(({ site, changedAt }) => site === name && changedAt === undefined);
    if (machinesWithoutTime.length === 0) return;
    await eventReader.read(client, machinesWithoutTime, { signal, retries: 0 });
    const [now, serviceNow] = [clock.monotonic(), serviceTime(client, clock)];
    const ages = machinesWithoutTime.flatMap((machine): readonly (readonly [string, Age])[] => {
      const { statusBeganAt, issue } = eventReader.factsFor(machine);
      const since = statusBeganAt ?? issue?.since;
      if (since === undefined) return [];
      return [[machine.id, { status: machine.status, changedAt: now - Math.max(0, serviceNow - since) }]];
    });
    if (ages.length > 0) dispatch({ kind: "agesRead", ages: new Map(ages) });
  };
  let isReading = false;
  /** Never rejects; a failed read is repeated by the next call. */
  return async (): Promise<void> => {
    if (isReading) return;
    isReading = true;
    await invocation
      .connect()
      .then(read)
      .catch(() => undefined);
    isReading = false;
  };
}

function failureOfSites(failure: Failure, readings: readonly (readonly [string, SiteReading])[]): Failure {
  if (readings.length === 1) return failure;
  return new Failure(failure.kind, "no site could be read", {
    lines: readings.map(([site, { error }]) => `${site}: ${error?.text ?? ""}`),
  });
}

const actionsAtOnce = 4;
const eventCount = 40;

/** If `onlySite` is given, ignores machines of other sites. Never rejects. */
export async function describeMachine(session: Session, id: string, onlySite?: Site): Promise<void> {
  const { clock, dispatch, sites, state } = session;
  const machine = state().machines.find((each) => each.id === id);
  const site = sites.find(({ name }) => name === machine?.site);
  if (machine === undefined || site === undefined || (onlySite !== undefined && onlySite !== site)) return;
  try {
    const client = await site.invocation.connect();
    const node = await readNode(client, "machine", machine.systemId, eventCount);
    const mask = pageMask({ showSecrets: false });
    dispatch({
      kind: "described",
      id,
      sections: sectionsOf(node, { nowMs: serviceTime(client, clock), mask }),
    });
  } catch (error) {
    dispatch({ kind: "described", id, error: asFailure(error).message });
  }
}

type ActionEffect = Extract<Effect, { kind: "act" }>;

/** Never rejects. */
export async function sendActions(session: Session, { action, machines, input }: ActionEffect) {
  const { label } = action;
  const inputValues = action.input === undefined || input === "" ? {} : { [action.input.field]: input };
  const errors: string[] = [];
  const sendAll = async ({ name, invocation }: Site) => {
    const siteMachines = machines.filter(({ site }) => site === name);
    if (siteMachines.length === 0) return;
    const client = await invocation.connect();
    await inParallel(siteMachines, actionsAtOnce, async (machine) => {
      const values = { system_id: machine.systemId, ...inputValues };
      client.ledger?.hostnames.set(machine.systemId, machine.hostname);
      const error = await sendAction(client, session.signal, action, values);
      if (error !== undefined) errors.push(`${nameOf(machine)}: ${error}`);
      session.dispatch({ kind: "actionFinished", id: machine.id });
    });
  };
  await Promise.all(session.sites.map(sendAll));
  session.dispatch({ kind: "allActionsFinished", label, done: machines.length - errors.length, errors });
}

async function sendAction(
  client: Client,
  signal: AbortSignal,
  { operation }: ActionEffect["action"],
  values: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  try {
    await (await client.call(operation, values, { signal })).value();
    return undefined;
  } catch (error) {
    const { message } = asFailure(error);
    return isInDoubt(error) ? `${message}; ${doubtHint}` : message;
  }
}

/** Hands the terminal to another run of svc, which uses the same connection. */
export async function runOnTerminal(
  { words, pauses }: MachineCommand,
  machine: Pick<TopMachine, "systemId" | "hostname">,
  screen: Screen,
  { context, globals }: Pick<Invocation, "context" | "globals">,
): Promise<void> {
  const [program = "svc", ...programWords] = context.program.command;
  const lineWords = commandWords(words, machine);
  const reclaimTerminal = screen.handOver();
  try {
    const allWords = [...programWords, ...lineWords, ...connectionWords(globals, context.env)];
    const code = await runChild(program, allWords, context, { env: context.env }).catch((error: Error) => {
      context.stderr.write(`${error.message}\n`);
      return 1;
    });
    if (pauses === true || code !== 0) await waitForKey(context);
  } finally {
    reclaimTerminal();
  }
}

async function waitForKey({ stdin, stderr }: Context): Promise<void> {
  stderr.write("\npress a key to return to svc top");
  stdin.setRawMode?.(true);
  await new Promise<void>((resolve) => {
    const release = () => {
      dispose();
      resolve();
    };
    const dispose = listenToKeys(stdin, release, release);
    stdin.resume();
  });
  stdin.setRawMode?.(false);
  stderr.write("\n");
}
