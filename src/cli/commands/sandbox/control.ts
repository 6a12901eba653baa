import { readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Ledger, noChange, outcomeOfStatus, trackChange } from "../../../client/http/ledger.ts";
import { isProfileName } from "../../../client/profiles/profile.ts";
import type { Context } from "../../../context.ts";
import { attempt, Failure, systemErrorCode } from "../../../core/failure.ts";
import { createFile, makeFolder, writeAtomically } from "../../../core/files.ts";
import { isRecord } from "../../../core/json-record.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { configFolderOf, invalidProfileName } from "../stored/profiles.ts";

export interface ControlTarget {
  readonly url: string;
  /** If omitted, any sandbox at the address is accepted. */
  readonly instance?: string;
  /** Certificate authority of a sandbox that serves HTTPS, in PEM. */
  readonly authority?: string | undefined;
}

/** `gone`: nothing, or another program, listens at the address. `silent`: no answer in time, or none to a change. */
type ControlAnswer =
  | { readonly kind: "answer"; readonly status: number; readonly text: string }
  | { readonly kind: "gone" }
  | { readonly kind: "silent" };

/** Answers take milliseconds, or seconds with a large fleet. */
const timeoutMs = 10_000;
const maxAnswerLength = 1_000_000;

export type ControlMethod = "GET" | "POST" | "PUT" | "DELETE";

interface ControlSettings {
  /** The lines of the request's body. */
  readonly lines?: readonly string[];
  /** The longest answer to accept, in characters. */
  readonly maxLength?: number;
  readonly ledger?: Ledger | undefined;
}

export async function askSandbox(
  context: Context,
  target: ControlTarget,
  method: ControlMethod,
  resource: string,
  { lines = [], maxLength = maxAnswerLength, ledger }: ControlSettings = {},
): Promise<ControlAnswer> {
  const { createTransport } = await import("../../../client/http/transport.ts");
  const { origin } = new URL(target.url);
  const transport = await createTransport({
    origin,
    env: context.env,
    caCert: target.authority,
    insecure: false,
    monotonicMs: context.clock.monotonic,
  });
  const change = method === "GET" ? noChange : trackChange(() => ledger?.begin(`${method} ${resource}`));
  let hasBegun = false;
  const onBegin = () => {
    hasBegun = true;
    change.begin();
  };
  try {
    const url = `${origin}/_sandbox/${resource}`;
    const request = { method, url, ...contentOf(target, lines), timeoutMs, signal: undefined, onBegin };
    const answer = await transport.send(request);
    // The sandbox checks the arguments of the command, and a usage error promises that nothing was sent.
    change.settle(answer.status === 400 ? "not_sent" : outcomeOfStatus(answer.status));
    let text = "";
    for await (const chunk of answer.body) {
      text += String(chunk);
      if (text.length > maxLength) return { kind: "gone" };
    }
    // A sandbox with another instance id answers 409; another program may answer anything.
    return answer.status === 409 ? { kind: "gone" } : { kind: "answer", status: answer.status, text };
  } catch (error) {
    const code = systemErrorCode(error);
    const isTimeout = code.startsWith("UND_ERR_") && code.endsWith("_TIMEOUT");
    return { kind: isTimeout || (hasBegun && change !== noChange) ? "silent" : "gone" };
  } finally {
    await transport.close();
  }
}

function contentOf({ instance }: ControlTarget, lines: readonly string[]) {
  const bytes = Buffer.from(lines.join("\n"));
  const { length } = bytes;
  return {
    headers: {
      "x-sandbox-control": "svc",
      ...(instance === undefined ? {} : { "x-sandbox-instance": instance }),
      ...(length === 0 ? {} : { "content-type": "text/plain" }),
    },
    body: length === 0 ? undefined : { contentType: "text/plain", length, bytes },
  };
}

/** Compares start times too, because process ids are reused. */
export const isProcessAlive = async ({ program }: Context, { pid, processStart }: SandboxRecord) =>
  program.isRunning(pid) && ((await program.startOf(pid)) ?? null) === (processStart ?? null);

export async function sandboxState(context: Context, record: SandboxRecord) {
  const isAlive = await isProcessAlive(context, record);
  if (record.url === null) return isAlive ? "starting" : "gone";
  const answer = await askSandbox(context, targetOf(record), "GET", "status");
  if (answer.kind === "answer")
    return answer.status === 200 && isStatusText(answer.text) ? "running" : "gone";
  return answer.kind === "silent" && isAlive ? "silent" : "gone";
}

function isStatusText(text: string): boolean {
  const value = attempt((): unknown => JSON.parse(text));
  return isRecord(value) && value["sandbox"] === true;
}

/** The sandbox of the surrounding `svc sandbox exec`, otherwise the recorded one. */
export function targetSandbox(invocation: Pick<Invocation, "context" | "globals">): ControlTarget {
  const { SVC_SANDBOX_URL: execUrl, SVC_CA_CERT: caFile } = invocation.context.env;
  if (execUrl !== undefined && URL.canParse(execUrl))
    return { url: execUrl, authority: readFileText(caFile) || undefined };
  const record = readRecord(pathPrefix(invocation));
  if (record?.url == null) throw noSandbox();
  return targetOf(record);
}

export const targetOf = ({ url, instance, authority }: SandboxRecord): ControlTarget => ({
  url: url ?? "",
  instance,
  authority: authority ?? undefined,
});

export const readFileText = (file = ""): string => attempt(() => readFileSync(file, "utf8")) ?? "";

export async function controlSandbox(
  invocation: Pick<Invocation, "context" | "globals" | "ledger">,
  method: ControlMethod,
  resource: string,
  settings: ControlSettings = {},
  target = targetSandbox(invocation),
): Promise<Readonly<Record<string, unknown>>> {
  const { context, ledger } = invocation;
  const answer = await askSandbox(context, target, method, resource, { ...settings, ledger });
  if (answer.kind === "gone") throw noSandbox();
  if (answer.kind === "silent")
    throw new Failure("unreachable", `the sandbox at ${target.url} does not answer`, {
      hint: "svc sandbox stop ends it, or reports why it cannot",
    });
  if (answer.status === 400) throw new Failure("usage", answer.text);
  if (answer.status === 404 && answer.text !== "Not Found") throw new Failure("notFound", answer.text);
  if (answer.status >= 300) throw noSandbox();
  const value = answer.text === "" ? {} : attempt((): unknown => JSON.parse(answer.text));
  if (!isRecord(value)) throw noSandbox();
  return value;
}

/** Stored beside the profiles so that other commands find the sandbox. */
export interface SandboxRecord {
  /** A secret that identifies the sandbox and permits stopping it. */
  readonly instance: string;
  readonly pid: number;
  /** Distinguishes the process from a later one with the same number; null if the system does not report it. */
  readonly processStart: string | null;
  readonly started: string;
  /** Null until the sandbox answers. */
  readonly url: string | null;
  readonly log: string | null;
  readonly previousProfile: string | null;
  /** Certificate authority of a sandbox that serves HTTPS, in PEM. */
  readonly authority?: string | null;
}

const defaultName = "sandbox";

/** SVC_PROFILE selects a sandbox only if one has that name. */
export function sandboxName(invocation: Pick<Invocation, "context" | "globals">): string {
  const { context, globals } = invocation;
  const { profile } = globals;
  if (profile === undefined) return defaultName;
  const folder = configFolderOf(invocation);
  const isOnCommandLine = context.argv.some((word) => /^(?:-p|--profile(?:=|$))/.test(word));
  const isSelected =
    isOnCommandLine || (folder !== undefined && readRecord(prefixFor(folder, profile)) !== undefined);
  if (!isSelected) return defaultName;
  if (!isProfileName(profile)) throw invalidProfileName();
  return profile;
}

/** The path prefix of the sandbox's files; undefined without a configuration folder. */
export function pathPrefix(invocation: Pick<Invocation, "context" | "globals">): string | undefined {
  const folder = configFolderOf(invocation);
  return folder === undefined ? undefined : prefixFor(folder, sandboxName(invocation));
}

const prefixFor = (folder: string, name: string): string =>
  join(folder, name === defaultName ? defaultName : `${defaultName}-${name}`);

/** The option that selects this sandbox in suggested commands; empty for the default sandbox. */
export const profileOption = (name: string): string => (name === defaultName ? "" : ` --profile ${name}`);

export const authorityFile = (prefix: string): string => `${prefix}-ca.pem`;

const recordFile = (prefix: string) => `${prefix}.json`;

export const logFile = (prefix: string): string => `${prefix}.log`;

export function readRecord(prefix: string | undefined): SandboxRecord | undefined {
  if (prefix === undefined) return undefined;
  const value = attempt((): unknown => JSON.parse(readFileSync(recordFile(prefix), "utf8")));
  return isSandboxRecord(value) ? value : undefined;
}

function isSandboxRecord(value: unknown): value is SandboxRecord & Record<string, unknown> {
  if (!isRecord(value)) return false;
  const { instance, pid, url } = value;
  return (
    typeof instance === "string" &&
    Number.isInteger(pid) &&
    (url === null || (typeof url === "string" && URL.canParse(url))) &&
    instance !== ""
  );
}

export function createRecord(prefix: string, record: SandboxRecord): boolean {
  makeFolder(dirname(prefix));
  return createFile(recordFile(prefix), recordText(record));
}

export async function writeRecord(prefix: string, record: SandboxRecord): Promise<void> {
  const temporaryFile = `${recordFile(prefix)}.new`;
  rmSync(temporaryFile, { force: true });
  await writeAtomically(recordFile(prefix), recordText(record), {
    temporaryPath: temporaryFile,
    mode: 0o600,
  });
}

/** Removes the record of this sandbox; with `record` undefined, a record that cannot be read. */
export function removeRecord(prefix: string, record: SandboxRecord | undefined): void {
  if (readRecord(prefix)?.instance === record?.instance) rmSync(recordFile(prefix), { force: true });
}

export const recordModifiedAtMs = (prefix: string): number | undefined =>
  statSync(recordFile(prefix), { throwIfNoEntry: false })?.mtimeMs;

const recordText = (record: SandboxRecord) => `${JSON.stringify(record, undefined, 2)}\n`;

export const noSandbox = (): Failure =>
  new Failure("notFound", "no sandbox is running", { hint: "start one with: svc sandbox start --detach" });
