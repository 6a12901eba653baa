import { handlers } from "./groups/handlers.ts";
import { locateStateFile, readStateFile } from "./persistence/state-file.ts";
import { keepState, type StateKeeper } from "./persistence/state-keeper.ts";
import { lockState, type ProcessIdentity } from "./persistence/state-lock.ts";
import { describeService } from "./serialize/description.ts";
import type { World } from "./state/world.ts";
import { loadServedOperations, undocumentedHandlers } from "./undocumented/index.ts";
import { defaultLimits, type Limits } from "./wire/bodies.ts";
import type { Handler } from "./wire/call.ts";
import type { Control } from "./wire/control.ts";
import { type Exchange, makeExchangeLog } from "./wire/exchange-log.ts";
import { makeRouter, type Router } from "./wire/router.ts";
import { makeOriginCheck, type RunningServer, startServer } from "./wire/server.ts";
import { continueState, type Origin, openWorlds, type WorldSettings, type Worlds } from "./worlds.ts";

export interface SandboxOptions extends WorldSettings {
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
}

export interface Sandbox extends Pick<Worlds, "users" | "reset" | "advance"> {
  /** The base address with the segment, as an operator is given it. */
  readonly url: string;
  readonly port: number;
  /** API keys of an administrator and of an ordinary user. */
  readonly keys: ReturnType<Worlds["keys"]>;
  /** As it stands: `reset` replaces it. */
  readonly world: World;
  readonly stateFile: string | undefined;
  /** The state was loaded, and seed and size of the fleet are those of the file. */
  readonly isLoaded: boolean;
  /** The last exchanges, oldest first: no more than `count`, and than are kept. */
  requests(count: number): readonly Exchange[];
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
  const onChange = () => keeper?.changed();
  const worlds = openWorlds(options, origin, saved, onChange);
  const { current: world, keys, users, reset, advance } = worlds;
  const save = async () => {
    // Simulated time has gone on, even where nothing has happened.
    onChange();
    await keeper?.flush();
  };
  try {
    if (stateFile !== undefined) {
      const snapshot = () => ({ ...origin, timeMs: world().clock.now(), state: world().state });
      keeper = keepState({ file: stateFile, snapshot, now, onProblem });
      if (saved === undefined) await keeper.flush();
    }
    const served = await serveOperations(origin.segment);
    const about = { seed: origin.seed, state_file: stateFile ?? null };
    const running = { ...options, host, now, onProblem, onChange };
    const log = makeExchangeLog(options.onExchange);
    const server = await listen(running, served, worlds, { about, save, log });
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
      users,
      reset,
      advance,
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

type Running = SandboxOptions &
  Required<Pick<SandboxOptions, "host" | "now" | "onProblem">> & { readonly onChange: () => void };

/** Answers for the worlds at the address of the options. Rejects where that cannot be had. */
function listen(
  options: Running,
  served: ServedOperations,
  { current: world, keys, users, reset }: Worlds,
  control: Pick<Control, "about" | "save" | "log">,
): Promise<RunningServer> {
  const { host, now, onChange, onProblem, stopping } = options;
  const allKeys = () => ({ key: keys().administrator, user_key: keys().user, users: users() });
  const service = {
    ...served,
    world,
    limits: { ...defaultLimits, ...options.limits },
    checkOrigin: makeOriginCheck(host, options.allowHosts ?? []),
    now,
    control: { ...control, world, keys: allKeys, reset, stopping },
    log: control.log,
    onChange,
    onProblem,
  };
  return startServer(service, host, options.port ?? 0);
}

/**
 * The host of an address that this computer reaches the sandbox by: the loopback for one that stands
 * for all addresses.
 */
function reachable(address: string): string {
  if (address === "0.0.0.0") return "127.0.0.1";
  return address.includes(":") ? `[${address === "::" ? "::1" : address}]` : address;
}

interface ServedOperations {
  readonly router: Router;
  /** By the id of the operation. */
  readonly handlers: Readonly<Record<string, Handler>>;
  /** What the answer of every operation carries. */
  readonly operationHeaders: Readonly<Record<string, string>>;
}

let latest: { readonly segment: string; readonly served: Promise<ServedOperations> } | undefined;

/**
 * Every operation of the service, documented or not, at the addresses of its segment. Their answers carry the
 * hash of the description of them all. They hold nothing of one sandbox: the next one of that segment has the same.
 */
function serveOperations(segment: string): Promise<ServedOperations> {
  if (latest?.segment !== segment) latest = { segment, served: makeServed(segment) };
  return latest.served;
}

async function makeServed(segment: string): Promise<ServedOperations> {
  const operations = await loadServedOperations();
  const description = describeService(operations, segment);
  return {
    router: makeRouter(operations, segment),
    handlers: { ...handlers, ...undocumentedHandlers(description) },
    operationHeaders: { [`X-${segment}-API-Hash`]: description.hash },
  };
}
