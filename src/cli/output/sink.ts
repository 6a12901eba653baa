import type { TextOutput } from "../../context.ts";
import { Failure } from "../../core/failure.ts";
import { escapeStyled } from "./escape.ts";

/** The reader of the stream is gone: svc ends silently with exit code 0. */
export class ClosedPipe extends Error {
  constructor() {
    super("the reader closed the pipe");
    this.name = "ClosedPipe";
  }
}

export interface Sink {
  append(text: string): void;
  /** Resolves, or returns, when there is room for more. Rejects with `ClosedPipe` if the reader is gone. */
  text(text: string): Promise<void> | undefined;
  /** Resolves when the bytes have been written and their memory can be reused. */
  bytes(bytes: Uint8Array): Promise<void> | undefined;
  /** Resolves when everything has been written. */
  end(): Promise<void>;
  /** Removes the listeners; must always be called. */
  release(): void;
}

const pieceLength = 32_768;
const closedCodes = new Set(["EPIPE", "EOF", "ERR_STREAM_DESTROYED", "ERR_STREAM_WRITE_AFTER_END"]);

/** `out` stays open at the end. One closure, since its functions share the state of the stream. */
export function openSink(out: TextOutput): Sink {
  let pending = "";
  let unfinished = 0;
  let full = false;
  let failed: Error | undefined;
  // Several callers may write at once, such as the rows of a watch and its notes.
  const waiting = new Set<() => void>();
  const wakeAll = (): void => {
    const callbacks = [...waiting];
    waiting.clear();
    for (const wake of callbacks) wake();
  };

  const fail = (error: Error): void => {
    failed ??= asOutputError(error);
    wakeAll();
  };
  const onClose = (): void => fail(new ClosedPipe());
  const onDrain = (): void => {
    full = false;
    wakeAll();
  };
  out.on("error", fail);
  out.on("close", onClose);
  out.on("drain", onDrain);

  const until = async (ready: () => boolean): Promise<void> => {
    while (failed === undefined && !ready()) {
      await new Promise<void>((resolve) => waiting.add(resolve));
    }
    if (failed !== undefined) throw failed;
  };

  const send = (piece: string | Uint8Array): Promise<void> | undefined => {
    if (failed !== undefined) return Promise.reject(failed);
    unfinished += 1;
    const accepted = out.write(piece, (error) => {
      unfinished -= 1;
      if (error) fail(error);
      else if (unfinished === 0) onDrain();
    });
    if (accepted) return undefined;
    full = unfinished > 0;
    return until(() => !full);
  };

  const flush = (): Promise<void> | undefined => {
    if (pending === "") return undefined;
    const piece = pending;
    pending = "";
    return send(piece);
  };

  return {
    append(text) {
      pending += text;
    },
    text(text) {
      pending += text;
      return pending.length < pieceLength ? undefined : flush();
    },
    async bytes(bytes) {
      await flush();
      await send(bytes);
      await until(() => unfinished === 0);
    },
    async end() {
      await flush();
      await until(() => unfinished === 0);
    },
    release() {
      out.off("close", onClose);
      out.off("drain", onDrain);
      // A failed or pending write emits its error again; without a listener that ends the process.
      if (failed === undefined && unfinished === 0) out.off("error", fail);
    },
  };
}

/** Resolves when everything has been written; rejects as a sink does. */
export async function writeWhole(out: TextOutput, content: string | Uint8Array): Promise<void> {
  const sink = openSink(out);
  try {
    await (typeof content === "string" ? sink.text(content) : sink.bytes(content));
    await sink.end();
  } finally {
    sink.release();
  }
}

/** Escapes control characters, in a pipe too, except for the colours of svc. */
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

/** The reason: of `ENOSPC: no space left on device, write` the middle. */
export function outputErrorText({ message }: Error): string {
  return `cannot write the output: ${message.replace(/^E[A-Z0-9]+: /, "").replace(/, \w+$/, "")}`;
}
