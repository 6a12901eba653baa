import { loadAllOperations } from "../api/index.ts";
import { startClock } from "./clock.ts";
import { makeFaults } from "./faults.ts";
import { handlers } from "./handlers.ts";
import { emptyImages } from "./images/images.ts";
import { emptyNetworks } from "./networks/networks.ts";
import { seedPlaces } from "./nodes/places.ts";
import { apiKey, findUser, seedUsers } from "./people.ts";
import { seededRandom, seedState } from "./random.ts";
import { makeRouter } from "./router.ts";
import { seedWorld } from "./seed.ts";
import { defaultLimits, type Limits, startServer } from "./server.ts";
import { emptySettings } from "./settings/settings.ts";
import { emptyStorageIds } from "./storage/storage.ts";
import type { State, World } from "./world.ts";

export interface SandboxOptions {
  /** 0, the default, takes a free port. */
  readonly port?: number;
  /** Loopback only, unless told otherwise. */
  readonly host?: string;
  readonly segment?: string;
  /** The size of the fleet; 12 unless told otherwise. */
  readonly machines?: number;
  /** The same seed gives the same fleet and the same keys. */
  readonly seed?: number;
  /** Simulated seconds in a real one. */
  readonly speed?: number;
  /** Every step takes no time. */
  readonly instant?: boolean;
  /** Faults in force from the start, in the forms of `parseFault`. */
  readonly faults?: readonly string[];
  readonly limits?: Partial<Limits>;
  /** The real time in milliseconds since the epoch. */
  readonly now?: () => number;
}

export interface Sandbox {
  /** The base address with the segment, as an operator is given it. */
  readonly url: string;
  readonly port: number;
  /** API keys of an administrator and of an ordinary user. */
  readonly keys: { readonly administrator: string; readonly user: string };
  readonly world: World;
  /** Ends every connection and timer; resolves when the port is free. */
  stop(): Promise<void>;
}

const emptyState = (seed: number): State => {
  const random = seedState(seed);
  return {
    random,
    users: seedUsers(seededRandom(random)),
    nodes: { bySystemId: {} },
    places: seedPlaces(),
    events: { nextId: 1, records: [] },
    networks: emptyNetworks(),
    storageIds: emptyStorageIds(),
    images: emptyImages(),
    settings: emptySettings(),
  };
};

/** Starts the embedded service: it answers when this resolves. Rejects where the address cannot be had. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { segment = "SVC", host = "127.0.0.1", seed = 1, now = Date.now } = options;
  const clock = startClock({ now, speed: options.speed ?? 1, instant: options.instant ?? false });
  const state = emptyState(seed);
  const world: World = {
    clock,
    state,
    segment,
    random: seededRandom(state.random),
    // Faults draw from a source of their own: they do not change what the seed gives.
    faults: makeFaults(seededRandom(seedState(seed + 1)), options.faults),
  };
  seedWorld(world, { machines: options.machines ?? 12 });
  const router = makeRouter(await loadAllOperations(), segment);
  const server = await startServer(
    {
      world: () => world,
      router,
      handlers,
      limits: { ...defaultLimits, ...options.limits },
      now,
      control: { world: () => world },
    },
    host,
    options.port ?? 0,
  ).catch((error: unknown) => {
    clock.stop();
    throw error;
  });
  const { address, family, port } = server.address;
  const shown = family === "IPv6" ? `[${address}]` : address;
  return {
    url: `http://${shown}:${port}/${segment}`,
    port,
    keys: { administrator: keyOf(world, "admin"), user: keyOf(world, "bob") },
    world,
    async stop() {
      clock.stop();
      await server.stop();
    },
  };
}

function keyOf(world: World, username: string): string {
  const token = findUser(world, username)?.tokens[0];
  if (token === undefined) throw new Error(`${username} has no key`);
  return apiKey(token);
}
