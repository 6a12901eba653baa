import type { AnswerDifferenceId } from "../../catalogue/commands/answer-differences.ts";
import type { AnswerStyle } from "../../catalogue/sandbox-settings.ts";
import type { RunningClock } from "../simulation/clock.ts";
import type { Faults } from "../simulation/faults.ts";
import { type SeededRandom, seededRandom, seedState } from "../simulation/random.ts";
import { emptyImages } from "./images.ts";
import { emptyNetworks } from "./networks.ts";
import type { Node, Nodes, NodeType, Tag } from "./node.ts";
import { emptySettings } from "./settings.ts";
import { emptyStorageIds } from "./storage.ts";
import { findRow } from "./table.ts";
import { seedUsers, type User } from "./users.ts";
import { seedPlaces } from "./zones-and-pools.ts";

/** State and simulation, without HTTP. */
export interface World {
  readonly clock: RunningClock;
  readonly random: SeededRandom;
  readonly state: State;
  /** `SVC` by default; prefix of every `resource_uri`. */
  readonly segment: string;
  readonly faults: Faults;
  /** Whether answers follow the documents or deployed services; may change at run time. */
  readonly answers: { style: AnswerStyle };
}

export function emptyState(seed: number) {
  const random = seedState(seed);
  return {
    random,
    users: seedUsers(seededRandom(random)),
    nodes: { bySystemId: {} } as Nodes,
    places: seedPlaces(),
    tags: [] as Tag[],
    events: { nextId: 1, records: [] } as EventLog,
    networks: emptyNetworks(),
    storageIds: emptyStorageIds(),
    images: emptyImages(),
    settings: emptySettings(),
    copied: null as CopyFacts | null,
  };
}

/** Facts about the site that a sandbox is a copy of. */
export interface CopyFacts {
  /** Whose key read the site: commands have the same rights. */
  readonly username: string;
  /** By the key of an answered object (see `copy/patch.ts`): where the site's answer differs from the model's. They stay as copied. */
  readonly patches: Readonly<Record<string, Patch>>;
  /** Names of the statuses that a machine has had since the copy, by system id. */
  readonly statuses: Record<string, string[]>;
}

/** At this path the model's answer has `from`, the site's `to`; if one is missing, that answer has no such member. */
export type Patch = readonly {
  /** Members of objects, and keys of the elements of lists. */
  readonly path: readonly string[];
  readonly from?: unknown;
  readonly to?: unknown;
}[];

/** Plain JSON data, saved and loaded unchanged. */
export type State = Readonly<ReturnType<typeof emptyState>>;

/** Empty for an unknown id. */
export const domainName = (world: World, id: number): string =>
  findRow(world.state.networks.domains, id)?.name ?? "";

export const fleetSubnetId = (world: World): number => world.state.networks.fleetSubnetId;

export const fqdn = (world: World, node: Node): string =>
  `${node.hostname}.${domainName(world, node.domainId)}`;

/** Oldest first. */
export function allNodes(world: World, type?: NodeType): Node[] {
  const nodes = Object.values(world.state.nodes.bySystemId);
  return type === undefined ? nodes : nodes.filter((node) => node.nodeType === type);
}

export function nodeById(world: World, systemId: string): Node | undefined {
  const { bySystemId } = world.state.nodes;
  return Object.hasOwn(bySystemId, systemId) ? bySystemId[systemId] : undefined;
}

export const findUser = (world: World, username: string): User | undefined =>
  world.state.users.find((user) => user.username === username);

export const answersAsDeployed = (
  { answers }: Pick<World, "answers">,
  _difference: AnswerDifferenceId,
): boolean => answers.style === "deployed";

export const eventLevels = { DEBUG: 10, INFO: 20, WARNING: 30, ERROR: 40, CRITICAL: 50, AUDIT: 0 } as const;
export type EventLevel = keyof typeof eventLevels;

export interface EventRecord {
  readonly id: number;
  readonly level: EventLevel;
  readonly type: string;
  readonly description: string;
  readonly hostname: string;
  /** System id. */
  readonly node: string | null;
  /** Simulated milliseconds since the epoch. */
  readonly created: number;
  readonly username: string;
}

/** Oldest first. */
interface EventLog {
  nextId: number;
  records: EventRecord[];
}
