import { Failure } from "../../../failure.ts";
import type { Shape } from "../../../output/shape.ts";
import { printing } from "../printing.ts";
import { folderOf } from "../stored-profiles.ts";
import { conditionOf, controlSandbox, targetSandbox } from "./control.ts";
import { noSandbox, readRecord } from "./record.ts";

const shape: Shape = {
  identity: "url",
  columns: [
    { header: "URL", path: "url" },
    { header: "PROCESS", path: "pid" },
    { header: "STARTED", path: "started" },
    { header: "MACHINES", path: "machine_count" },
    { header: "FAULTS", path: "faults" },
    { header: "STATE", path: "state_file" },
    { header: "LOG", path: "log" },
    { header: "TIME", path: "time", wide: true },
    { header: "SEED", path: "seed", wide: true },
    { header: "EVENTS", path: "events", wide: true },
  ],
};

/** `svc sandbox status`: 0 while one runs, 3 where none does, 11 where it does not answer. */
export const showSandbox = printing(shape, async (invocation) => {
  const { context } = invocation;
  const inside = context.env["SVC_SANDBOX_URL"];
  const record = inside === undefined ? readRecord(folderOf(invocation)) : undefined;
  if (inside === undefined) {
    if (record === undefined) throw noSandbox();
    const condition = await conditionOf(context, record);
    const process = `process ${record.pid}`;
    if (condition === "gone") {
      throw new Failure("notFound", `no sandbox is running: the last one was killed (${process})`, {
        hint: "svc sandbox stop clears away what it left, and so does svc sandbox start",
      });
    }
    if (condition === "starting") throw new Failure("unreachable", `the sandbox is starting (${process})`);
    if (condition === "silent") {
      throw new Failure("unreachable", `the sandbox at ${record.url} does not answer (${process})`);
    }
  }
  const status = await controlSandbox(context, targetSandbox(invocation), "GET", "status");
  const { started = null, pid = null, log = null, url = inside } = record ?? {};
  return { url, pid, started, log, ...status };
});

/** `svc sandbox reset`: back to the seed while it runs. */
export const resetSandbox = printing(shape, async (invocation) => {
  const target = targetSandbox(invocation);
  return { url: target.url, ...(await controlSandbox(invocation.context, target, "POST", "reset")) };
});
