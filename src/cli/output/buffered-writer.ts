import type { Sink } from "./sink.ts";

export const bufferBytes = 65_536;

export interface BufferedWriter {
  write(bytes: Buffer): Promise<void>;
  end(): Promise<void>;
}

/** Collects small writes, because each write to the sink is a system call and wakes the reader. */
export function createBufferedWriter(sink: Sink): BufferedWriter {
  const buffer = Buffer.allocUnsafe(bufferBytes);
  let length = 0;
  const end = async (): Promise<void> => {
    await sink.bytes(buffer.subarray(0, length));
    length = 0;
  };
  return {
    async write(bytes) {
      if (length + bytes.length > bufferBytes) await end();
      if (bytes.length > bufferBytes) return await sink.bytes(bytes);
      length += bytes.copy(buffer, length);
    },
    end,
  };
}
