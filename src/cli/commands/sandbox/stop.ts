import { Failure } from "../../../core/failure.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { cleanUp } from "./claim.ts";
import {
  askSandbox,
  conditionOf,
  isAliveProcess,
  pathPrefix,
  readRecord,
  type SandboxRecord,
  targetOf,
} from "./control.ts";

/** How long to wait, in milliseconds; saving a large state takes seconds. */
const deadlineMs = 20_000;
const pauseMs = 20;

/** Returns when the state is saved and the sandbox has ended. Fails if the state could not be saved. */
export async function endSandbox(invocation: Invocation): Promise<void> {
  const { context, messages } = invocation;
  const place = pathPrefix(invocation);
  const record = readRecord(place);
  if (place === undefined || record === undefined) {
    if (context.env["SVC_SANDBOX_URL"] !== undefined) {
      throw new Failure("usage", "this sandbox ends when the command of svc sandbox exec ends");
    }
    messages.note("no sandbox is running");
    return;
  }
  const until = context.clock.monotonic() + deadlineMs;
  const startedRecord = await awaitStart(invocation, place, record, until);
  if (startedRecord === undefined) {
    messages.note("the sandbox has already ended");
    return;
  }
  const condition = await conditionOf(context, startedRecord);
  if (condition === "gone") {
    await cleanUp(invocation, place, startedRecord);
    messages.note("no sandbox is running: the last one was killed, and its files have been removed");
    return;
  }
  if (condition === "running") {
    const answer = await askSandbox(
      context,
      targetOf(startedRecord, startedRecord.url ?? ""),
      "POST",
      "stop",
    );
    if (await hasEnded(invocation, place, startedRecord, until)) {
      if (answer.kind === "answer" && answer.status === 200) {
        throw new Failure("other", `the sandbox at ${startedRecord.url} is stopped, but ${answer.text}`, {
          hint: "the file contains an older state",
        });
      }
      messages.note(`the sandbox at ${startedRecord.url} is stopped`);
      return;
    }
  }
  throw new Failure(
    "stillInProgress",
    `the sandbox is still running (process ${startedRecord.pid}): it does not answer`,
    {
      // Without a start time the number may belong to another process.
      ...(startedRecord.processStart == null
        ? {}
        : { hint: `end it by force with: kill -9 ${startedRecord.pid}` }),
    },
  );
}

/** Undefined if the sandbox ended before it started. */
async function awaitStart(
  { context }: Invocation,
  place: string,
  record: SandboxRecord,
  until: number,
): Promise<SandboxRecord | undefined> {
  let current: SandboxRecord | undefined = record;
  while (
    current?.instance === record.instance &&
    current.url === null &&
    (await isAliveProcess(context, current))
  ) {
    if (context.clock.monotonic() > until) break;
    await context.clock.sleep(pauseMs);
    current = readRecord(place);
  }
  return current?.instance === record.instance ? current : undefined;
}

/** The record is removed last, after the state is saved. The process may live a moment longer. */
async function hasEnded(
  { context }: Invocation,
  place: string,
  record: SandboxRecord,
  until: number,
): Promise<boolean> {
  while (readRecord(place)?.instance === record.instance) {
    if (context.clock.monotonic() > until) return false;
    if (!(await isAliveProcess(context, record))) break;
    await context.clock.sleep(pauseMs);
  }
  // A process exists until its parent collects the exit code: do not wait long.
  for (let checks = 0; checks < 50 && (await isAliveProcess(context, record)); checks += 1) {
    await context.clock.sleep(pauseMs);
  }
  return true;
}
