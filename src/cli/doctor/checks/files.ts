import { constants, lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import { basename, dirname, join } from "node:path";
import { cacheFolder } from "../../../client/description/folder.ts";
import { profileNames } from "../../../client/profiles/profile.ts";
import { accessProblems, onWindows, profilesFile, readAliases } from "../../../client/profiles/store.ts";
import { attempt, Failure, systemErrorCode, systemErrorText } from "../../../core/failure.ts";
import { hasAccess } from "../../../core/files.ts";
import { shellWord } from "../../../core/text/shell-words.ts";
import { type CheckResult, type Checks, failed, failedBy, ok, warning } from "../check.ts";
import type { ConnectionFacts } from "../facts.ts";

export const fileChecks = {
  profiles: { examine: (facts) => judgeProfiles(facts) },
  /** Warns at most: without a cache svc works, but more slowly. */
  cache: {
    examine({ inputs: { context } }) {
      const path = cacheFolder(context.env);
      if (path === undefined) return ok("the environment sets no cache folder: nothing is cached");
      const folder = pathFacts(path);
      return judgeCache(folder, folder.kind === "missing" ? nearestFolder(path) : folder, currentUserId());
    },
  },
} satisfies Checks;

function judgeProfiles({ folder, stored, usesProfiles }: ConnectionFacts): CheckResult {
  if (folder === undefined) {
    const text = "HOME is not set, so svc has no folder for profiles";
    return usesProfiles
      ? warning(text, "--config-dir DIR, or export SVC_CONFIG_DIR=DIR")
      : ok(`${text}; no profile is needed here`);
  }
  const file = pathFacts(profilesFile(folder));
  if (stored instanceof Failure) return damagedFileResult(stored, file, usesProfiles);
  const problem =
    unreadableFileResult(file, usesProfiles) ??
    ownerProblem([pathFacts(folder), file]) ??
    accessProblem(folder, file) ??
    aliasProblem(folder) ??
    readOnlyProblem(pathFacts(folder));
  if (problem !== undefined) return problem;
  const names = profileNames(stored.profiles);
  const [profilesWarning] = stored.warnings;
  if (profilesWarning !== undefined)
    return warning(profilesWarning, `svc login NAME URL, or rm ${shellWord(file.path)}`);
  const { current } = stored.profiles;
  const list = names.map((name) => (name === current ? `${name} (in use)` : name)).join(", ");
  const linkTarget = file.target ?? pathFacts(folder).target;
  const where = linkTarget === undefined ? file.path : `${file.path} -> ${linkTarget}`;
  return ok(names.length === 0 ? `none is stored in ${folder}` : `${where}: ${list}`);
}

function damagedFileResult(stored: Failure, file: PathFacts, usesProfiles: boolean): CheckResult {
  if (stored.kind === "usage") return failedBy(stored);
  const fix = `mv ${shellWord(file.path)} ${shellWord(`${file.path}.broken`)}, then svc login NAME URL`;
  return usesProfiles ? failed(stored.kind, stored.message, fix) : warning(stored.message, fix);
}

function unreadableFileResult(file: PathFacts, usesProfiles: boolean): CheckResult | undefined {
  if (file.problem === undefined && (file.kind === "missing" || (file.kind === "file" && file.isReadable)))
    return undefined;
  const text = `${file.path} cannot be read (${file.problem ?? (file.kind === "file" ? "no permission" : "not a regular file")})`;
  const fix =
    file.kind === "missing" || file.kind === "file"
      ? isOwnedByUser(file)
        ? `chmod u+rwX ${shellWords([join(file.path, ".."), file.path])}`
        : `sudo chown "$(id -un)" ${shellWord(file.path)}`
      : `mv ${shellWords([file.path, `${file.path}.broken`])}, then svc login NAME URL`;
  return usesProfiles ? failed("notAuthenticated", text, fix) : warning(text, fix);
}

const isOwnedByUser = ({ owner }: PathFacts): boolean => owner === -1 || owner === (currentUserId() ?? owner);

const shellWords = (paths: readonly string[]): string => paths.map(shellWord).join(" ");

function ownerProblem(paths: readonly PathFacts[]): CheckResult | undefined {
  if (onWindows) return undefined;
  const foreignPath = paths.find((each) => !isOwnedByUser(each));
  return foreignPath === undefined
    ? undefined
    : warning(
        `${foreignPath.path} belongs to another user (uid ${foreignPath.owner}), who can read the keys and change the addresses`,
        foreignPath.kind !== "folder" || isSvcFolder(foreignPath)
          ? `sudo chown -R "$(id -un)" ${shellWord(foreignPath.path)}`
          : "--config-dir DIR, or export SVC_CONFIG_DIR=DIR, a folder that only svc uses",
      );
}

/** Records of sandboxes also contain secrets. */
const sandboxFiles = (folder: string): readonly string[] =>
  (attempt(() => readdirSync(folder)) ?? []).filter((name) => /^sandbox.*\.json$/.test(name));

function accessProblem(folder: string, file: PathFacts): CheckResult | undefined {
  const problems = [
    ...accessProblems(folder, file.path),
    ...(onWindows ? [] : sandboxFiles(folder)).flatMap((name) => {
      const { path, mode, kind } = pathFacts(join(folder, name));
      return kind === "file" && (mode & 0o077) !== 0
        ? [{ problem: `other users can read the keys in ${path}`, fix: `chmod 600 ${shellWord(path)}` }]
        : [];
    }),
  ];
  if (problems.length === 0) return undefined;
  return warning(
    problems.map(({ problem }) => problem).join("; "),
    problems.map(({ fix }) => fix).join("; "),
  );
}

function aliasProblem(folder: string): CheckResult | undefined {
  const { accessFailure } = readAliases(folder);
  return accessFailure && warning(accessFailure.message, accessFailure.details.hint);
}

function readOnlyProblem({ kind, path, isWritable }: PathFacts): CheckResult | undefined {
  if (kind !== "folder" || isWritable) return undefined;
  return warning(
    `${path} is not writable: svc login cannot store a profile`,
    `chmod u+rwx ${shellWord(path)}`,
  );
}

/** `existingFolder` is the folder itself or its nearest existing parent. */
export function judgeCache(
  folder: PathFacts,
  existingFolder: PathFacts,
  user: number | undefined,
): CheckResult {
  const path = shellWord(folder.path);
  const otherFolder = "export SVC_CACHE_DIR=DIR, a folder that only svc uses";
  if (folder.kind !== "folder" && folder.kind !== "missing")
    return warning(`${folder.path} is not a folder: nothing can be cached`, `rm ${path}`);
  if (!onWindows && folder.kind === "folder" && user !== undefined && folder.owner !== user)
    return warning(
      `${folder.path} belongs to another user (uid ${folder.owner}): the files in it are not used`,
      isSvcFolder(folder) ? `sudo chown -R "$(id -un)" ${path}` : otherFolder,
    );
  if (!onWindows && (folder.mode & 0o022) !== 0)
    return warning(
      `other users may change the files that svc caches in ${folder.path} (mode ${(folder.mode & 0o777).toString(8).padStart(4, "0")})`,
      (folder.mode & 0o1000) === 0 ? `chmod go-w ${path}` : otherFolder,
    );
  if (!existingFolder.isWritable)
    return warning(
      `${folder.path} cannot be written: nothing is cached, and svc starts more slowly`,
      folder.kind === "folder"
        ? `chmod u+rwx ${path}`
        : `export SVC_CACHE_DIR=DIR, a writable folder; ${existingFolder.path} is not writable`,
    );
  return ok(folder.kind === "missing" ? `${folder.path}, created when needed` : folder.path);
}

interface PathFacts {
  readonly path: string;
  readonly kind: "file" | "folder" | "other" | "missing";
  /** Why the path cannot be examined, such as "permission denied". */
  readonly problem?: string;
  readonly target?: string;
  readonly mode: number;
  readonly owner: number;
  readonly isReadable: boolean;
  readonly isWritable: boolean;
}

function pathFacts(path: string): PathFacts {
  const unknownFacts = { path, mode: 0, owner: -1, isReadable: false, isWritable: false };
  try {
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    const stats = statSync(path);
    return {
      path,
      kind: stats.isFile() ? "file" : stats.isDirectory() ? "folder" : "other",
      ...(isLink ? { target: realpathSync(path) } : {}),
      mode: stats.mode & 0o7777,
      owner: stats.uid,
      isReadable: hasAccess(path, constants.R_OK),
      isWritable: hasAccess(path, constants.W_OK),
    };
  } catch (error) {
    const isMissing = systemErrorCode(error) === "ENOENT";
    return { ...unknownFacts, kind: "missing", ...(isMissing ? {} : { problem: systemErrorText(error) }) };
  }
}

/** A variable may name another folder by mistake, such as `/tmp`, whose owner and mode must not be changed. */
const isSvcFolder = ({ path }: Pick<PathFacts, "path">): boolean => basename(path) === "svc";

function nearestFolder(path: string): PathFacts {
  let at = dirname(path);
  for (; pathFacts(at).kind === "missing" && dirname(at) !== at; at = dirname(at));
  return pathFacts(at);
}

/** Undefined if the system's user database lacks the user. */
function currentUserId(): number | undefined {
  const uid = attempt(() => userInfo().uid) ?? -1;
  return uid < 0 ? undefined : uid;
}
