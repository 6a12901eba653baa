import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { AnswerStyle } from "../../catalogue/sandbox-settings.ts";
import { chunksOf } from "../../core/parallel.ts";
import type { Node } from "../state/node.ts";
import { invalid, notFound } from "../state/service-error.ts";
import { copyState, type State } from "../state/world.ts";

export interface SavedPoint {
  /** Simulated time, in milliseconds since the epoch. */
  readonly timeMs: number;
  readonly state: State;
  readonly faults: readonly string[];
  readonly answers: AnswerStyle;
  /** Simulated seconds per real second. */
  readonly speed: number;
  readonly isPaused: boolean;
}

export type SavedPoints = Readonly<Record<string, SavedPoint>>;

const maxPoints = 16;
/** Limit for the nodes of all points together. 10,000 nodes take about 150 MB. */
const maxNodes = 25_000;

const validName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export function makeSavedPoints(saved: SavedPoints = {}) {
  const points = new Map(Object.entries(saved));
  const requirePoint = (name: string): SavedPoint => {
    checkName(name);
    const point = points.get(name);
    if (point !== undefined) return point;
    const names = [...points.keys()];
    const savedNames = names.length === 0 ? "no point is saved" : `saved: ${names.join(", ")}`;
    throw notFound(`there is no saved point '${name}'; ${savedNames}`);
  };
  return {
    put(name: string, point: SavedPoint): void {
      checkName(name);
      const others = [...points].filter(([each]) => each !== name).map(([, each]) => each);
      const nodes = [...others, point].flatMap(({ state }) => Object.keys(state.nodes.bySystemId));
      if (others.length >= maxPoints || (others.length > 0 && nodes.length > maxNodes))
        throw invalid(
          `a sandbox can have ${maxPoints} saved points with ${maxNodes} machines and devices in total: delete one first`,
        );
      points.delete(name);
      points.set(name, { ...point, state: copyState(point.state) });
    },
    get(name: string): SavedPoint {
      const point = requirePoint(name);
      return { ...point, state: copyState(point.state) };
    },
    remove(name: string): void {
      requirePoint(name);
      points.delete(name);
    },
    list: () =>
      [...points].map(([name, { timeMs, state }]) => ({
        name,
        time: new Date(timeMs).toISOString(),
        machine_count: Object.values(state.nodes.bySystemId).filter((node) => node.nodeType === "machine")
          .length,
      })),
    all: (): SavedPoints => Object.fromEntries(points),
  };
}

export const isPointName = (name: string): boolean => validName.test(name);

function checkName(name: string): void {
  if (!isPointName(name))
    throw invalid(
      `'${name.slice(0, 80)}' is not a valid name: use up to 64 letters, digits, '.', '_' and '-'`,
    );
}

/** Number of nodes that are packed together. Small, so that their JSON stays short. */
const pieceSize = 20;

export type PackedPoint = ReturnType<typeof packPoint>;

/** Compresses a point to a tenth of its memory. Each read of `state` returns a new object, which may be modified. */
export function packPoint({ state, ...others }: SavedPoint) {
  const { nodes, ...rest } = state;
  const packedMembers = Object.entries(rest).map(([name, member]) => [name, pack(member)] as const);
  const packedNodes = chunksOf(Object.values(nodes.bySystemId), pieceSize).map((piece) => ({
    ids: piece.map(({ systemId }) => systemId),
    packed: pack(piece),
  }));
  const unpackState = (current?: State): State => {
    const unpacked = packedNodes.flatMap(({ ids, packed }) => {
      const currentNodes = current && ids.map((id) => current.nodes.bySystemId[id]);
      return unpack(packed, currentNodes) as Node[];
    });
    const bySystemId = Object.fromEntries(unpacked.map((node) => [node.systemId, node]));
    const members = packedMembers.map(([name, packed]) => [
      name,
      unpack(packed, current?.[name as keyof State]),
    ]);
    return { ...(Object.fromEntries(members) as Omit<State, "nodes">), nodes: { bySystemId } };
  };
  return {
    ...others,
    get state(): State {
      return unpackState();
    },
    /** The saved state. It shares unchanged objects with the argument, so it must not be modified. */
    stateSharedWith: unpackState,
  };
}

const pack = (value: unknown): Buffer =>
  deflateRawSync(JSON.stringify(value), { level: 1, memLevel: 5, windowBits: 13 });

/** Returns `current` itself if it is equal to the packed value. */
function unpack(packed: Buffer, current: unknown): unknown {
  const text = inflateRawSync(packed).toString("utf8");
  return current !== undefined && JSON.stringify(current) === text ? current : JSON.parse(text);
}
