import type { ExitKind } from "../../core/exit-codes.ts";
import { Failure } from "../../core/failure.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { ClosedPipe } from "../output/sink.ts";
import { abortOnTerminationSignal, terminationFailure } from "../terminal/signals.ts";
import { readErrorText } from "./progress-lines.ts";

/** Spreads requests of many clients by this share of the interval. */
const jitterShare = 0.1;
/** The longest pause after failed reads, in milliseconds, unless the interval is longer. */
const maxPauseMs = 30_000;

/**
 * Reads repeatedly until Ctrl-C or SIGTERM (an unreported `Failure`), a closed output (`ClosedPipe`), or an
 * answer that cannot change. The first read must succeed, at several sites that of one; later failures are reported
 * and retried. A second Ctrl-C ends the process.
 */
export async function keepReading(
  { context, messages, multiSiteRun }: Pick<Invocation, "context" | "messages" | "multiSiteRun">,
  intervalMs: number,
  read: (signal: AbortSignal) => Promise<void>,
): Promise<never> {
  const { clock, random, stdout } = context;
  const closed = new AbortController();
  const onClose = () => closed.abort(new ClosedPipe());
  const stop = abortOnTerminationSignal(context, (termination) =>
    terminationFailure(termination).with({ reported: true }),
  );
  const signal = AbortSignal.any([closed.signal, stop.signal]);
  stdout.on("close", onClose);
  try {
    let failures = 0;
    for (let isFirst = true; ; isFirst = false) {
      try {
        await read(signal);
        if (isFirst) void multiSiteRun?.report(true);
        if (failures > 0) messages.note("reading again");
        failures = 0;
      } catch (error) {
        signal.throwIfAborted();
        if (!isPassing(error) || (isFirst && (await multiSiteRun?.report(false)) !== true)) throw error;
        failures += 1;
        if (Number.isInteger(Math.log2(failures)))
          messages.note(readErrorText({ text: error.message, consecutiveErrors: failures }));
      }
      const wantedMs = Math.min(intervalMs * 2 ** failures, Math.max(intervalMs, maxPauseMs));
      await clock.sleep(Math.round(wantedMs * (1 + jitterShare * (2 * random.next() - 1))), signal);
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    stop.dispose();
    stdout.off("close", onClose);
  }
}

/** True for a failure that the next read may not have; never for output errors. */
function isPassing(error: unknown): error is Failure {
  if (!(error instanceof Failure)) return false;
  const { kind, details } = error;
  return kind === "other" ? details.status !== undefined : passingKinds.has(kind);
}

const passingKinds: ReadonlySet<ExitKind> = new Set(["unreachable", "serverError", "conflict"]);
