import { join } from "node:path";
import { readAliases } from "../../../client/profiles/aliases.ts";
import { onWindows, profilesFile } from "../../../client/profiles/folder.ts";
import { profileNames } from "../../../client/profiles/profile.ts";
import { accessProblems } from "../../../client/profiles/store.ts";
import { Failure } from "../../../core/failure.ts";
import { shellWord } from "../../../core/text/shell-word.ts";
import { type CheckSpec, type Finding, failed, failedBy, ok, warning } from "../check.ts";
import type { FoundConnection } from "../find-connection.ts";
import { isOwnFolder, ownNumber, type PathFacts, pathFacts } from "../probes/paths.ts";

/** The folder of the profiles and what is in it. */
export const profilesCheck: CheckSpec = {
  name: "profiles",
  needs: [],
  examine: (facts) => judgeProfiles(facts),
};

/** Reads facts of the file system beside what is known of the profiles already. */
export function judgeProfiles({ folder, stored, usesProfiles }: FoundConnection): Finding {
  if (folder === undefined) {
    const found = "the environment names no folder for them (no home)";
    return usesProfiles
      ? warning(found, "--config-dir DIR, or export SVC_CONFIG_DIR=DIR")
      : ok(`${found}; none is needed here`);
  }
  const file = pathFacts(profilesFile(folder));
  if (stored instanceof Failure) return damaged(stored, file, usesProfiles);
  const problem =
    unreadable(file, usesProfiles) ??
    ownerProblem([pathFacts(folder), file]) ??
    accessProblem(folder, file) ??
    aliasProblem(folder) ??
    lockedFolder(pathFacts(folder));
  if (problem !== undefined) return problem;
  const names = profileNames(stored.profiles);
  const [remark] = stored.warnings;
  if (remark !== undefined) return warning(remark, `svc login NAME URL, or rm ${shellWord(file.path)}`);
  const { current } = stored.profiles;
  const list = names.map((name) => (name === current ? `${name} (in use)` : name)).join(", ");
  const place = file.target ?? pathFacts(folder).target;
  const where = place === undefined ? file.path : `${file.path} -> ${place}`;
  return ok(names.length === 0 ? `none is stored in ${folder}` : `${where}: ${list}`);
}

/** Text that is no JSON, or another content than profiles. */
function damaged(stored: Failure, file: PathFacts, usesProfiles: boolean): Finding {
  if (stored.kind === "usage") return failedBy(stored);
  const fix = `mv ${shellWord(file.path)} ${shellWord(`${file.path}.broken`)}, then svc login NAME URL`;
  return usesProfiles ? failed(stored.kind, stored.message, fix) : warning(stored.message, fix);
}

function unreadable(file: PathFacts, usesProfiles: boolean): Finding | undefined {
  if (file.problem === undefined && (file.kind === "missing" || (file.kind === "file" && file.isReadable)))
    return undefined;
  const found = `${file.path} cannot be read (${file.problem ?? (file.kind === "file" ? "no permission" : "not a regular file")})`;
  const fix =
    file.kind === "missing" || file.kind === "file"
      ? mine(file)
        ? `chmod u+rwX ${words([join(file.path, ".."), file.path])}`
        : `sudo chown "$(id -un)" ${shellWord(file.path)}`
      : `mv ${words([file.path, `${file.path}.broken`])}, then svc login NAME URL`;
  return usesProfiles ? failed("notAuthenticated", found, fix) : warning(found, fix);
}

/** Also true where nothing is known of its owner. */
const mine = ({ owner }: PathFacts): boolean => owner === -1 || owner === (ownNumber() ?? owner);

const words = (paths: readonly string[]): string => paths.map(shellWord).join(" ");

function ownerProblem(paths: readonly PathFacts[]): Finding | undefined {
  if (onWindows) return undefined;
  const strange = paths.find((each) => !mine(each));
  return strange === undefined
    ? undefined
    : warning(
        `${strange.path} belongs to another user (number ${strange.owner}), who can read the keys and change the addresses`,
        strange.kind !== "folder" || isOwnFolder(strange)
          ? `sudo chown -R "$(id -un)" ${shellWord(strange.path)}`
          : "--config-dir DIR, or export SVC_CONFIG_DIR=DIR, a folder for svc alone",
      );
}

/** Other files with secrets, which svc makes for its user alone. */
const furtherFiles = ["sandbox.json"];

function accessProblem(folder: string, file: PathFacts): Finding | undefined {
  const [first, ...others] = [
    ...accessProblems(folder, file.path),
    ...(onWindows ? [] : furtherFiles).flatMap((name) => {
      const { path, mode, kind } = pathFacts(join(folder, name));
      return kind === "file" && (mode & 0o077) !== 0
        ? [{ problem: `other users may read the keys in ${path}`, mend: `chmod 600 ${shellWord(path)}` }]
        : [];
    }),
  ];
  if (first === undefined) return undefined;
  return warning(
    [first, ...others].map(({ problem }) => problem).join("; "),
    [first, ...others].map(({ mend }) => mend).join("; "),
  );
}

function aliasProblem(folder: string): Finding | undefined {
  const { distrust } = readAliases(folder);
  return distrust && warning(distrust.message, distrust.details.hint);
}

function lockedFolder({ kind, path, isWritable }: PathFacts): Finding | undefined {
  if (kind !== "folder" || isWritable) return undefined;
  return warning(
    `${path} cannot be changed: svc login could not store anything`,
    `chmod u+rwx ${shellWord(path)}`,
  );
}
