import { writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { type Aliases, aliasesFile, readAliases } from "./aliases.ts";
import { noFolder, profilesFile } from "./folder.ts";
import { type Profiles, storedForm } from "./profile.ts";
import { readProfiles } from "./store.ts";
import { changeStoredFile } from "./stored-file.ts";

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
