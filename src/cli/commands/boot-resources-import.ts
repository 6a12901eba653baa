import { group } from "../../api/groups/boot-resources.ts";
import { Failure } from "../../failure.ts";
import type { OperationRun } from "../action.ts";
import { spokenDuration } from "../waiting/outcome.ts";

const usualIntervalMs = 5_000;
/** An import fetches whole images from afar. */
const usualDeadlineMs = 4 * 3_600_000;
/** Reads in a row that may fail before the wait gives up. */
const mostFailures = 10;

/** `svc boot-resources import --wait`: starts the import and asks until the service says that none runs. */
export async function importAndWait({ entry, values, invocation, proceed }: OperationRun): Promise<void> {
  const { options, context, messages, globals } = invocation;
  const intervalMs = options["poll-interval"] ?? usualIntervalMs;
  const deadlineMs = options["wait-timeout"] ?? usualDeadlineMs;
  await proceed(entry, values);
  if (globals.curl || options["dry-run"] === true) return;
  const client = await invocation.connect();
  const ending = new AbortController();
  const { signal } = ending;
  const forgetters = (
    [
      ["SIGINT", "interrupted"],
      ["SIGTERM", "terminated"],
    ] as const
  ).map(([name, kind]) =>
    context.onSignal(name, () => {
      forget();
      ending.abort(new Failure(kind, "stopped waiting; the import goes on", { hint }));
    }),
  );
  const forget = () => {
    for (const each of forgetters) each();
  };
  const startedAt = context.clock.monotonic();
  const elapsedMs = () => context.clock.monotonic() - startedAt;
  try {
    for (let failures = 0; ; ) {
      try {
        const answer = await client.call(group.operations["boot-resources.is_importing"], {}, { signal });
        if (!isTrue(await answer.value())) break;
        failures = 0;
      } catch (error) {
        signal.throwIfAborted();
        failures += 1;
        if (!(error instanceof Failure) || !passes(error) || failures > mostFailures) throw error;
        messages.note(`could not read, still waiting: ${error.message}`);
      }
      if (deadlineMs > 0 && elapsedMs() + intervalMs > deadlineMs) {
        throw new Failure("stillInProgress", `still importing after ${spokenDuration(elapsedMs())}`, {
          hint,
        });
      }
      await context.clock.sleep(intervalMs, signal);
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    forget();
  }
  messages.note(`the import has ended after ${spokenDuration(elapsedMs())}`);
}

const hint = "svc boot-resources is-importing tells whether it still runs";

const passes = ({ kind }: Failure): boolean =>
  kind === "unreachable" || kind === "serverError" || kind === "other";

/** The truth value arrives as text in any case, or as a JSON scalar (field notes, "Answers"). */
const isTrue = (value: unknown): boolean => String(value).trim().toLowerCase() === "true";
