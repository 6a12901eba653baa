import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { Failure } from "../failure.ts";
import { profilesFile } from "./folder.ts";
import { type Profiles, storedForm } from "./profile.ts";
import { errorCode, isFileError, readProfiles } from "./store.ts";

/**
 * Changes the stored profiles: `change` sees what the file holds at the moment of writing, never what was
 * read before a question was asked, and writers take turns, so that none loses what another stored. The file
 * is replaced as a whole (mode 0600), its folder made with 0700. Throws a `Failure` (other) where the file is
 * damaged or cannot be written; it is then as it was.
 */
export async function changeProfiles(
  folder: string | undefined,
  change: (profiles: Profiles) => Profiles,
): Promise<Profiles> {
  if (folder === undefined) {
    throw new Failure("other", "no folder to store profiles in: the environment names no home", {
      hint: "name one with --config-dir or SVC_CONFIG_DIR",
    });
  }
  const Conf = await loadConf();
  const file = profilesFile(folder);
  try {
    prepare(folder, file);
    return inTurn(file, () => {
      const changed = change(readProfiles(folder).profiles);
      const stored = storedForm(changed);
      proveSpace(file, JSON.stringify(stored, undefined, "\t"));
      const conf = new Conf<Record<string, unknown>>({
        cwd: folder,
        configName: "profiles",
        configFileMode: 0o600,
        accessPropertiesByDotNotation: false,
      });
      conf.store = stored;
      return changed;
    });
  } catch (error) {
    throw error instanceof Failure || !isFileError(error) ? error : unwritable(file, error);
  }
}

/**
 * Finds out first what conf's atomic writer would not: a folder closed to the user (it would try again for a
 * second), a file that is there but cannot be read (it would be lost), and a full disk (a short write would
 * go unnoticed).
 */
function prepare(folder: string, file: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  accessSync(folder, constants.W_OK | constants.X_OK);
  if (existsSync(file)) readFileSync(file);
}

/**
 * Pauses between two looks at a lock, in milliseconds, and looks at one and the same until its writer counts
 * as dead.
 */
const lockPauseMs = 20;
const lockLooks = 100;

/**
 * Runs `work` while no other svc writes: a lock file stands beside `file` meanwhile. Writing takes some
 * milliseconds, so one that stands for two seconds was left by a process that died, and is taken away.
 */
function inTurn<T>(file: string, work: () => T): T {
  const lock = `${file}.lock`;
  const pause = new Int32Array(new SharedArrayBuffer(4));
  let seen: number | undefined;
  for (let looks = 0; !tookLock(lock); looks++) {
    const made = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
    if (made !== seen) looks = 0;
    seen = made;
    if (looks >= lockLooks) rmSync(lock, { force: true });
    Atomics.wait(pause, 0, 0, lockPauseMs);
  }
  try {
    return work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function tookLock(lock: string): boolean {
  try {
    writeFileSync(lock, "", { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

/**
 * Writes `text` beside `file` and removes it again: node's own write notices a disk that takes only a part.
 */
function proveSpace(file: string, text: string): void {
  const probe = `${file}.space`;
  try {
    writeFileSync(probe, text, { mode: 0o600 });
  } finally {
    rmSync(probe, { force: true });
  }
}

function unwritable(file: string, error: unknown): Failure {
  return new Failure("other", `the profiles cannot be stored in ${file} (${errorCode(error)})`, {
    hint: "free or open the folder, or name another with --config-dir or SVC_CONFIG_DIR; nothing was changed",
    cause: error,
  });
}

/**
 * Loads conf, 30 ms, only to write. Its atomic writer hooks the signals of the process as it loads and sends
 * each one that arrives a second time, so that one Ctrl-C would count as two: those hooks are taken off again
 * (the write is over before any signal is seen).
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
