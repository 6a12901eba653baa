import { readErrorText } from "../../client/lifecycle/progress-event.ts";
import { type ExitKind, Failure } from "../../core/failure.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { ClosedPipe } from "../output/sink.ts";
import { abortOnTerminationSignal, terminationFailure } from "../terminal/signals.ts";
import { isPowerOfTwo } from "./progress.ts";

/** Varies the interval by this share, so that many clients do not send requests at the same time. */
const jitterShare = 0.1;
/** Maximum milliseconds between reads after failures, unless the interval is longer. */
const maxPauseMs = 30_000;

/** Milliseconds between a change of the terminal's size and the next read, so that resizing causes few reads. */
const resizePauseMs = 250;

/**
 * Reads until `read` returns a result. The first read must succeed, at several sites at least one of them; later failures
 * are reported and retried.
 */
export async function keepReading<Result>(
  { context, messages, multiSiteRun }: Pick<Invocation, "context" | "messages" | "multiSiteRun">,
  intervalMs: number,
  read: (signal: AbortSignal) => Promise<Result | undefined>,
): Promise<Result> {
  const { clock, random, stdout } = context;
  const closeController = new AbortController();
  const onClose = () => closeController.abort(new ClosedPipe());
  const stop = abortOnTerminationSignal(context, (termination) =>
    terminationFailure(termination).with({ isReported: true }),
  );
  const signal = AbortSignal.any([closeController.signal, stop.signal]);
  let resizeController = new AbortController();
  const onResize = () => resizeController.abort();
  stdout.on("close", onClose);
  stdout.on("resize", onResize);
  try {
    let failures = 0;
    for (let isFirst = true; ; isFirst = false) {
      try {
        const result = await read(signal);
        if (isFirst) void multiSiteRun?.report(true);
        if (failures > 0) messages.note("reading again");
        if (result !== undefined) return result;
        failures = 0;
      } catch (error) {
        signal.throwIfAborted();
        if (!isTemporary(error) || (isFirst && (await multiSiteRun?.report(false)) !== true)) throw error;
        failures += 1;
        if (isPowerOfTwo(failures)) messages.note(readErrorText(error.message, failures));
      }
      const pauseMs = Math.min(intervalMs * 2 ** failures, Math.max(intervalMs, maxPauseMs));
      const sleepMs = Math.round(pauseMs * (1 + jitterShare * (2 * random.next() - 1)));
      resizeController = new AbortController();
      await clock.sleep(sleepMs, AbortSignal.any([signal, resizeController.signal])).catch(async () => {
        await clock.sleep(Math.min(resizePauseMs, sleepMs), signal);
      });
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    stop.dispose();
    stdout.off("close", onClose);
    stdout.off("resize", onResize);
  }
}

/** True if the same request may succeed later; never for output errors. */
export function isTemporary(error: unknown): error is Failure {
  if (!(error instanceof Failure)) return false;
  const { kind, details } = error;
  return kind === "other" ? details.status !== undefined : temporaryKinds.has(kind);
}

const temporaryKinds: ReadonlySet<ExitKind> = new Set(["unreachable", "serverError", "conflict"]);
