import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { Failure, isSystemError, systemErrorText } from "../../../core/failure.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import {
  authorityFile,
  claimRecord,
  pathPrefix,
  profileOption,
  readRecord,
  recordTime,
  removeRecord,
  type SandboxRecord,
  sandboxName,
  sandboxState,
  writeRecord,
} from "./control.ts";
import { removeProfile } from "./profile.ts";

export interface FolderLock {
  readonly instance: string;
  announce(sandbox: Pick<SandboxRecord, "url" | "previousProfile" | "authority">): Promise<void>;
  /** Must be called last when a sandbox ends. */
  release(): void;
}

/** An unreadable record older than this was left by a process that died, because writing a record takes less time. */
const staleRecordMs = 1000;

/** Refuses if another sandbox runs in the folder; cleans up after a killed one. */
export async function lockFolder(invocation: Invocation): Promise<FolderLock> {
  const { context, messages } = invocation;
  const prefix = pathPrefix(invocation);
  let record: SandboxRecord = {
    instance: context.random.hex(16),
    pid: context.program.pid,
    processStart: (await context.program.startOf(context.program.pid)) ?? null,
    started: new Date(context.clock.now()).toISOString(),
    url: null,
    log: context.env["SVC_SANDBOX_LOG"] ?? null,
    previousProfile: null,
  };
  const { instance } = record;
  const lockWithoutRecord: FolderLock = { instance, announce: async () => {}, release: () => {} };
  if (prefix === undefined) return lockWithoutRecord;
  try {
    while (!claimRecord(prefix, record)) {
      const staleRecord = readRecord(prefix);
      if (staleRecord !== undefined) {
        await requireGone(invocation, staleRecord);
        await cleanUp(invocation, prefix, staleRecord);
      } else if (context.clock.now() - (recordTime(prefix) ?? 0) > staleRecordMs)
        removeRecord(prefix, undefined);
      else await context.clock.sleep(50);
    }
  } catch (error) {
    if (!isSystemError(error)) throw error;
    messages.warn(
      `other commands cannot find this sandbox: nothing can be stored in ${dirname(prefix)} (${systemErrorText(error)})`,
    );
    return lockWithoutRecord;
  }
  return {
    instance,
    announce: async (sandbox) => {
      record = { ...record, ...sandbox };
      await writeRecord(prefix, record).catch((error: unknown) => {
        if (!isSystemError(error)) throw error;
        throw new Failure(
          "other",
          `other commands cannot find the sandbox: nothing can be stored in ${dirname(prefix)} (${systemErrorText(error)})`,
          {
            hint: "make the folder writable, or use another with --config-dir or SVC_CONFIG_DIR",
            cause: error,
          },
        );
      });
    },
    release: () => removeRecord(prefix, record),
  };
}

async function requireGone(invocation: Invocation, record: SandboxRecord): Promise<void> {
  if ((await sandboxState(invocation.context, record)) === "gone") return;
  const addressText = record.url === null ? "" : ` at ${record.url}`;
  throw new Failure("conflict", `a sandbox is already running${addressText} (process ${record.pid})`, {
    hint: `stop it with svc sandbox stop${profileOption(sandboxName(invocation))}, or name another with --profile NAME`,
  });
}

export async function cleanUp(invocation: Invocation, prefix: string, record: SandboxRecord): Promise<void> {
  if (record.authority != null) rmSync(authorityFile(prefix), { force: true });
  if (record.url !== null) await removeProfile(invocation, record.url, record.previousProfile ?? undefined);
  removeRecord(prefix, record);
}
