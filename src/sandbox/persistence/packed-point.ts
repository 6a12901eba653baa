import { deflateRawSync, inflateRawSync } from "node:zlib";
import { chunksOf } from "../../core/parallel.ts";
import type { Node } from "../state/node.ts";
import type { State } from "../state/world.ts";
import type { SavedPoint } from "./saved-points.ts";

/** Nodes are packed in groups of this size, so that no text becomes large. */
const pieceSize = 20;

export interface PackedPoint extends SavedPoint {
  /** The state of the point, which shares with `current` what has not changed, and is read only. */
  stateBefore(current: State): State;
}

/** Compresses a point to a tenth of its memory. Each read of `state` returns a new object, which may be changed. */
export function packPoint({ state, ...others }: SavedPoint): PackedPoint {
  const { nodes, ...rest } = state;
  const packedRest = Object.entries(rest).map(([name, part]) => [name, pack(part)] as const);
  const packedNodes = chunksOf(Object.values(nodes.bySystemId), pieceSize).map((piece) => ({
    ids: piece.map(({ systemId }) => systemId),
    packed: pack(piece),
  }));
  const unpackState = (current?: State): State => {
    const unpacked = packedNodes.flatMap(({ ids, packed }) => {
      const sameNodes = current && ids.map((id) => current.nodes.bySystemId[id]);
      return unpack(packed, sameNodes) as Node[];
    });
    const bySystemId = Object.fromEntries(unpacked.map((node) => [node.systemId, node]));
    const parts = packedRest.map(([name, part]) => [name, unpack(part, current?.[name as keyof State])]);
    return { ...(Object.fromEntries(parts) as Omit<State, "nodes">), nodes: { bySystemId } };
  };
  return {
    ...others,
    get state(): State {
      return unpackState();
    },
    stateBefore: unpackState,
  };
}

const pack = (value: unknown): Buffer =>
  deflateRawSync(JSON.stringify(value), { level: 1, memLevel: 5, windowBits: 13 });

function unpack(packed: Buffer, same: unknown): unknown {
  const text = inflateRawSync(packed).toString("utf8");
  return same !== undefined && JSON.stringify(same) === text ? same : JSON.parse(text);
}
