import type { ExitKind } from "../../core/exit-codes.ts";
import { Failure } from "../../core/failure.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { ClosedPipe } from "../output/sink.ts";
import { onTerminationSignal, terminationFailure } from "../terminal/signals.ts";
import { readErrorText } from "./progress-lines.ts";

/**
 * The share of the interval that jitter may add or take, so that many clients do not ask at the same moment.
 */
const jitterShare = 0.1;
/** The longest pause after reads that failed, in milliseconds, unless the interval is longer. */
const maxPauseMs = 30_000;

/**
 * Reads again and again until it is ended by Ctrl-C or SIGTERM (a `Failure` that is not reported), by a
 * reader of the output that is gone (`ClosedPipe`), or by an answer that will not change. The first read has to
 * succeed; later ones may fail for a while, which is reported. A second Ctrl-C has no listener and
 * ends the process.
 */
export async function keepReading(
  { context, messages }: Pick<Invocation, "context" | "messages">,
  intervalMs: number,
  read: (signal: AbortSignal) => Promise<void>,
): Promise<never> {
  const { clock, random, stdout } = context;
  const controller = new AbortController();
  const { signal } = controller;
  const onClose = () => controller.abort(new ClosedPipe());
  const disposeSignals = onTerminationSignal(context, (termination) => {
    dispose();
    controller.abort(terminationFailure(termination).with({ reported: true }));
  });
  const dispose = () => {
    disposeSignals();
    stdout.off("close", onClose);
  };
  stdout.on("close", onClose);
  try {
    await read(signal);
    let failures = 0;
    for (;;) {
      const wantedMs = Math.min(intervalMs * 2 ** failures, Math.max(intervalMs, maxPauseMs));
      await clock.sleep(Math.round(wantedMs * (1 + jitterShare * (2 * random.next() - 1))), signal);
      try {
        await read(signal);
        if (failures > 0) messages.note("reading again");
        failures = 0;
      } catch (error) {
        signal.throwIfAborted();
        if (!isPassing(error)) throw error;
        failures += 1;
        if (Number.isInteger(Math.log2(failures)))
          messages.note(readErrorText({ text: error.message, inARow: failures }));
      }
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    dispose();
  }
}

/** True for a failure that may be over at the next read; one to write the output (no answer's) is not. */
function isPassing(error: unknown): error is Failure {
  if (!(error instanceof Failure)) return false;
  const { kind, details } = error;
  return kind === "other" ? details.status !== undefined : passingKinds.has(kind);
}

const passingKinds: ReadonlySet<ExitKind> = new Set(["unreachable", "serverError", "conflict"]);
