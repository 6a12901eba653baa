import type { OperationEntry } from "../catalogue/index.ts";
import { callWithoutLookup } from "../client/execute/resolve.ts";
import { sendCall } from "../client/execute/send.ts";
import { splitUpdate } from "../client/execute/split-update.ts";
import type { Client, Value, Values } from "../client/http/call.ts";
import { createLedger, type Ledger } from "../client/http/ledger.ts";
import { withoutTrailingDot } from "../client/names/names.ts";
import { asFailure, doubtHint, Failure, isNotFound, withFallback } from "../core/failure.ts";
import { primitiveText } from "../core/json-record.ts";
import { type Change, laterFields } from "./change.ts";
import { type EntryIndex, referenceNameOf } from "./dependencies.ts";
import type { Item } from "./item.ts";
import { creationOf, type LoadedKind, parameterNameIn, type SettingOperation } from "./kinds.ts";
import { parentValues } from "./read-objects.ts";
import {
  currentValueOf,
  type Entry,
  isScalar,
  readRow,
  type ServiceObject,
  type State,
} from "./service-objects.ts";
import {
  comparisonOf,
  creationValues,
  isSame,
  plainValue,
  type Resolve,
  requestValue,
  textsOf,
  valuesOf,
} from "./values.ts";

export interface Sender {
  readonly client: Client;
  readonly ledger: StepLedger;
  readonly signal?: AbortSignal | undefined;
  readonly entryIndex: EntryIndex;
  readonly nodes: State["nodes"];
  readonly objects: Map<Entry, ServiceObject>;
  find(entry: Entry): Promise<ServiceObject | undefined>;
  note(text: string): void;
}

export const objectOf = ({ objects }: Pick<Sender, "objects">, entry: Entry): ServiceObject | undefined =>
  objects.get(entry) ?? entry.object;

function makeResolve(sender: Sender, { kind, object, parent }: Entry): Resolve {
  return (field, text) => {
    const { definition, referredKind, name } = field;
    const node = definition.kind === undefined ? undefined : sender.nodes.get(text);
    if (node !== undefined || (definition.kind !== undefined && referredKind === undefined)) return node;
    // A final dot marks a complete name; some services refuse it.
    if (kind.spec.comparisons?.[name] === "host") return withoutTrailingDot(text.trim());
    if (referredKind === undefined || text.trim() === "" || text === kind.spec.emptyMarkers?.[name])
      return undefined;
    const usesId = definition.type === "integer" || kind.spec.referencesById?.includes(name) === true;
    const targetEntry = sender.entryIndex.findNamed(kind, name, text, parent);
    const sharedName =
      usesId || !kind.spec.siblings?.includes(name) ? undefined : targetEntry && referenceNameOf(targetEntry);
    if (sharedName !== undefined) return sharedName;
    const target = targetEntry && objectOf(sender, targetEntry);
    if (target !== undefined) return usesId ? target.id : target.name;
    const spellings = object?.values.get(name) ?? [];
    const isCurrentTarget =
      targetEntry === undefined && isSame({ form: "text", text }, spellings, comparisonOf(kind, field));
    return isCurrentTarget ? primitiveText(spellings.at(usesId ? -1 : 0)) : undefined;
  };
}

export async function createObject(sender: Sender, entry: Entry, item: Item): Promise<void> {
  const { kind } = entry;
  const create = creationOf(kind, (field) => textsOf(kind, item, field)[0]);
  if (create === undefined) return;
  const resolve = makeResolve(sender, entry);
  const later = laterFields(kind, item);
  const itemValues = creationValues(kind, item, create, resolve, ({ name }) => !later.has(name));
  const isCreateField = (name: string) => parameterNameIn(kind, create, name) !== undefined;
  const parent = entry.parent && objectOf(sender, entry.parent);
  const parentParameters = parent === undefined ? {} : parentValues(kind, parent);
  const values = { ...kind.spec.alwaysSent, ...itemValues, ...parentParameters };
  const updateParts = splitUpdate(create.operation, values);
  const value = await send(
    sender,
    { action: "create", entry },
    create,
    updateParts?.first ?? values,
    (answer) => {
      const answerObject = readRow(kind, answer, parent);
      const namesObject = answerObject !== undefined && kind.spec.key.every(isCreateField);
      if (namesObject && isDifferentObject(entry, answerObject))
        throw wrongObjectFailure(entry, answerObject);
    },
  );
  const remainingFields = [...item.fields].flatMap(([name, to]): readonly Change[] => {
    const field = kind.fields.get(name);
    if (field === undefined || later.has(name) || name === kind.spec.createVariants?.field) return [];
    const isRemaining = !isCreateField(name) || Object.hasOwn(updateParts?.second ?? {}, name);
    return isRemaining ? [{ field, from: undefined, to }] : [];
  });
  const createdObject =
    readRow(kind, value, parent) ?? (remainingFields.length > 0 ? await sender.find(entry) : undefined);
  if (createdObject !== undefined) sender.objects.set(entry, createdObject);
  const remainingChanges = remainingFields.filter(
    ({ field: { name, definition }, to }) =>
      !isSame(plainValue(definition, to), createdObject?.values.get(name) ?? [], {}),
  );
  if (createdObject !== undefined && remainingChanges.length > 0)
    await updateObject(sender, entry, item, createdObject, remainingChanges);
}

/** False if the item does not contain the whole key, because then the service makes up the name. */
const isDifferentObject = ({ key, kind, item }: Entry, { key: answerKey }: ServiceObject): boolean =>
  key !== undefined && key !== answerKey && kind.spec.key.every((field) => item?.fields.has(field) === true);

const wrongObjectFailure = ({ kind, name }: Entry, { name: answerName, id }: ServiceObject): Failure =>
  new Failure(
    "other",
    `the service answered with ${kind.name} ${answerName} (id ${id}), not ${name}; nothing further was sent to either`,
    { outcome: "unknown", hint: doubtHint },
  );

export async function updateObject(
  sender: Sender,
  entry: Entry,
  item: Item,
  object: ServiceObject,
  changes: readonly Change[],
): Promise<void> {
  const { kind } = entry;
  const resolve = makeResolve(sender, entry);
  if (kind.spec.createReplaces) return await createObject(sender, entry, item);
  const updatedFields = changes.filter(({ field }) => field.isForUpdate);
  const { update } = kind.operations;
  if (update !== undefined && updatedFields.length > 0) {
    const { sendTogether = [] } = kind.spec;
    const sendsTogether = updatedFields.some(({ field }) => sendTogether.includes(field.name));
    const values = {
      ...(sendsTogether && valuesOf(kind, item, resolve, ({ name }) => sendTogether.includes(name))),
      ...valuesOfChanges(updatedFields, resolve),
    };
    const required = requiredValues(update, item, object, resolve, values);
    const updateParts = splitUpdate(update.operation, { ...required, ...values });
    const identifiers = { ...object.identifiers, ...required };
    const sendUpdate = async (each: Values) => {
      const fields = updatedFields.map(({ field }) => field.name).filter((name) => Object.hasOwn(each, name));
      const change = { action: "set", entry, fields } as const;
      await send(sender, change, update, { ...identifiers, ...each });
    };
    await sendUpdate(
      updateParts === undefined ? values : withoutNames(updateParts.first, Object.keys(required)),
    );
    if (updateParts !== undefined) await sendUpdate(updateParts.second);
  }
  for (const { operation, fields, values } of settings({ kind, item, object, changes, resolve }))
    await send(sender, { action: "set", entry, fields }, operation, { ...object.identifiers, ...values });
}

async function send(
  { ledger, client, signal, note }: Sender,
  change: ObjectChange,
  operation: OperationEntry,
  values: Values,
  check: (answer: unknown) => void = () => undefined,
): Promise<unknown> {
  const { kind, name } = change.entry;
  const call = callWithoutLookup(operation, values, client, name);
  if (kind.name === "machines") client.ledger?.hostnames.set(String(values["system_id"]), name);
  const requests = createLedger(client.ledger);
  const settle = ledger.begin(change, requests);
  try {
    const callWithNote = { ...call, note: (text: string) => note(`${kind.name} ${name}: ${text}`) };
    const value = await (await sendCall(callWithNote, { signal, ledger: requests })).answer.value();
    check(value);
    settle("done");
    return value;
  } catch (error) {
    settle(asFailure(error).details.outcome ?? "not_sent");
    throw error;
  }
}

const withoutNames = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

function valuesOfChanges(changes: readonly Change[], resolve: Resolve): Values {
  return Object.fromEntries(
    changes.flatMap(({ field, to }): readonly [string, Value][] => {
      const value = requestValue(field, to, resolve);
      if (value === undefined) return [];
      // A request without any value would leave the list unchanged.
      const isEmpty = Array.isArray(value) && value.length === 0;
      return [[field.name, isEmpty ? [""] : value]];
    }),
  );
}

function requiredValues(
  { operation }: OperationEntry,
  item: Item,
  object: ServiceObject,
  resolve: Resolve,
  values: Values,
): Values {
  const names = (operation.fields ?? []).flatMap(({ name, required }) =>
    required && values[name] === undefined ? name : [],
  );
  const desiredValues = valuesOf(object.kind, item, resolve, ({ name }) => names.includes(name));
  return Object.fromEntries(
    names.flatMap((name): readonly [string, Value][] => {
      const value = desiredValues[name] ?? currentText(object, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function currentText(object: ServiceObject, name: string): string | undefined {
  const value = currentValueOf(object, name);
  return isScalar(value) && value !== null ? String(value) : undefined;
}

export async function removeObject(sender: Sender, entry: Entry, object: ServiceObject): Promise<void> {
  const { remove } = object.kind.operations;
  if (remove === undefined) return;
  const { removeIdField, deletedFirst = "", children } = object.kind.spec;
  const innerKind = sender.entryIndex.kinds.get(children?.[deletedFirst] ?? "");
  for (const row of innerKind === undefined ? [] : [object.childRows[deletedFirst] ?? []].flat()) {
    const child = innerKind && readRow(innerKind, row, object);
    if (child !== undefined) await removeObject(sender, entry, child);
  }
  const values = { ...object.identifiers, ...(removeIdField && { [removeIdField]: object.id }) };
  await withFallback(undefined, () => send(sender, { action: "delete", entry }, remove, values), isNotFound);
}

export interface ObjectChange {
  readonly action: "create" | "set" | "delete";
  readonly entry: Entry;
  readonly fields?: readonly string[];
}

export type StepLedger = Ledger<ObjectChange>;

interface Setting {
  readonly operation: OperationEntry;
  readonly fields: readonly string[];
  readonly values: Values;
}

interface SettingContext {
  readonly kind: LoadedKind;
  readonly item: Item;
  readonly object: ServiceObject;
  readonly changes: readonly Change[];
  readonly resolve: Resolve;
}

export function settings(context: SettingContext): readonly Setting[] {
  const { kind, object, changes, resolve } = context;
  const otherChanges = changes.filter(({ field }) => field.setBy !== undefined && !field.isForUpdate);
  return [
    ...filesystemSettings(context),
    ...otherChanges.flatMap(({ field, to }): readonly Setting[] => {
      const value = requestValue(field, to, resolve);
      if (field.setBy === undefined || value === undefined || isOfFilesystem(kind, field.name)) return [];
      const currentValues = [currentValueOf(object, field.name) ?? []].flat().map(primitiveText);
      const requests = requestsFor(field.setBy, value, currentValues);
      return requests.map((request) => ({ ...request, fields: [field.name] }));
    }),
  ];
}

function requestsFor(
  { entry, field, removalField, removedBy }: SettingOperation,
  value: Value,
  currentValues: readonly string[],
): readonly Omit<Setting, "fields">[] {
  if (field === undefined) return value === true ? [{ operation: entry, values: {} }] : [];
  const { name } = field;
  if (removalField === undefined && removedBy === undefined)
    return [{ operation: entry, values: { [name]: value } }];
  const desiredValues = Array.isArray(value) ? value.map(String) : [];
  const textsToAdd = desiredValues.filter((each) => !currentValues.includes(each));
  const textsToRemove = currentValues.filter((each) => !desiredValues.includes(each));
  if (removedBy !== undefined)
    return [
      ...textsToRemove.map((each) => ({ operation: removedBy, values: { [name]: each } })),
      ...textsToAdd.map((each) => ({ operation: entry, values: { [name]: each } })),
    ];
  const additions = textsToAdd.length === 0 ? {} : { [name]: textsToAdd };
  const removals =
    textsToRemove.length === 0 || removalField === undefined ? {} : { [removalField]: textsToRemove };
  return [{ operation: entry, values: { ...additions, ...removals } }];
}

const formatFields = ["fstype", "label"];
const mountFields = ["mount_point", "mount_options"];

const isOfFilesystem = ({ filesystem }: LoadedKind, name: string): boolean =>
  filesystem !== undefined && [...formatFields, ...mountFields].includes(name);

/** Unmounts a file system before recreating it, and mounts it at its old mount point unless the item has a new one. */
function filesystemSettings({ kind, item, object, changes }: SettingContext): readonly Setting[] {
  const { filesystem } = kind;
  const changedFields = changes.map(({ field }) => field.name).filter((name) => isOfFilesystem(kind, name));
  if (filesystem === undefined || changedFields.length === 0) return [];
  const { format, unformat, mount, unmount } = filesystem;
  if (!format || !unformat || !mount || !unmount) return [];
  const currentTextAt = (name: string) => currentText(object, name) ?? "";
  const desiredText = (name: string) => textsOf(kind, item, name)[0] ?? currentTextAt(name);
  // Some services keep an old label unless a new one is sent.
  const valuesOf = (names: readonly string[]) =>
    Object.fromEntries(
      names.flatMap((name) =>
        desiredText(name) !== "" || changedFields.includes(name) ? [[name, desiredText(name)]] : [],
      ),
    );
  const isReformatted = changedFields.some((name) => formatFields.includes(name));
  const hasFilesystem = desiredText("fstype") !== "";
  const isMounted = hasFilesystem && desiredText("mount_point") !== "";
  const formatChanges = { fields: changedFields.filter((name) => formatFields.includes(name)) };
  const mountChanges = {
    fields: ["mount_point", ...changedFields.filter((name) => name === "mount_options")],
  };
  return [
    ...(currentTextAt("mount_point") === "" ? [] : [{ operation: unmount, values: {}, ...mountChanges }]),
    ...(isReformatted && hasFilesystem
      ? [{ operation: format, values: valuesOf(formatFields), ...formatChanges }]
      : []),
    ...(isReformatted && !hasFilesystem && currentTextAt("fstype") !== ""
      ? [{ operation: unformat, values: {}, ...formatChanges }]
      : []),
    ...(isMounted ? [{ operation: mount, values: valuesOf(mountFields), ...mountChanges }] : []),
  ];
}
