import { Failure, isSystemError, systemErrorText } from "../../../core/failure.ts";
import { writeAtomically } from "../../../core/files.ts";
import { isRecord, recordsIn } from "../../../core/json-record.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import {
  askSandbox,
  type ControlMethod,
  controlSandbox,
  isProcessAlive,
  noSandbox,
  pathPrefix,
  readRecord,
  type SandboxRecord,
  sandboxState,
  targetOf,
  targetSandbox,
} from "./control.ts";
import { cleanUp } from "./folder.ts";
import { faultFailure } from "./launch.ts";

export async function readStatus(invocation: Invocation): Promise<Record<string, unknown>> {
  const record = await requireRunning(invocation);
  const status = await controlSandbox(invocation, "GET", "status");
  const { started = null, pid = null, log = null } = record ?? {};
  const url = record?.url ?? invocation.context.env["SVC_SANDBOX_URL"];
  return { url, pid, started, log, ...status };
}

/** Returns undefined inside `svc sandbox exec`, which writes no record. Throws a `Failure` if no sandbox is running. */
export async function requireRunning(invocation: Invocation): Promise<SandboxRecord | undefined> {
  const { context } = invocation;
  if (context.env["SVC_SANDBOX_URL"] !== undefined) return undefined;
  const record = readRecord(pathPrefix(invocation));
  if (record === undefined) throw noSandbox();
  const state = await sandboxState(context, record);
  const processText = `process ${record.pid}`;
  if (state === "gone")
    throw new Failure("notFound", `no sandbox is running: the last one was killed (${processText})`, {
      hint: "svc sandbox stop or start removes its files",
    });
  if (state === "starting") throw new Failure("unreachable", `the sandbox is starting (${processText})`);
  if (state === "silent")
    throw new Failure("unreachable", `the sandbox at ${record.url} does not answer (${processText})`);
  return record;
}

/** Oldest first. */
export async function readLastRequests(invocation: Invocation, count: number): Promise<readonly unknown[]> {
  const { requests } = await controlSandbox(invocation, "GET", `requests?last=${count}`);
  return recordsIn(requests).map((each) => ({ ...each, sent: requestText(each) }));
}

/** For example `name=web-01 tags=a tags=b file=@name(12 bytes)`; a body that could not be parsed is returned as is. */
function requestText({ query, form, files, body }: Record<string, unknown>): string {
  const fields = [query, form].flatMap((each) => (isRecord(each) ? Object.entries(each) : []));
  const texts = fields
    .filter(([name]) => !name.startsWith("oauth_"))
    .flatMap(([name, values]) => [values].flat().map((value) => `${name}=${String(value)}`));
  const fileTexts = recordsIn([files].flat()).map(
    (file) => `${String(file["name"])}=@${String(file["filename"])}(${String(file["bytes"])} bytes)`,
  );
  return [...texts, ...fileTexts, ...(typeof body === "string" ? [body] : [])].join(" ");
}

const methods = { list: "GET", add: "POST", set: "PUT", clear: "DELETE" } as const;

/** Returns the faults that are active afterwards. */
export async function changeFaults(
  action: keyof typeof methods,
  faultTexts: readonly string[],
  invocation: Invocation,
): Promise<readonly unknown[]> {
  const send = (method: ControlMethod) => controlSandbox(invocation, method, "faults", { lines: faultTexts });
  if (action === "list" && faultTexts.length > 0)
    throw new Failure("usage", "'list' takes no arguments; 'svc sandbox faults add FAULT' adds a fault");
  if ((action === "add" || action === "set") && faultTexts.length === 0) throw faultFailure("name the fault");
  if (action === "clear") requireFaults(faultTexts, faultRows(await send("GET")));
  try {
    const answer = await send(methods[action]);
    return faultRows(action === "clear" ? await send("GET") : answer);
  } catch (error) {
    throw error instanceof Failure && error.kind === "usage" ? faultFailure(error.message) : error;
  }
}

function faultRows({ faults, struck: affectedCounts }: Readonly<Record<string, unknown>>) {
  const counts: readonly unknown[] = Array.isArray(affectedCounts) ? affectedCounts : [];
  return Array.isArray(faults)
    ? faults.map((fault, index) => ({ fault: String(fault), struck: counts[index] ?? null }))
    : [];
}

/** Faults may be given with or without their values. */
function requireFaults(names: readonly string[], activeFaults: readonly { readonly fault: string }[]): void {
  const texts = activeFaults.map(({ fault }) => fault);
  const unknownFault = names.find(
    (each) => !texts.some((text) => text === each || text.startsWith(`${each}=`)),
  );
  if (unknownFault === undefined) return;
  throw new Failure("notFound", `no fault '${unknownFault}' is active`, {
    hint: texts.length === 0 ? undefined : `active: ${texts.join(" ")}`,
  });
}

export async function changeState(
  action: "save" | "restore" | "reset",
  names: readonly string[],
  invocation: Invocation,
): Promise<Record<string, unknown>> {
  const { url } = targetSandbox(invocation);
  return { url, ...(await controlSandbox(invocation, "POST", action, { lines: names })) };
}

/** In characters. 10,000 machines take about 40 million, and each saved point as many again. */
const maxStateLength = 400_000_000;

/** Writes a file for `--state` that only its owner can read. */
export async function writeState(file: string, invocation: Invocation): Promise<void> {
  const { context } = invocation;
  const settings = { maxLength: maxStateLength };
  const answer = await askSandbox(context, targetSandbox(invocation), "GET", "state", settings);
  if (answer.kind !== "answer" || answer.status !== 200) throw noSandbox();
  try {
    const temporaryFile = `${file}.${context.random.hex(4)}.new`;
    await writeAtomically(file, answer.text, { temporaryPath: temporaryFile, mode: 0o600 });
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new Failure("other", `${file} cannot be written (${systemErrorText(error)})`, { cause: error });
  }
}

export async function changeSavedPoints(
  action: "list" | "delete",
  names: readonly string[],
  invocation: Invocation,
): Promise<readonly unknown[]> {
  if (action === "list" && names.length > 0)
    throw new Failure("usage", "list takes no name: 'svc sandbox saved delete NAME' deletes a saved point");
  if (action === "delete" && names.length === 0)
    throw new Failure("usage", "name the saved points to delete");
  for (const name of names) await controlSandbox(invocation, "DELETE", `saved/${encodeURIComponent(name)}`);
  return recordsIn((await controlSandbox(invocation, "GET", "saved"))["saved"]);
}

/** Saving a large state takes seconds. */
const stopTimeoutMs = 20_000;
const pollPauseMs = 20;

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
  const deadlineMs = context.clock.monotonic() + stopTimeoutMs;
  const startedRecord = await waitForStart(invocation, prefix, record, deadlineMs);
  if (startedRecord === undefined) return messages.note("the sandbox has already ended");
  const state = await sandboxState(context, startedRecord);
  if (state === "gone") {
    await cleanUp(invocation, prefix, startedRecord);
    return messages.note("no sandbox is running: the last one was killed, and its files have been removed");
  }
  const { url, pid, processStart } = startedRecord;
  if (state === "running") {
    const answer = await askSandbox(context, targetOf(startedRecord), "POST", "stop");
    if (await waitForEnd(invocation, prefix, startedRecord, deadlineMs)) {
      if (answer.kind !== "answer" || answer.status !== 200)
        return messages.note(`the sandbox at ${url} has stopped`);
      throw new Failure("other", `the sandbox at ${url} has stopped, but ${answer.text}`, {
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
  deadlineMs: number,
): Promise<SandboxRecord | undefined> {
  let currentRecord: SandboxRecord | undefined = record;
  while (
    currentRecord?.instance === record.instance &&
    currentRecord.url === null &&
    (await isProcessAlive(context, currentRecord))
  ) {
    if (context.clock.monotonic() > deadlineMs) break;
    await context.clock.sleep(pollPauseMs);
    currentRecord = readRecord(prefix);
  }
  return currentRecord?.instance === record.instance ? currentRecord : undefined;
}

/** A sandbox removes its record after it has saved its state; its process may live a moment longer. */
async function waitForEnd(
  { context }: Invocation,
  prefix: string,
  record: SandboxRecord,
  deadlineMs: number,
) {
  while (readRecord(prefix)?.instance === record.instance) {
    if (context.clock.monotonic() > deadlineMs) return false;
    if (!(await isProcessAlive(context, record))) break;
    await context.clock.sleep(pollPauseMs);
  }
  // A process exists until its parent collects the exit code, so wait only for a second.
  for (let checks = 0; checks < 50 && (await isProcessAlive(context, record)); checks += 1)
    await context.clock.sleep(pollPauseMs);
  return true;
}
