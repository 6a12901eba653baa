import type { TextOutput } from "../../context.ts";
import { Failure } from "../../core/failure.ts";
import { escapeStyled } from "./escape.ts";

/** Lets any number of callers wait for the next change of a shared state. */
export function createWaiters() {
  const callbacks: (() => void)[] = [];
  return {
    next: () => new Promise<void>((resolve) => void callbacks.push(resolve)),
    wake: () => {
      for (const resolve of callbacks.splice(0)) resolve();
    },
  };
}

/** The reader of the stream is gone: svc ends silently with exit code 0. */
export class ClosedPipe extends Error {
  constructor() {
    super("the reader closed the pipe");
    this.name = "ClosedPipe";
  }
}

export interface Sink {
  /** Adds text without waiting; it is written with later text, or at the end. */
  append(text: string): void;
  /** Undefined if the stream has room, otherwise resolves when it has room again. Rejects with `ClosedPipe`. */
  text(text: string): Promise<void> | undefined;
  /** Resolves when the bytes have been written and their memory can be reused. */
  bytes(bytes: Uint8Array): Promise<void> | undefined;
  /** Resolves when everything has been written. */
  end(): Promise<void>;
  /** Removes the listeners; must always be called. */
  release(): void;
}

/** In characters; text is collected up to this length before it is written. */
const flushLength = 32_768;
const closedCodes = new Set(["EPIPE", "EOF", "ERR_STREAM_DESTROYED", "ERR_STREAM_WRITE_AFTER_END"]);

/** Does not close `out`. */
export function openSink(out: TextOutput): Sink {
  let pendingText = "";
  let pendingWrites = 0;
  let isFull = false;
  let failure: Error | undefined;
  // Several callers may write at once, such as the rows of a watch and its notes.
  const waiters = createWaiters();

  const fail = (error: Error): void => {
    failure ??= asOutputError(error);
    waiters.wake();
  };
  const onClose = (): void => fail(new ClosedPipe());
  const onDrain = (): void => {
    isFull = false;
    waiters.wake();
  };
  out.on("error", fail);
  out.on("close", onClose);
  out.on("drain", onDrain);

  const waitUntil = async (ready: () => boolean): Promise<void> => {
    while (failure === undefined && !ready()) await waiters.next();
    if (failure !== undefined) throw failure;
  };

  const send = (piece: string | Uint8Array): Promise<void> | undefined => {
    if (failure !== undefined) return Promise.reject(failure);
    pendingWrites += 1;
    const hasRoom = out.write(piece, (error) => {
      pendingWrites -= 1;
      if (error) fail(error);
      else if (pendingWrites === 0) onDrain();
    });
    if (hasRoom) return undefined;
    isFull = pendingWrites > 0;
    return waitUntil(() => !isFull);
  };

  const flush = (): Promise<void> | undefined => {
    if (pendingText === "") return undefined;
    const piece = pendingText;
    pendingText = "";
    return send(piece);
  };

  return {
    append(text) {
      pendingText += text;
    },
    text(text) {
      pendingText += text;
      return pendingText.length < flushLength ? undefined : flush();
    },
    async bytes(bytes) {
      await flush();
      await send(bytes);
      await waitUntil(() => pendingWrites === 0);
    },
    async end() {
      await flush();
      await waitUntil(() => pendingWrites === 0);
    },
    release() {
      out.off("close", onClose);
      out.off("drain", onDrain);
      // A failed or pending write emits its error again, which would end the process if nobody listened.
      if (failure === undefined && pendingWrites === 0) out.off("error", fail);
    },
  };
}

export async function withSink(out: TextOutput, write: (sink: Sink) => Promise<void>): Promise<void> {
  const sink = openSink(out);
  try {
    await write(sink);
    await sink.end();
  } finally {
    sink.release();
  }
}

export const writeWhole = (out: TextOutput, content: string | Uint8Array): Promise<void> =>
  withSink(
    out,
    async (sink) => await (typeof content === "string" ? sink.text(content) : sink.bytes(content)),
  );

/** Escapes control characters even if `out` is not a terminal, except for svc's own colours. */
export async function writeLines(out: TextOutput, lines: readonly string[]): Promise<void> {
  await writeWhole(out, linesText(lines));
}

export const linesText = (lines: readonly string[]): string =>
  lines.map((line) => `${escapeStyled(line).replaceAll("\n", "\\n")}\n`).join("");

function asOutputError(error: Error): Error {
  const code = "code" in error ? String(error.code) : "";
  if (error instanceof ClosedPipe || closedCodes.has(code)) return new ClosedPipe();
  return new Failure("other", outputErrorText(error), { cause: error });
}

/** Shortens `ENOSPC: no space left on device, write` to its middle part. */
export const outputErrorText = ({ message }: Error): string =>
  `cannot write the output: ${message.replace(/^E[A-Z0-9]+: /, "").replace(/, \w+$/, "")}`;

const bufferBytes = 65_536;

export type WriteBytes = (bytes: Buffer) => Promise<void>;

export interface BufferedWriter {
  readonly write: WriteBytes;
  end(): Promise<void>;
}

/** Collects small writes, because each write to the sink is a system call and wakes the reader. */
export function createBufferedWriter(sink: Pick<Sink, "bytes">): BufferedWriter {
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
