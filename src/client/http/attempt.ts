import type { Dispatcher } from "undici";
import type { DispatchedAnswer } from "./dispatch.ts";

/** How one attempt is bounded and watched. */
export interface AttemptBounds {
  /** Milliseconds until the request is on its way: the name, the connection, TLS and a proxy's tunnel. */
  readonly connectMs: number;
  /**
   * Milliseconds from the beginning until the headers of the answer, anew for each piece of the request's own
   * body; between two pieces of the answer's body; and from the beginning to the end of an error's body.
   */
  readonly timeoutMs: number;
  /** Milliseconds on a clock that never jumps. */
  readonly monotonicMs: () => number;
  readonly signal: AbortSignal | undefined;
  /** Called right before the first byte is handed to the connection: before that, nothing was sent. */
  readonly onBegin: (() => void) | undefined;
}

/** A body may take longer than `timeoutMs` in all, but on the whole it must not come slower than this. */
const minBytesPerMs = 1;
/** Milliseconds that the body of an error gets at least, where its headers came late. */
const errorBodyMs = 250;

type Handler = Dispatcher.DispatchHandler;

/**
 * Sends one request by `request` and bounds it: undici's own time-outs begin
 * anew with each byte and each 1xx answer, and it hears no signal before
 * there is a connection. Time in which nobody reads the body does not count.
 */
export async function boundedAttempt(
  dispatcher: Dispatcher,
  limits: AttemptBounds,
  request: (through: Dispatcher, signal: AbortSignal) => Promise<DispatchedAnswer>,
): Promise<DispatchedAnswer> {
  const stop = new AbortController();
  const abort = () => stop.abort(limits.signal?.reason);
  let timer: NodeJS.Timeout | undefined;
  const bounds: Bounds = {
    isOver: () => stop.signal.aborted,
    expire: (code) => stop.abort(Object.assign(new Error(code), { code })),
    start(ms, code) {
      clearTimeout(timer);
      timer = setTimeout(bounds.expire, ms, code);
    },
    pause: () => clearTimeout(timer),
    end() {
      clearTimeout(timer);
      limits.signal?.removeEventListener("abort", abort);
    },
  };
  limits.signal?.addEventListener("abort", abort, { once: true });
  bounds.start(Math.min(limits.connectMs, limits.timeoutMs), "UND_ERR_CONNECT_TIMEOUT");
  const through: Dispatcher = Object.create(dispatcher, {
    dispatch: {
      value: (options: Dispatcher.DispatchOptions, handler: Handler) =>
        dispatcher.dispatch(options, watched(handler, limits, bounds)),
    },
  });
  const stopped = new Promise<never>((_, reject) => {
    stop.signal.addEventListener("abort", () => {
      bounds.end();
      reject(stop.signal.reason);
    });
  });
  try {
    return await Promise.race([request(through, stop.signal), stopped]);
  } catch (error) {
    bounds.end();
    throw error;
  }
}

/** The one timer of an attempt, and its end. */
interface Bounds {
  isOver(): boolean;
  /** Ends the attempt with an error of that code. */
  expire(code: string): void;
  /** Expires after so many milliseconds unless it is started again or paused. */
  start(ms: number, code: string): void;
  pause(): void;
  end(): void;
}

/** The handler of a request, watched: what undici does with a request is seen nowhere else. */
function watched(handler: Handler, limits: AttemptBounds, bounds: Bounds): Handler {
  const { timeoutMs, monotonicMs } = limits;
  const startMs = monotonicMs();
  const leftMs = () => timeoutMs - (monotonicMs() - startMs);
  let hasBegun = false;
  let body: BodyBounds | undefined;
  return {
    onConnect(abort) {
      if (hasBegun) return abort(new Error("a request is never sent twice"));
      handler.onConnect?.(abort);
      if (bounds.isOver()) return;
      hasBegun = true;
      limits.onBegin?.();
      bounds.start(leftMs(), "UND_ERR_HEADERS_TIMEOUT");
    },
    onBodySent(chunkSize, totalBytesSent) {
      handler.onBodySent?.(chunkSize, totalBytesSent);
      if (body === undefined) bounds.start(timeoutMs, "UND_ERR_HEADERS_TIMEOUT");
    },
    onHeaders(status, headers, resume, statusText) {
      if (status < 200) return handler.onHeaders?.(status, headers, resume, statusText) ?? true;
      const seen =
        status < 300 ? answerBounds(limits, bounds) : errorBounds(Math.max(leftMs(), errorBodyMs), bounds);
      body = seen;
      seen.wanted();
      const wanted = () => {
        seen.wanted();
        resume();
      };
      return handler.onHeaders?.(status, headers, wanted, statusText) ?? true;
    },
    onData(chunk) {
      body?.arrived(chunk.length);
      const wantsMore = handler.onData?.(chunk) !== false;
      if (wantsMore) body?.wanted();
      return wantsMore;
    },
    onComplete(trailers) {
      bounds.end();
      handler.onComplete?.(trailers);
    },
    onError(error) {
      bounds.end();
      handler.onError?.(error);
    },
  };
}

interface BodyBounds {
  /** Somebody waits for more of the body. */
  wanted(): void;
  arrived(bytes: number): void;
}

/** Bounds each piece of a body, and what all have been waited for together by what came. */
function answerBounds({ timeoutMs, monotonicMs }: AttemptBounds, bounds: Bounds): BodyBounds {
  let waitingSinceMs: number | undefined;
  let waitedMs = 0;
  let bytes = 0;
  return {
    wanted() {
      if (waitingSinceMs !== undefined || bounds.isOver()) return;
      waitingSinceMs = monotonicMs();
      bounds.start(timeoutMs, "UND_ERR_BODY_TIMEOUT");
    },
    arrived(count) {
      if (waitingSinceMs !== undefined) waitedMs += monotonicMs() - waitingSinceMs;
      waitingSinceMs = undefined;
      bounds.pause();
      bytes += count;
      if (waitedMs > timeoutMs + bytes / minBytesPerMs) bounds.expire("ERR_BODY_SLOW");
    },
  };
}

function errorBounds(ms: number, bounds: Bounds): BodyBounds {
  bounds.start(ms, "UND_ERR_BODY_TIMEOUT");
  return { wanted: () => undefined, arrived: () => undefined };
}
