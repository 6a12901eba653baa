import type { TextOutput } from "../../context.ts";
import { Failure } from "../../core/failure.ts";
import { escapeStyled } from "./escape.ts";

/** The reader of the stream is gone: not a failure, the program ends in silence with exit code 0. */
export class ClosedPipe extends Error {
  constructor() {
    super("the reader closed the pipe");
    this.name = "ClosedPipe";
  }
}

/** A stream written in large pieces at the pace of its reader. */
export interface Sink {
  /** Takes a little text, to be written with what comes next. */
  append(text: string): void;
  /**
   * Takes text; resolves (or returns at once) when there is room for more. Rejects with `ClosedPipe` when the
   * reader is gone.
   */
  text(text: string): Promise<void> | undefined;
  /** Takes bytes as they are; resolves when they have been handed on, and their memory can be used again. */
  bytes(bytes: Uint8Array): Promise<void> | undefined;
  /** Resolves when all of it has been handed on. */
  end(): Promise<void>;
  /** Takes its listeners off the stream; to be called in any case. */
  release(): void;
}

const pieceLength = 32_768;
const closedCodes = new Set(["EPIPE", "EOF", "ERR_STREAM_DESTROYED", "ERR_STREAM_WRITE_AFTER_END"]);

/**
 * Opens a sink on `out`, which stays open at the end. One closure: each of its functions shares what is known of
 * the stream.
 */
export function openSink(out: TextOutput): Sink {
  let pending = "";
  let unfinished = 0;
  let full = false;
  let failed: Error | undefined;
  // Several may write at once, such as the rows of a watch and what is told beside them.
  const waiting = new Set<() => void>();
  const wakeAll = (): void => {
    const woken = [...waiting];
    waiting.clear();
    for (const wake of woken) wake();
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
      // A write that failed, or is still under way, emits its error once more, which without a listener ends
      // the process.
      if (failed === undefined && unfinished === 0) out.off("error", fail);
    },
  };
}

/** Writes a text or bytes, and resolves when all of it has been handed on; rejects as a sink does. */
export async function writeWhole(out: TextOutput, content: string | Uint8Array): Promise<void> {
  const sink = openSink(out);
  try {
    await (typeof content === "string" ? sink.text(content) : sink.bytes(content));
    await sink.end();
  } finally {
    sink.release();
  }
}

/** Writes lines for people, in a pipe too: the control characters in them are written out, but for the colours of svc. */
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

/** Why the output cannot be written, in words: of `ENOSPC: no space left on device, write` the middle. */
export function outputErrorText({ message }: Error): string {
  return `cannot write the output: ${message.replace(/^E[A-Z0-9]+: /, "").replace(/, \w+$/, "")}`;
}
