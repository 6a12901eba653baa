import { loadAllOperations } from "../api/index.ts";
import { handlers } from "./groups/handlers.ts";
import { resumeWorld } from "./model/resume.ts";
import { locateStateFile, readStateFile } from "./persistence/state-file.ts";
import { keepState, type StateKeeper } from "./persistence/state-keeper.ts";
import { seedWorld } from "./seed/seed.ts";
import { type RunningClock, startClock } from "./simulation/clock.ts";
import { makeFaults } from "./simulation/faults.ts";
import { seededRandom, seedState } from "./simulation/random.ts";
import { findUser } from "./state/access.ts";
import { emptyState } from "./state/state.ts";
import { apiKey } from "./state/users.ts";
import type { World } from "./state/world.ts";
import { defaultLimits, type Limits } from "./wire/limits.ts";
import { makeRouter } from "./wire/router.ts";
import { startServer } from "./wire/server.ts";

export interface SandboxOptions {
  /** 0, the default, takes a free port. */
  readonly port?: number;
  /** Loopback only, by default. */
  readonly host?: string;
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
  readonly limits?: Partial<Limits>;
  /** The state is loaded from this file where it exists, and kept in it. */
  readonly stateFile?: string;
  /** What a caller of the control endpoint must know to stop the sandbox, and what then happens. */
  readonly stopping?: { readonly instance: string; readonly stop: () => void };
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
  /** Goes back to the seed and to the faults of the start; simulated time goes on. */
  reset(): void;
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
  const { host = "127.0.0.1", now = Date.now, onProblem = () => {} } = options;
  const stateFile = options.stateFile === undefined ? undefined : locateStateFile(options.stateFile);
  const saved = stateFile === undefined ? undefined : readStateFile(stateFile);
  const seed = saved?.seed ?? options.seed ?? 1;
  const machines = saved?.machines ?? options.machines ?? 12;
  const segment = options.segment ?? saved?.segment ?? "SVC";
  // Faults draw from a source of their own: they do not change what the seed gives.
  const faults = makeFaults(seededRandom(seedState(seed + 1)), options.faults);
  const clocks: RunningClock[] = [];
  let keeper: StateKeeper | undefined;

  const makeWorld = (state: World["state"], startAt?: number): World => {
    const clock = startClock({
      now,
      speed: options.speed ?? 1,
      instant: options.instant ?? false,
      ...(startAt === undefined ? {} : { startAt }),
      onRun: () => keeper?.changed(),
    });
    clocks.push(clock);
    return { clock, state, segment, random: seededRandom(state.random), faults };
  };
  const makeSeeded = (startAt?: number): World => {
    const made = makeWorld(emptyState(seed), startAt);
    seedWorld(made, { machines });
    return made;
  };
  const makeLoaded = ({ state, timeMs }: NonNullable<typeof saved>): World => {
    const made = makeWorld(state, timeMs);
    resumeWorld(made);
    return made;
  };

  let world = saved === undefined ? makeSeeded() : makeLoaded(saved);
  const stopClocks = () => {
    for (const clock of clocks) clock.stop();
  };
  const reset = () => {
    // The clock of the world before runs out: requests that wait for it are still answered.
    world = makeSeeded(world.clock.now());
    faults.replace(options.faults ?? []);
    keeper?.changed();
  };
  try {
    if (stateFile !== undefined) {
      const snapshot = () => ({ seed, machines, segment, timeMs: world.clock.now(), state: world.state });
      keeper = keepState({ file: stateFile, snapshot, now, onProblem });
      if (saved === undefined) await keeper.flush();
    }
    const server = await startServer(
      {
        world: () => world,
        router: makeRouter(await loadAllOperations(), segment),
        handlers,
        limits: { ...defaultLimits, ...options.limits },
        now,
        control: {
          world: () => world,
          about: { seed, state_file: stateFile ?? null },
          keys: () => ({ key: keyOf(world, "admin"), user_key: keyOf(world, "bob") }),
          reset,
          stopping: options.stopping,
        },
        onChange: () => keeper?.changed(),
        onProblem,
      },
      host,
      options.port ?? 0,
    );
    return {
      url: `http://${reachable(server.address.address)}:${server.address.port}/${segment}`,
      port: server.address.port,
      keys: { administrator: keyOf(world, "admin"), user: keyOf(world, "bob") },
      get world() {
        return world;
      },
      stateFile,
      isLoaded: saved !== undefined,
      reset,
      async stop() {
        stopClocks();
        await server.stop();
        // Simulated time has gone on, even where nothing has happened.
        keeper?.changed();
        await keeper?.flush();
      },
    };
  } catch (error) {
    stopClocks();
    throw error;
  }
}

/**
 * The host of an address that this computer reaches the sandbox by: for one that stands
 * for all addresses, the loopback.
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
