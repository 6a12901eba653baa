import type { OnReadOpts, Socket } from "node:net";

/** Bytes that are read from a socket at once, four times as many as Node reads by itself. */
const readBytes = 256 * 1024;

/** What arrives in smaller pieces is copied, so that it does not hold all of that. */
const fewBytes = readBytes / 4;

/** More memory is not kept: a connection is read from only while somebody waits for more. */
const maxSpare = 4;

/**
 * Memory that sockets read into. Node takes fresh memory for each read, and the kernel clears each page of that: it costs more
 * than all else that is done to a large answer.
 */
export interface ReadMemory {
  /** The options of a socket that reads into this memory; `socket` is called when the first bytes arrive. */
  readInto(socket: () => Socket): OnReadOpts;
  /** Takes the memory back that a piece lies in, where it is of this memory: nobody looks at any of its pieces any more. */
  giveBack(piece: Uint8Array): void;
}

export function createReadMemory(): ReadMemory {
  const spare: Buffer[] = [];
  const own = new WeakSet<ArrayBufferLike>();
  const take = (): Buffer => {
    const memory = spare.pop() ?? Buffer.allocUnsafeSlow(readBytes);
    own.add(memory.buffer);
    return memory;
  };
  return {
    readInto(socket) {
      let memory: Buffer | undefined;
      return {
        buffer() {
          memory ??= take();
          return memory;
        },
        callback(count, bytes) {
          const piece = Buffer.from(bytes.buffer, bytes.byteOffset, count);
          if (count < fewBytes) return socket().push(Buffer.from(piece));
          memory = undefined;
          return socket().push(piece);
        },
      };
    },
    giveBack({ buffer }) {
      if (own.has(buffer) && spare.length < maxSpare) spare.push(Buffer.from(buffer));
    },
  };
}
