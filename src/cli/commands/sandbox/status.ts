import { Failure } from "../../../core/failure.ts";
import { isRecord } from "../../../core/json-record.ts";
import { choiceHint } from "../../../core/text/choices.ts";
import type { Action, Invocation } from "../../invocation/invocation.ts";
import type { Shape } from "../../output/columns.ts";
import { checkColumnNames } from "../../typed/column-names.ts";
import { printing } from "../printing.ts";
import { folderOf } from "../stored-profiles.ts";
import {
  conditionOf,
  controlSandbox,
  noSandbox,
  readRecord,
  type SandboxRecord,
  targetSandbox,
} from "./control.ts";
import { faultFailure } from "./launch.ts";
import { printKey } from "./profile.ts";

const statusShape: Shape = {
  identity: "url",
  columns: [
    { header: "URL", path: "url", rank: "key" },
    { header: "PROCESS", path: "pid" },
    { header: "STARTED", path: "started" },
    { header: "MACHINES", path: "machine_count" },
    { header: "FAULTS", path: "faults" },
    { header: "ANSWERS", path: "answers" },
    { header: "STATE", path: "state_file" },
    { header: "LOG", path: "log" },
    { header: "TIME", path: "time", wide: true },
    { header: "SEED", path: "seed", wide: true },
    { header: "EVENTS", path: "events", wide: true },
  ],
};

/** Exits with 0 if one is running, 3 if none is, 11 if it does not answer. */
export const showSandbox: Action = async (invocation) => {
  await checkColumnNames(invocation.globals, statusShape.columns);
  const record = await runningRecord(invocation);
  if (invocation.options["print-key"] === true) return await printKey(invocation);
  const status = await controlSandbox(invocation.context, targetSandbox(invocation), "GET", "status");
  const { started = null, pid = null, log = null } = record ?? {};
  const url = record?.url ?? invocation.context.env["SVC_SANDBOX_URL"];
  await invocation.print({ url, pid, started, log, ...status }, statusShape);
};

/** Undefined inside `svc sandbox exec`. Throws the `Failure` of a sandbox that is not running. */
async function runningRecord(invocation: Invocation): Promise<SandboxRecord | undefined> {
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

export const resetSandbox = printing(statusShape, async (invocation) => {
  const target = targetSandbox(invocation);
  return { url: target.url, ...(await controlSandbox(invocation.context, target, "POST", "reset")) };
});

const requestShape: Shape = {
  identity: "path",
  listed: "requests",
  columns: [
    { header: "TIME", path: "time" },
    { header: "USER", path: "user" },
    { header: "METHOD", path: "method", rank: "key" },
    { header: "PATH", path: "path", rank: "key" },
    { header: "SENT", path: "sent", rank: "text" },
    { header: "STATUS", path: "status", rank: "key" },
    { header: "ANSWER", path: "answer.body", rank: "text", wide: true },
    { header: "OPERATION", path: "operation", wide: true },
    { header: "TYPE", path: "content_type", wide: true },
    { header: "MS", path: "took_ms", wide: true },
  ],
};

/** Oldest first. */
export const showRequests = printing(requestShape, async (invocation) => {
  const last = Number(invocation.options["last"] ?? defaultLast);
  const target = targetSandbox(invocation);
  const { requests } = await controlSandbox(invocation.context, target, "GET", `requests?last=${last}`);
  return Array.isArray(requests)
    ? requests.filter(isRecord).map((each) => ({ ...each, sent: sentText(each) }))
    : [];
});

const defaultLast = 20;

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

const faultShape: Shape = { identity: "fault", columns: [{ header: "FAULT", path: "fault", rank: "text" }] };

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

export const changeFaults = printing(faultShape, async (invocation) => {
  const { action = "list", fault = [] } = invocation.arguments;
  const target = targetSandbox(invocation);
  const send: Send = async (method, lines) => {
    try {
      const { faults } = await controlSandbox(invocation.context, target, method, "faults", lines);
      return Array.isArray(faults) ? faults.map(String) : [];
    } catch (error) {
      throw error instanceof Failure && error.kind === "usage" ? faultFailure(error.message) : error;
    }
  };
  const change = actions.get(String(action));
  if (change === undefined) {
    throw new Failure("usage", `'${String(action)}' is not one of list, add and clear`, {
      hint: choiceHint(String(action), [...actions.keys()]),
    });
  }
  return (await change([fault].flat(), send)).map((each) => ({ fault: each }));
});

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
