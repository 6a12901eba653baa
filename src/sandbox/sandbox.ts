import type { CopyRecord } from "../catalogue/site-copy.ts";
import type { Change } from "./copy/changes.ts";
import { type CopyReport, importCopy, openCopy } from "./copy/import-copy.ts";
import { describeService } from "./groups/description.ts";
import { handlersFor, loadServedOperations } from "./groups/handlers.ts";
import { locateStateFile, readStateFile, stateText } from "./persistence/state-file.ts";
import { lockState, makeKeeper, type ProcessIdentity } from "./persistence/state-keeper.ts";
import { seedFileSchema } from "./seed/kinds.ts";
import { seedWorld, seedWorldWithoutFleet } from "./seed/seed.ts";
import { createSeedObjects } from "./seed/seed-file.ts";
import type { SeedSource } from "./seed/source.ts";
import type { World } from "./state/world.ts";
import { defaultLimits, type Limits } from "./wire/bodies.ts";
import { type Exchange, makeExchangeLog } from "./wire/exchange-log.ts";
import { makeRouter } from "./wire/router.ts";
import { hostNames, makeOriginCheck, startServer } from "./wire/server.ts";
import { openWorlds, shiftToNow, type WorldSettings, type Worlds } from "./worlds.ts";

export interface SandboxOptions extends WorldSettings {
  /** The default, 0, picks a free port. */
  readonly port?: number;
  /** The default is 127.0.0.1. */
  readonly host?: string;
  /** Host names that clients may use besides those of the loopback interface and `host`. */
  readonly allowHosts?: readonly string[];
  /** First part of the path. The default comes from the state file or the copied site, or is `SVC`. */
  readonly segment?: string;
  /** Size of the generated fleet; 12 by default. */
  readonly machines?: number;
  /** Serves HTTPS with a certificate of a new authority. */
  readonly tls?: boolean;
  /** The same seed creates the same fleet and the same API keys. */
  readonly seed?: number;
  readonly limits?: Partial<Limits>;
  /** Objects to create instead of the generated fleet, or besides it if `machines` is set. */
  readonly seedSource?: SeedSource;
  /** A snapshot of a site to start from. */
  readonly copy?: AsyncIterable<CopyRecord>;
  /** Read at the start if it exists, and saved after changes. */
  readonly stateFile?: string;
  /** Lets a control request with this instance id stop the sandbox. */
  readonly stopping?: { readonly instance: string; readonly stop: () => void };
  /** Without it, the state file is not locked. */
  readonly program?: ProcessIdentity;
  /** Aborts the start, between two steps. */
  readonly signal?: AbortSignal | undefined;
  /** Called after each request. Secrets are masked. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** Called with one sentence if the sandbox itself fails. */
  readonly onProblem?: (text: string) => void;
}

export interface Sandbox extends Pick<Worlds, "users" | "reset" | "advance" | "save" | "restore" | "saved"> {
  readonly url: string;
  readonly port: number;
  readonly keys: ReturnType<Worlds["keys"]>;
  /** PEM certificate of the authority, for clients; undefined without TLS. */
  readonly authority: string | undefined;
  /** `reset` and `restore` replace the world. */
  readonly world: World;
  readonly stateFile: string | undefined;
  /** Whether the state came from the state file. */
  readonly isLoaded: boolean;
  /** What could not be copied from the site; undefined if no site was copied. */
  readonly copyReport: CopyReport | undefined;
  /** Changes and refused requests since the start; undefined without a seed file or a copied site. */
  changes(): Promise<readonly Change[] | undefined>;
  /** The last `count` requests, oldest first. */
  requests(count: number): readonly Exchange[];
  /** Saves the state and closes the port. Rejects if saving fails. */
  stop(): Promise<void>;
}

/**
 * Resolves when the sandbox accepts requests. Rejects if it cannot listen, or if a fault, or a seed, snapshot or
 * state file, is invalid.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { program } = options;
  const stateFile = options.stateFile === undefined ? undefined : locateStateFile(options.stateFile);
  const unlock =
    stateFile === undefined || program === undefined
      ? () => {}
      : await lockState(stateFile, program, options.signal);
  try {
    return await openSandbox(options, stateFile, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

async function openSandbox(
  options: SandboxOptions,
  stateFile: string | undefined,
  onStopped: () => void,
): Promise<Sandbox> {
  const { host = loopback, port = 0, allowHosts = [], now = Date.now, onProblem = () => {} } = options;
  const { worlds, settings, isLoaded, copyReport, saveState, state, onChange } = await openState(
    options,
    stateFile,
  );
  const operations = await loadOperations(settings.segment);
  const { world, keys, users, save, restore, saved, advance } = worlds;
  const log = makeExchangeLog(options.onExchange);
  const reset = () => {
    worlds.reset();
    log.forgetRefused();
  };
  const changes = async () => {
    const initial = worlds.initial();
    if (initial === undefined) return undefined;
    const { changesBetween, describeRefusal } = await import("./copy/changes.ts");
    const service = { world: world(), ...operations };
    return [
      ...(await changesBetween(service, initial.stateSharedWith(world().state))),
      ...log.refused().map(describeRefusal),
    ];
  };
  try {
    options.signal?.throwIfAborted();
    const certificates = options.tls === true ? await import("./wire/certificates.ts") : undefined;
    const tls = certificates?.makeCertificates(hostNames(host, allowHosts), now());
    const authority = tls?.authority;
    const extraStatus = { seed: settings.seed, state_file: stateFile ?? null };
    const { stopping } = options;
    const serverOptions = {
      ...operations,
      ...{ tls, world, log, now, onChange, onProblem },
      limits: { ...defaultLimits, ...options.limits },
      checkOrigin: makeOriginCheck(host, allowHosts),
      control: {
        ...{ world, keys, users, reset, save, restore, saved, changes, state, saveState },
        ...{ log, authority, stopping, extraStatus },
      },
    };
    const server = await startServer(serverOptions, host, port);
    const { address } = server;
    return {
      url: `${tls === undefined ? "http" : "https"}://${reachableAddress(address.address)}:${address.port}/${settings.segment}`,
      port: address.port,
      keys: keys(),
      get world() {
        return world();
      },
      ...{ authority, stateFile, isLoaded, copyReport, changes, requests: log.last },
      ...{ users, reset, save, restore, saved, advance },
      async stop() {
        worlds.stop();
        await server.stop();
        await saveState().finally(onStopped);
      },
    };
  } catch (error) {
    worlds.stop();
    throw error;
  }
}

async function openState(options: SandboxOptions, file: string | undefined) {
  const { now = Date.now, onProblem = () => {}, seedSource } = options;
  const loaded = file === undefined ? undefined : shiftToNow(readStateFile(file), now());
  const copy = loaded !== undefined || options.copy === undefined ? undefined : await openCopy(options.copy);
  const settings = {
    seed: loaded?.seed ?? options.seed ?? 1,
    machines: loaded?.machines ?? options.machines ?? (seedSource === undefined ? 12 : 0),
    segment: options.segment ?? loaded?.segment ?? copy?.pathSegment ?? "SVC",
  };
  let copyReport: CopyReport | undefined;
  let keeper: ReturnType<typeof makeKeeper> | undefined;
  const onChange = () => keeper?.noteChange();
  const { operations, handlers } = await loadOperations(settings.segment);
  const hasNoFleet = loaded === undefined && seedSource !== undefined && options.machines === undefined;
  const addObjects = (world: World) => {
    if (hasNoFleet) seedWorldWithoutFleet(world);
    else if (copy === undefined) seedWorld(world, settings.machines);
  };
  options.signal?.throwIfAborted();
  const worlds = openWorlds(options, settings, addObjects, loaded, onChange, (id) => operations.has(id));
  const snapshot = () => {
    const { clock, state } = worlds.world();
    return { ...settings, timeMs: clock.now(), state, points: worlds.saved.all(), initial: worlds.initial() };
  };
  const saveState = async () => {
    // Simulated time has passed even if nothing else has changed.
    onChange();
    await keeper?.flush();
  };
  try {
    const service = { world: worlds.world(), operations, handlers };
    if (loaded === undefined && seedSource !== undefined) {
      // Seed files are always read in the documented style.
      const world = { ...service.world, answers: { style: "documented" as const } };
      await createSeedObjects({ ...service, world }, seedSource, hasNoFleet);
      worlds.saveInitial();
    }
    if (copy !== undefined) {
      copyReport = await importCopy(service, copy, options.answers === undefined);
      worlds.saveInitial();
    }
    if (file !== undefined) keeper = makeKeeper({ file, snapshot, now, onProblem });
    if (loaded === undefined) await keeper?.flush();
  } catch (error) {
    worlds.stop();
    throw error;
  }
  const state = () => stateText(snapshot());
  return { worlds, settings, isLoaded: loaded !== undefined, copyReport, saveState, state, onChange };
}

const loopback = "127.0.0.1";

function reachableAddress(address: string): string {
  if (address === "0.0.0.0") return "127.0.0.1";
  return address.includes(":") ? `[${address === "::" ? "::1" : address}]` : address;
}

export const seedSchema = async (): Promise<Readonly<Record<string, unknown>>> =>
  seedFileSchema((await loadOperations("SVC")).operations);

type ServedOperations = ReturnType<typeof makeServedOperations>;
let cached: { readonly segment: string; readonly served: ServedOperations } | undefined;

/** All sandboxes with the same path segment share the result, so it must not contain state. */
function loadOperations(segment: string): ServedOperations {
  if (cached?.segment !== segment) cached = { segment, served: makeServedOperations(segment) };
  return cached.served;
}

async function makeServedOperations(segment: string) {
  const operations = await loadServedOperations();
  const description = describeService(operations, segment);
  return {
    locateTarget: makeRouter(operations, segment),
    handlers: handlersFor(operations, description),
    operationHeaders: { [`X-${segment}-API-Hash`]: description.hash },
    operations: new Map(operations.map(({ id, operation }) => [id, operation])),
  };
}
