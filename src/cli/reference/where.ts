import { kebab } from "../../catalogue/commands/command-signature.ts";
import { furtherNodeFilters, nodeListFilters } from "../../catalogue/fields.ts";
import { nodeMembers } from "../../catalogue/node-members.ts";
import type { Block, Row } from "./page.ts";

const operators: readonly Row[] = [
  ["name=value", "has this value; * and ? are wildcards; for cpu-count and mem: at least this"],
  ["name!=value", "has another value, or none"],
  ["name~text", "contains this text, in any letter case"],
  ["name!~text", "does not contain it"],
  ["name>number", "is more; also >=, < and <=; sizes take a unit: mem>=64GiB"],
  ["name=one|other", "has any of these values; name!=one|other: none of them"],
];

const memberRows = Object.entries(nodeMembers).map(
  ([name, { otherFilters = [], unit }]): Row => [
    [name, ...otherFilters].map(kebab).join(", "),
    unit === undefined ? "= != ~ !~" : `> < >= <=${unit === "count" ? "" : `, in ${unit} without a unit`}`,
  ],
);

const serviceFilters = [...nodeListFilters, ...furtherNodeFilters].filter(
  ({ name }) => !Object.hasOwn(nodeMembers, name),
);

export const whereBlocks: readonly Block[] = [
  "Commands on machines take names, ranges (web-[01-20]), patterns ('web-*'), '-' for names from standard input, or --where with filters instead. Lists take --where too.",
  "Filters are separated by commas, and a machine must match all of them, including those of further --where options. Quote them: < > | and * have a meaning in a shell.",
  { title: "Comparisons", rows: operators },
  { title: "Compared by the service if it can, otherwise by svc", rows: memberRows },
  {
    title: "Sent to the service, with =",
    rows: serviceFilters.map(({ name, help }): Row => [kebab(name), help]),
  },
  "tags=a,tags=b means both tags, 'tags=a|b' one of them; any other filter given twice means either value. owner!='*' finds machines without an owner.",
  "Filters in MiB (RAM) read 64GB and 64GiB alike, as 65536; filters in MB (disks) distinguish them. A service may not know filters that are not in its documents: svc sends them anyway and compares each machine itself, or refuses those that it cannot compare.",
  "svc profiles set NAME where.free='status=ready,pool=ci' saves filters: --where free.",
];
