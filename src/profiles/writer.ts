import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Failure } from "../failure.ts";
import { profilesFile } from "./folder.ts";
import { type Profiles, storedForm } from "./profile.ts";
import { errorCode, readProfiles } from "./store.ts";

/**
 * Changes the stored profiles: `change` sees what the file holds at the moment of writing, never what was read before a
 * question was asked, so that another svc that stored a profile in the meantime does not lose it. Between that reading and the
 * replacement of the file nothing waits; two writers in the same instant leave a whole file, with the profiles of the later one.
 * The file is replaced at once (mode 0600), its folder made with 0700. Throws a `Failure` (other) where the file is damaged or
 * cannot be written; it is then as it was.
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
  prepare(folder, file);
  const changed = change(readProfiles(folder).profiles);
  try {
    const conf = new Conf<Record<string, unknown>>({
      cwd: folder,
      configName: "profiles",
      configFileMode: 0o600,
      accessPropertiesByDotNotation: false,
    });
    const stored = storedForm(changed);
    proveSpace(file, JSON.stringify(stored, undefined, "\t"));
    conf.store = stored;
  } catch (error) {
    throw unwritable(file, error);
  }
  return changed;
}

/**
 * Finds out first what conf's atomic writer would not: a folder closed to the user (it would try again for a second), a file
 * that is there but cannot be read (it would be lost), and a full disk (a short write would go unnoticed).
 */
function prepare(folder: string, file: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK | constants.X_OK);
    if (existsSync(file)) readFileSync(file);
  } catch (error) {
    throw unwritable(file, error);
  }
}

/** Writes `text` beside `file` and removes it again: node's own write notices a disk that takes only a part. */
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
 * Loads conf, 30 ms, only to write. Its atomic writer hooks the signals of the process as it loads and sends each one that
 * arrives a second time, so that one Ctrl-C would count as two: those hooks are taken off again (the write is over before
 * any signal is seen).
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
