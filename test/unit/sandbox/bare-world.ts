import { type DiskSpec, seedStorage } from "../../../src/sandbox/model/storage/disks.ts";
import { restoreStorage } from "../../../src/sandbox/model/storage/layouts.ts";
import { seededRandom, seedState } from "../../../src/sandbox/simulation/random.ts";
import { emptyImages } from "../../../src/sandbox/state/images.ts";
import type { Node } from "../../../src/sandbox/state/node.ts";
import { emptySettings } from "../../../src/sandbox/state/settings.ts";
import { emptyStorageIds } from "../../../src/sandbox/state/storage.ts";
import { emptyTable } from "../../../src/sandbox/state/table.ts";
import type { User } from "../../../src/sandbox/state/users.ts";
import type { World } from "../../../src/sandbox/state/world.ts";
import type { Answer } from "../../../src/sandbox/wire/answers.ts";
import type { Handler } from "../../../src/sandbox/wire/call.ts";
import { makeParameters } from "../../../src/sandbox/wire/form.ts";
import { answerOf } from "./answering.ts";

export const administrator: User = { username: "admin", email: "", isAdministrator: true, tokens: [] };
export const alice: User = { username: "alice", email: "", isAdministrator: false, tokens: [] };
export const bob: User = { username: "bob", email: "", isAdministrator: false, tokens: [] };

/**
 * A world with no fleet, and a clock that a test moves; only the slices that storage, images and settings
 * need.
 */
export function bareWorld(seed = 1): World & { advance(milliseconds: number): void } {
  let now = Date.UTC(2026, 10, 20, 12);
  const random = seedState(seed);
  const state = {
    random,
    users: [administrator, alice, bob],
    nodes: { bySystemId: {} },
    events: { nextId: 1, records: [] },
    networks: { domains: emptyTable() },
    storageIds: emptyStorageIds(),
    images: emptyImages(),
    settings: emptySettings(),
  };
  const world = {
    clock: { now: () => now, schedule: () => {}, cancel: () => {} },
    random: seededRandom(random),
    answers: { style: "documented" },
    state,
    segment: "SVC",
    advance: (milliseconds: number) => {
      now += milliseconds;
    },
  };
  return world as unknown as World & { advance(milliseconds: number): void };
}

export const GB = 1_000_000_000;

/** The disks of the recorded machines. */
const recordedDisks: readonly DiskSpec[] = [
  { sizeBytes: 40 * GB, tags: ["ssd", "sata"] },
  { sizeBytes: 60 * GB, tags: ["ssd", "sata"] },
];

/** Adds a ready machine, laid out as configured. */
export function addMachine(
  world: World,
  systemId = "abc123",
  disks: readonly DiskSpec[] = recordedDisks,
  changes: Partial<Node> = {},
): Node {
  const node = {
    systemId,
    nodeType: "machine",
    hostname: systemId,
    status: "ready",
    owner: null,
    locked: false,
    architecture: "amd64/generic",
    cpuCount: 4,
    memoryMiB: 8192,
    interfaces: [],
    specialFilesystems: [],
    osystem: "",
    results: { commissioning: 2, testing: -1 },
    createdAt: world.clock.now(),
    storage: seedStorage(world, disks),
    ...changes,
  } as unknown as Node;
  world.state.nodes.bySystemId[systemId] = node;
  restoreStorage(world, node);
  return node;
}

export interface Sent {
  readonly user?: User | undefined;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: readonly (readonly [string, string])[];
  readonly form?: readonly (readonly [string, string])[];
  readonly files?: readonly { name: string; filename: string; content: Uint8Array }[];
  readonly body?: Uint8Array;
}

/**
 * Calls a handler as the router does; by the administrator where no user is given. A refusal becomes an
 * answer.
 */
export async function send(world: World, handler: Handler, sent: Sent = {}): Promise<Answer> {
  return answerOf(handler, {
    world,
    user: "user" in sent ? sent.user : administrator,
    path: sent.path ?? {},
    query: makeParameters(sent.query ?? []),
    form: makeParameters(sent.form ?? [], sent.files ?? []),
    body: sent.body ?? new Uint8Array(),
  });
}

/** The JSON of an answer. */
export const bodyOf = (answer: Answer) => JSON.parse(String(answer.body));
