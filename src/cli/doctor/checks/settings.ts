import { readdirSync } from "node:fs";
import { join } from "node:path";
import { normaliseBaseUrl } from "../../../client/http/address.ts";
import { profileNames } from "../../../client/profiles/profile.ts";
import { accessProblems, onWindows, profilesFile, readAliases } from "../../../client/profiles/store.ts";
import { Failure, orFailure } from "../../../core/failure.ts";
import { shellWord } from "../../../core/text/shell-words.ts";
import { type Checks, type Finding, failed, failedBy, ok, warning } from "../check.ts";
import {
  type ConnectionFacts,
  connectionOf,
  type Facts,
  keySource,
  profileChange,
  type SettingName,
  settingNames,
} from "../facts.ts";
import { currentUserId, isOwnFolder, type PathFacts, pathFacts } from "../paths.ts";

export const settingsChecks = {
  profiles: { needs: [], examine: (facts) => judgeProfiles(facts) },
  address: {
    needs: [],
    async examine(facts) {
      const { connection, subject } = facts;
      if (connection instanceof Failure) return noAddress(connection, facts);
      const { baseUrl } = connection.endpoint;
      const source = subject.sources.url ?? `profile '${connection.profile}'`;
      const normalUrl = await orFailure(() => normaliseBaseUrl(baseUrl));
      if (normalUrl instanceof Failure) {
        const fix = urlFix(connection.profile, "http://host:5240/SVC");
        return failed("usage", `${normalUrl.message} (${source})`, fix);
      }
      if (normalUrl !== baseUrl)
        return warning(
          `${baseUrl} (${source}) contains more than a base address`,
          urlFix(connection.profile, normalUrl),
        );
      const segmentNote = new URL(baseUrl).pathname === "/" ? ", without a name segment" : "";
      return ok(`${baseUrl}${segmentNote} (${source})`);
    },
  },
  settings: {
    needs: ["address"],
    examine(facts) {
      const { warning: unusedWarning } = connectionOf(facts);
      const sourceText = sourcesOf(facts).join("; ");
      return unusedWarning === undefined
        ? ok(sourceText)
        : warning(
            `${unusedWarning}; ${sourceText}`,
            "leave out --profile or unset SVC_PROFILE; or unset SVC_URL",
          );
    },
  },
} satisfies Checks;

function judgeProfiles({ folder, stored, usesProfiles }: ConnectionFacts): Finding {
  if (folder === undefined) {
    const text = "there is no folder for profiles (HOME is not set)";
    return usesProfiles
      ? warning(text, "--config-dir DIR, or export SVC_CONFIG_DIR=DIR")
      : ok(`${text}; none is needed here`);
  }
  const file = pathFacts(profilesFile(folder));
  if (stored instanceof Failure) return damagedFinding(stored, file, usesProfiles);
  const problem =
    unreadableFinding(file, usesProfiles) ??
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

function damagedFinding(stored: Failure, file: PathFacts, usesProfiles: boolean): Finding {
  if (stored.kind === "usage") return failedBy(stored);
  const fix = `mv ${shellWord(file.path)} ${shellWord(`${file.path}.broken`)}, then svc login NAME URL`;
  return usesProfiles ? failed(stored.kind, stored.message, fix) : warning(stored.message, fix);
}

function unreadableFinding(file: PathFacts, usesProfiles: boolean): Finding | undefined {
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

function ownerProblem(paths: readonly PathFacts[]): Finding | undefined {
  if (onWindows) return undefined;
  const foreignPath = paths.find((each) => !isOwnedByUser(each));
  return foreignPath === undefined
    ? undefined
    : warning(
        `${foreignPath.path} belongs to another user (uid ${foreignPath.owner}), who can read the keys and change the addresses`,
        foreignPath.kind !== "folder" || isOwnFolder(foreignPath)
          ? `sudo chown -R "$(id -un)" ${shellWord(foreignPath.path)}`
          : "--config-dir DIR, or export SVC_CONFIG_DIR=DIR, a folder that only svc uses",
      );
}

/** Records of sandboxes also contain secrets. */
function sandboxFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => /^sandbox.*\.json$/.test(name));
  } catch {
    return [];
  }
}

function accessProblem(folder: string, file: PathFacts): Finding | undefined {
  const [first, ...others] = [
    ...accessProblems(folder, file.path),
    ...(onWindows ? [] : sandboxFiles(folder)).flatMap((name) => {
      const { path, mode, kind } = pathFacts(join(folder, name));
      return kind === "file" && (mode & 0o077) !== 0
        ? [{ problem: `other users can read the keys in ${path}`, fix: `chmod 600 ${shellWord(path)}` }]
        : [];
    }),
  ];
  if (first === undefined) return undefined;
  return warning(
    [first, ...others].map(({ problem }) => problem).join("; "),
    [first, ...others].map(({ fix }) => fix).join("; "),
  );
}

function aliasProblem(folder: string): Finding | undefined {
  const { accessFailure } = readAliases(folder);
  return accessFailure && warning(accessFailure.message, accessFailure.details.hint);
}

function readOnlyProblem({ kind, path, isWritable }: PathFacts): Finding | undefined {
  if (kind !== "folder" || isWritable) return undefined;
  return warning(
    `${path} is not writable: svc login cannot store a profile`,
    `chmod u+rwx ${shellWord(path)}`,
  );
}

const urlFix = (profile: string | undefined, url: string): string =>
  profile === undefined ? `export SVC_URL=${url}` : profileChange(profile, "url", url);

function noAddress(failure: Failure, { stored, usesProfiles }: Facts): Finding {
  const [profilesWarning] = stored instanceof Failure ? [] : stored.warnings;
  const areProfilesUnreadable =
    failure === stored || (usesProfiles && profilesWarning?.includes("cannot be read") === true);
  return areProfilesUnreadable
    ? failed(
        failure.kind,
        "the profiles cannot be read, and no address is set elsewhere",
        "see the check 'profiles'",
      )
    : failedBy(failure);
}

function sourcesOf(facts: Facts): readonly string[] {
  const { sources } = facts.subject;
  const { profile, endpoint, caCert, insecure, output } = connectionOf(facts);
  const isSet = (name: SettingName) => sources[name] !== undefined;
  const fromProfile = [
    ...(!isSet("url") ? ["address"] : []),
    ...(facts.explicitKey === undefined && endpoint.credentials !== undefined ? ["key"] : []),
    ...(endpoint.addressing !== "path" && !isSet("addressing") ? ["addressing"] : []),
    ...(endpoint.signature !== "plaintext" && !isSet("signature") ? ["signature"] : []),
    ...(caCert !== undefined && !isSet("ca-cert") ? ["ca-cert"] : []),
    ...(insecure && !isSet("insecure") ? ["insecure"] : []),
    ...(output !== undefined && !isSet("output") ? ["output"] : []),
    ...(endpoint.clockOffsetMs === 0 ? [] : [`clock-offset ${endpoint.clockOffsetMs / 1000} s`]),
  ];
  const profileSource = sources.profile ?? "in use";
  const hasKey = endpoint.credentials !== undefined || facts.keyFailure !== undefined;
  return [
    ...(sources.url === undefined ? [] : [`address from ${sources.url}`]),
    ...(hasKey ? [] : ["no key"]),
    ...(profile === undefined || fromProfile.length === 0
      ? []
      : [`${fromProfile.join(", ")} of profile '${profile}' (${profileSource})`]),
    ...(facts.explicitKey === undefined
      ? []
      : [`key from ${keySource(facts.explicitKey)}${profile === undefined ? "" : ", not the profile's"}`]),
    ...settingNames.flatMap((name) => {
      const source = sources[name];
      const isReportedElsewhere =
        source === undefined || name === "profile" || name === "url" || source === "--output";
      return isReportedElsewhere ? [] : [`${name} from ${source}`];
    }),
  ];
}
