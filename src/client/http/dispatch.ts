import type { Dispatcher } from "undici";
import { type AnswerBody, type BodySource, createBody } from "./answer-body.ts";
import type { ReadMemory } from "./read-memory.ts";

/** The head of an answer, and its body while it arrives. */
export interface DispatchedAnswer {
  readonly status: number;
  /** Lower-case names; several of one name joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AnswerBody;
}

/**
 * Sends one request and resolves with the head of its answer. Rejects with undici's or Node's error, or with the signal's reason, which
 * also ends a body that is still arriving. undici's own `request` makes a stream of each body, which takes a millisecond more.
 */
export function dispatchRequest(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  signal: AbortSignal,
  { giveBack }: Pick<ReadMemory, "giveBack">,
): Promise<DispatchedAnswer> {
  return new Promise((resolve, reject) => {
    let abort: ((reason?: Error) => void) | undefined;
    let source: BodySource | undefined;
    const fail = (error: unknown): void => {
      signal.removeEventListener("abort", stop);
      if (source === undefined) reject(error);
      else source.fail(error);
    };
    const stop = (): void => {
      abort?.(signal.reason);
      fail(signal.reason);
    };
    signal.addEventListener("abort", stop);
    dispatcher.dispatch(options, {
      onConnect(abortRequest) {
        if (signal.aborted) abortRequest(signal.reason);
        else abort = abortRequest;
      },
      onHeaders(status, headers, resume) {
        if (status < 200) return true;
        source = createBody({ resume, abort: () => abort?.(), giveBack });
        resolve({ status, headers: readHeaders(headers), body: source.body });
        return true;
      },
      onData: (chunk) => source?.push(chunk) ?? true,
      onComplete() {
        signal.removeEventListener("abort", stop);
        source?.end();
      },
      onError: fail,
    });
  });
}

/** Names and values in turn, in the encoding of HTTP. */
function readHeaders(raw: readonly Buffer[]): Record<string, string> {
  const read = new Map<string, string>();
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = String(raw[index]?.toString("latin1")).toLowerCase();
    const value = String(raw[index + 1]?.toString("latin1"));
    const before = read.get(name);
    read.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(read);
}
