import { defaults } from "../../../catalogue/defaults.ts";
import { group } from "../../../catalogue/groups/boot-resources.ts";
import type { Client } from "../../../client/http/call.ts";
import type { Context } from "../../../context.ts";
import { withTimeout } from "../../../core/bounded.ts";
import { Failure, isInDoubt, isSignal } from "../../../core/failure.ts";
import { formatElapsed } from "../../../core/text/duration.ts";
import type { Invocation, OperationRun } from "../../invocation/invocation.ts";
import { nextCommand } from "../../invocation/same-connection.ts";
import { abortOnTerminationSignal } from "../../terminal/signals.ts";

/** For this long, "not importing" may be an old answer from before the import began. */
const beginMs = 5_000;
/** Answers must agree for this long before the end of a running import is believed. */
const agreeMs = 3_000;
/** Time limits of one request, within the deadline. */
const minReadMs = 5_000;
const maxReadMs = 60_000;

/** If the request gets no clear answer but an import then runs, it counts as started. */
export async function importAndWait({ entry, values, invocation, execute }: OperationRun): Promise<void> {
  const { options, context, globals, messages } = invocation;
  const doubt = await execute(entry, values).then(() => undefined, unclearOrThrow);
  if (globals.curl || options["dry-run"] === true) return;
  if (doubt !== undefined)
    messages.note(`${doubt.message}: no clear answer; watching whether an import runs`);
  const client = await invocation.connect();
  const statusCommand = nextCommand(["boot-resources", "is-importing"], invocation);
  const hint = `${statusCommand} reports whether it still runs`;
  const observed = { running: false };
  const stop = abortOnTerminationSignal(context, (kind) =>
    doubt === undefined || observed.running
      ? new Failure(kind, "stopped waiting; the import continues", { outcome: "done", hint })
      : new Failure(kind, "stopped waiting; the import may have begun", doubt.details),
  );
  try {
    const took = formatElapsed(await awaitEnd(invocation, client, observed, hint, stop.signal));
    if (doubt !== undefined && !observed.running) throw doubt;
    messages.note(`the import has ended after ${took}${observed.running ? "" : ": it was not seen to run"}`);
  } catch (error) {
    if (stop.signal.aborted) throw stop.signal.reason;
    if (doubt !== undefined && !observed.running) throw doubt;
    throw error instanceof Failure ? error.with({ hint, ...error.details, outcome: "done" }) : error;
  } finally {
    stop.dispose();
  }
}

/** Returns a failure with an unknown outcome; throws any other, and that of a signal. */
function unclearOrThrow(error: unknown): Failure {
  if (isInDoubt(error) && !isSignal(error)) return error;
  throw error;
}

/** Returns the duration in milliseconds. */
async function awaitEnd(
  { options, context, messages }: Invocation,
  client: Client,
  observed: { running: boolean },
  hint: string,
  signal: AbortSignal,
): Promise<number> {
  const { clock } = context;
  const intervalMs = options["poll-interval"] ?? defaults.importIntervalMs;
  const limitMs = (options["wait-timeout"] ?? defaults.importDeadlineMs) || Number.POSITIVE_INFINITY;
  const startedAt = clock.monotonic();
  const elapsedMs = () => clock.monotonic() - startedAt;
  let quietSince: number | undefined;
  let failures = 0;
  for (;;) {
    const readAtMs = elapsedMs();
    const boundMs = Math.max(minReadMs, Math.min(maxReadMs, limitMs - readAtMs));
    try {
      const isRunning = await readIsImporting(client, clock, boundMs, signal);
      failures = 0;
      observed.running ||= isRunning;
      quietSince = isRunning ? undefined : (quietSince ?? readAtMs);
    } catch (error) {
      signal.throwIfAborted();
      if (!isTransient(error)) throw error;
      failures += 1;
      if (Number.isInteger(Math.log2(failures)))
        messages.note(`could not read, still waiting: ${error.message}`);
    }
    if (
      quietSince !== undefined &&
      failures === 0 &&
      readAtMs - quietSince >= (observed.running ? agreeMs : beginMs)
    ) {
      return elapsedMs();
    }
    const remainingMs = limitMs - elapsedMs();
    if (remainingMs <= 0)
      throw new Failure("stillInProgress", `still importing after ${formatElapsed(elapsedMs())}`, { hint });
    await clock.sleep(Math.min(intervalMs, remainingMs), signal);
  }
}

async function readIsImporting(
  client: Client,
  clock: Context["clock"],
  boundMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  const operation = group.operations["boot-resources.is_importing"];
  return await withTimeout(clock, boundMs, signal, async (bounded) => {
    try {
      const answer = await client.call(operation, {}, { signal: bounded, timeoutMs: boundMs, retries: 0 });
      return isTrue(await answer.value());
    } catch (error) {
      if (bounded.aborted) throw new Failure("unreachable", "the answer took too long");
      throw error;
    }
  });
}

const isTransient = (error: unknown): error is Failure =>
  error instanceof Failure && ["unreachable", "serverError", "conflict", "other"].includes(error.kind);

/** Arrives as text in any case, or as a JSON scalar. */
const isTrue = (value: unknown): boolean => String(value).trim().toLowerCase() === "true";
