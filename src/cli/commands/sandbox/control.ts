import type { Context } from "../../../context.ts";
import { Failure, systemErrorCode } from "../../../core/failure.ts";
import { isRecord } from "../../../core/json-record.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { folderOf } from "../stored-profiles.ts";
import { noSandbox, readRecord, type SandboxRecord } from "./record.ts";

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

/** How the sandbox of a record is. */
type Condition = "running" | "starting" | "silent" | "gone";

/**
 * Finds out whether the sandbox of a record still runs: it is asked, since process numbers are used
 * again.
 */
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
