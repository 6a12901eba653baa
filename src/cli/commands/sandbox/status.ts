import { Failure } from "../../../core/failure.ts";
import { isRecord } from "../../../core/json-record.ts";
import { choiceHint } from "../../../core/text/choices.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { folderOf } from "../profiles/stored-profiles.ts";
import {
  conditionOf,
  controlSandbox,
  noSandbox,
  readRecord,
  type SandboxRecord,
  targetSandbox,
} from "./control.ts";
import { faultFailure } from "./launch.ts";

export async function runningSandbox(invocation: Invocation): Promise<Record<string, unknown>> {
  const record = await runningRecord(invocation);
  const status = await controlSandbox(invocation.context, targetSandbox(invocation), "GET", "status");
  const { started = null, pid = null, log = null } = record ?? {};
  const url = record?.url ?? invocation.context.env["SVC_SANDBOX_URL"];
  return { url, pid, started, log, ...status };
}

/** Undefined inside `svc sandbox exec`. Throws the `Failure` of a sandbox that is not running. */
export async function runningRecord(invocation: Invocation): Promise<SandboxRecord | undefined> {
  const { context } = invocation;
  if (context.env["SVC_SANDBOX_URL"] !== undefined) return undefined;
  const record = readRecord(folderOf(invocation));
  if (record === undefined) throw noSandbox();
  const condition = await conditionOf(context, record);
  const process = `process ${record.pid}`;
  if (condition === "gone") {
    throw new Failure("notFound", `no sandbox is running: the last one was killed (${process})`, {
      hint: "svc sandbox stop or start removes what it left",
    });
  }
  if (condition === "starting") throw new Failure("unreachable", `the sandbox is starting (${process})`);
  if (condition === "silent") {
    throw new Failure("unreachable", `the sandbox at ${record.url} does not answer (${process})`);
  }
  return record;
}

/** Oldest first. */
export async function lastRequests(invocation: Invocation, count: number): Promise<readonly unknown[]> {
  const target = targetSandbox(invocation);
  const { requests } = await controlSandbox(invocation.context, target, "GET", `requests?last=${count}`);
  return Array.isArray(requests)
    ? requests.filter(isRecord).map((each) => ({ ...each, sent: sentText(each) }))
    : [];
}

/** On one line: `name=web-01 tags=a tags=b file=@name(12 bytes)`. */
function sentText({ query, form, files }: Record<string, unknown>): string {
  const fields = [query, form].flatMap((each) => (isRecord(each) ? Object.entries(each) : []));
  const texts = fields
    .filter(([name]) => !name.startsWith("oauth_"))
    .flatMap(([name, values]) => [values].flat().map((value) => `${name}=${String(value)}`));
  const named = [files]
    .flat()
    .filter(isRecord)
    .map((file) => `${String(file["name"])}=@${String(file["filename"])}(${String(file["bytes"])} bytes)`);
  return [...texts, ...named].join(" ");
}

type Send = (method: "GET" | "POST" | "PUT", lines?: readonly string[]) => Promise<readonly string[]>;

const actions = new Map<string, (given: readonly string[], send: Send) => Promise<readonly string[]>>([
  [
    "list",
    async (given, send) => {
      if (given.length > 0) throw new Failure("usage", "list takes no fault: use add to add one");
      return await send("GET");
    },
  ],
  [
    "add",
    async (given, send) => {
      if (given.length === 0) throw faultFailure("which fault?");
      return await send("POST", given);
    },
  ],
  ["clear", clear],
]);

export async function changeFaults(
  action: string,
  given: readonly string[],
  invocation: Invocation,
): Promise<readonly unknown[]> {
  const target = targetSandbox(invocation);
  const send: Send = async (method, lines) => {
    try {
      const { faults } = await controlSandbox(invocation.context, target, method, "faults", lines);
      return Array.isArray(faults) ? faults.map(String) : [];
    } catch (error) {
      throw error instanceof Failure && error.kind === "usage" ? faultFailure(error.message) : error;
    }
  };
  const change = actions.get(action);
  if (change === undefined) {
    throw new Failure("usage", `'${action}' is not one of list, add and clear`, {
      hint: choiceHint(action, [...actions.keys()]),
    });
  }
  return (await change(given, send)).map((fault) => ({ fault }));
}

/** Faults may be named with or without their values; without any, all are cleared. */
async function clear(given: readonly string[], send: Send): Promise<readonly string[]> {
  const before = await send("GET");
  const names = (each: string, text: string) => each === text || text.startsWith(`${each}=`);
  const unknown = given.find((each) => !before.some((text) => names(each, text)));
  if (unknown !== undefined) {
    throw new Failure("notFound", `no fault '${unknown}' is in force`, {
      ...(before.length === 0 ? {} : { hint: `active: ${before.join(" ")}` }),
    });
  }
  return await send(
    "PUT",
    before.filter((text) => given.length > 0 && !given.some((each) => names(each, text))),
  );
}
