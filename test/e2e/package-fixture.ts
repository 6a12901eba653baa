import { execFile, spawnSync } from "node:child_process";
import { cpSync, existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");

/** Path of npm's script, which any Node can run; undefined if npm is not installed. */
export const npm = findNpm();

function findNpm(): string | undefined {
  const npmPath = process.env["npm_execpath"];
  if (npmPath !== undefined && existsSync(npmPath)) return npmPath;
  const { stdout } = spawnSync("sh", ["-c", "command -v npm"], { encoding: "utf8" });
  return stdout.trim() === "" ? undefined : realpathSync(stdout.trim());
}

/** An environment without the user's npm configuration and cache. */
export const emptyEnvironment = (folder: string) => ({
  PATH: process.env["PATH"] ?? "",
  HOME: folder,
  npm_config_cache: join(folder, "cache"),
  npm_config_update_notifier: "false",
});

/** Packages, builds, measurements, and the website that is built from other files. */
const generated = /\/(?:\.git|node_modules|dist(?:\..*)?|coverage|site\/pages|[^/]*\.tgz)$/;

/** Copies the sources without packages and builds. */
export function copyProject(folder: string): void {
  cpSync(root, folder, { recursive: true, filter: (path) => !generated.test(path) });
}

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/** Packs the build without running scripts: dist/ is up to date, and other tests use it. */
export async function packInto(folder: string): Promise<Packed> {
  const words = [npm ?? "", "pack", "--ignore-scripts", "--json", "--pack-destination", folder];
  const { stdout } = await run(process.execPath, words, { cwd: root, env: emptyEnvironment(folder) });
  const [packed] = JSON.parse(stdout) as [Packed];
  return packed;
}
