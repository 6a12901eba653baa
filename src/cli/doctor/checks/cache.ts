import { cacheFolder } from "../../../client/description/folder.ts";
import { onWindows } from "../../../client/profiles/folder.ts";
import { shellWord } from "../../../core/text/shell-word.ts";
import { type CheckSpec, type Finding, ok, warning } from "../check.ts";
import { isOwnFolder, nearestFolder, ownNumber, type PathFacts, pathFacts } from "../probes/paths.ts";

/** The folder of what svc keeps: without it svc works, only more slowly. */
export const cacheCheck: CheckSpec = {
  name: "cache",
  needs: [],
  examine({ subject: { context } }) {
    const path = cacheFolder(context.env);
    if (path === undefined) return ok("the environment names no folder for it: nothing is kept");
    const folder = pathFacts(path);
    return judgeCache(folder, folder.kind === "missing" ? nearestFolder(path) : folder, ownNumber());
  },
};

/** `above` is the folder itself, or the nearest one above it where it has not been made yet. */
export function judgeCache(folder: PathFacts, above: PathFacts, user: number | undefined): Finding {
  const path = shellWord(folder.path);
  const another = "export SVC_CACHE_DIR=DIR, a folder for svc alone";
  if (folder.kind !== "folder" && folder.kind !== "missing")
    return warning(`${folder.path} is not a folder: nothing can be kept`, `rm ${path}`);
  if (!onWindows && folder.kind === "folder" && user !== undefined && folder.owner !== user)
    return warning(
      `${folder.path} belongs to another user (number ${folder.owner}): what is kept there is not used`,
      isOwnFolder(folder) ? `sudo chown -R "$(id -un)" ${path}` : another,
    );
  if (!onWindows && (folder.mode & 0o022) !== 0)
    return warning(
      `other users may change what svc keeps in ${folder.path} (mode ${(folder.mode & 0o777).toString(8).padStart(4, "0")})`,
      (folder.mode & 0o1000) === 0 ? `chmod go-w ${path}` : another,
    );
  if (!above.isWritable)
    return warning(
      `${folder.path} cannot be written: nothing is kept, and svc starts more slowly`,
      folder.kind === "folder"
        ? `chmod u+rwx ${path}`
        : `export SVC_CACHE_DIR=DIR, a folder that can be written; ${above.path} cannot`,
    );
  return ok(folder.kind === "missing" ? `${folder.path}, made when something is kept` : folder.path);
}
