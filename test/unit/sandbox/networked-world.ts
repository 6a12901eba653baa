import type { handlers } from "../../../src/sandbox/groups/handlers.ts";
import { addTagsOfNodes } from "../../../src/sandbox/model/nodes/groupings.ts";
import { seedFleet } from "../../../src/sandbox/seed/fleet.ts";
import { seedImages, seedNetworks, seedRackNetworking } from "../../../src/sandbox/seed/seed.ts";
import { makeFaults } from "../../../src/sandbox/simulation/faults.ts";
import { seededRandom, seedState } from "../../../src/sandbox/simulation/random.ts";
import { emptyImages } from "../../../src/sandbox/state/images.ts";
import { emptyNetworks } from "../../../src/sandbox/state/networks.ts";
import { emptySettings } from "../../../src/sandbox/state/settings.ts";
import { emptyStorageIds } from "../../../src/sandbox/state/storage.ts";
import type { User } from "../../../src/sandbox/state/users.ts";
import { fleetSubnetId, type World } from "../../../src/sandbox/state/world.ts";
import { seedPlaces } from "../../../src/sandbox/state/zones-and-pools.ts";
import { makeParameters } from "../../../src/sandbox/wire/form.ts";
import { answerOf } from "./answering.ts";

export const admin: User = { username: "admin", email: "admin@x", isAdministrator: true, tokens: [] };
export const bob: User = { username: "bob", email: "bob@x", isAdministrator: false, tokens: [] };
export const carol: User = { username: "carol", email: "carol@x", isAdministrator: false, tokens: [] };

interface NetworkedWorld extends World {
  /** Moves simulated time, and runs what is due. */
  advance(milliseconds: number): void;
}

/** A world with networks, images and a fleet, and a clock that a test moves. */
export function networkedWorld(machines = 12, seed = 1): NetworkedWorld {
  let now = Date.UTC(2026, 10, 20, 12);
  const tasks = new Map<string, { readonly at: number; readonly run: () => void }>();
  const random = seedState(seed);
  const state = {
    random,
    users: [admin, bob, carol],
    nodes: { bySystemId: {} },
    places: seedPlaces(),
    tags: [],
    events: { nextId: 1, records: [] },
    networks: emptyNetworks(),
    storageIds: emptyStorageIds(),
    images: emptyImages(),
    settings: emptySettings(),
  };
  const world = {
    clock: {
      now: () => now,
      schedule: (key: string, at: number, run: () => void) => void tasks.set(key, { at, run }),
      cancel: (key: string) => void tasks.delete(key),
    },
    random: seededRandom(random),
    state,
    segment: "SVC",
    faults: makeFaults(seededRandom(seedState(seed + 1))),
    answers: { style: "documented" as const },
    advance(milliseconds: number) {
      now += milliseconds;
      for (const [key, task] of [...tasks])
        if (task.at <= now) {
          tasks.delete(key);
          task.run();
        }
    },
  } as unknown as NetworkedWorld;
  seedNetworks(world, machines);
  seedImages(world);
  seedRackNetworking(world, seedFleet(world, machines, fleetSubnetId(world)));
  addTagsOfNodes(world);
  return world;
}

type Values = Readonly<Record<string, string | readonly string[]>>;

interface Asked {
  /** The caller; null for nobody. The administrator where left out. */
  readonly as?: User | null;
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Values;
  readonly form?: Values;
}

interface Heard {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly text: string;
  /** The JSON of the body; undefined where it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads answers of every shape
  readonly body: any;
}

const pairs = (values: Values = {}) =>
  Object.entries(values).flatMap(([name, value]) =>
    (typeof value === "string" ? [value] : value).map((each) => [name, each] as const),
  );

/** Calls the handler of an operation as the router does; a refusal becomes its answer. */
export async function ask(world: World, id: keyof typeof handlers, asked: Asked = {}): Promise<Heard> {
  const answer = await answerOf(id, {
    world,
    user: asked.as === null ? undefined : (asked.as ?? admin),
    path: Object.fromEntries(Object.entries(asked.path ?? {}).map(([name, value]) => [name, String(value)])),
    query: makeParameters(pairs(asked.query)),
    form: makeParameters(pairs(asked.form)),
    body: new Uint8Array(),
  });
  const { body } = answer;
  const text =
    typeof body === "string"
      ? body
      : body instanceof Uint8Array
        ? Buffer.from(body).toString("latin1")
        : [...(body as Iterable<string>)].join("");
  return { status: answer.status, contentType: answer.contentType, text, body: parse(text) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
