import { Failure } from "../../../core/failure.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import {
  askSandbox,
  isAliveProcess,
  pathPrefix,
  readRecord,
  type SandboxRecord,
  sandboxState,
  targetOf,
} from "./control.ts";
import { cleanUp } from "./folder-lock.ts";

/** Saving a large state takes seconds. */
const stopTimeoutMs = 20_000;
const pauseMs = 20;

/** Returns when the state is saved and the sandbox has ended. Fails if the state could not be saved. */
export async function endSandbox(invocation: Invocation): Promise<void> {
  const { context, messages } = invocation;
  const prefix = pathPrefix(invocation);
  const record = readRecord(prefix);
  if (prefix === undefined || record === undefined) {
    if (context.env["SVC_SANDBOX_URL"] !== undefined)
      throw new Failure("usage", "this sandbox ends when the command of svc sandbox exec ends");
    return messages.note("no sandbox is running");
  }
  const deadline = context.clock.monotonic() + stopTimeoutMs;
  const startedRecord = await waitForStart(invocation, prefix, record, deadline);
  if (startedRecord === undefined) return messages.note("the sandbox has already ended");
  const state = await sandboxState(context, startedRecord);
  if (state === "gone") {
    await cleanUp(invocation, prefix, startedRecord);
    return messages.note("no sandbox is running: the last one was killed, and its files have been removed");
  }
  const { url, pid, processStart } = startedRecord;
  if (state === "running") {
    const answer = await askSandbox(context, targetOf(startedRecord), "POST", "stop");
    if (await waitForEnd(invocation, prefix, startedRecord, deadline)) {
      if (answer.kind !== "answer" || answer.status !== 200)
        return messages.note(`the sandbox at ${url} is stopped`);
      throw new Failure("other", `the sandbox at ${url} is stopped, but ${answer.text}`, {
        hint: "the file contains an older state",
      });
    }
  }
  throw new Failure("stillInProgress", `the sandbox is still running (process ${pid}): it does not answer`, {
    // Without a start time, the process number may already belong to another process.
    hint: processStart == null ? undefined : `force it to end: kill -9 ${pid}`,
  });
}

async function waitForStart(
  { context }: Invocation,
  prefix: string,
  record: SandboxRecord,
  deadline: number,
): Promise<SandboxRecord | undefined> {
  let currentRecord: SandboxRecord | undefined = record;
  while (
    currentRecord?.instance === record.instance &&
    currentRecord.url === null &&
    (await isAliveProcess(context, currentRecord))
  ) {
    if (context.clock.monotonic() > deadline) break;
    await context.clock.sleep(pauseMs);
    currentRecord = readRecord(prefix);
  }
  return currentRecord?.instance === record.instance ? currentRecord : undefined;
}

/** A sandbox removes its record after it has saved its state; its process may live a moment longer. */
async function waitForEnd({ context }: Invocation, prefix: string, record: SandboxRecord, deadline: number) {
  while (readRecord(prefix)?.instance === record.instance) {
    if (context.clock.monotonic() > deadline) return false;
    if (!(await isAliveProcess(context, record))) break;
    await context.clock.sleep(pauseMs);
  }
  // A process exists until its parent collects the exit code, so wait only for a second.
  for (let checks = 0; checks < 50 && (await isAliveProcess(context, record)); checks += 1)
    await context.clock.sleep(pauseMs);
  return true;
}
