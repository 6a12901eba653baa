import { defaults } from "./defaults.ts";
import { countOption, option, pollInterval, whereOption, wordsOption } from "./option-spec.ts";

export const ownerOptions = (nodes: string) =>
  ({
    mine: option("mine", `only ${nodes} that you own`, { excludes: ["owner"] }),
    owner: wordsOption("owner", `only ${nodes} owned by one of these users`, "user"),
    tags: wordsOption("tags", `only ${nodes} that have all of these tags`, "tag"),
  }) as const;

export const nodeListOptions = (nodes: string) => {
  const { mine, owner, tags } = ownerOptions(nodes);
  return [
    whereOption(`only ${nodes} that match these filters, with =, !=, ~, !~, > and <`),
    tags,
    mine,
    owner,
    countOption("limit", `show at most this many ${nodes}`, { min: 1 }),
    option("watch", "keep watching: redraw on a terminal, elsewhere print changes", { short: "w" }),
    { ...pollInterval, needs: ["watch"], default: defaults.watchIntervalMs },
  ] as const;
};

export const groupBy = <const Choices extends readonly string[]>(nodes: string, choices: Choices) =>
  option("group-by", `count ${nodes} by this property, with their names`, {
    value: "property",
    choices,
    excludes: ["columns", "sort"],
  });

const groupings = ["pool", "zone", "status", "owner", "tags", "arch", "os"] as const;

/** Only machines have statuses that fail for a reason. */
export const powerAndSystemOptions = (nodes: string) =>
  [
    {
      ...wordsOption("power", `only ${nodes} in one of these power states`, "state"),
      choices: ["on", "off", "unknown", "error"],
    },
    {
      ...wordsOption("os", `only ${nodes} with one of these systems or releases, such as jammy`, "name"),
      nameOf: "series",
    },
    {
      ...groupBy(nodes, [...groupings, ...(nodes === "machines" ? (["reason"] as const) : [])]),
      excludes: ["columns", "sort", "watch", "limit"],
    },
  ] as const;

/** Only the main part of the grammar, because `svc help where` explains all of it. */
const whereNote =
  "--where takes filter=value,... with =, != (not), ~ (contains), !~, >, <, >= and <=, and alternatives as one|other: 'status=ready|allocated,mem>=64GiB,tags!=gpu'. See svc help where.";

export const nodeListNotes = (localOptions: string, serviceOptions: string): readonly string[] => [
  "In a hostname, * matches any characters and ? any single one: 'web-*'. Ranges are written web-[01-20].",
  `${localOptions} are applied by svc while the list arrives. ${serviceOptions} are sent to the service, and svc also checks each result, because not every service knows them.`,
  whereNote,
  "--limit shows the first rows in the order of --sort, or else in that of the service.",
];

export const fromFileNotes = [
  "With --from, columns or members are named after fields, such as mac_addresses, or power_parameters.power_address for machines. Options on the command line supply values that a row does not have. Machines or devices that already exist, by MAC address or host name, are skipped, so you can run the same command again after an interruption.",
  "CSV columns are separated by commas, semicolons or tabs; several values in a cell by spaces or commas. Text from standard input is CSV unless it begins with [, { or -.",
];
