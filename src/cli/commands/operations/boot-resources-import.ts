import { defaults } from "../../../catalogue/defaults.ts";
import { group } from "../../../catalogue/groups/boot-resources.ts";
import type { CallOptions, Client } from "../../../client/http/call.ts";
import { withTimeout } from "../../../core/clock.ts";
import { Failure, isInDoubt, isSignal } from "../../../core/failure.ts";
import { primitiveText } from "../../../core/json-record.ts";
import { formatElapsed } from "../../../core/text/units.ts";
import { nextCommand } from "../../invocation/globals.ts";
import type { Invocation, OperationRun } from "../../invocation/invocation.ts";
import { abortOnTerminationSignal } from "../../terminal/signals.ts";
import { isPowerOfTwo } from "../../waiting/progress.ts";

/** For this long after the request, the service may still report that no import is running. */
const startDelayMs = 5_000;
/** An import counts as ended after the service has reported for this long that none is running. */
const endConfirmationMs = 3_000;
/** Limits for the timeout of one request. */
const minRequestTimeoutMs = 5_000;
const maxRequestTimeoutMs = 60_000;

/** If the request gets no clear answer but an import runs afterwards, the import counts as started. */
export async function importAndWait({ entry, values, invocation, execute }: OperationRun): Promise<void> {
  const { options, context, globals, messages } = invocation;
  const unclearFailure = await execute(entry, values).then(() => undefined, requireUnclear);
  if (globals.curl || options["dry-run"] === true) return;
  if (unclearFailure !== undefined)
    messages.note(`${unclearFailure.message}: no clear answer; checking whether an import is running`);
  const client = await invocation.connect();
  const statusCommand = nextCommand(["boot-resources", "is-importing"], invocation);
  const hint = `${statusCommand} shows whether it is still running`;
  const importState = { wasSeenRunning: false };
  const termination = abortOnTerminationSignal(context, (kind) =>
    unclearFailure === undefined || importState.wasSeenRunning
      ? new Failure(kind, "stopped waiting; the import continues", { outcome: "done", hint })
      : new Failure(kind, "stopped waiting; the import may have begun", unclearFailure.details),
  );
  try {
    const durationText = formatElapsed(
      await waitForEnd(invocation, client, importState, hint, termination.signal),
    );
    if (unclearFailure !== undefined && !importState.wasSeenRunning) throw unclearFailure;
    messages.note(
      `the import has ended after ${durationText}${importState.wasSeenRunning ? "" : "; svc never saw it running"}`,
    );
  } catch (error) {
    if (termination.signal.aborted) throw termination.signal.reason;
    if (unclearFailure !== undefined && !importState.wasSeenRunning) throw unclearFailure;
    throw error instanceof Failure ? error.with({ hint, ...error.details, outcome: "done" }) : error;
  } finally {
    termination.dispose();
  }
}

function requireUnclear(error: unknown): Failure {
  if (isInDoubt(error) && !isSignal(error)) return error;
  throw error;
}

/** Returns the duration in milliseconds. */
async function waitForEnd(
  { options, context, messages }: Invocation,
  client: Client,
  importState: { wasSeenRunning: boolean },
  hint: string,
  signal: AbortSignal,
): Promise<number> {
  const { clock } = context;
  const intervalMs = options["poll-interval"] ?? defaults.importIntervalMs;
  const limitMs = (options["wait-timeout"] ?? defaults.importDeadlineMs) || Number.POSITIVE_INFINITY;
  const startedAt = clock.monotonic();
  const elapsedMs = () => clock.monotonic() - startedAt;
  let idleSinceMs: number | undefined;
  let failureCount = 0;
  for (;;) {
    const readAtMs = elapsedMs();
    const requestTimeoutMs = Math.max(minRequestTimeoutMs, Math.min(maxRequestTimeoutMs, limitMs - readAtMs));
    try {
      const isRunning = await withTimeout(clock, requestTimeoutMs, signal, async (requestSignal) => {
        try {
          const limits = { signal: requestSignal, maxTimeoutMs: requestTimeoutMs, retries: 0 };
          return await readIsImporting(client, limits);
        } catch (error) {
          if (requestSignal.aborted) throw new Failure("unreachable", "the answer took too long");
          throw error;
        }
      });
      failureCount = 0;
      importState.wasSeenRunning ||= isRunning;
      idleSinceMs = isRunning ? undefined : (idleSinceMs ?? readAtMs);
    } catch (error) {
      signal.throwIfAborted();
      if (!isTransient(error)) throw error;
      failureCount += 1;
      if (isPowerOfTwo(failureCount))
        messages.note(`could not read the status; still waiting: ${error.message}`);
    }
    if (
      idleSinceMs !== undefined &&
      failureCount === 0 &&
      readAtMs - idleSinceMs >= (importState.wasSeenRunning ? endConfirmationMs : startDelayMs)
    )
      return elapsedMs();
    const remainingMs = limitMs - elapsedMs();
    if (remainingMs <= 0)
      throw new Failure("stillInProgress", `still importing after ${formatElapsed(elapsedMs())}`, { hint });
    await clock.sleep(Math.min(intervalMs, remainingMs), signal);
  }
}

export async function readIsImporting(client: Client, options: CallOptions): Promise<boolean> {
  const answer = await client.call(group.operations["boot-resources.is_importing"], {}, options);
  // Services send a text in upper or lower case, or a JSON value.
  return (
    primitiveText(await answer.value())
      .trim()
      .toLowerCase() === "true"
  );
}

const isTransient = (error: unknown): error is Failure =>
  error instanceof Failure && ["unreachable", "serverError", "conflict", "other"].includes(error.kind);
