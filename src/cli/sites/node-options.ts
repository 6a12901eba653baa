import type { CommandOption } from "../../catalogue/commands/command-spec.ts";
import { filtersNodes } from "../../catalogue/commands/name-source.ts";
import type { IdentifierKind } from "../../catalogue/operation.ts";
import type { Profiles } from "../../client/profiles/profile.ts";
import { nameAtSite } from "../../client/profiles/sites.ts";
import { Failure } from "../../core/failure.ts";
import type { ScannedLine } from "../line/scan.ts";

/** By the source of the names that an argument or option takes. */
export const kindsOfNames: Readonly<Record<string, IdentifierKind>> = {
  machines: "machine",
  devices: "device",
  nodes: "node",
};

/** An option whose values name nodes, at least one of them with a site. */
export interface NodeOption {
  readonly name: string;
  readonly values: readonly { readonly site: string | undefined; readonly name: string }[];
  /** True if the option excludes machines from a change, so that sites without such a machine ignore it. */
  readonly isExclusion: boolean;
}

const namesInOption = ({ optionValues }: ScannedLine, { name, field, names }: CommandOption) => {
  const values = optionValues[name];
  const kind = field?.kind ?? kindsOfNames[names ?? ""] ?? "";
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

export const nodeOptions = (line: ScannedLine, profiles: Profiles): readonly NodeOption[] =>
  line.options.flatMap((option): readonly NodeOption[] => {
    const values = namesInOption(line, option).map(
      (name) => nameAtSite(name, profiles) ?? { site: undefined, name },
    );
    if (values.every(({ site }) => site === undefined)) return [];
    return [{ name: option.name, values, isExclusion: option.name === "keep" }];
  });

export const sitesIn = (options: readonly NodeOption[]): readonly string[] =>
  options.flatMap(({ isExclusion, values }) => (isExclusion ? [] : values.flatMap(({ site }) => site ?? [])));

export function requireMatchingSites(options: readonly NodeOption[], sites: readonly string[]): void {
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

export const optionValuesAt = (options: readonly NodeOption[], targetSite: string) =>
  Object.fromEntries(
    options.map(({ name, values }) => {
      const names = values.flatMap((value) =>
        value.site === undefined || value.site === targetSite ? [value.name] : [],
      );
      return [name, names.length === 0 ? undefined : names];
    }),
  );
