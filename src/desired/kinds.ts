import type { Group, Kind } from "../catalogue/group.ts";
import { type GroupName, groupNames, type OperationEntry } from "../catalogue/index.ts";
import type { ConfigItem, Field, PathParameter } from "../catalogue/operation.ts";
import { itemNamed } from "../client/values/check.ts";
import { isSecretName } from "../core/secrets/names.ts";

export interface StateField {
  readonly name: string;
  /** The definition in `create`, or else in `update` or in the operation of `setBy`. */
  readonly definition: Field;
  readonly isForCreation: boolean;
  readonly isForUpdate: boolean;
  /** An operation that sets only this field, and the field's definition there. */
  readonly setBy?: SettingOperation;
  readonly isKey: boolean;
  readonly referredKind?: string;
  readonly textPattern?: RegExp;
  /** Paths within a row. The first leads to the value, the others to other spellings of it. */
  readonly paths: readonly MemberPath[];
}

/** Paths of nested names; the values of several paths are joined by a slash. Empty for the whole answer. */
export type MemberPath = readonly (readonly string[])[];

export interface SettingOperation {
  readonly entry: OperationEntry;
  /** Undefined if the field is a flag that the operation itself turns on. */
  readonly field: Field | undefined;
  readonly removalField: string | undefined;
  /** Removes one value from a list; `entry` adds one. */
  readonly removedBy: OperationEntry | undefined;
}

export interface LoadedKind {
  readonly name: string;
  readonly group: Group;
  readonly spec: Kind;
  readonly fields: ReadonlyMap<string, StateField>;
  readonly operations: KindOperations;
  readonly filesystem?: Readonly<Partial<Record<keyof NonNullable<Kind["filesystem"]>, OperationEntry>>>;
  /** Operations by the value of the field that selects one, the default first. */
  readonly creations: ReadonlyMap<string, OperationEntry>;
  /** Path parameters of one object, the parent's first. */
  readonly parameters: readonly PathParameter[];
}

type KindOperations = Readonly<
  Partial<Record<"list" | "read" | "create" | "update" | "remove", OperationEntry>>
>;

type LoadGroup = (name: GroupName) => Promise<Group | undefined>;

export async function loadKinds(load: LoadGroup): Promise<ReadonlyMap<string, LoadedKind>> {
  const groups = await Promise.all(groupNames.map(load));
  const kinds = groups.flatMap((group) =>
    Object.entries({ [group?.name ?? ""]: group?.kind, ...group?.parts }).flatMap(([name, kind]) =>
      group === undefined || kind === undefined ? [] : [loadedKind(name, group, kind)],
    ),
  );
  return new Map(kinds.map((kind) => [kind.name, kind]));
}

export const topLevelKinds = (kinds: ReadonlyMap<string, LoadedKind>): readonly LoadedKind[] =>
  [...kinds.values()].filter(({ spec }) => spec.parent === undefined);

export const isNeverEmpty = ({ spec }: LoadedKind, { name, definition, isForCreation, isKey }: StateField) =>
  spec.neverEmpty?.includes(name) === true || (isForCreation && !isKey && isRequiredScalar(definition));

const isRequiredScalar = ({ type, required, repeatable }: Field): boolean =>
  required === true && repeatable !== true && !["file", "base64", "list"].includes(type);

function entryOf(group: Group, id: string): OperationEntry | undefined {
  const operation = group.operations[id];
  return operation && { id, group, operation };
}

const entriesOf = (
  group: Group,
  ids: Readonly<Record<string, string>>,
): Readonly<Record<string, OperationEntry>> =>
  Object.fromEntries(
    Object.entries(ids).flatMap(([key, id]) => {
      const entry = entryOf(group, id);
      return entry === undefined ? [] : [[key, entry]];
    }),
  );

function loadedKind(name: string, group: Group, kind: Kind): LoadedKind {
  const { createVariants, filesystem } = kind;
  const creations = new Map(Object.entries(entriesOf(group, createVariants?.operations ?? {})));
  const [defaultCreation] = creations.values();
  const operations = {
    ...operationsOf(group, kind),
    ...(defaultCreation && { create: defaultCreation }),
  };
  const { create, update, remove, read } = operations;
  const creatingOperations = [...new Set([create, ...creations.values()])].flatMap((entry) => entry ?? []);
  const parameters = (remove ?? update ?? read)?.operation.parameters ?? [];
  const fields = fieldsOf(group, kind, creatingOperations, update);
  return {
    name,
    group,
    spec: kind,
    operations,
    creations,
    parameters,
    fields,
    ...(filesystem && { filesystem: entriesOf(group, filesystem) }),
  };
}

function operationsOf(group: Group, kind: Kind): KindOperations {
  if (kind.operations !== undefined) return entriesOf(group, kind.operations);
  const idOf = (verb: string) =>
    Object.keys(group.operations).find((id) => group.operations[id]?.verb === verb) ?? "";
  return entriesOf(group, {
    list: idOf("list"),
    read: idOf("get"),
    create: idOf("create"),
    update: idOf(kind.map === undefined ? "update" : "set"),
    remove: idOf("delete"),
  });
}

function fieldsOf(
  group: Group,
  kind: Kind,
  creations: readonly OperationEntry[],
  update: OperationEntry | undefined,
): ReadonlyMap<string, StateField> {
  // Leaves out fields that rename the object, which are not part of its state.
  const fieldsByName = ({ operation: { fields = [] } }: OperationEntry) =>
    new Map(fields.filter(({ sentAs }) => sentAs === undefined).map((field) => [field.name, field]));
  const createFields = new Map([
    ...(kind.assignedFields ?? []).map((field) => [field.name, field] as const),
    ...selectorOf(kind),
    ...[...creations].reverse().flatMap((create) => [...fieldsByName(create)]),
  ]);
  const updateFields = update === undefined ? new Map<string, Field>() : fieldsByName(update);
  const all = [...kind.key, ...createFields.keys(), ...updateFields.keys(), ...Object.keys(kind.setBy ?? {})];
  const isStateField = (name: string) =>
    kind.ignoredFields?.includes(name) !== true &&
    (kind.onlyFields === undefined || kind.onlyFields.includes(name) || kind.setBy?.[name] !== undefined);
  return new Map(
    [...new Set(all)].filter(isStateField).flatMap((name): [string, StateField][] => {
      const setBy = setterOf(group, kind, name);
      const field =
        createFields.get(name) ??
        updateFields.get(name) ??
        (setBy && settableField(name, setBy, kind.setBy?.[name]?.overrides));
      if (field === undefined) return [];
      const referredKind = kind.references?.[name];
      const pattern = kind.textPatterns?.[name];
      const stateField: StateField = {
        name,
        definition: field,
        isForCreation: createFields.has(name) && !kind.assignedFields?.some((each) => each.name === name),
        isForUpdate: updateFields.has(name) && setBy?.removedBy === undefined,
        ...(setBy && { setBy }),
        isKey: kind.key.includes(name),
        ...(referredKind && { referredKind }),
        ...(pattern && { textPattern: new RegExp(pattern) }),
        paths: (kind.memberPaths?.[name] ?? [name]).map(memberPath),
      };
      return [[name, stateField]];
    }),
  );
}

const memberPath = (path: string): MemberPath =>
  path === "" ? [] : path.split("/").map((names) => names.split("."));

/** Defines the field that selects the creating operation; the operations themselves do not take it. */
function selectorOf({ createVariants }: Kind): readonly [string, Field][] {
  if (createVariants === undefined) return [];
  const { field: name, operations } = createVariants;
  const choices = Object.keys(operations);
  return [[name, { name, type: "string", help: name, choices, default: choices[0] ?? "" }]];
}

export function creationOf(
  { creations, operations, spec }: LoadedKind,
  textAt: (field: string) => string | undefined,
): OperationEntry | undefined {
  if (spec.createVariants === undefined) return operations.create;
  return creations.get(textAt(spec.createVariants.field) ?? "") ?? operations.create;
}

export function parameterNameIn(
  { spec }: LoadedKind,
  entry: OperationEntry | undefined,
  name: string,
): string | undefined {
  const fields = entry?.operation.fields ?? [];
  return [name, spec.singularFields?.[name]].find((each) => fields.some((field) => field.name === each));
}

function setterOf(group: Group, kind: Kind, name: string): StateField["setBy"] {
  const setter = kind.setBy?.[name];
  const entry = setter && entryOf(group, setter.operation);
  if (setter === undefined || entry === undefined) return undefined;
  const { removeField: removalField, removeOperation = "" } = setter;
  const field = entry.operation.fields?.find((each) => each.name === setter.field);
  if (setter.field !== undefined && field === undefined) return undefined;
  return { entry, field, removalField, removedBy: entryOf(group, removeOperation) };
}

/** Leaves out `required`, which applies to the operation and not to the object. */
function settableField(name: string, { field }: SettingOperation, overrides: Partial<Field> = {}): Field {
  const { required: _required, ...definition } = field ?? { type: "boolean", help: name };
  return { ...definition, ...overrides, name };
}

export function knownMembers({ operations }: LoadedKind): readonly ConfigItem[] {
  const rules = operations.update?.operation.rules ?? [];
  return rules.flatMap((rule) => (rule.kind === "configItem" ? rule.items : []));
}

export function memberField(valueField: Field, item: ConfigItem | undefined): Field {
  if (item === undefined) return valueField;
  const { type, meaning: help, choices, min, max, secret } = item;
  return {
    ...valueField,
    type,
    help,
    ...(choices && { choices }),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(secret && { secret }),
  };
}

export const memberNamed = (kind: LoadedKind, name: string): ConfigItem | undefined =>
  itemNamed(knownMembers(kind), name);

export const isSecretMember = (kind: LoadedKind, name: string): boolean =>
  memberNamed(kind, name)?.secret === true || isSecretName(name);

export function secretKeyTest({ spec, group }: LoadedKind, field: string): (name: string) => boolean {
  const operation = group.operations[spec.readBy?.[field] ?? ""];
  const secretNames = Array.isArray(operation?.sensitive) ? operation.sensitive : [];
  return (name) => operation?.sensitive === true || secretNames.includes(name) || isSecretName(name);
}
