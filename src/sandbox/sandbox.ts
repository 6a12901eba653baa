import type { Operation } from "../catalogue/operation.ts";
import type { CopyRecord } from "../catalogue/site-copy.ts";
import type { Change } from "./copy/changes.ts";
import { type CopyReport, openCopy, plantCopy } from "./copy/plant.ts";
import { locateStateFile, readStateFile, stateText } from "./persistence/state-file.ts";
import { keepState, type StateKeeper } from "./persistence/state-keeper.ts";
import { lockState, type ProcessIdentity } from "./persistence/state-lock.ts";
import { plantSeed } from "./seed-file/apply.ts";
import { seedFileSchema } from "./seed-file/schema.ts";
import type { SeedSource } from "./seed-file/source.ts";
import { describeService } from "./serialize/description.ts";
import type { World } from "./state/world.ts";
import { handlersFor, loadServedOperations } from "./undocumented/index.ts";
import { defaultLimits, type Limits } from "./wire/bodies.ts";
import { type Handler, servesAnonymous } from "./wire/call.ts";
import type { Control } from "./wire/control.ts";
import { type Exchange, makeExchangeLog } from "./wire/exchange-log.ts";
import { makeRouter, type Router } from "./wire/router.ts";
import { hostNames, makeOriginCheck, startServer } from "./wire/server.ts";
import { continueState, type Origin, openWorlds, type WorldSettings, type Worlds } from "./worlds.ts";

export interface SandboxOptions extends WorldSettings {
  /** 0, the default, picks a free port. */
  readonly port?: number;
  /** Defaults to loopback. */
  readonly host?: string;
  /** Additional host names that clients may use; others than loopback are refused. */
  readonly allowHosts?: readonly string[];
  /** Defaults to that of the state file, or `SVC`. */
  readonly segment?: string;
  /** Fleet size; defaults to 12. */
  readonly machines?: number;
  /** Serves HTTPS, by a new authority. */
  readonly tls?: boolean;
  /** The same seed gives the same fleet and keys. */
  readonly seed?: number;
  readonly limits?: Partial<Limits>;
  /** Initial objects, instead of a generated fleet, or in addition to it if `machines` is set. */
  readonly seedSource?: SeedSource;
  /** Initial objects: the answers of a site, as lines of a snapshot. */
  readonly copy?: AsyncIterable<CopyRecord>;
  /** Loaded if it exists, and kept up to date. */
  readonly stateFile?: string;
  /** Stops the sandbox when the control endpoint gets this instance id. */
  readonly stopping?: { readonly instance: string; readonly stop: () => void };
  /** Without it, the state file is not locked. */
  readonly program?: ProcessIdentity;
  /** Called after each exchange, with secrets masked. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** Called with one sentence about a failure of the sandbox itself. */
  readonly onProblem?: (text: string) => void;
}

export interface Sandbox extends Pick<Worlds, "users" | "reset" | "advance" | "save" | "restore" | "saved"> {
  /** Base address with the segment. */
  readonly url: string;
  readonly port: number;
  readonly keys: ReturnType<Worlds["keys"]>;
  /** PEM of the authority that clients trust; undefined without TLS. */
  readonly authority: string | undefined;
  /** The current world: `reset` replaces it. */
  readonly world: World;
  readonly stateFile: string | undefined;
  /** The state came from the file, with its seed and fleet size. */
  readonly isLoaded: boolean;
  /** What a copy of a site lacks; undefined for any other sandbox. */
  readonly copyReport: CopyReport | undefined;
  /** Changes since the start from a copy or a seed file, and refused requests; undefined for other sandboxes. */
  changes(): Promise<readonly Change[] | undefined>;
  /** Up to `count` recent exchanges, oldest first. */
  requests(count: number): readonly Exchange[];
  /** Saves the state and resolves when the port is free. Rejects if saving fails. */
  stop(): Promise<void>;
}

/** Resolves once it answers. Rejects if it cannot listen, with `FaultError` for a bad fault, `SeedFileError` or `StateFileError`. */
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

/** `onStopped` is called even if saving failed. */
async function openSandbox(
  options: SandboxOptions,
  stateFile: string | undefined,
  onStopped: () => void,
): Promise<Sandbox> {
  const { worlds, origin, isLoaded, copyReport, save, snapshot, onChange } = await openState(
    options,
    stateFile,
  );
  const { current: world, keys, users, reset, advance, save: savePoint, restore, saved } = worlds;
  const log = makeExchangeLog(options.onExchange);
  const changes = async () => {
    const initial = worlds.initial();
    if (initial === undefined) return undefined;
    const { changesBetween, refusal } = await import("./copy/changes.ts");
    const service = { world: world(), ...(await serveOperations(origin.segment)) };
    return [...(await changesBetween(service, initial.state)), ...log.refused().map(refusal)];
  };
  try {
    const tls = options.tls === true ? await certify(options) : undefined;
    const authority = tls?.authority;
    const server = await listen({ ...options, certificates: tls }, origin, onChange, {
      world,
      changes,
      reset() {
        reset();
        log.forgetRefused();
      },
      points: { save: savePoint, restore, ...saved },
      state: () => stateText(snapshot()),
      save,
      log,
      authority,
      stopping: options.stopping,
      about: { seed: origin.seed, state_file: stateFile ?? null },
      keys: () => ({ key: keys().administrator, user_key: keys().user, users: users() }),
    });
    const { address, port } = server.address;
    return {
      url: `${authority === undefined ? "http" : "https"}://${reachable(address)}:${port}/${origin.segment}`,
      port,
      keys: keys(),
      get world() {
        return world();
      },
      ...{ authority, stateFile, isLoaded, copyReport, changes, requests: log.last },
      ...{ users, reset, save: savePoint, restore, saved, advance },
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

/** Opens the saved state, or else a new one, which is saved at once. */
async function openState(options: SandboxOptions, file: string | undefined) {
  const { now = Date.now, onProblem = () => {} } = options;
  const saved = file === undefined ? undefined : continueState(readStateFile(file), now());
  const copy = saved !== undefined || options.copy === undefined ? undefined : await openCopy(options.copy);
  const origin: Origin = {
    seed: saved?.seed ?? options.seed ?? 1,
    machines: saved?.machines ?? options.machines ?? (options.seedSource === undefined ? 12 : 0),
    segment: options.segment ?? saved?.segment ?? copy?.segment ?? "SVC",
  };
  let copyReport: CopyReport | undefined;
  let keeper: StateKeeper | undefined;
  const onChange = () => keeper?.changed();
  const { operations, handlers } = await serveOperations(origin.segment);
  const isBare = saved === undefined && options.seedSource !== undefined && options.machines === undefined;
  const worlds = openWorlds(
    options,
    { ...origin, isBare, isEmpty: copy !== undefined },
    saved,
    onChange,
    (id) => operations.has(id),
  );
  const snapshot = () => {
    const { clock, state } = worlds.current();
    return { ...origin, timeMs: clock.now(), state, points: worlds.saved.all(), initial: worlds.initial() };
  };
  const save = async () => {
    // Simulated time has passed even if nothing else changed.
    onChange();
    await keeper?.flush();
  };
  try {
    if (saved === undefined && options.seedSource !== undefined) {
      // Seed files are read the same way in both answer styles.
      const world = { ...worlds.current(), answers: { style: "documented" as const } };
      await plantSeed({ world, operations, handlers }, options.seedSource, isBare);
      worlds.keepInitial();
    }
    if (copy !== undefined) {
      const service = { world: worlds.current(), operations, handlers };
      copyReport = await plantCopy(service, copy, options.answers === undefined);
      worlds.keepInitial();
    }
    if (file !== undefined) keeper = keepState({ file, snapshot, now, onProblem });
    if (saved === undefined) await keeper?.flush();
  } catch (error) {
    worlds.stop();
    throw error;
  }
  return { worlds, origin, isLoaded: saved !== undefined, copyReport, save, snapshot, onChange };
}

async function certify({ host = loopback, allowHosts = [], now = Date.now }: SandboxOptions) {
  const { makeCertificates } = await import("./wire/certificates.ts");
  return makeCertificates(hostNames(host, allowHosts), now());
}

type Listening = SandboxOptions & { readonly certificates: Awaited<ReturnType<typeof certify>> | undefined };

/** Rejects if it cannot listen. */
async function listen(options: Listening, { segment }: Origin, onChange: () => void, control: Control) {
  const { host = loopback, port = 0, now = Date.now, onProblem = () => {} } = options;
  const service = {
    tls: options.certificates,
    ...(await serveOperations(segment)),
    world: control.world,
    limits: { ...defaultLimits, ...options.limits },
    checkOrigin: makeOriginCheck(host, options.allowHosts ?? []),
    now,
    control,
    log: control.log,
    onChange,
    onProblem,
  };
  return await startServer(service, host, port);
}

const loopback = "127.0.0.1";

/** Loopback for an address that means all interfaces. */
function reachable(address: string): string {
  if (address === "0.0.0.0") return "127.0.0.1";
  return address.includes(":") ? `[${address === "::" ? "::1" : address}]` : address;
}

interface ServedOperations {
  readonly router: Router;
  readonly handlers: Readonly<Record<string, Handler>>;
  readonly operationHeaders: Readonly<Record<string, string>>;
  readonly operations: ReadonlyMap<string, Operation>;
}

/** JSON Schema of seed files. */
export const seedSchema = async (): Promise<Readonly<Record<string, unknown>>> =>
  seedFileSchema((await serveOperations("SVC")).operations);

let latest: { readonly segment: string; readonly served: Promise<ServedOperations> } | undefined;

/** Shared by all sandboxes of a segment: keep state out. Every answer carries the hash of the description. */
function serveOperations(segment: string): Promise<ServedOperations> {
  if (latest?.segment !== segment) latest = { segment, served: makeServed(segment) };
  return latest.served;
}

async function makeServed(segment: string): Promise<ServedOperations> {
  const operations = await loadServedOperations();
  const description = describeService(operations, segment, servesAnonymous);
  return {
    router: makeRouter(operations, segment),
    handlers: handlersFor(operations, description),
    operationHeaders: { [`X-${segment}-API-Hash`]: description.hash },
    operations: new Map(operations.map(({ id, operation }) => [id, operation])),
  };
}
