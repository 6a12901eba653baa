import type { OnReadOpts, Socket } from "node:net";

/** Bytes that are read from a socket at once: as many as Node reads by itself, and eight times as many after a read that brought so many. */
const smallBytes = 64 * 1024;
const largeBytes = 512 * 1024;

/** More memory is not kept, all of it large: few large answers arrive at once, and each is read piece by piece. */
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
  const takeLarge = (): Buffer => {
    const memory = spare.pop() ?? Buffer.allocUnsafeSlow(largeBytes);
    own.add(memory.buffer);
    return memory;
  };
  const giveBack = ({ buffer }: Uint8Array): void => {
    if (own.has(buffer) && spare.length < maxSpare) spare.push(Buffer.from(buffer));
  };
  return {
    giveBack,
    readInto(socket) {
      let memory: Buffer | undefined;
      let wasFull = false;
      return {
        buffer() {
          memory ??= wasFull ? takeLarge() : Buffer.allocUnsafeSlow(smallBytes);
          return memory;
        },
        callback(count, bytes) {
          const piece = Buffer.from(bytes.buffer, bytes.byteOffset, count);
          wasFull = count === bytes.length;
          // What waits to be read holds no more memory than it is long, and a connection that waits for an answer holds little.
          if (!wasFull && bytes.length === smallBytes) return socket().push(Buffer.from(piece));
          memory = undefined;
          return socket().push(piece);
        },
      };
    },
  };
}
