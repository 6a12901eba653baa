import type { Sink } from "./sink.ts";

export const pieceLength = 65_536;

export interface Pieces {
  write(bytes: Buffer): Promise<void>;
  end(): Promise<void>;
}

/** Writes small pieces together: each write is a system call and wakes the reader. */
export function joinPieces(sink: Sink): Pieces {
  const buffer = Buffer.allocUnsafe(pieceLength);
  let length = 0;
  const end = async (): Promise<void> => {
    await sink.bytes(buffer.subarray(0, length));
    length = 0;
  };
  return {
    async write(bytes) {
      if (length + bytes.length > pieceLength) await end();
      if (bytes.length > pieceLength) return await sink.bytes(bytes);
      length += bytes.copy(buffer, length);
    },
    end,
  };
}
