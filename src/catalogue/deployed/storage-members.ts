import { list } from "../field.ts";
import type { Kind } from "../kind.ts";
import { disks, type NumberList, partitions } from "../number-lists.ts";
import type { Column, Field, Rule } from "../operation.ts";
import { anyOf } from "../rule.ts";
import { lastPathPart, storageStatuses } from "./filesystems.ts";

const membersByField: Readonly<Record<string, readonly [words: string, list: NumberList]>> = {
  block_devices: ["block devices", disks],
  partitions: ["partitions", partitions],
  spare_devices: ["spare block devices", disks],
  spare_partitions: ["spare partitions", partitions],
};

type MemberField = "block_devices" | "partitions" | "spare_devices" | "spare_partitions";

const memberField = (name: MemberField, prefix: string, helpPrefix: string): Field => {
  const [words = "", numbers = disks] = membersByField[name] ?? [];
  return list(`${prefix}${name}`, `${helpPrefix}${words}, by id or name`, { list: numbers });
};

export const memberFields = (...names: readonly MemberField[]): readonly Field[] =>
  names.map((name) => memberField(name, "", ""));

export const addFields = (...names: readonly MemberField[]): readonly Field[] =>
  names.map((name) => memberField(name, "add_", "add these "));

export const removeFields = (...names: readonly MemberField[]): readonly Field[] =>
  names.map((name) => memberField(name, "remove_", "remove these "));

export const needsMembers: readonly Rule[] = [
  anyOf("one of --block-devices and --partitions is needed", "block_devices", "partitions"),
];

const paths = { block_devices: "devices", partitions: "devices" } as const;
const sparePaths = { spare_devices: "spare_devices", spare_partitions: "spare_devices" } as const;
const diskTypes = ["physical", "virtual"];

export function memberKind(single: "raid" | "volume-group", rows: string) {
  const pathsByField: Readonly<Record<string, string>> =
    single === "raid" ? { ...paths, ...sparePaths } : paths;
  const names = Object.keys(pathsByField);
  const byField = <Value>(value: (name: string) => Value) =>
    Object.fromEntries(names.map((name) => [name, value(name)]));
  const isPartition = (name: string) => name.endsWith("partitions");
  return {
    key: ["name"],
    parent: { kind: "machines", parameter: "system_id", rows },
    ignoredFields: ["uuid", ...names.flatMap((name) => [`add_${name}`, `remove_${name}`])],
    memberPaths: byField((name) => [`${pathsByField[name]}.path`]),
    textPatterns: byField(() => lastPathPart),
    memberTypes: byField((name) => (isPartition(name) ? ["partition"] : diskTypes)),
    references: byField((name) => (isPartition(name) ? "partitions" : "block-devices")),
    siblings: names,
    setBy: byField((name) => ({
      operation: `${single}.update`,
      field: `add_${name}`,
      removeField: `remove_${name}`,
    })),
    changeableStatuses: storageStatuses,
  } satisfies Kind;
}

export const memberColumns = {
  name: { header: "NAME", path: "name", rank: "key" },
  size: { header: "SIZE", path: "size", as: "bytes" },
  devices: { header: "DEVICES", path: "devices.path", as: "pathEnd" },
  id: { header: "ID", path: "id", wide: true },
  uuid: { header: "UUID", path: "uuid", wide: true },
} as const satisfies Readonly<Record<string, Column>>;
