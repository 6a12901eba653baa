import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Context } from "../../../context.ts";
import { Failure, systemErrorCode } from "../../../core/failure.ts";
import { makeFolder, writeAtomically } from "../../../core/files.ts";
import { isRecord } from "../../../core/json-record.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { folderOf } from "../stored-profiles.ts";

/** A sandbox whose control endpoint is called, which is not part of the API. */
interface ControlTarget {
  readonly url: string;
  /** Left out: whichever sandbox is at that address. */
  readonly instance?: string;
}

/** `gone`: nothing listens there, or another program does. `silent`: no answer came in time. */
type ControlAnswer =
  | { readonly kind: "answer"; readonly status: number; readonly text: string }
  | { readonly kind: "gone" }
  | { readonly kind: "silent" };

/** An answer takes milliseconds, a large fleet seconds. */
const timeoutMs = 10_000;
const maxAnswerLength = 1_000_000;

/** Asks the sandbox's own endpoint once; never fails. */
export async function askSandbox(
  context: Context,
  { url, instance }: ControlTarget,
  method: "GET" | "POST" | "PUT" | "DELETE",
  resource: string,
  lines: readonly string[] = [],
): Promise<ControlAnswer> {
  const { createTransport } = await import("../../../client/http/transport.ts");
  const { origin } = new URL(url);
  const body = Buffer.from(lines.join("\n"));
  const transport = await createTransport({
    origin,
    env: context.env,
    caCert: undefined,
    insecure: false,
    monotonicMs: context.clock.monotonic,
  });
  try {
    const answer = await transport.send({
      method,
      url: `${origin}/_sandbox/${resource}`,
      headers: {
        "x-sandbox-control": "svc",
        ...(instance === undefined ? {} : { "x-sandbox-instance": instance }),
        ...(body.length === 0 ? {} : { "content-type": "text/plain" }),
      },
      body: body.length === 0 ? undefined : { contentType: "text/plain", length: body.length, bytes: body },
      timeoutMs,
      signal: undefined,
    });
    let text = "";
    for await (const chunk of answer.body) {
      text += String(chunk);
      if (text.length > maxAnswerLength) return { kind: "gone" };
    }
    // Another sandbox refuses with 409, another program with anything.
    return answer.status === 409 ? { kind: "gone" } : { kind: "answer", status: answer.status, text };
  } catch (error) {
    const code = systemErrorCode(error);
    return { kind: code.startsWith("UND_ERR_") && code.endsWith("_TIMEOUT") ? "silent" : "gone" };
  } finally {
    await transport.close();
  }
}

/** Whether the process of a record still runs: its number may be another's by now. */
export async function isAliveProcess(
  { program }: Context,
  { pid, processStart }: SandboxRecord,
): Promise<boolean> {
  return program.isRunning(pid) && ((await program.startOf(pid)) ?? null) === (processStart ?? null);
}

type Condition = "running" | "starting" | "silent" | "gone";

/** Finds out whether the sandbox of a record still runs: it is asked, since process numbers are used again. */
export async function conditionOf(context: Context, record: SandboxRecord): Promise<Condition> {
  const isAlive = await isAliveProcess(context, record);
  if (record.url === null) return isAlive ? "starting" : "gone";
  const answer = await askSandbox(context, { url: record.url, instance: record.instance }, "GET", "status");
  if (answer.kind === "answer") return answer.status === 200 && isStatus(answer.text) ? "running" : "gone";
  return answer.kind === "silent" && isAlive ? "silent" : "gone";
}

/** Another program may answer anything with 200. */
function isStatus(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) && value["sandbox"] === true;
  } catch {
    return false;
  }
}

/** The sandbox that a command is for: the one of `svc sandbox exec` inside it, else the one of the record. */
export function targetSandbox(invocation: Invocation): ControlTarget {
  const inside = invocation.context.env["SVC_SANDBOX_URL"];
  if (inside !== undefined && URL.canParse(inside)) return { url: inside };
  const record = readRecord(folderOf(invocation));
  if (record?.url == null) throw noSandbox();
  return { url: record.url, instance: record.instance };
}

/**
 * Asks a sandbox, and returns the JSON it answers. Throws a `Failure`: notFound where none runs, unreachable
 * where it does not answer, usage for what it refuses.
 */
export async function controlSandbox(
  context: Context,
  target: ControlTarget,
  method: "GET" | "POST" | "PUT" | "DELETE",
  resource: string,
  lines?: readonly string[],
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await askSandbox(context, target, method, resource, lines);
  if (answer.kind === "gone") throw noSandbox();
  if (answer.kind === "silent") {
    throw new Failure("unreachable", `the sandbox at ${target.url} does not answer`, {
      hint: "svc sandbox stop says what becomes of it",
    });
  }
  if (answer.status === 400) throw new Failure("usage", answer.text);
  if (answer.status >= 300) throw noSandbox();
  try {
    return answer.text === "" ? {} : JSON.parse(answer.text);
  } catch {
    throw noSandbox();
  }
}

/** What stands beside the profiles while a sandbox runs: how other commands find it. */
export interface SandboxRecord {
  /** A secret of the sandbox: it identifies it, and permits to stop it. */
  readonly instance: string;
  readonly pid: number;
  /** Tells the process from a later one of the same number; null where the system does not say. */
  readonly processStart: string | null;
  /** ISO 8601. */
  readonly started: string;
  /** Null until it answers. */
  readonly url: string | null;
  /** Where a detached one writes its messages. */
  readonly log: string | null;
  readonly previousProfile: string | null;
}

const recordFile = (folder: string) => join(folder, "sandbox.json");

export const logFile = (folder: string): string => join(folder, "sandbox.log");

export function readRecord(folder: string | undefined): SandboxRecord | undefined {
  if (folder === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(readFileSync(recordFile(folder), "utf8"));
    return isSandboxRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isSandboxRecord(value: unknown): value is SandboxRecord & Record<string, unknown> {
  if (!isRecord(value)) return false;
  const { instance, pid, url } = value;
  return (
    typeof instance === "string" &&
    Number.isInteger(pid) &&
    (url === null || isAddress(url)) &&
    instance !== ""
  );
}

const isAddress = (value: unknown): boolean => typeof value === "string" && URL.canParse(value);

/** Puts a record where none stands: only one sandbox can have done so. False where one stands already. */
export function claimRecord(folder: string, record: SandboxRecord): boolean {
  makeFolder(folder);
  try {
    writeFileSync(recordFile(folder), text(record), { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (systemErrorCode(error) === "EEXIST") return false;
    throw error;
  }
}

export async function writeRecord(folder: string, record: SandboxRecord): Promise<void> {
  const beside = `${recordFile(folder)}.new`;
  rmSync(beside, { force: true });
  await writeAtomically(recordFile(folder), text(record), { beside, mode: 0o600 });
}

/** Takes away a record, unless it is another's by now; one that cannot be read goes when `record` is undefined. */
export function dropRecord(folder: string, record: SandboxRecord | undefined): void {
  if (readRecord(folder)?.instance === record?.instance) rmSync(recordFile(folder), { force: true });
}

/** When the record was written, in milliseconds since the epoch; undefined without one. */
export const recordTime = (folder: string): number | undefined =>
  statSync(recordFile(folder), { throwIfNoEntry: false })?.mtimeMs;

const text = (record: SandboxRecord) => `${JSON.stringify(record, undefined, 2)}\n`;

export const noSandbox = (): Failure =>
  new Failure("notFound", "no sandbox is running", {
    hint: "start one with: svc sandbox start --detach",
  });
