import type { AnswerStyle } from "../contract/sandbox-commands.ts";
import { furtherHandlers } from "./groups/further.ts";
import { handlers } from "./groups/handlers.ts";
import { resumeImport } from "./model/images/importing.ts";
import { resumeScan } from "./model/networks/neighbours.ts";
import { resumeWork } from "./model/nodes/lifecycle.ts";
import { addTagsOfNodes } from "./model/nodes/tags.ts";
import { shiftTimes } from "./persistence/saved-times.ts";
import { locateStateFile, readStateFile, type SavedState } from "./persistence/state-file.ts";
import { keepState, type StateKeeper } from "./persistence/state-keeper.ts";
import { lockState, type ProcessIdentity } from "./persistence/state-lock.ts";
import { seedWorld } from "./seed/seed.ts";
import { describeService } from "./serialize/description.ts";
import { type RunningClock, startClock } from "./simulation/clock.ts";
import { makeFaults } from "./simulation/faults.ts";
import { seededRandom, seedState } from "./simulation/random.ts";
import { allNodes, findUser } from "./state/access.ts";
import { apiKey, keysOfUsers, type UserKeys } from "./state/users.ts";
import { emptyState, type World } from "./state/world.ts";
import { loadServedOperations } from "./undocumented/index.ts";
import { type Exchange, makeExchangeLog } from "./wire/exchange-log.ts";
import { makeOriginCheck } from "./wire/hosts.ts";
import { defaultLimits, type Limits } from "./wire/limits.ts";
import { makeRouter } from "./wire/router.ts";
import { startServer } from "./wire/server.ts";

export interface SandboxOptions {
  /** 0, the default, takes a free port. */
  readonly port?: number;
  /** Loopback only, by default. */
  readonly host?: string;
  /** Further names that clients may reach the sandbox by: others than the loopback's are refused. */
  readonly allowHosts?: readonly string[];
  /** `SVC`, or the word of the state file, by default. */
  readonly segment?: string;
  /** The size of the fleet; 12 by default. */
  readonly machines?: number;
  /** The same seed gives the same fleet and the same keys. */
  readonly seed?: number;
  /** Simulated seconds in a real one. */
  readonly speed?: number;
  /** Every step takes no time. */
  readonly instant?: boolean;
  /** Faults that are active from the start, as `parseFault` reads them. */
  readonly faults?: readonly string[];
  /** Whose answers are given where documents and deployed services differ; `documented` by default. */
  readonly answers?: AnswerStyle;
  readonly limits?: Partial<Limits>;
  /** The state is loaded from this file where it exists, and kept in it. */
  readonly stateFile?: string;
  /** What a caller of the control endpoint must know to stop the sandbox, and what then happens. */
  readonly stopping?: { readonly instance: string; readonly stop: () => void };
  /** The process that this is: only with it is a state file kept from other sandboxes. */
  readonly program?: ProcessIdentity;
  /** Called with each exchange when it has ended; secrets are masked. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** Called with what goes wrong in the sandbox itself, in one sentence. */
  readonly onProblem?: (text: string) => void;
  /** The real time in milliseconds since the epoch. */
  readonly now?: () => number;
}

export interface Sandbox {
  /** The base address with the segment, as an operator is given it. */
  readonly url: string;
  readonly port: number;
  /** API keys of an administrator and of an ordinary user. */
  readonly keys: { readonly administrator: string; readonly user: string };
  /** As it stands: `reset` replaces it. */
  readonly world: World;
  /** Where the state is kept. */
  readonly stateFile: string | undefined;
  /** The state was loaded, and seed and size of the fleet are those of the file. */
  readonly isLoaded: boolean;
  /** The last exchanges, oldest first: no more than `count`, and than are kept. */
  requests(count: number): readonly Exchange[];
  /** The API keys of all users, also of those that were created while it runs. */
  users(): readonly UserKeys[];
  /** Goes back to the seed and to the faults and answers of the start; simulated time goes on. */
  reset(): void;
  /** Lets simulated time pass at once, in milliseconds, with all that happens in it. */
  advance(ms: number): void;
  /**
   * Ends every connection and timer and saves the state; resolves when the port is free. Rejects where the
   * state cannot be saved.
   */
  stop(): Promise<void>;
}

/**
 * Starts the embedded service: it answers when this resolves. Rejects where the address cannot be had, with a
 * `FaultError` for an invalid fault, and with a `StateFileError` for a state file that cannot be used.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { program } = options;
  const stateFile = options.stateFile === undefined ? undefined : locateStateFile(options.stateFile);
  const unlock =
    stateFile === undefined || program === undefined ? () => {} : await lockState(stateFile, program);
  try {
    return await openSandbox(options, stateFile, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

/** `onStopped` is called when the state has been saved, or could not be. */
async function openSandbox(
  options: SandboxOptions,
  stateFile: string | undefined,
  onStopped: () => void,
): Promise<Sandbox> {
  const { host = "127.0.0.1", now = Date.now, onProblem = () => {} } = options;
  const saved = stateFile === undefined ? undefined : continueState(readStateFile(stateFile), now());
  const origin: Origin = {
    seed: saved?.seed ?? options.seed ?? 1,
    machines: saved?.machines ?? options.machines ?? 12,
    segment: options.segment ?? saved?.segment ?? "SVC",
  };
  let keeper: StateKeeper | undefined;
  const reportChange = () => keeper?.changed();
  const worlds = openWorlds(options, origin, saved, reportChange);
  const world = worlds.current;
  const keys = () => ({ administrator: keyOf(world(), "admin"), user: keyOf(world(), "bob") });
  const reset = () => {
    worlds.reset();
    reportChange();
  };
  const save = async () => {
    // Simulated time has gone on, even where nothing has happened.
    reportChange();
    await keeper?.flush();
  };
  try {
    if (stateFile !== undefined) {
      const snapshot = () => ({ ...origin, timeMs: world().clock.now(), state: world().state });
      keeper = keepState({ file: stateFile, snapshot, now, onProblem });
      if (saved === undefined) await keeper.flush();
    }
    const log = makeExchangeLog(options.onExchange);
    const control = {
      world,
      log,
      about: { seed: origin.seed, state_file: stateFile ?? null },
      keys: () => ({
        key: keys().administrator,
        user_key: keys().user,
        users: keysOfUsers(world().state.users),
      }),
      reset,
      stopping: options.stopping,
      save,
    };
    const operations = await loadServedOperations();
    const description = describeService(operations, origin.segment);
    const service = {
      world,
      router: makeRouter(operations, origin.segment),
      handlers: { ...handlers, ...furtherHandlers(description) },
      operationHeaders: { [`X-${origin.segment}-API-Hash`]: description.hash },
      limits: { ...defaultLimits, ...options.limits },
      checkOrigin: makeOriginCheck(host, options.allowHosts ?? []),
      now,
      control,
      log,
      onChange: reportChange,
      onProblem,
    };
    const server = await startServer(service, host, options.port ?? 0);
    const { address, port } = server.address;
    return {
      url: `http://${reachable(address)}:${port}/${origin.segment}`,
      port,
      keys: keys(),
      get world() {
        return world();
      },
      stateFile,
      isLoaded: saved !== undefined,
      requests: log.last,
      users: () => keysOfUsers(world().state.users),
      reset,
      advance: worlds.advance,
      async stop() {
        worlds.stop();
        await server.stop();
        await save().finally(onStopped);
      },
    };
  } catch (error) {
    worlds.stop();
    throw error;
  }
}

/** A state that was saved goes on at the present, unless it was ahead of it. */
function continueState(saved: SavedState | undefined, nowMs: number): SavedState | undefined {
  if (saved === undefined || saved.timeMs >= nowMs) return saved;
  shiftTimes(saved.state, nowMs - saved.timeMs);
  return { ...saved, timeMs: nowMs };
}

/** What a world is made from, and what a reset goes back to. */
type Origin = Pick<SavedState, "seed" | "machines" | "segment">;

/** Makes the first world, from the seed or from a saved state, and replaces it on a reset. */
function openWorlds(
  options: SandboxOptions,
  { seed, machines, segment }: Origin,
  saved: SavedState | undefined,
  onRun: () => void,
) {
  const { now = Date.now, speed = 1, instant = false, answers: style = "documented" } = options;
  // Faults draw from a source of their own: they do not change what the seed gives.
  const faults = makeFaults(seededRandom(seedState(seed + 1)), options.faults);
  const answers = { style };
  const clocks: RunningClock[] = [];
  const makeWorld = (state: World["state"], startAt: number): World => {
    const clock = startClock({ now, speed, instant, startAt, onRun });
    clocks.push(clock);
    return { clock, state, segment, random: seededRandom(state.random), faults, answers };
  };
  const makeSeeded = (startAt: number): World => {
    const made = makeWorld(emptyState(seed), startAt);
    seedWorld(made, machines);
    return made;
  };
  let world = saved === undefined ? makeSeeded(now()) : makeWorld(saved.state, saved.timeMs);
  if (saved !== undefined) resumeWorld(world);
  return {
    current: (): World => world,
    reset() {
      // The clock of the world before runs out: requests that wait for it are still answered.
      world = makeSeeded(world.clock.now());
      faults.replace(options.faults ?? []);
      answers.style = style;
    },
    /** Of the world as it stands. */
    advance: (ms: number) => clocks.at(-1)?.advance(ms),
    /** Stops the clocks of all worlds. */
    stop() {
      for (const clock of clocks) clock.stop();
    },
  };
}

/**
 * The host of an address that this computer reaches the sandbox by: the loopback for one that stands
 * for all addresses.
 */
function reachable(address: string): string {
  if (address === "0.0.0.0") return "127.0.0.1";
  return address.includes(":") ? `[${address === "::" ? "::1" : address}]` : address;
}

function keyOf(world: World, username: string): string {
  const token = findUser(world, username)?.tokens[0];
  // A state that was saved may hold none any more: whoever has none makes one with another's.
  return token === undefined ? "" : apiKey(token);
}

/**
 * Schedules again what was under way in a state that was loaded: the work and power of machines, an
 * import, a scan. Tags that only nodes know become tags of their own.
 */
export function resumeWorld(world: World): void {
  addTagsOfNodes(world);
  for (const node of allNodes(world)) resumeWork(world, node);
  resumeImport(world);
  resumeScan(world);
}
