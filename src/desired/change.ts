import { primitiveText } from "../core/json-record.ts";
import { type EntryIndex, laterSiblings } from "./dependencies.ts";
import { type FieldValue, type Item, type ItemSet, type Place, textsIn, unsetVariables } from "./item.ts";
import type { LoadedKind, StateField } from "./kinds.ts";
import { normalBoolean } from "./normal-text.ts";
import {
  currentValueOf,
  type Entry,
  type ReadValue,
  type ServiceObject,
  type State,
} from "./service-objects.ts";
import { comparisonOf, isSame, plainValue, textsOf } from "./values.ts";

export interface Change {
  readonly field: StateField;
  readonly from: ReadValue | undefined;
  readonly to: FieldValue;
}

export interface Difference {
  readonly action: "create" | "update" | "replace";
  readonly changes: readonly Change[];
}

export interface FieldNotice {
  readonly field: string;
  readonly kind: "unseen" | "unset" | "unsetButNeeded" | "unknownKey" | "frozen" | "computed" | "blocked";
  readonly variable?: string;
  /** For `blocked`: why the object cannot be changed now. */
  readonly reason?: string;
}

export interface Comparison {
  readonly difference: Difference | undefined;
  readonly notices: readonly FieldNotice[];
}

interface ComparisonContext {
  readonly entryIndex: EntryIndex;
  readonly nodes: State["nodes"];
  readonly hostnames?: State["hostnames"];
  /** Objects that the plan replaces. They get new ids, so references by id to them must be set again. */
  readonly replacedEntries?: ReadonlySet<Entry>;
}

export function compare(
  kind: LoadedKind,
  item: Item,
  object: ServiceObject | undefined,
  context: ComparisonContext,
): Comparison {
  const desiredChanges = [...item.fields].flatMap(([name, to]): readonly Change[] => {
    const field = kind.fields.get(name);
    return field === undefined ? [] : [{ field, from: currentValue(object, field, context), to }];
  });
  if (object === undefined) {
    const notices = desiredChanges.flatMap(({ field, to }) => unsetNotices(field, to, "unsetButNeeded"));
    return { difference: { action: "create", changes: desiredChanges }, notices };
  }
  const notices: FieldNotice[] = [];
  const changes = desiredChanges.filter(({ field, to }) => {
    if (kind.spec.credentials?.includes(field.name)) return false;
    if (isComputed(kind, field, item, object)) {
      notices.push({ field: field.name, kind: "computed" });
      return false;
    }
    notices.push(...unsetNotices(field, to));
    return isChanged(kind, field, to, object, context, notices);
  });
  const settableChanges = changes.filter(({ field }) => isSettable(kind, field));
  const frozenChanges = changes.filter((change) => !settableChanges.includes(change));
  const mayReplace =
    !object.isBuiltIn &&
    kind.spec.createOnDemand !== true &&
    kind.spec.neverReplaced !== true &&
    kind.operations.create !== undefined;
  if (frozenChanges.length > 0 && mayReplace) return { difference: { action: "replace", changes }, notices };
  notices.push(...frozenChanges.map(({ field }): FieldNotice => ({ field: field.name, kind: "frozen" })));
  return {
    difference: settableChanges.length === 0 ? undefined : { action: "update", changes: settableChanges },
    notices,
  };
}

function currentValue(
  object: ServiceObject | undefined,
  { name, definition }: StateField,
  { hostnames }: ComparisonContext,
): ReadValue | undefined {
  const value = currentValueOf(object, name);
  if (definition.kind === undefined) return value;
  const nodeName = (id: string) => hostnames?.get(id) ?? id;
  if (Array.isArray(value)) return value.map((each) => nodeName(primitiveText(each)));
  return typeof value === "string" ? nodeName(value) : value;
}

function isComputed(
  { spec, fields }: LoadedKind,
  { name }: StateField,
  item: Item,
  object: ServiceObject,
): boolean {
  const sourceField = fields.get(spec.computedFrom?.[name] ?? "");
  if (sourceField === undefined) return false;
  const sourceValue = item.fields.get(sourceField.name);
  const texts = sourceValue === undefined ? [currentValueOf(object, sourceField.name)] : textsIn(sourceValue);
  return texts.some((text) => typeof text === "string" && text !== "");
}

export const isSettable = ({ spec }: LoadedKind, { isForUpdate, setBy }: StateField): boolean =>
  isForUpdate || setBy !== undefined || spec.createReplaces === true;

function isChanged(
  kind: LoadedKind,
  field: StateField,
  to: FieldValue,
  object: ServiceObject,
  context: ComparisonContext,
  notices: FieldNotice[],
): boolean {
  const { name, referredKind } = field;
  // The fields of a joined name form the key that identifies the object, so they cannot differ.
  if (kind.spec.joinedFields?.fields.includes(name)) return false;
  const spellings = object.values.get(name);
  if (spellings === undefined) {
    if (kind.spec.key.includes(name)) return false;
    notices.push({ field: name, kind: "unseen" });
    return false;
  }
  const plain = plainValue(field.definition, to);
  const { entryIndex, nodes, replacedEntries } = context;
  const toCanonical =
    field.definition.kind !== undefined
      ? (text: string) => nodes.get(text) ?? text
      : kind.spec.siblings?.includes(name)
        ? (text: string) => entryIndex.findNamed(kind, name, text, object.parent)?.key ?? text
        : referredKind !== undefined
          ? (text: string) => entryIndex.canonicalText(referredKind, text)
          : undefined;
  if (!isSame(plain, spellings, comparisonOf(kind, field, toCanonical))) return true;
  const target =
    referredKind !== undefined && plain.form === "text"
      ? entryIndex.find(referredKind, plain.text ?? "")
      : undefined;
  return target !== undefined && replacedEntries?.has(target) === true;
}

function unsetNotices(
  { name }: StateField,
  value: FieldValue,
  kind: "unset" | "unsetButNeeded" = "unset",
): readonly FieldNotice[] {
  return unsetVariables(value).map((variable) => ({ field: name, kind, variable }));
}

export const laterFields = (kind: LoadedKind, item: Item): ReadonlySet<string> =>
  new Set(
    (kind.spec.setAfterDependents ?? []).filter((name) =>
      textsOf(kind, item, name).some((text) => normalBoolean(text) === "true"),
    ),
  );

export interface ComparedItem {
  readonly entry: Entry;
  readonly item: Item;
  readonly comparison: Comparison;
}

/** Compares all items, and again while more objects turn out to be replaced: references to those must be set again. */
export function compareItems(
  desired: ItemSet,
  entryIndex: EntryIndex,
  { nodes, hostnames }: State,
): readonly ComparedItem[] {
  let replacedEntries: ReadonlySet<Entry> = new Set();
  let emptiedEntries = replacedEntries;
  let recreatedSiblings = replacedEntries;
  for (;;) {
    const willBeRecreated = (entry: Entry) =>
      recreatedSiblings.has(entry) ||
      (entry.parent !== undefined && emptiedEntries.has(entry.parent)) ||
      entryIndex.references.creatorsOf(entry).some((creator) => replacedEntries.has(creator));
    const comparedItems = desired.items.flatMap((item): readonly ComparedItem[] => {
      const entry = entryIndex.entryOf(item);
      if (entry === undefined) return [];
      const { object, kind, key } = entry;
      const comparison =
        key === undefined
          ? { difference: undefined, notices: [unknownKeyNotice(kind, item)] }
          : compare(kind, item, willBeRecreated(entry) ? undefined : object, {
              entryIndex,
              nodes,
              hostnames,
              replacedEntries,
            });
      return [{ entry, item, comparison }];
    });
    const entriesWith = (isIncluded: (difference: Difference, entry: Entry) => boolean) =>
      comparedItems.flatMap(({ entry, comparison: { difference } }) =>
        difference !== undefined && isIncluded(difference, entry) ? [entry] : [],
      );
    const nextReplacedEntries = new Set(entriesWith(({ action }) => action === "replace"));
    const nextEmptiedEntries = new Set(
      entriesWith(
        (difference, { kind, object }) => object !== undefined && losesChildren({ ...difference, kind }),
      ),
    );
    const newEntries = entriesWith(({ action }) => action !== "update");
    const nextRecreatedSiblings = new Set(laterSiblings(newEntries, entryIndex));
    if (
      nextReplacedEntries.size === replacedEntries.size &&
      nextEmptiedEntries.size === emptiedEntries.size &&
      nextRecreatedSiblings.size === recreatedSiblings.size
    )
      return comparedItems;
    replacedEntries = nextReplacedEntries;
    emptiedEntries = nextEmptiedEntries;
    recreatedSiblings = nextRecreatedSiblings;
  }
}

function unknownKeyNotice(kind: LoadedKind, item: Item): FieldNotice {
  const keyValues = [item, item.parent].flatMap((each) =>
    kind.spec.key.flatMap((field) => each?.fields.get(field) ?? []),
  );
  const [variable = "a variable"] = keyValues.flatMap(unsetVariables);
  return { field: kind.spec.key[0] ?? "", kind: "unknownKey", variable };
}

export type Action = "create" | "update" | "replace" | "delete";

export interface Step {
  readonly action: Action;
  readonly kind: LoadedKind;
  readonly name: string;
  readonly entry: Entry;
  readonly place: Place | undefined;
  readonly changes: readonly Change[];
  readonly isFollowUp?: true;
}

/** True for a step that deletes what its object contains. */
export const losesChildren = ({
  action,
  kind,
  changes,
}: Pick<Step, "action" | "kind" | "changes">): boolean =>
  action === "replace" || changes.some(({ field }) => kind.spec.clearingFields?.includes(field.name));

export interface OrderedStep {
  readonly step: Step;
  /** Indices of steps that must succeed first. */
  readonly needs: readonly number[];
  /** Indices of steps that must end first, with any outcome; from `steps.length` on, indices of wait groups. */
  readonly follows: readonly number[];
}

export interface StepOrder {
  readonly steps: readonly OrderedStep[];
  /** Groups of steps that other steps wait for; one edge per pair would be too many. */
  readonly waitGroups: readonly (readonly number[])[];
  /** Kinds whose new objects are created before old ones are deleted, because a remaining object refers to both. */
  readonly kindsCreatedFirst: readonly string[];
}

export interface Plan extends StepOrder {
  readonly warnings: readonly string[];
}
