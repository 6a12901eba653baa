/** The body of an answer: read once, or left, which breaks its connection. */
export interface AnswerBody extends AsyncIterable<Uint8Array> {
  /** Drops what comes. */
  discard(): void;
  /** From now on a chunk is good until the next one is asked for: its memory is used again. */
  lend(): void;
}

/** What the connection hands to a body. */
export interface BodySource {
  readonly body: AnswerBody;
  /** False where the connection is to pause until `resume` is called. */
  push(chunk: Uint8Array): boolean;
  end(): void;
  /** What has not been read by then is dropped. */
  fail(error: unknown): void;
}

/** As many bytes are held while nobody reads. */
const maxHeldBytes = 64 * 1024;

/**
 * A body that pauses its connection while nobody reads it; `abort` breaks the connection, `giveBack` takes the memory of a
 * chunk that was lent, when all chunks in it have been read.
 */
export function createBody({
  resume,
  abort,
  giveBack,
}: {
  readonly resume: () => void;
  readonly abort: () => void;
  readonly giveBack: (chunk: Uint8Array) => void;
}): BodySource {
  const chunks: Uint8Array[] = [];
  let held = 0;
  let isDiscarded = false;
  let isLent = false;
  let lent: Uint8Array | undefined;
  let ended: { readonly error?: unknown } | undefined;
  let wake = (): void => undefined;

  const next = async (): Promise<IteratorResult<Uint8Array, undefined>> => {
    while (chunks.length === 0 && ended === undefined) {
      const change = new Promise<void>((resolve) => {
        wake = resolve;
      });
      resume();
      await change;
    }
    const value = chunks.shift();
    if (value !== undefined) {
      held -= value.length;
      if (lent !== undefined && lent.buffer !== value.buffer) giveBack(lent);
      lent = isLent ? value : undefined;
      // Who keeps a small chunk would hold all the memory that it was read into.
      const isSmall = value.length < value.buffer.byteLength / 2;
      return { done: false, value: isSmall && !isLent ? Buffer.from(value) : value };
    }
    if (ended !== undefined && "error" in ended) throw ended.error;
    return { done: true, value: undefined };
  };

  const iterator: AsyncIterator<Uint8Array, undefined> = {
    next,
    async return() {
      chunks.length = 0;
      if (ended === undefined) abort();
      return { done: true, value: undefined };
    },
  };
  return {
    body: {
      [Symbol.asyncIterator]: () => iterator,
      discard() {
        isDiscarded = true;
        resume();
      },
      lend() {
        isLent = true;
      },
    },
    push(chunk) {
      if (isDiscarded) return true;
      chunks.push(chunk);
      held += chunk.length;
      wake();
      return held < maxHeldBytes;
    },
    end() {
      ended ??= {};
      wake();
    },
    fail(error) {
      chunks.length = 0;
      ended = { error };
      wake();
    },
  };
}
