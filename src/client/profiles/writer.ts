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
} from "node:fs";
import { dirname, join } from "node:path";
import { Failure, isSystemError, systemErrorCode } from "../../core/failure.ts";
import { makeFolder } from "../../core/make-folder.ts";
import { noFolder, profilesFile } from "./folder.ts";
import { type Profiles, storedForm } from "./profile.ts";
import { readProfiles } from "./store.ts";
import { inTurn } from "./turn.ts";

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
  if (folder === undefined) throw noFolder("profiles");
  const Conf = await loadConf();
  const file = profilesFile(folder);
  try {
    makeFolder(folder);
    refuseUnreadable(folder, file);
    for (;;) {
      const done = inTurn(file, (isStillOurs) => {
        const changed = change(readProfiles(folder).profiles);
        return replaceFile(file, changed, Conf, isStillOurs) ? changed : undefined;
      });
      if (done !== undefined) return done;
    }
  } catch (error) {
    throw error instanceof Failure || !isSystemError(error) ? error : unwritable(file, error);
  }
}

/**
 * Finds out first what the write would not: a folder closed to the user, for which conf tries again for a
 * second, and a file that is there but cannot be read, which would be lost.
 */
function refuseUnreadable(folder: string, file: string): void {
  accessSync(folder, constants.W_OK | constants.X_OK);
  const facts = statSync(file, { throwIfNoEntry: false });
  if (facts === undefined) return;
  if (!facts.isFile()) {
    throw new Failure("other", `the profiles cannot be stored: ${file} is not a regular file`, {
      hint: "move it away, or use another folder with --config-dir or SVC_CONFIG_DIR",
    });
  }
  accessSync(file, constants.R_OK);
}

/** What writers leave behind when they are killed, and what earlier versions left. */
const leftover = /^\.profiles-|^profiles\.json\.(?:tmp-|space)/;

/**
 * Has conf write the profiles into a folder beside the file that nobody else can look into or foresee, then
 * puts them in the file's place in one step. False where another writer has taken the turn meanwhile, since
 * this process was stopped for long: what it stored is not overwritten.
 */
function replaceFile(
  file: string,
  profiles: Profiles,
  Conf: typeof import("conf").default,
  isStillOurs: () => boolean,
): boolean {
  // A link stays a link: what it points to is replaced.
  const target = existsSync(file) ? realpathSync(file) : file;
  const folder = dirname(target);
  for (const name of readdirSync(folder)) {
    if (leftover.test(name)) rmSync(join(folder, name), { recursive: true, force: true });
  }
  const staging = mkdtempSync(join(folder, ".profiles-"));
  try {
    const stored = storedForm(profiles);
    const conf = new Conf<Record<string, unknown>>({
      cwd: staging,
      configName: "profiles",
      configFileMode: 0o600,
      accessPropertiesByDotNotation: false,
      serialize: (value) => `${JSON.stringify(value, undefined, 2)}\n`,
    });
    conf.store = stored;
    refuseShortWrite(conf.path, `${JSON.stringify(stored, undefined, 2)}\n`);
    keepOwner(target, conf.path);
    if (!isStillOurs()) return false;
    renameSync(conf.path, target);
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

/** A disk that is full takes a part of a file, which conf does not notice. */
function refuseShortWrite(path: string, text: string): void {
  if (readFileSync(path, "utf8") === text) return;
  throw Object.assign(new Error("only a part was written"), { code: "ENOSPC" });
}

function unwritable(file: string, error: unknown): Failure {
  return new Failure("other", `the profiles cannot be stored in ${file} (${systemErrorCode(error)})`, {
    hint: "make the folder writable, or use another with --config-dir or SVC_CONFIG_DIR; nothing was changed",
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
