import { kebab } from "../../catalogue/commands/command-spec.ts";
import { answerDifferences, sandboxLimits } from "../../catalogue/commands/sandbox-answers.ts";
import { configItems } from "../../catalogue/config-items.ts";
import { nodeListFilters, undocumentedNodeFilters } from "../../catalogue/fields.ts";
import { loadAllOperations, type OperationId } from "../../catalogue/index.ts";
import { nodeMembers } from "../../catalogue/node-members.ts";
import type { ConfigItem, Field } from "../../catalogue/operation.ts";
import { statuses } from "../../catalogue/statuses.ts";
import { type Block, boundsOf, defaultText, detailsText, type Row } from "./page.ts";

const titledFields: readonly (readonly [operation: OperationId, field: string, title: string])[] = [
  ["machines.add_chassis", "chassis_type", "Chassis types (machines add-chassis --chassis-type)"],
  ["machine.update", "power_type", "Power types (--power-type)"],
  ["machine.set_storage_layout", "storage_layout", "Storage layouts (machines set-storage-layout)"],
  ["boot-resources.create", "filetype", "File types of boot images (boot-resources create --filetype)"],
  ["bcaches.create", "cache_mode", "Cache modes (bcaches --cache-mode)"],
  ["events.query", "level", "Levels of events (events query --level)"],
];

export async function valueBlocks(): Promise<readonly Block[]> {
  const entries = await loadAllOperations();
  const lists = titledFields.map(([id, name, title]) => {
    const { fields = [] } = entries.find((entry) => entry.id === id)?.operation ?? {};
    return { title, rows: valueRows(fields.find((field) => field.name === name)) };
  });
  return [
    {
      title: "Statuses of machines (--status, --for)",
      rows: Object.entries(statuses).map(
        ([value, { id, name, kind }]): Row => [value, `${id}, ${name}; ${kind}`],
      ),
    },
    ...lists,
    { title: "Configuration items (svc config)", rows: configItems.map(itemRow) },
    "Another installation may have more values and other names. These values are only suggestions: svc sends others as typed.",
  ];
}

const valueRows = (field?: Field): readonly Row[] =>
  (field?.choices ?? field?.suggestions ?? []).map((value): Row => [value, ""]);

const itemRow = (item: ConfigItem): Row => [
  item.name,
  item.meaning +
    detailsText(
      item.choices?.map((choice) => choice || "''").join("|") ?? item.type,
      item.form,
      item.unit,
      boundsOf(item),
      defaultText(item.default),
      item.ifEmpty && `empty: ${item.ifEmpty}`,
    ),
];

const operators: readonly Row[] = [
  ["name=value", "is this value; * and ? are wildcards; for cpu-count and mem: at least this value"],
  ["name!=value", "is another value, or has none"],
  ["name~text", "contains this text, in any letter case"],
  ["name!~text", "does not contain this text"],
  ["name>number", "is greater; also >=, < and <=; sizes take a unit: mem>=64GiB"],
  ["name=one|other", "is one of these values; name!=one|other: none of them"],
];

const memberRows = Object.entries(nodeMembers).map(
  ([name, { otherNames = [], unit }]): Row => [
    [name, ...otherNames].map(kebab).join(", "),
    unit === undefined ? "= != ~ !~" : `> < >= <=${unit === "count" ? "" : `, in ${unit} without a unit`}`,
  ],
);

const serviceFilters = [...nodeListFilters, ...undocumentedNodeFilters].filter(
  ({ name }) => !Object.hasOwn(nodeMembers, name),
);

export const whereBlocks: readonly Block[] = [
  "Commands on machines take names, ranges (web-[01-20]), patterns ('web-*'), '-' for names from standard input, or --where with filters instead. Lists take --where too.",
  "Separate filters by commas. A machine must match all of them, including those of other --where options. Quote them: < > | and * are special characters in a shell.",
  { title: "Comparisons", rows: operators },
  { title: "Compared by the service if it can, otherwise by svc", rows: memberRows },
  {
    title: "Sent to the service, with =",
    rows: serviceFilters.map(({ name, help }): Row => [kebab(name), help]),
  },
  "tags=a,tags=b means both tags, 'tags=a|b' one of them; any other filter given twice means either value. owner!='*' finds machines without an owner.",
  "Filters in MiB (RAM) read 64GB and 64GiB alike, as 65536; filters in MB (disks) distinguish them. A service may not support undocumented filters: svc sends them anyway and also checks each machine itself; it refuses filters that it cannot check.",
  "svc profiles set NAME where.free='status=ready,pool=ci' saves filters: --where free.",
];

export const sandboxAnswers: readonly Block[] = [
  "Live services give some answers that differ from the API documentation. With --answers, 'svc sandbox start' and " +
    "'svc sandbox exec' can give either. In each row, the documented answer comes first, then that of live services:",
  {
    title: "Answers (--answers documented | deployed)",
    rows: Object.values(answerDifferences).map(
      ([about, documented, deployed]): Row => [about, `${documented} | ${deployed}`],
    ),
  },
  { title: "Not simulated", rows: sandboxLimits.map(({ about, text }): Row => [about, text]) },
];
