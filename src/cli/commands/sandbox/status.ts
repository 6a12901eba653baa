import { Failure } from "../../../core/failure.ts";
import type { Action, Invocation } from "../../invocation/invocation.ts";
import type { Shape } from "../../output/shape.ts";
import { checkColumnNames } from "../../typed/column-names.ts";
import { printing } from "../printing.ts";
import { folderOf } from "../stored-profiles.ts";
import { conditionOf, controlSandbox, targetSandbox } from "./control.ts";
import { printKey } from "./print-key.ts";
import { noSandbox, readRecord, type SandboxRecord } from "./record.ts";

const shape: Shape = {
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

/** `svc sandbox status`: 0 while one runs, 3 where none does, 11 where it does not answer. */
export const showSandbox: Action = async (invocation) => {
  await checkColumnNames(invocation.globals, shape.columns);
  const record = await runningRecord(invocation);
  if (invocation.options["print-key"] === true) return await printKey(invocation);
  const status = await controlSandbox(invocation.context, targetSandbox(invocation), "GET", "status");
  const { started = null, pid = null, log = null } = record ?? {};
  const url = record?.url ?? invocation.context.env["SVC_SANDBOX_URL"];
  await invocation.print({ url, pid, started, log, ...status }, shape);
};

/** The record of the sandbox that runs; undefined inside `svc sandbox exec`. Throws the `Failure` of one that does not. */
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

/** `svc sandbox reset`: back to the seed while it runs. */
export const resetSandbox = printing(shape, async (invocation) => {
  const target = targetSandbox(invocation);
  return { url: target.url, ...(await controlSandbox(invocation.context, target, "POST", "reset")) };
});
