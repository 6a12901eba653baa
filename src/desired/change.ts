import { type Directory, type Entry, textsOf } from "./directory.ts";
import { type FieldValue, type Item, type Place, unsetVariables } from "./item.ts";
import type { LoadedKind, StateField } from "./kinds.ts";
import { normalBoolean } from "./normal-text.ts";
import type { Observed, ReadValue, State } from "./observed.ts";
import { comparisonOf, isSame } from "./same.ts";
import { plainValue } from "./values.ts";

/** One field that is to have another value. */
export interface Change {
  readonly field: StateField;
  /** What the service holds; undefined where nothing is there, or the service does not show it. */
  readonly from: ReadValue | undefined;
  readonly to: FieldValue;
}

export interface Difference {
  readonly action: "create" | "update" | "replace";
  readonly changes: readonly Change[];
}

/** A field whose value the service does not let svc see, or change. */
export interface Remark {
  readonly field: string;
  readonly is: "unseen" | "unset" | "unknown" | "needed" | "fixed";
  readonly variable?: string;
}

/** What an item asks for and what is there, compared. */
export interface Comparison {
  readonly difference: Difference | undefined;
  readonly remarks: readonly Remark[];
}

interface Surroundings {
  readonly directory: Directory;
  readonly nodes: State["nodes"];
  readonly hostnames?: State["hostnames"];
  /** Objects that are made anew: what refers to them by id has to be set again. */
  readonly replaced?: ReadonlySet<Entry>;
}

/** Compares an item with the object that it means, or with nothing where there is none. */
export function compare(
  kind: LoadedKind,
  item: Item,
  object: Observed | undefined,
  surroundings: Surroundings,
): Comparison {
  const given = [...item.fields].flatMap(([name, to]): readonly Change[] => {
    const field = kind.fields.get(name);
    return field === undefined ? [] : [{ field, from: heldIn(object, field, surroundings), to }];
  });
  if (object === undefined) {
    const remarks = given.flatMap(({ field, to }) => unsetRemark(field, to, "needed"));
    return { difference: { action: "create", changes: given }, remarks };
  }
  const remarks: Remark[] = [];
  const changes = given.filter(({ field, to }) => {
    remarks.push(...unsetRemark(field, to));
    return isChanged(kind, field, to, object, surroundings, remarks);
  });
  const settable = changes.filter(({ field }) => isSettable(kind, field));
  const fixed = changes.filter((change) => !settable.includes(change));
  const mayReplace =
    !object.isOwn && kind.kind.createOnDemand !== true && kind.operations.create !== undefined;
  if (fixed.length > 0 && mayReplace) return { difference: { action: "replace", changes }, remarks };
  remarks.push(...fixed.map(({ field }): Remark => ({ field: field.name, is: "fixed" })));
  return {
    difference: settable.length === 0 ? undefined : { action: "update", changes: settable },
    remarks,
  };
}

/** What an object has of a field; a node by its host name, where that is known. */
function heldIn(
  object: Observed | undefined,
  { name, field }: StateField,
  { hostnames }: Surroundings,
): ReadValue | undefined {
  const value = object?.values.get(name)?.[0];
  if (field.kind === undefined || typeof value !== "string") return value;
  return hostnames?.get(value) ?? value;
}

/** True where a field can be given to an object that exists. */
export const isSettable = ({ kind }: LoadedKind, { isUpdated, setBy }: StateField): boolean =>
  isUpdated || setBy !== undefined || kind.createReplaces === true;

function isChanged(
  kind: LoadedKind,
  field: StateField,
  to: FieldValue,
  object: Observed,
  surroundings: Surroundings,
  remarks: Remark[],
): boolean {
  const { name, refers } = field;
  // Parts of a name are in the key by which the object was found.
  if (kind.kind.joinedFields?.fields.includes(name)) return false;
  const spellings = object.values.get(name);
  if (spellings === undefined) {
    if (kind.kind.key.includes(name)) return false;
    remarks.push({ field: name, is: "unseen" });
    return false;
  }
  const plain = plainValue(field.field, to);
  const { directory, nodes, replaced } = surroundings;
  const canonical =
    refers !== undefined
      ? (text: string) => directory.canonical(refers, text)
      : field.field.kind !== undefined
        ? (text: string) => nodes.get(text) ?? text
        : undefined;
  if (!isSame(plain, spellings, comparisonOf(kind, field, canonical))) return true;
  const named =
    refers !== undefined && plain.form === "text" ? directory.find(refers, plain.text ?? "") : undefined;
  return named !== undefined && replaced?.has(named) === true;
}

function unsetRemark(
  { name }: StateField,
  value: FieldValue,
  is: "unset" | "needed" = "unset",
): readonly Remark[] {
  return unsetVariables(value).map((variable) => ({ field: name, is, variable }));
}

/** The fields of an item that are set only after what refers to the object. */
export const laterFields = (kind: LoadedKind, item: Item): ReadonlySet<string> =>
  new Set(
    (kind.kind.setAfterDependents ?? []).filter((name) =>
      textsOf(kind, item, name).some((text) => normalBoolean(text) === "true"),
    ),
  );

export type Action = "create" | "update" | "replace" | "delete";

export interface Step {
  readonly action: Action;
  readonly kind: LoadedKind;
  readonly name: string;
  readonly entry: Entry;
  /** Of an item; what is deleted stands nowhere. */
  readonly place: Place | undefined;
  readonly changes: readonly Change[];
  /** A second step for the same object, after what refers to it. */
  readonly isLater?: true;
}

export interface Placed {
  readonly step: Step;
  /** Steps without which this one cannot be done, by their index. */
  readonly needs: readonly number[];
  /** Steps that have to be over before, whatever became of them; the numbers of rooms follow those of the steps. */
  readonly follows: readonly number[];
}

export interface Ordered {
  readonly steps: readonly Placed[];
  /** Sets of steps, by their index, that others wait for as a whole: a line for each pair would be too many. */
  readonly rooms: readonly (readonly number[])[];
  /** Kinds of which new objects come before others go, as what stays refers to both. */
  readonly crowded: readonly string[];
}

export interface Plan extends Ordered {
  /** One line each. */
  readonly warnings: readonly string[];
}

export function countActions(steps: readonly Placed[]): Readonly<Record<Action, number>> {
  const counts = { create: 0, update: 0, replace: 0, delete: 0 };
  for (const { step } of steps) counts[step.action] += 1;
  return counts;
}
