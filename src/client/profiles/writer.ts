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
import { systemClock } from "../../core/clock.ts";
import { Failure, isSystemError, systemErrorText, writableHint } from "../../core/failure.ts";
import { createFile, makeFolder } from "../../core/files.ts";
import { type Profiles, storedForm } from "./profile.ts";
import {
  type Aliases,
  aliasesFile,
  maxStoredBytes,
  noFolder,
  profilesFile,
  readAliases,
  readProfiles,
} from "./store.ts";

export type Pause = (ms: number) => Promise<void>;

/** `change` gets the file's content at the time of writing, not an earlier one. */
export async function changeProfiles(
  folder: string | undefined,
  change: (profiles: Profiles) => Profiles,
  pause?: Pause,
): Promise<Profiles> {
  if (folder === undefined) throw noFolder("profiles");
  const Conf = await loadConf();
  const serialize = (value: Record<string, unknown>) => `${JSON.stringify(value, undefined, 2)}\n`;
  return changeStoredFile(
    profilesFile(folder),
    "profiles",
    () => {
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
    },
    pause,
  );
}

export async function changeAliases(
  folder: string | undefined,
  change: (aliases: Aliases) => Aliases,
  pause: Pause,
): Promise<void> {
  if (folder === undefined) throw noFolder("aliases");
  await changeStoredFile(
    aliasesFile(folder),
    "aliases",
    () => {
      const { aliases, problem } = readAliases(folder);
      if (problem !== undefined)
        throw new Failure("other", problem, { hint: "repair it, or move it away; svc does not change it" });
      const lines = [...change(aliases)].sort(([a], [b]) => (a < b ? -1 : 1));
      const text = lines.map(([name, expansion]) => `${name} ${expansion}\n`).join("");
      return {
        text,
        result: undefined,
        write: (path) => writeFileSync(path, text, { flag: "wx", mode: 0o600 }),
      };
    },
    pause,
  );
}

/** conf's atomic writer catches process signals and sends them again, so that one Ctrl-C would count as two. */
async function loadConf(): Promise<typeof import("conf").default> {
  const signals = ["SIGINT", "SIGTERM"] as const;
  const listenersBefore = signals.map((signal) => new Set(process.rawListeners(signal)));
  const { default: Conf } = await import("conf");
  signals.forEach((signal, index) => {
    for (const listener of process.rawListeners(signal)) {
      if (!listenersBefore[index]?.has(listener))
        process.removeListener(signal, listener as NodeJS.SignalsListener);
    }
  });
  return Conf;
}

interface Change<Result> {
  readonly text: string;
  readonly result: Result;
  readonly write: (path: string) => void;
}

/** The file is replaced as a whole, and a symbolic link stays a link. After a `Failure` it is unchanged. */
async function changeStoredFile<Result>(
  file: string,
  label: string,
  change: () => Change<Result>,
  pause: Pause = systemClock.sleep,
): Promise<Result> {
  try {
    makeFolder(dirname(file));
    refuseUnreadable(file, label);
    for (;;) {
      const storedChange = await withLock(file, pause, (ownsLock) => {
        const newContent = change();
        return replaceFile(file, newContent, ownsLock) ? newContent : undefined;
      });
      if (storedChange !== undefined) return storedChange.result;
    }
  } catch (error) {
    if (error instanceof Failure || !isSystemError(error)) throw error;
    throw new Failure("other", `the ${label} cannot be stored in ${file} (${systemErrorText(error)})`, {
      hint: `${writableHint(error)}, or use another folder with --config-dir or SVC_CONFIG_DIR; nothing was changed`,
      cause: error,
    });
  }
}

/** Replacing a file that svc cannot read would lose its content. */
function refuseUnreadable(file: string, label: string): void {
  accessSync(dirname(file), constants.W_OK | constants.X_OK);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return;
  const isLarge = stats.size > maxStoredBytes;
  if (isLarge || !stats.isFile()) {
    const problem = isLarge ? "larger than 4 MiB" : "not a regular file";
    throw new Failure("other", `the ${label} cannot be stored: ${file} is ${problem}`, {
      hint: "move it away, or use another folder with --config-dir or SVC_CONFIG_DIR",
    });
  }
  accessSync(file, constants.R_OK);
}

/** Replaces the file in one step. Returns false, without doing so, if another process has taken the lock. */
function replaceFile(file: string, { text, write }: Change<unknown>, ownsLock: () => boolean): boolean {
  const target = existsSync(file) ? realpathSync(file) : file;
  const folder = dirname(target);
  const prefix = `.${basename(file, ".json")}-`;
  // Processes that were killed while writing leave such files behind.
  for (const name of readdirSync(folder).filter((each) => each.startsWith(prefix)))
    rmSync(join(folder, name), { recursive: true, force: true });
  const temporaryPath = join(folder, `${prefix}${process.pid}`);
  try {
    write(temporaryPath);
    // A full disk may store only a part of the file without an error.
    if (readFileSync(temporaryPath, "utf8") !== text)
      throw Object.assign(new Error("only a part was written"), { code: "ENOSPC" });
    keepOwner(target, temporaryPath);
    if (!ownsLock()) return false;
    renameSync(temporaryPath, target);
    return true;
  } catch (error) {
    if (!ownsLock()) return false;
    throw error;
  } finally {
    rmSync(temporaryPath, { force: true });
  }
}

/** If root writes another user's file, it still belongs to that user afterwards. */
function keepOwner(oldPath: string, newPath: string): void {
  const [oldStats, newStats] = [statSync(oldPath, { throwIfNoEntry: false }), statSync(newPath)];
  if (oldStats !== undefined && oldStats.uid !== newStats.uid) chownSync(newPath, oldStats.uid, oldStats.gid);
}

const lockPauseMs = 20;
/** After this many checks without a change, a lock counts as left by a dead process. */
const maxLockChecks = 100;

/** Writing takes milliseconds, so a lock that is two seconds old belongs to a dead process and is removed. */
async function withLock<Result>(file: string, pause: Pause, work: (ownsLock: () => boolean) => Result) {
  const lock = `${file}.lock`;
  let lastLock: string | undefined;
  for (let checks = 0; !createFile(lock, ""); checks++) {
    const currentLock = identityOf(lock);
    if (currentLock !== lastLock) checks = 0;
    lastLock = currentLock;
    if (checks >= maxLockChecks) rmSync(lock, { force: true });
    await pause(lockPauseMs);
  }
  const lockId = identityOf(lock);
  const ownsLock = () => lockId !== undefined && identityOf(lock) === lockId;
  try {
    return work(ownsLock);
  } finally {
    if (ownsLock()) rmSync(lock, { force: true });
  }
}

/** The inode alone is not enough, because a new file may reuse its number. */
function identityOf(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false, bigint: true });
  return stats === undefined ? undefined : `${stats.ino} ${stats.mtimeNs}`;
}
