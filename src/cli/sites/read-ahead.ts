/** Bytes of all sites that wait for their turn to be printed. */
const maxAheadBytes = 16 * 1024 * 1024;

export interface ReadAhead {
  /** Reads a source from now on, so that a site is not held up until its turn. */
  start(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  /** Resolves when no more is read before something is taken. */
  full(): Promise<void>;
}

export function createReadAhead(maxBytes = maxAheadBytes): ReadAhead {
  let held = 0;
  const freed = new Set<() => void>();
  const filled = new Set<() => void>();
  const wakeAll = (waiting: Set<() => void>) => {
    const woken = [...waiting];
    waiting.clear();
    for (const wake of woken) wake();
  };
  const until = (waiting: Set<() => void>) => new Promise<void>((resolve) => waiting.add(resolve));

  const start = (source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> => {
    const queue: Uint8Array[] = [];
    const arrived = new Set<() => void>();
    let isWanted = false;
    let isLeft = false;
    let end: { readonly error?: unknown } | undefined;
    const pump = async () => {
      try {
        for await (const chunk of source) {
          if (isLeft) return;
          // The next chunk may reuse the memory of this one.
          queue.push(Buffer.from(chunk));
          held += chunk.length;
          wakeAll(arrived);
          while (held >= maxBytes && !(isWanted && queue.length === 0) && !isLeft) {
            wakeAll(filled);
            await until(freed);
          }
        }
        end = {};
      } catch (error) {
        end = { error };
      } finally {
        end ??= {};
        wakeAll(arrived);
      }
    };
    void pump();
    const take = (): Uint8Array | undefined => {
      const chunk = queue.shift();
      held -= chunk?.length ?? 0;
      wakeAll(freed);
      return chunk;
    };
    return {
      async *[Symbol.asyncIterator]() {
        isWanted = true;
        try {
          for (;;) {
            const chunk = take();
            if (chunk !== undefined) yield chunk;
            else if (end === undefined) await until(arrived);
            else if ("error" in end) throw end.error;
            else return;
          }
        } finally {
          isLeft = true;
          while (take() !== undefined);
        }
      },
    };
  };
  return {
    start,
    full: async () => {
      if (held < maxBytes) await until(filled);
    },
  };
}
