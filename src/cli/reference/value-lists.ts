import { type ConfigItem, configItems } from "../../catalogue/config-items.ts";
import { loadAllOperations } from "../../catalogue/index.ts";
import type { Field } from "../../catalogue/operation.ts";
import { statuses } from "../../catalogue/statuses.ts";
import { type Block, boundsOf, defaultText, detailsText, type Row } from "./page.ts";

const titledFields: readonly (readonly [field: string, title: string])[] = [
  ["chassis_type", "Chassis types (machines add-chassis --chassis-type)"],
  ["power_type", "Power types (--power-type)"],
  ["storage_layout", "Storage layouts (machines set-storage-layout --storage-layout)"],
  ["filetype", "File types of boot images (boot-resources create --filetype)"],
  ["cache_mode", "Cache modes (bcaches --cache-mode)"],
  ["level", "Levels of events (events query --level)"],
];

export async function valueBlocks(): Promise<readonly Block[]> {
  const fields = (await loadAllOperations()).flatMap(
    ({ operation }): readonly Field[] => operation.fields ?? [],
  );
  const lists = titledFields.map(([name, title]) => ({ title, rows: valueRows(fields, name) }));
  return [
    {
      title: "Statuses of machines (--status, --for)",
      rows: Object.entries(statuses).map(
        ([value, { id, name, kind }]): Row => [value, `${id}, ${name}; ${kind}`],
      ),
    },
    ...lists.filter(({ rows }) => rows.length > 0),
    { title: "Configuration items (svc config)", rows: configItems.map(itemRow) },
    "Another deployment may have more values and other names. These values are only suggestions: svc sends others as typed.",
  ];
}

function valueRows(fields: readonly Field[], name: string): readonly Row[] {
  const values = fields
    .filter((field) => field.name === name)
    .flatMap((field) => [...(field.choices ?? []), ...(field.suggestions ?? [])]);
  return [...new Set(values)].map((value): Row => [value, ""]);
}

const itemRow = (item: ConfigItem): Row => [
  item.name,
  item.meaning +
    detailsText(
      item.choices?.map((choice) => choice || "''").join("|") ?? item.type,
      item.form,
      item.unit,
      boundsOf(item),
      defaultText(item.default),
      item.empty && `empty: ${item.empty}`,
    ),
];
