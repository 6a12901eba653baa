import type { AnswerDifferenceId } from "../../catalogue/commands/sandbox-answers.ts";
import type { AnswerStyle } from "../../catalogue/sandbox-settings.ts";
import type { RunningClock } from "../simulation/clock.ts";
import type { Faults } from "../simulation/faults.ts";
import { type SeededRandom, seededRandom, seedState } from "../simulation/random.ts";
import { emptyImages } from "./images.ts";
import { emptyNetworks } from "./networks.ts";
import { defaultPoolId, defaultZoneId, type Node, type NodeType, type Tag } from "./node.ts";
import { emptySettings } from "./settings.ts";
import { emptyStorageIds } from "./storage.ts";
import { findRow, type SimulatedTime, type SystemId } from "./table.ts";
import { seedUsers, type User } from "./users.ts";

export interface World {
  readonly clock: RunningClock;
  readonly random: SeededRandom;
  readonly state: State;
  /** Prefix of every `resource_uri`; `SVC` by default. */
  readonly segment: string;
  readonly faults: Faults;
  /** Whether answers follow the API documentation or live services. May change while the sandbox runs. */
  readonly answers: { style: AnswerStyle };
}

export function emptyState(seed: number) {
  const random = seedState(seed);
  return {
    random,
    users: seedUsers(seededRandom(random)),
    nodes: { bySystemId: {} as Record<string, Node> },
    places: seedPlaces(),
    tags: [] as Tag[],
    events: { nextId: 1, records: [] as EventRecord[] },
    networks: emptyNetworks(),
    storageIds: emptyStorageIds(),
    images: emptyImages(),
    settings: emptySettings(),
    copied: null as CopyFacts | null,
  };
}

export interface CopyFacts {
  /** The user whose key read the site. Commands run with the rights of this user. */
  readonly username: string;
  /** Where answers of the site differ from those of the sandbox, by the key of the answered object (see `keyOfAnswer`). */
  readonly patches: Readonly<Record<string, Patch>>;
  /** Names of the statuses that a machine has passed through since the copy, by system id. */
  readonly statuses: Record<string, string[]>;
}

/** Where the sandbox answers `from`, the site answers `to`. A missing value means that the answer has no such member. */
export type Patch = readonly {
  readonly path: readonly string[];
  readonly from?: unknown;
  readonly to?: unknown;
}[];

export type State = Readonly<ReturnType<typeof emptyState>>;

export const domainName = (world: World, id: number): string =>
  findRow(world.state.networks.domains, id)?.name ?? "";

export const fleetSubnetId = (world: World): number => world.state.networks.fleetSubnetId;

export const fqdn = (world: World, node: Node): string =>
  `${node.hostname}.${domainName(world, node.domainId)}`;

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

/** The type of `_difference` makes sure that the difference is documented. */
export const usesDeployedStyle = (
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
  readonly node: SystemId | null;
  readonly created: SimulatedTime;
  readonly username: string;
}

/** Events and patches never change, so the copy shares them. */
export function copyState(state: State): State {
  const { events, copied, ...others } = state;
  return {
    ...copyData(others),
    events: { ...events, records: [...events.records] },
    copied: copied && { ...copied, statuses: copyData(copied.statuses) },
  };
}

/** Several times as fast as `structuredClone`, for plain data. */
function copyData<Value>(value: Value): Value;
function copyData(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copyData);
  // Unlike assignments, spreading keeps members such as `__proto__`.
  const copy: Record<string, unknown> = { ...value };
  for (const name in copy) {
    const member = copy[name];
    if (typeof member === "object" && member !== null) copy[name] = copyData(member);
  }
  return copy;
}

/** If there are more events, the oldest tenth is removed. */
const maxEvents = 200_000;

interface NewEvent {
  readonly type: string;
  readonly level?: EventLevel;
  readonly description?: string;
  readonly username?: string | undefined;
  readonly node?: { readonly systemId: string; readonly hostname: string };
}

export function recordEvent(world: World, event: NewEvent): EventRecord {
  const log = world.state.events;
  const record: EventRecord = {
    id: log.nextId++,
    level: event.level ?? "INFO",
    type: event.type,
    description: event.description ?? "",
    hostname: event.node?.hostname ?? "",
    node: event.node?.systemId ?? null,
    created: world.clock.now(),
    username: event.username ?? "unknown",
  };
  log.records.push(record);
  if (log.records.length > maxEvents) log.records.splice(0, maxEvents / 10);
  return record;
}

export interface Actor {
  readonly username: string;
  readonly comment?: string | undefined;
}

/** The comment is the description of the event. */
export function recordNodeEvent(world: World, node: Node, type: string, actor: Partial<Actor> = {}): void {
  const { comment: description = "", username } = actor;
  recordEvent(world, { type, description, node, username });
  node.statusMessage = description === "" ? type : `${type} - ${description}`;
}

export interface ZoneOrPool {
  readonly id: number;
  name: string;
  description: string;
}

export type VmHost = typeof newVmHost & { readonly id: number; name: string; tags: string[] };

export const newVmHost = {
  type: "virsh",
  /** System id of the node that is the VM host. */
  host: null as string | null,
  address: "qemu+ssh://ops@10.20.0.2/system",
  password: "",
  project: "",
  zoneId: defaultZoneId,
  poolId: defaultPoolId,
  cpuRatio: 1,
  memoryRatio: 1,
  macvlanMode: "",
};

export const seedPlaces = () => ({
  zones: [
    { id: 1, name: "default", description: "" },
    { id: 2, name: "north", description: "North hall" },
    { id: 3, name: "south", description: "South hall" },
  ],
  pools: [
    { id: 0, name: "default", description: "Default pool" },
    { id: 1, name: "build", description: "Build farm" },
    { id: 2, name: "web", description: "Web front ends" },
  ],
  pods: [{ ...newVmHost, id: 1, name: "vmhost-1", tags: [] }] as VmHost[],
  lastZoneId: 3,
  lastPoolId: 2,
  lastPodId: 1,
});
