import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Node } from "../state/node.ts";
import type { State } from "../state/world.ts";
import type { SavedPoint } from "./saved-points.ts";

/** Nodes are packed in groups of this size, so that no text becomes large. */
const pieceSize = 20;

/** Compresses a point to a tenth of its memory. Each read of `state` returns a new object, which may be changed. */
export function packPoint({ state, ...others }: SavedPoint): SavedPoint {
  const { nodes, ...rest } = state;
  const packedRest = Object.entries(rest).map(([name, part]) => [name, pack(part)] as const);
  const nodeList = Object.values(nodes.bySystemId);
  const packedNodes = Array.from({ length: Math.ceil(nodeList.length / pieceSize) }, (_, index) =>
    pack(nodeList.slice(index * pieceSize, (index + 1) * pieceSize)),
  );
  return {
    ...others,
    get state(): State {
      const unpacked = packedNodes.flatMap((piece) => unpack(piece) as Node[]);
      const bySystemId = Object.fromEntries(unpacked.map((node) => [node.systemId, node]));
      const parts = Object.fromEntries(packedRest.map(([name, part]) => [name, unpack(part)]));
      return { ...(parts as Omit<State, "nodes">), nodes: { bySystemId } };
    },
  };
}

const pack = (value: unknown): Buffer =>
  deflateRawSync(JSON.stringify(value), { level: 1, memLevel: 5, windowBits: 13 });
const unpack = (packed: Buffer): unknown => JSON.parse(inflateRawSync(packed).toString("utf8"));
