import { linkSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { attempt, isSystemError, systemErrorText } from "../../core/failure.ts";
import { createFile, makeFolder } from "../../core/files.ts";
import { fingerprintOf, folderMode, type SavedState, StateFileError, writeStateFile } from "./state-file.ts";

interface KeeperOptions {
  readonly file: string;
  readonly snapshot: () => SavedState;
  /** Real time, in milliseconds since the epoch. */
  readonly now: () => number;
  readonly onProblem: (text: string) => void;
}

/** Delay before a change is saved. Changes not yet saved are lost if the sandbox is killed. */
const delayMs = 500;

/** Pause between two saves, as a multiple of the time that a save takes. */
const pauseFactor = 10;

/** Saves the state after changes. Stops when another program changes the file. */
export function makeKeeper(options: KeeperOptions) {
  const saver = makeSaver(options);
  let isDirty = saver.isNewFile;
  let isFailing = false;
  let timer: NodeJS.Timeout | undefined;
  let saving: Promise<void> | undefined;

  const save = async () => {
    isDirty = false;
    const problem = await saver.save();
    if (problem !== undefined) isDirty = true;
    return problem;
  };
  const saveInBackground = async () => {
    timer = undefined;
    const problem = await save();
    if (problem !== undefined && !isFailing) options.onProblem(problem.message);
    isFailing = problem !== undefined;
    saving = undefined;
    scheduleSave();
  };
  const scheduleSave = () => {
    if (timer !== undefined || saving !== undefined || !isDirty || saver.isChangedByOthers()) return;
    const startSave = () => {
      saving = saveInBackground();
    };
    timer = setTimeout(startSave, saver.pauseMs()).unref();
  };

  scheduleSave();
  return {
    noteChange(): void {
      isDirty = true;
      scheduleSave();
    },
    async flush(): Promise<void> {
      await saving;
      clearTimeout(timer);
      timer = undefined;
      const problem = isDirty ? await save() : undefined;
      if (problem !== undefined) throw problem;
    },
  };
}

function makeSaver({ file, snapshot, now }: KeeperOptions) {
  let fingerprint = fingerprintOf(file);
  let nextSaveAt = now();
  let isChangedByOthers = false;
  return {
    isNewFile: fingerprint === undefined,
    isChangedByOthers: () => isChangedByOthers,
    pauseMs: () => Math.max(delayMs, nextSaveAt - now()),
    async save(): Promise<StateFileError | undefined> {
      const startedAt = now();
      try {
        const currentFingerprint = fingerprintOf(file);
        isChangedByOthers = currentFingerprint !== undefined && currentFingerprint !== fingerprint;
        if (isChangedByOthers)
          throw new Error("another program has changed it, and svc does not overwrite that change");
        fingerprint = await writeStateFile(file, snapshot());
        return undefined;
      } catch (error) {
        const reason = isSystemError(error)
          ? systemErrorText(error)
          : error instanceof Error
            ? error.message
            : error;
        return new StateFileError(`the state cannot be saved in ${file}: ${reason}`, "unwritable", error);
      } finally {
        nextSaveAt = now() + Math.max(delayMs, (now() - startedAt) * pauseFactor);
      }
    },
  };
}

export interface ProcessIdentity {
  readonly pid: number;
  isRunning(pid: number): boolean;
  /** The start time of a process, which distinguishes processes that have had the same pid. */
  startOf(pid: number): Promise<string | undefined>;
}

interface Holder {
  readonly pid: number;
  readonly start: string | null;
}

/** A process that has created a lock writes it within this time. */
const writeTimeoutMs = 1000;

/** Returns the unlock function. Replaces the lock of a dead process; rejects if another process holds the lock. */
export async function lockState(
  file: string,
  self: ProcessIdentity,
  signal?: AbortSignal,
): Promise<() => void> {
  const lock = `${file}.lock`;
  const claimText = JSON.stringify({ pid: self.pid, start: (await self.startOf(self.pid)) ?? null });
  let waitedMs = 0;
  while (!createLock(lock, claimText, file)) {
    const lockText = readText(lock);
    const holder = lockText === undefined ? undefined : parseHolder(lockText);
    if (holder !== undefined && (await isAlive(holder, self)))
      throw new StateFileError(
        `the state file ${file} is in use by another sandbox (process ${holder.pid})`,
        "inUse",
      );
    // An unreadable lock is still being written, or its process was killed while writing it.
    const isAbandoned = holder !== undefined || waitedMs >= writeTimeoutMs;
    if (isAbandoned && lockText !== undefined && removeLock(lock, lockText, `${lock}.${self.pid}`)) continue;
    if (waitedMs >= 2 * writeTimeoutMs)
      throw new StateFileError(`the lock ${lock} of the state file cannot be removed`, "unwritable");
    signal?.throwIfAborted();
    waitedMs += 50;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return () => {
    if (readText(lock) === claimText) rmSync(lock, { force: true });
  };
}

function createLock(lock: string, content: string, file: string): boolean {
  try {
    makeFolder(dirname(file), folderMode);
    return createFile(lock, content);
  } catch (error) {
    throw new StateFileError(
      `the state file ${file} cannot be locked (${systemErrorText(error)})`,
      "unwritable",
      error,
    );
  }
}

async function isAlive({ pid, start }: Holder, self: ProcessIdentity): Promise<boolean> {
  if (!self.isRunning(pid)) return false;
  return ((await self.startOf(pid)) ?? null) === start;
}

/** Removes the lock if its content is as expected, and otherwise puts it back: only one process can succeed. */
function removeLock(lock: string, expected: string, temporaryFile: string): boolean {
  try {
    renameSync(lock, temporaryFile);
  } catch {
    return false;
  }
  try {
    if (readText(temporaryFile) !== expected) linkSync(temporaryFile, lock);
  } catch {
    // Another process has created a new lock meanwhile.
  } finally {
    rmSync(temporaryFile, { force: true });
  }
  return true;
}

const readText = (lock: string): string | undefined => attempt(() => readFileSync(lock, "utf8"));

const parseHolder = (text: string): Holder | undefined =>
  attempt(() => {
    const { pid, start } = JSON.parse(text);
    return Number.isInteger(pid) && (start === null || typeof start === "string")
      ? { pid, start }
      : undefined;
  });
