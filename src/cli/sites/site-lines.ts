import type { SiteForm } from "../../catalogue/commands/command-spec.ts";
import { filtersNodes } from "../../catalogue/commands/name-source.ts";
import type { IdentifierKind } from "../../catalogue/operation.ts";
import type { Profiles } from "../../client/profiles/profile.ts";
import { allSites, isSiteList, nameAtSite, selectProfiles } from "../../client/profiles/sites.ts";
import { Failure } from "../../core/failure.ts";
import { refuseOneService } from "../invocation/one-service.ts";
import { hasFlag, type ScannedLine, valueIn } from "../line/scan.ts";
import { expandRanges } from "../typed/ranges.ts";
import { kindsOfNames } from "./node-kinds.ts";
import {
  type NodeOption,
  namesInOptions,
  nodeOptions,
  requireFit,
  sitesIn,
  typedAt,
} from "./node-options.ts";

/** A word where a node is expected, and the site before its slash. */
export interface NodeWord {
  readonly at: number;
  readonly site: string | undefined;
  readonly name: string;
}

/** What a line says about sites. */
export interface SitesOfLine {
  /** In the order given. */
  readonly sites: readonly string[];
  readonly words: readonly NodeWord[];
  readonly kind: IdentifierKind | undefined;
  readonly options: readonly NodeOption[];
  /** A word may be followed by more of its kind. */
  readonly isVariadic: boolean;
  /** A list, a pattern or `--all-profiles`: the output has a SITE column even for one site. */
  readonly isSeveral: boolean;
  readonly form: Exclude<SiteForm, "local">;
  /** `get`: a site without the object is left out. */
  readonly isLookUp: boolean;
}

/** Undefined if the line is about one site, without naming it in a word. Throws a `Failure` for what cannot be done. */
export function sitesOfLine(
  line: ScannedLine,
  env: Readonly<Record<string, string | undefined>>,
  readStored: () => Profiles,
): SitesOfLine | undefined {
  const { target } = line;
  // An unknown option is not a name to look up: the command refuses it.
  if (target.kind === "program" || target.kind === "group" || line.fault?.kind === "unknown")
    return undefined;
  const isAll = hasFlag(line, "all-profiles");
  const profile = valueIn(line, "profile") ?? (env["SVC_PROFILE"] || undefined);
  const isSeveral = isAll || isSiteList(profile ?? "");
  const places = nodePlaces(line);
  const candidates = line.operands.flatMap((word, at) => (places.has(at) ? [{ word, at }] : []));
  const hasSlash = [...candidates.map(({ word }) => word), ...namesInOptions(line)].some((word) =>
    word.includes("/"),
  );
  if (!isSeveral && !hasSlash) return undefined;
  const sites = target.spec().sites;
  if (sites === "local") return undefined;
  if (isAll && valueIn(line, "profile") !== undefined)
    throw new Failure("usage", "--profile and --all-profiles cannot be combined");
  const stored = readStored();
  const words = candidates.flatMap(({ word, at }): readonly NodeWord[] => {
    const nameWithSite = nameAtSite(word, stored);
    if (nameWithSite !== undefined) return [{ at, ...nameWithSite }];
    // The names of a range may be at different sites.
    return isSeveral
      ? expandRanges(word).map((name) => ({ at, site: undefined, name }))
      : [{ at, site: undefined, name: word }];
  });
  const options = nodeOptions(line, stored);
  const sitesOfWords = words.flatMap(({ site }) => site ?? []);
  const inOptions = sitesIn(options);
  if (!isSeveral && sitesOfWords.length + inOptions.length === 0) return undefined;
  const isNamed =
    words.length > 0 ? words.every(({ site }) => site !== undefined) : !isSeveral && inOptions.length > 0;
  const sitesOfProfile = isNamed ? [] : profilesOf(isAll, profile, stored);
  refuseOneService(line.optionValues, env);
  const namedSites = [...new Set([...sitesOfProfile, ...sitesOfWords])];
  const all = namedSites.length > 0 ? namedSites : [...new Set(inOptions)];
  requireFit(options, all);
  const command = line.path.join(" ");
  if ((isSeveral || all.length > 1) && (sites === undefined || typeof sites === "object"))
    throw new Failure("usage", `'svc ${command}' works at one site`, {
      hint: `${sites?.refused ?? "run it once for each"}; name one profile with --profile`,
    });
  const operation = target.kind === "operation" ? target.entry.operation : undefined;
  // The description of each service may differ.
  if ((isSeveral || all.length > 1) && operation?.described === true)
    throw new Failure("usage", `'svc ${command}' is known from one service's description`, {
      hint: "it works at one site: name one profile with --profile",
    });
  const oneFile = ["save", "to"].find((name) => line.optionValues[name] !== undefined);
  if ((isSeveral || all.length > 1) && oneFile !== undefined)
    throw new Failure("usage", `--${oneFile} has no effect at several sites: it writes one file`);
  const [kind] = places.values();
  // The commands of a preview can be run as they are.
  const isPreview = sites === "lines" && line.optionValues["dry-run"] !== undefined;
  return {
    sites: all,
    words,
    kind,
    options,
    isVariadic:
      kind !== undefined && target.spec().arguments?.some(({ variadic }) => variadic === true) === true,
    isSeveral,
    form: isFollowed(line) ? "lines" : typeof sites === "string" && !isPreview ? sites : "read",
    isLookUp: operation?.method === "GET" && operation.verb === "get",
  };
}

function profilesOf(isAll: boolean, profile: string | undefined, stored: Profiles): readonly string[] {
  if (isAll) return allSites(stored);
  const pattern = profile ?? stored.current;
  if (pattern !== undefined) return selectProfiles(pattern, stored);
  throw new Failure("usage", "a name without a site needs a profile", { hint: "name the site: east/web-01" });
}

export const isFollowed = ({ optionValues: typed }: ScannedLine): boolean =>
  typed["follow"] !== undefined || typed["watch"] !== undefined;

/** The operands that name nodes, by index. */
function nodePlaces({ target, operands }: ScannedLine): ReadonlyMap<number, IdentifierKind | undefined> {
  const places = new Map<number, IdentifierKind | undefined>();
  if (target.kind !== "builtin" && target.kind !== "operation") return places;
  for (const [at, { variadic, kind, isFilter }] of argumentKinds(target).entries()) {
    if (kind === undefined && !isFilter) continue;
    const last = variadic ? operands.length - 1 : at;
    for (let index = at; index <= last; index += 1)
      if (index < operands.length && !operands[index]?.includes("=")) places.set(index, kind);
  }
  return places;
}

interface ArgumentKind {
  readonly variadic: boolean;
  readonly kind: IdentifierKind | undefined;
  readonly isFilter: boolean;
}

function argumentKinds(
  target: Extract<ScannedLine["target"], { readonly kind: "builtin" | "operation" }>,
): readonly ArgumentKind[] {
  const { parameters = [], fields = [] } = target.kind === "operation" ? target.entry.operation : {};
  const { arguments: specs = [], options = [] } = target.spec();
  const alsoWords = options.flatMap(({ field }) =>
    field?.alsoPositional
      ? [{ name: field.name, names: undefined, variadic: field.repeatable === true, field }]
      : [],
  );
  return [...specs, ...alsoWords].map(({ name, names, variadic = false, field }) => ({
    variadic,
    isFilter: filtersNodes(field ?? fields.find((each) => each.name === name)),
    kind:
      target.kind === "builtin"
        ? kindsOfNames[names ?? ""]
        : field === undefined
          ? parameters.find((parameter) => parameter.name === name)?.kind
          : field.kind,
  }));
}

/** The line of one site: its profile, and its names in place of the words for all. */
export function lineFor(
  line: ScannedLine,
  { words, options, isVariadic }: Pick<SitesOfLine, "words" | "options" | "isVariadic">,
  site: string,
  names: readonly string[],
): ScannedLine {
  const { "all-profiles": _all, ...typed } = line.optionValues;
  const places = new Set(words.map(({ at }) => at));
  const first = Math.min(...places);
  // A single word prints an object; of several words each site prints a list.
  const isPart = isVariadic && words.length > 1 && names.length === 1;
  const siteNames = isPart ? [...names, ...names] : names;
  const operands = line.operands.flatMap((word, at) =>
    at === first ? siteNames : places.has(at) ? [] : [word],
  );
  return { ...line, optionValues: { ...typed, ...typedAt(options, site), profile: [site] }, operands };
}
