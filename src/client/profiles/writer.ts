import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { Failure, isSystemError, systemErrorCode } from "../../core/failure.ts";
import { makeFolder } from "../../core/files.ts";
import { type Profiles, storedForm } from "./profile.ts";
import { type Aliases, aliasesFile, noFolder, profilesFile, readAliases, readProfiles } from "./store.ts";

/**
 * `change` sees the file's content at the time of writing, not what was read before a prompt. Throws like
 * `changeStoredFile`, and the `Failure` of a damaged file.
 */
export async function changeProfiles(
  folder: string | undefined,
  change: (profiles: Profiles) => Profiles,
): Promise<Profiles> {
  if (folder === undefined) throw noFolder("profiles");
  const Conf = await loadConf();
  const serialize = (value: Record<string, unknown>) => `${JSON.stringify(value, undefined, 2)}\n`;
  return changeStoredFile(profilesFile(folder), "profiles", () => {
    const result = change(readProfiles(folder).profiles);
    const write = (path: string) => {
      const conf = new Conf<Record<string, unknown>>({
        cwd: dirname(path),
        configName: basename(path),
        fileExtension: "",
        configFileMode: 0o600,
        accessPropertiesByDotNotation: false,
        serialize,
      });
      conf.store = storedForm(result);
    };
    return { text: serialize(storedForm(result)), result, write };
  });
}

export function changeAliases(folder: string | undefined, change: (aliases: Aliases) => Aliases): void {
  if (folder === undefined) throw noFolder("aliases");
  changeStoredFile(aliasesFile(folder), "aliases", () => {
    const lines = [...change(readAliases(folder).aliases)].sort(([a], [b]) => (a < b ? -1 : 1));
    const text = lines.map(([name, expansion]) => `${name} ${expansion}\n`).join("");
    return {
      text,
      result: undefined,
      write: (path) => writeFileSync(path, text, { flag: "wx", mode: 0o600 }),
    };
  });
}

/**
 * Loads conf (30 ms) only to write. Its atomic writer hooks process signals and resends them, so one Ctrl-C would
 * count as two: its hooks are removed (writing ends before any signal is seen).
 */
async function loadConf(): Promise<typeof import("conf").default> {
  const signals = ["SIGINT", "SIGTERM"] as const;
  const before = signals.map((signal) => new Set(process.rawListeners(signal)));
  const { default: Conf } = await import("conf");
  signals.forEach((signal, index) => {
    for (const listener of process.rawListeners(signal)) {
      if (!before[index]?.has(listener)) process.removeListener(signal, listener as NodeJS.SignalsListener);
    }
  });
  return Conf;
}

interface Change<Result> {
  readonly text: string;
  readonly result: Result;
  readonly write: (path: string) => void;
}

/**
 * Changes a settings file under a lock: `change` sees the content at the time of writing, so that no writer loses
 * another's changes. Replaces the file as a whole (0600, folder 0700); a link stays a link. Throws a `Failure` (other)
 * and leaves the file unchanged if it cannot be written.
 */
function changeStoredFile<Result>(file: string, label: string, change: () => Change<Result>): Result {
  try {
    makeFolder(dirname(file));
    refuseUnreadable(file, label);
    for (;;) {
      const done = withLock(file, (isStillOurs) => {
        const changed = change();
        return replaceFile(file, changed, isStillOurs) ? changed : undefined;
      });
      if (done !== undefined) return done.result;
    }
  } catch (error) {
    if (error instanceof Failure || !isSystemError(error)) throw error;
    throw new Failure("other", `the ${label} cannot be stored in ${file} (${systemErrorCode(error)})`, {
      hint: "make the folder writable, or use another with --config-dir or SVC_CONFIG_DIR; nothing was changed",
      cause: error,
    });
  }
}

/** An unreadable file would be lost. */
function refuseUnreadable(file: string, label: string): void {
  accessSync(dirname(file), constants.W_OK | constants.X_OK);
  const facts = statSync(file, { throwIfNoEntry: false });
  if (facts === undefined) return;
  if (!facts.isFile()) {
    throw new Failure("other", `the ${label} cannot be stored: ${file} is not a regular file`, {
      hint: "move it away, or use another folder with --config-dir or SVC_CONFIG_DIR",
    });
  }
  accessSync(file, constants.R_OK);
}

/**
 * Writes beside the file, then replaces the file in one step. False if another writer took the lock while this process
 * was stopped: its changes are not overwritten.
 */
function replaceFile(file: string, { text, write }: Change<unknown>, isStillOurs: () => boolean): boolean {
  const target = existsSync(file) ? realpathSync(file) : file;
  const folder = dirname(target);
  const prefix = `.${basename(file, ".json")}-`;
  // Left by killed writers.
  for (const name of readdirSync(folder).filter((each) => each.startsWith(prefix)))
    rmSync(join(folder, name), { recursive: true, force: true });
  const beside = join(folder, `${prefix}${process.pid}`);
  try {
    write(beside);
    // A full disk stores part of a file, which not every writer notices.
    if (readFileSync(beside, "utf8") !== text)
      throw Object.assign(new Error("only a part was written"), { code: "ENOSPC" });
    keepOwner(target, beside);
    if (!isStillOurs()) return false;
    renameSync(beside, target);
    return true;
  } catch (error) {
    if (!isStillOurs()) return false;
    throw error;
  } finally {
    rmSync(beside, { force: true });
  }
}

/** A file that root writes for another user stays that user's. */
function keepOwner(before: string, after: string): void {
  const [old, created] = [statSync(before, { throwIfNoEntry: false }), statSync(after)];
  if (old !== undefined && old.uid !== created.uid) chownSync(after, old.uid, old.gid);
}

/** Milliseconds between checks of a lock, and checks until its writer counts as dead. */
const lockPauseMs = 20;
const lockLooks = 100;

/**
 * Runs `work` while a lock file is beside `file`. Writing takes milliseconds, so a two-second-old lock belongs to a
 * dead process and is removed; a process that was only stopped sees `isStillOurs` false.
 */
function withLock<Result>(file: string, work: (isStillOurs: () => boolean) => Result): Result {
  const lock = `${file}.lock`;
  const pause = new Int32Array(new SharedArrayBuffer(4));
  let lastLock: string | undefined;
  for (let looks = 0; !tookLock(lock); looks++) {
    const present = identityOf(lock);
    if (present !== lastLock) looks = 0;
    lastLock = present;
    if (looks >= lockLooks) rmSync(lock, { force: true });
    Atomics.wait(pause, 0, 0, lockPauseMs);
  }
  const ownLock = identityOf(lock);
  const isStillOurs = () => ownLock !== undefined && identityOf(lock) === ownLock;
  try {
    return work(isStillOurs);
  } finally {
    if (isStillOurs()) rmSync(lock, { force: true });
  }
}

/** Inode and time: a replaced file may reuse the number. */
function identityOf(path: string): string | undefined {
  const facts = statSync(path, { throwIfNoEntry: false, bigint: true });
  return facts === undefined ? undefined : `${facts.ino} ${facts.mtimeNs}`;
}

function tookLock(lock: string): boolean {
  try {
    writeFileSync(lock, "", { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (systemErrorCode(error) === "EEXIST") return false;
    throw error;
  }
}
