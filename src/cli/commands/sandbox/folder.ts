import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { isLoopback } from "../../../client/http/address.ts";
import { findProfile, type Profile, withoutProfile, withProfile } from "../../../client/profiles/profile.ts";
import { Failure, isSystemError, systemErrorText, writableHint } from "../../../core/failure.ts";
import { recordsIn } from "../../../core/json-record.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { writeWhole } from "../../output/sink.ts";
import { updateProfiles } from "../stored/profiles.ts";
import {
  authorityFile,
  type ControlTarget,
  controlSandbox,
  createRecord,
  pathPrefix,
  profileOption,
  readRecord,
  recordModifiedAtMs,
  removeRecord,
  type SandboxRecord,
  sandboxName,
  sandboxState,
  writeRecord,
} from "./control.ts";

export interface FolderLock {
  readonly instance: string;
  announce(sandbox: Pick<SandboxRecord, "url" | "previousProfile" | "authority">): Promise<void>;
  /** Must be called last when a sandbox ends. */
  release(): void;
}

/** Writing a record takes less time, so an unreadable record older than this was left by a process that died. */
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
    while (!createRecord(prefix, record)) {
      const existingRecord = readRecord(prefix);
      if (existingRecord !== undefined) {
        await requireGone(invocation, existingRecord);
        await cleanUp(invocation, prefix, existingRecord);
      } else if (context.clock.now() - (recordModifiedAtMs(prefix) ?? 0) > staleRecordMs)
        removeRecord(prefix, undefined);
      else await context.clock.sleep(50);
    }
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const failure = cannotStore(prefix, error);
    // The process that started this sandbox in the background waits for the record.
    if (record.log !== null) throw failure;
    messages.warn(failure.message);
    return lockWithoutRecord;
  }
  return {
    instance,
    announce: async (sandbox) => {
      record = { ...record, ...sandbox };
      await writeRecord(prefix, record).catch((error: unknown) => {
        if (!isSystemError(error)) throw error;
        throw cannotStore(prefix, error);
      });
    },
    release: () => removeRecord(prefix, record),
  };
}

const cannotStore = (prefix: string, error: Error): Failure =>
  new Failure(
    "other",
    `other commands cannot find this sandbox: nothing can be stored in ${dirname(prefix)} (${systemErrorText(error)})`,
    {
      hint: `${writableHint(error)}, or use another folder with --config-dir or SVC_CONFIG_DIR`,
      cause: error,
    },
  );

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

export async function storeProfile(invocation: Invocation, sandbox: Pick<Profile, "url" | "key" | "caCert">) {
  const profile: Profile = {
    ...sandbox,
    user: "admin",
    addressing: "path",
    signature: "plaintext",
    sandbox: true,
  };
  const profileName = sandboxName(invocation);
  let previous: string | undefined;
  try {
    await updateProfiles(invocation, (latest) => {
      const existingProfile = findProfile(latest, profileName);
      if (existingProfile !== undefined && !isLoopback(existingProfile.url))
        throw new Failure(
          "other",
          `the profile '${profileName}' belongs to another service and is not replaced`,
        );
      previous = latest.current === profileName ? undefined : latest.current;
      return { ...withProfile(latest, profileName, profile), current: latest.current ?? profileName };
    });
    return { previous };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    invocation.messages.warn(`no profile was stored: ${error.message}`);
    return undefined;
  }
}

/** Removes the profile if it still belongs to this sandbox, and restores the previous one. */
export async function removeProfile(invocation: Invocation, url: string, previous: string | undefined) {
  const profileName = sandboxName(invocation);
  try {
    await updateProfiles(invocation, (latest) => {
      if (findProfile(latest, profileName)?.url !== url) return latest;
      const others = withoutProfile(latest, profileName);
      const previousExists = previous !== undefined && findProfile(others, previous) !== undefined;
      return latest.current === profileName && previousExists ? { ...others, current: previous } : others;
    });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    invocation.messages.warn(`the profile '${profileName}' was not removed: ${error.message}`);
  }
}

export async function printKey(
  invocation: Invocation,
  { target, user }: { readonly target?: ControlTarget; readonly user?: string | undefined },
): Promise<void> {
  const { key, users } = await controlSandbox(invocation, "GET", "keys", {}, target);
  const text = user === undefined ? String(key) : keyOfUser(users, user);
  await writeWhole(invocation.context.stdout, `${text}\n`);
}

function keyOfUser(users: unknown, name: string): string {
  const accounts = recordsIn(users);
  const [key] = [accounts.find(({ username }) => username === name)?.["keys"]].flat();
  if (typeof key === "string") return key;
  const names = accounts.map(({ username }) => String(username));
  throw new Failure(
    "notFound",
    names.includes(name)
      ? `the user '${name}' of the sandbox has no API key`
      : `the sandbox has no user '${name}'`,
    { hint: `its users are ${names.join(", ")}` },
  );
}
