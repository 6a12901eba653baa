import type { CommandOption, SiteForm } from "../../catalogue/commands/command-spec.ts";
import { filtersNodes } from "../../catalogue/commands/name-source.ts";
import type { IdentifierKind } from "../../catalogue/operation.ts";
import { allSites, isSiteList, nameAtSite, selectProfiles } from "../../client/profiles/connection.ts";
import type { Profiles } from "../../client/profiles/profile.ts";
import { Failure } from "../../core/failure.ts";
import { refuseSingleServiceSettings } from "../invocation/globals.ts";
import { hasFlag, type ScannedLine, valueIn } from "../line/scan.ts";
import { expandRanges } from "../parsing/ranges.ts";

interface NodeWord {
  readonly at: number;
  readonly site: string | undefined;
  readonly name: string;
}

export interface SiteSelection {
  /** In the given order. */
  readonly sites: readonly string[];
  readonly words: readonly NodeWord[];
  readonly kind: IdentifierKind | undefined;
  readonly options: readonly NodeOption[];
  readonly isVariadic: boolean;
  /** True for a list of profiles, a pattern or `--all-profiles`: the output has a SITE column even for one site. */
  readonly isMultiSite: boolean;
  readonly form: Exclude<SiteForm, "local">;
  /** True for `get`: sites without the object are left out. */
  readonly isLookUp: boolean;
}

/** Undefined if the line is about one site and no word names it. Throws a `Failure` for unsupported combinations. */
export function selectSites(
  line: ScannedLine,
  env: Readonly<Record<string, string | undefined>>,
  readProfiles: () => Profiles,
): SiteSelection | undefined {
  const { target } = line;
  // The command refuses unknown options, which must not be looked up as names.
  if (target.kind === "program" || target.kind === "group" || line.fault?.kind === "unknown")
    return undefined;
  const usesAllProfiles = hasFlag(line, "all-profiles");
  const profile = valueIn(line, "profile") ?? (env["SVC_PROFILE"] || undefined);
  const isMultiSite = usesAllProfiles || isSiteList(profile ?? "");
  const nodeOperands = nodeOperandsOf(line);
  const candidates = line.operands.flatMap((word, at) => (nodeOperands.has(at) ? [{ word, at }] : []));
  const hasSlash = [...candidates.map(({ word }) => word), ...namesInOptions(line)].some((word) =>
    word.includes("/"),
  );
  if (!isMultiSite && !hasSlash) return undefined;
  const { sites, refusedGlobals } = target.spec();
  if (sites === "local" || refusedGlobals?.includes("url")) return undefined;
  if (usesAllProfiles && valueIn(line, "profile") !== undefined)
    throw new Failure("usage", "--profile and --all-profiles cannot be combined");
  const profiles = readProfiles();
  const words = candidates.flatMap(({ word, at }): readonly NodeWord[] => {
    const nameWithSite = nameAtSite(word, profiles);
    if (nameWithSite !== undefined) return [{ at, ...nameWithSite }];
    // The names of a range may be at different sites.
    return isMultiSite
      ? expandRanges(word).map((name) => ({ at, site: undefined, name }))
      : [{ at, site: undefined, name: word }];
  });
  const options = nodeOptions(line, profiles);
  const sitesOfWords = words.flatMap(({ site }) => site ?? []);
  const sitesOfOptions = sitesIn(options);
  if (!isMultiSite && sitesOfWords.length + sitesOfOptions.length === 0) return undefined;
  const namesEverySite =
    words.length > 0
      ? words.every(({ site }) => site !== undefined)
      : !isMultiSite && sitesOfOptions.length > 0;
  const sitesOfProfile = namesEverySite ? [] : profilesOf(usesAllProfiles, profile, profiles);
  refuseSingleServiceSettings(line.optionValues, env);
  const namedSites = [...new Set([...sitesOfProfile, ...sitesOfWords])];
  const selectedSites = namedSites.length > 0 ? namedSites : [...new Set(sitesOfOptions)];
  requireMatchingSites(options, selectedSites);
  const command = line.path.join(" ");
  const runsAtSeveral = isMultiSite || selectedSites.length > 1;
  if (runsAtSeveral && (sites === undefined || typeof sites === "object"))
    throw new Failure("usage", `'svc ${command}' works at one site`, {
      hint: `${sites?.refused ?? "run it once for each site"}; name one profile with --profile`,
    });
  const operation = target.kind === "operation" ? target.entry.operation : undefined;
  // Each service may have another description.
  if (runsAtSeveral && operation?.described === true)
    throw new Failure("usage", `'svc ${command}' works at one site: services may describe it differently`, {
      hint: "name one profile with --profile",
    });
  const fileOption = ["save", "to"].find((name) => line.optionValues[name] !== undefined);
  if (runsAtSeveral && fileOption !== undefined)
    throw new Failure("usage", `--${fileOption} has no effect at several sites: it writes one file`);
  const [kind] = nodeOperands.values();
  // A preview prints commands that can be run, so its lines get no site prefix.
  const isPreview = sites === "lines" && line.optionValues["dry-run"] !== undefined;
  return {
    sites: selectedSites,
    words,
    kind,
    options,
    isVariadic:
      kind !== undefined && target.spec().arguments?.some(({ variadic }) => variadic === true) === true,
    isMultiSite: isMultiSite,
    form: isFollowed(line) ? "lines" : typeof sites === "string" && !isPreview ? sites : "read",
    isLookUp: operation?.method === "GET" && operation.verb === "get",
  };
}

function profilesOf(
  usesAllProfiles: boolean,
  profile: string | undefined,
  profiles: Profiles,
): readonly string[] {
  if (usesAllProfiles) return allSites(profiles);
  const pattern = profile ?? profiles.current;
  if (pattern !== undefined) return selectProfiles(pattern, profiles);
  throw new Failure("usage", "a name without a site needs a profile", { hint: "name the site: east/web-01" });
}

export const isFollowed = ({ optionValues }: ScannedLine): boolean =>
  optionValues["follow"] !== undefined || optionValues["watch"] !== undefined;

function nodeOperandsOf({ target, operands }: ScannedLine): ReadonlyMap<number, IdentifierKind | undefined> {
  const nodeOperands = new Map<number, IdentifierKind | undefined>();
  if (target.kind !== "builtin" && target.kind !== "operation") return nodeOperands;
  for (const [at, { variadic, kind, isFilter }] of argumentKinds(target).entries()) {
    if (kind === undefined && !isFilter) continue;
    const last = variadic ? operands.length - 1 : at;
    for (let index = at; index <= last; index += 1)
      if (index < operands.length && !operands[index]?.includes("=")) nodeOperands.set(index, kind);
  }
  return nodeOperands;
}

function argumentKinds(target: Extract<ScannedLine["target"], { readonly kind: "builtin" | "operation" }>) {
  const { parameters = [], fields = [] } = target.kind === "operation" ? target.entry.operation : {};
  const { arguments: specs = [], options = [] } = target.spec();
  const positionalFields = options.flatMap(({ field }) =>
    field?.alsoPositional
      ? [{ name: field.name, nameOf: undefined, variadic: field.repeatable === true, field }]
      : [],
  );
  return [...specs, ...positionalFields].map(({ name, nameOf, variadic = false, field }) => ({
    variadic,
    isFilter: filtersNodes(field ?? fields.find((each) => each.name === name)),
    kind:
      target.kind === "builtin"
        ? kindsOfNames[nameOf ?? ""]
        : field === undefined
          ? parameters.find((parameter) => parameter.name === name)?.kind
          : field.kind,
  }));
}

/** The line for one site: with its profile, and with its names in place of the words for all sites. */
export function lineFor(
  line: ScannedLine,
  { words, options, isVariadic }: Pick<SiteSelection, "words" | "options" | "isVariadic">,
  site: string,
  names: readonly string[],
): ScannedLine {
  const { "all-profiles": _all, ...otherOptions } = line.optionValues;
  const nodeOperands = new Set(words.map(({ at }) => at));
  const first = Math.min(...nodeOperands);
  // A single name would print an object, but each of several sites must print a list.
  const needsList = isVariadic && words.length > 1 && names.length === 1;
  const siteNames = needsList ? [...names, ...names] : names;
  const operands = line.operands.flatMap((word, at) =>
    at === first ? siteNames : nodeOperands.has(at) ? [] : [word],
  );
  return {
    ...line,
    optionValues: { ...otherOptions, ...optionValuesAt(options, site), profile: [site] },
    operands,
  };
}

/** By the source of the names that an argument or option takes. */
const kindsOfNames: Readonly<Record<string, IdentifierKind>> = {
  machines: "machine",
  devices: "device",
  nodes: "node",
};

/** An option whose values name nodes, at least one of them with a site. */
interface NodeOption {
  readonly name: string;
  readonly values: readonly { readonly site: string | undefined; readonly name: string }[];
  /** True if the option excludes machines from a change, so that sites without such a machine ignore it. */
  readonly isExclusion: boolean;
}

const namesInOption = ({ optionValues }: ScannedLine, { name, field, nameOf }: CommandOption) => {
  const values = optionValues[name];
  const kind = field?.kind ?? kindsOfNames[nameOf ?? ""] ?? "";
  const isNode = filtersNodes(field) || ["machine", "device", "node"].includes(kind);
  return isNode && Array.isArray(values) ? values.flatMap((value) => value.split(",")) : [];
};

export const namesInOptions = (line: ScannedLine): readonly string[] =>
  line.options.flatMap((option) => namesInOption(line, option));

export const isPiped = (word: string): boolean => word === "-" || word === "@-";

export const withNames = (line: ScannedLine, names: readonly string[]): ScannedLine => ({
  ...line,
  operands: line.operands.flatMap((word) => (word === "-" ? names : [word])),
  optionValues: {
    ...line.optionValues,
    ...Object.fromEntries(
      line.options
        .map((option) => [option.name, namesInOption(line, option)] as const)
        .filter(([, words]) => words.some(isPiped))
        .map(([name, words]) => [name, words.flatMap((word) => (isPiped(word) ? names : [word]))]),
    ),
  },
});

const nodeOptions = (line: ScannedLine, profiles: Profiles): readonly NodeOption[] =>
  line.options.flatMap((option): readonly NodeOption[] => {
    const values = namesInOption(line, option).map(
      (name) => nameAtSite(name, profiles) ?? { site: undefined, name },
    );
    if (values.every(({ site }) => site === undefined)) return [];
    return [{ name: option.name, values, isExclusion: option.name === "keep" }];
  });

const sitesIn = (options: readonly NodeOption[]): readonly string[] =>
  options.flatMap(({ isExclusion, values }) => (isExclusion ? [] : values.flatMap(({ site }) => site ?? [])));

function requireMatchingSites(options: readonly NodeOption[], sites: readonly string[]): void {
  for (const { name, values, isExclusion } of options) {
    const valueElsewhere = values.find(({ site }) => site !== undefined && !sites.includes(site));
    if (valueElsewhere !== undefined)
      throw new Failure(
        "usage",
        `--${name} names a machine at ${valueElsewhere.site}, but the command is for ${sites.join(" and ")}`,
      );
    const siteWithoutMachine = sites.find(
      (targetSite) => !values.some(({ site }) => site === undefined || site === targetSite),
    );
    if (siteWithoutMachine !== undefined && !isExclusion)
      throw new Failure("usage", `--${name} names no machine at ${siteWithoutMachine}`, {
        hint: `the command runs at ${sites.join(" and ")}: name a machine at each site, or run it once per site`,
      });
  }
}

const optionValuesAt = (options: readonly NodeOption[], targetSite: string) =>
  Object.fromEntries(
    options.map(({ name, values }) => {
      const names = values.flatMap((value) =>
        value.site === undefined || value.site === targetSite ? [value.name] : [],
      );
      return [name, names.length === 0 ? undefined : names];
    }),
  );
