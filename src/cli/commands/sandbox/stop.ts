import { Failure } from "../../../core/failure.ts";
import type { Action, Invocation } from "../../invocation/invocation.ts";
import { folderOf } from "../stored-profiles.ts";
import { clearAway } from "./claim.ts";
import { askSandbox, conditionOf, isAliveProcess, readRecord, type SandboxRecord } from "./control.ts";

/**
 * A sandbox that is not gone by then is not waited for any longer, in milliseconds; saving a large state takes
 * seconds.
 */
const deadlineMs = 20_000;
const pauseMs = 20;

/**
 * `svc sandbox stop`: the sandbox saves its state, takes its profile away and ends; returns when it is gone. Fails
 * where the state could not be saved.
 */
export const stopSandbox: Action = async (invocation) => {
  const { context, messages } = invocation;
  const folder = folderOf(invocation);
  const record = readRecord(folder);
  if (folder === undefined || record === undefined) {
    if (context.env["SVC_SANDBOX_URL"] !== undefined) {
      throw new Failure("usage", "this sandbox ends when the command of svc sandbox exec ends");
    }
    messages.note("no sandbox is running");
    return;
  }
  const until = context.clock.monotonic() + deadlineMs;
  const begun = await awaitStart(invocation, folder, record, until);
  if (begun === undefined) {
    messages.note("the sandbox is already gone");
    return;
  }
  const condition = await conditionOf(context, begun);
  if (condition === "gone") {
    await clearAway(invocation, folder, begun);
    messages.note("no sandbox is running: the last one was killed, and what it left has been removed");
    return;
  }
  if (condition === "running") {
    const answer = await askSandbox(
      context,
      { url: begun.url ?? "", instance: begun.instance },
      "POST",
      "stop",
    );
    if (await isGone(invocation, folder, begun, until)) {
      if (answer.kind === "answer" && answer.status === 200) {
        throw new Failure("other", `the sandbox at ${begun.url} is stopped, but ${answer.text}`, {
          hint: "the file contains an older state",
        });
      }
      messages.note(`the sandbox at ${begun.url} is stopped`);
      return;
    }
  }
  throw new Failure(
    "stillInProgress",
    `the sandbox is still running (process ${begun.pid}): it does not answer`,
    {
      // Where the system does not say when a process started, the number may be another's.
      ...(begun.processStart == null ? {} : { hint: `end it by force with: kill -9 ${begun.pid}` }),
    },
  );
};

/** The record once the sandbox has started; undefined where it ended before. */
async function awaitStart(
  { context }: Invocation,
  folder: string,
  record: SandboxRecord,
  until: number,
): Promise<SandboxRecord | undefined> {
  let now: SandboxRecord | undefined = record;
  while (now?.instance === record.instance && now.url === null && (await isAliveProcess(context, now))) {
    if (context.clock.monotonic() > until) break;
    await context.clock.sleep(pauseMs);
    now = readRecord(folder);
  }
  return now?.instance === record.instance ? now : undefined;
}

/**
 * The record goes last: then the state is saved and the profile is gone. The process itself may take a moment more.
 */
async function isGone(
  { context }: Invocation,
  folder: string,
  record: SandboxRecord,
  until: number,
): Promise<boolean> {
  while (readRecord(folder)?.instance === record.instance) {
    if (context.clock.monotonic() > until) return false;
    if (!(await isAliveProcess(context, record))) break;
    await context.clock.sleep(pauseMs);
  }
  // A process whose parent has not collected its exit code still exists: it is not waited for long.
  for (let checks = 0; checks < 50 && (await isAliveProcess(context, record)); checks += 1) {
    await context.clock.sleep(pauseMs);
  }
  return true;
}
