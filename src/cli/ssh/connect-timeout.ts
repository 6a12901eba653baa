import { readdirSync } from "node:fs";
import { basename, dirname, isAbsolute, join } from "node:path";
import { readTrustedFile } from "../../core/files.ts";
import { isGlob, matchesGlob } from "../../core/text/glob.ts";

const maxConfigBytes = 1024 * 1024;

/** The limit of ssh itself. */
const maxIncludes = 16;

const systemFolder = "/etc/ssh";

/** Does not run `ssh -G`, which may run commands. Treats every `Match` as matching. */
export function configuresConnectTimeout(address: string, home: string | undefined): boolean {
  const userFolder = home === undefined ? undefined : join(home, ".ssh");
  return [userFolder, systemFolder].some((folder) => {
    const file = folder === userFolder ? "config" : "ssh_config";
    return folder !== undefined && setsTimeout(join(folder, file), { address, folder, home }, 0);
  });
}

interface ConfigContext {
  readonly address: string;
  readonly folder: string;
  readonly home: string | undefined;
}

function setsTimeout(path: string, context: ConfigContext, depth: number): boolean {
  const text = readTrustedFile(path, maxConfigBytes)?.text;
  if (text === undefined || depth > maxIncludes) return false;
  let applies = true;
  for (const line of text.split("\n")) {
    const [, keyword = "", value = ""] = /^\s*(\w+)(?:\s*=\s*|\s+)(.*?)\s*$/.exec(line) ?? [];
    const words = value.replaceAll('"', "").split(/\s+/);
    switch (keyword.toLowerCase()) {
      case "host":
        applies = matchesHost(words, context.address);
        break;
      case "match":
        applies = true;
        break;
      case "connecttimeout":
        if (applies) return true;
        break;
      case "include":
        if (
          applies &&
          words
            .flatMap((word) => filesOf(word, context))
            .some((file) => setsTimeout(file, context, depth + 1))
        )
          return true;
        break;
    }
  }
  return false;
}

const matchesHost = (patterns: readonly string[], address: string): boolean =>
  patterns.some((pattern) => matchesGlob(pattern, address)) &&
  !patterns.some((pattern) => pattern.startsWith("!") && matchesGlob(pattern.slice(1), address));

/** Expands patterns only in the last part of a path. */
function filesOf(word: string, { folder, home = "" }: ConfigContext): readonly string[] {
  const expanded = word.replace(/^~(?=\/)/, home);
  const path = isAbsolute(expanded) ? expanded : join(folder, expanded);
  if (!isGlob(path)) return [path];
  try {
    const names = readdirSync(dirname(path)).filter((name) => matchesGlob(basename(path), name));
    return names.map((name) => join(dirname(path), name));
  } catch {
    return [];
  }
}
