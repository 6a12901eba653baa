import { createWaiters } from "../../core/waiters.ts";

/** Maximum bytes of all sites that wait to be printed. */
const maxAheadBytes = 16 * 1024 * 1024;

export interface ReadAhead {
  /** Reads a source immediately, so that its site does not wait until it is printed. */
  start(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  full(): Promise<void>;
}

export function createReadAhead(maxBytes = maxAheadBytes): ReadAhead {
  let bufferedBytes = 0;
  const spaceWaiters = createWaiters();
  const fullWaiters = createWaiters();

  const start = (source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> => {
    const queue: Uint8Array[] = [];
    const chunks = source[Symbol.asyncIterator]();
    let isPrinting = false;
    let isDone = false;
    const readAhead = async () => {
      while (!isPrinting) {
        const next = await chunks.next();
        isDone = next.done === true;
        if (next.done) return;
        queue.push(next.value);
        bufferedBytes += next.value.length;
        while (bufferedBytes >= maxBytes && !isPrinting) {
          fullWaiters.wake();
          await spaceWaiters.next();
        }
      }
    };
    const reading = readAhead();
    function* takeAll() {
      for (let chunk = queue.shift(); chunk !== undefined; chunk = queue.shift()) {
        bufferedBytes -= chunk.length;
        if (bufferedBytes < maxBytes) spaceWaiters.wake();
        yield chunk;
      }
    }
    const discardRest = async () => {
      for (const _ of takeAll());
      await chunks.return?.();
    };
    reading.catch(() => undefined);
    return {
      async *[Symbol.asyncIterator]() {
        isPrinting = true;
        spaceWaiters.wake();
        try {
          yield* takeAll();
          await reading;
          yield* takeAll();
          if (!isDone) yield* { [Symbol.asyncIterator]: () => chunks };
        } finally {
          // Does not wait for the next chunk, which a silent site may never send.
          void reading.then(discardRest, discardRest).catch(() => undefined);
        }
      },
    };
  };
  return {
    start,
    full: async () => {
      if (bufferedBytes < maxBytes) await fullWaiters.next();
    },
  };
}
