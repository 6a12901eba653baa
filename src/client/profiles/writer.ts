import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  mkdtempSync,
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
 * Changes the stored profiles: `change` sees what the file holds when it is written, not what was read before a question
 * was asked. Throws like `changeStoredFile`, and the `Failure` of a damaged file.
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
        configName: basename(path, ".json"),
        configFileMode: 0o600,
        accessPropertiesByDotNotation: false,
        serialize,
      });
      conf.store = storedForm(result);
    };
    return { text: serialize(storedForm(result)), result, write };
  });
}

/** Changes the stored aliases in the same way. */
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
 * Loads conf, 30 ms, only to write. Its atomic writer hooks the signals of the process as it loads and sends each one
 * that arrives a second time, so that one Ctrl-C would count as two: those hooks are removed (the write is over before any
 * signal is seen).
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

/** A changed file: its new text, and what the change answers. */
interface Change<Result> {
  readonly text: string;
  readonly result: Result;
  /** Writes the text into a file of a folder that nobody else can look into. */
  readonly write: (path: string) => void;
}

/**
 * Changes a file of the user's settings: `change` sees what it holds at the moment of writing, and writers take turns, so
 * that none loses what another stored. The file is replaced as a whole (mode 0600), its folder made with 0700; a link stays
 * a link. Throws a `Failure` (other) where it cannot be written; it is then as it was.
 */
function changeStoredFile<Result>(file: string, what: string, change: () => Change<Result>): Result {
  try {
    makeFolder(dirname(file));
    refuseUnreadable(file, what);
    for (;;) {
      const done = inTurn(file, (isStillOurs) => {
        const changed = change();
        return replaceFile(file, changed, isStillOurs) ? changed : undefined;
      });
      if (done !== undefined) return done.result;
    }
  } catch (error) {
    if (error instanceof Failure || !isSystemError(error)) throw error;
    throw new Failure("other", `the ${what} cannot be stored in ${file} (${systemErrorCode(error)})`, {
      hint: "make the folder writable, or use another with --config-dir or SVC_CONFIG_DIR; nothing was changed",
      cause: error,
    });
  }
}

/** Refuses first what would be lost: a file that is there but cannot be read. */
function refuseUnreadable(file: string, what: string): void {
  accessSync(dirname(file), constants.W_OK | constants.X_OK);
  const facts = statSync(file, { throwIfNoEntry: false });
  if (facts === undefined) return;
  if (!facts.isFile()) {
    throw new Failure("other", `the ${what} cannot be stored: ${file} is not a regular file`, {
      hint: "move it away, or use another folder with --config-dir or SVC_CONFIG_DIR",
    });
  }
  accessSync(file, constants.R_OK);
}

/**
 * Writes into a folder beside the file, then puts what was written in its place in one step. False where another writer
 * has taken the turn meanwhile, since this process was stopped for long: what it stored is not overwritten.
 */
function replaceFile(file: string, { text, write }: Change<unknown>, isStillOurs: () => boolean): boolean {
  const target = existsSync(file) ? realpathSync(file) : file;
  const folder = dirname(target);
  const prefix = `.${basename(file, ".json")}-`;
  // What killed writers left, and what earlier versions did.
  const isLeftover = (name: string) =>
    name.startsWith(prefix) || /^profiles\.json\.(?:tmp-|space)/.test(name);
  for (const name of readdirSync(folder).filter(isLeftover))
    rmSync(join(folder, name), { recursive: true, force: true });
  const staging = mkdtempSync(join(folder, prefix));
  try {
    const staged = join(staging, basename(file));
    write(staged);
    // A disk that is full takes a part of a file, which not every writer notices.
    if (readFileSync(staged, "utf8") !== text)
      throw Object.assign(new Error("only a part was written"), { code: "ENOSPC" });
    keepOwner(target, staged);
    if (!isStillOurs()) return false;
    renameSync(staged, target);
    return true;
  } catch (error) {
    if (!isStillOurs()) return false;
    throw error;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** What a superuser writes for another user stays that user's. */
function keepOwner(before: string, after: string): void {
  const [old, own] = [statSync(before, { throwIfNoEntry: false }), statSync(after)];
  if (old !== undefined && old.uid !== own.uid) chownSync(after, old.uid, old.gid);
}

/** Pauses between two looks at a lock, in milliseconds, and looks until its writer counts as dead. */
const lockPauseMs = 20;
const lockLooks = 100;

/**
 * Runs `work` while no other svc writes: a lock file is beside `file` meanwhile. Writing takes some milliseconds, so a
 * lock of two seconds was left by a process that died, and is removed; where that was only stopped, `isStillOurs` is
 * false when it goes on.
 */
function inTurn<Result>(file: string, work: (isStillOurs: () => boolean) => Result): Result {
  const lock = `${file}.lock`;
  const pause = new Int32Array(new SharedArrayBuffer(4));
  let seen: string | undefined;
  for (let looks = 0; !tookLock(lock); looks++) {
    const present = identityOf(lock);
    if (present !== seen) looks = 0;
    seen = present;
    if (looks >= lockLooks) rmSync(lock, { force: true });
    Atomics.wait(pause, 0, 0, lockPauseMs);
  }
  const own = identityOf(lock);
  const isStillOurs = () => own !== undefined && identityOf(lock) === own;
  try {
    return work(isStillOurs);
  } finally {
    if (isStillOurs()) rmSync(lock, { force: true });
  }
}

/** A file made in the place of another has another time, where it has the same number. */
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
