import type { Operation } from "../catalogue/operation.ts";
import { isSystemId } from "../client/names/names.ts";
import { checkValues, type Wording } from "../client/values/check.ts";
import { Failure } from "../core/failure.ts";
import {
  type Change,
  type Comparison,
  compare,
  laterFields,
  type Plan,
  type Remark,
  type Step,
} from "./change.ts";
import { type Directory, type Entry, textsOf } from "./directory.ts";
import { documentText } from "./document/fields.ts";
import { type Desired, type Item, placeText, unsetVariables } from "./item.ts";
import { creationOf, type LoadedKind } from "./kinds.ts";
import type { Observation } from "./observe.ts";
import type { State } from "./observed.ts";
import { orderSteps, pruned } from "./order.ts";
import { type Problem, throwProblems } from "./problems.ts";
import { blockedNow } from "./status-limits.ts";
import { creationValues } from "./values.ts";

/**
 * Plans the steps from service state to items; `isPruned` includes deletions. Pure. Throws a usage failure for
 * incomplete or duplicate items, and notFound for objects that svc does not create and for dangling references.
 */
export function makePlan(
  desired: Desired,
  { state, directory, nodesIn }: Observation,
  isPruned: boolean,
): Plan {
  const problems: Problem[] = [...sameObjects(desired, directory)];
  const remarks: ItemRemark[] = [];
  const steps: Step[] = [];
  for (const { entry, item, compared } of comparisons(desired, directory, state)) {
    remarks.push(...compared.remarks.map((remark) => ({ ...remark, entry })));
    const { difference } = compared;
    if (difference === undefined) continue;
    const reason = blockedNow(entry);
    if (reason !== undefined) {
      remarks.push({ entry, field: "", is: "blocked", reason });
      continue;
    }
    problems.push(...danglingReferences(entry, item, directory, state.nodes));
    if (difference.action === "create") problems.push(...cannotCreate(entry, item));
    const step = { ...difference, kind: entry.kind, name: entry.name, entry, place: item.place };
    steps.push(...inTwo(step, item));
  }
  throwProblems(problems);
  const removal = isPruned ? pruned(desired, directory, nodesIn) : { steps: [], warnings: [] };
  const emptied = new Set(steps.flatMap((step) => (losesChildren(step) ? [step.entry.object] : [])));
  const removals = removal.steps.filter(({ entry }) => {
    if (entry.object?.parent !== undefined && emptied.has(entry.object.parent)) return false;
    const reason = blockedNow(entry);
    if (reason !== undefined) remarks.push({ entry, field: "", is: "blocked", reason });
    return reason === undefined;
  });
  return {
    ...orderSteps([...steps, ...removals], directory),
    warnings: [...planWarnings(remarks), ...removal.warnings],
  };
}

function inTwo(step: Step, item: Item): readonly Step[] {
  const { action, changes, kind, entry } = step;
  const later = laterFields(kind, item);
  if (later.size === 0) return [step];
  const first = changes.filter(({ field }) => !later.has(field.name));
  const second = [...later].flatMap((name): readonly Change[] => {
    const [field, to] = [kind.fields.get(name), item.fields.get(name)];
    const isAsked = action !== "update" || changes.some((change) => change.field.name === name);
    if (!isAsked || field === undefined || to === undefined) return [];
    return [{ field, from: action === "update" ? entry.object?.values.get(name)?.[0] : undefined, to }];
  });
  return [
    ...(action === "update" && first.length === 0 ? [] : [{ ...step, changes: first }]),
    ...(second.length === 0
      ? []
      : [{ ...step, action: "update" as const, changes: second, isLater: true as const }]),
  ];
}

interface Compared {
  readonly entry: Entry;
  readonly item: Item;
  readonly compared: Comparison;
}

const losesChildren = ({ action, kind, changes }: Pick<Step, "action" | "kind" | "changes">): boolean =>
  action === "replace" || changes.some(({ field }) => kind.kind.emptiedBy?.includes(field.name));

/** Compares all items; again for references to replaced objects. */
function comparisons(
  desired: Desired,
  directory: Directory,
  { nodes, hostnames }: State,
): readonly Compared[] {
  let emptied: ReadonlySet<Entry> = new Set();
  for (let replaced: ReadonlySet<Entry> = new Set(); ; ) {
    const isLost = ({ parent }: Entry) =>
      parent !== undefined && (replaced.has(parent) || emptied.has(parent));
    const all = desired.items.flatMap((item): readonly Compared[] => {
      const entry = directory.entryOf(item);
      if (entry === undefined) return [];
      const { object, kind, key } = entry;
      const compared =
        key === undefined
          ? { difference: undefined, remarks: [unknownKey(kind, item)] }
          : compare(kind, item, isLost(entry) ? undefined : object, {
              directory,
              nodes,
              hostnames,
              replaced,
            });
      return [{ entry, item, compared }];
    });
    const wider = new Set(
      all.flatMap(({ entry, compared }) => (compared.difference?.action === "replace" ? [entry] : [])),
    );
    const bare = new Set(
      all.flatMap(({ entry, compared: { difference } }) =>
        entry.object !== undefined &&
        difference !== undefined &&
        losesChildren({ ...difference, kind: entry.kind })
          ? [entry]
          : [],
      ),
    );
    if (wider.size === replaced.size && bare.size === emptied.size) return all;
    replaced = wider;
    emptied = bare;
  }
}

function unknownKey(kind: LoadedKind, item: Item): Remark {
  const named = [item, item.parent].flatMap((each) =>
    kind.kind.key.flatMap((field) => each?.fields.get(field) ?? []),
  );
  const [variable = "a variable"] = named.flatMap(unsetVariables);
  return { field: kind.kind.key[0] ?? "", is: "unknown", variable };
}

function sameObjects(desired: Desired, directory: Directory): readonly Problem[] {
  const first = new Map<unknown, Entry>();
  return desired.items.flatMap((item): readonly Problem[] => {
    const entry = directory.entryOf(item);
    const sameAs =
      entry?.object ?? (entry?.key === undefined ? undefined : `${entry.kind.name}\0${entry.key}`);
    const before = first.get(sameAs);
    if (entry === undefined || sameAs === undefined) return [];
    if (before === undefined) {
      first.set(sameAs, entry);
      return [];
    }
    const { file, line, column } = before.item?.place ?? item.place;
    const text = `${entry.kind.name} ${entry.name} is the same object as in ${file}:${line}:${column}`;
    return [{ place: item.place, text, kind: "usage" }];
  });
}

function cannotCreate({ kind, name }: Entry, item: Item): readonly Problem[] {
  if (kind.kind.createOnDemand !== true || item.mayCreate === true) return checkNew(kind, item, name);
  const text = `${kind.name} ${name} is not there`;
  return [{ place: item.place, text, kind: "notFound", hint: "'create: true' in the item creates it" }];
}

const asFields = (operation: Operation): Wording => ({
  field: ({ name }) => name,
  identifier: (name) => name,
  sentence: (text) => documentText(operation, text),
  override: "",
});

/** What is missing or wrong for creating the object. Unset variables count as given: they are checked on creation. */
function checkNew(kind: LoadedKind, item: Item, name: string): readonly Problem[] {
  const { place } = item;
  const create = creationOf(kind, (field) => textsOf(kind, item, field)[0]);
  if (create === undefined) {
    const text = `${kind.name} ${name} does not exist, and the service does not create any`;
    return [{ place, kind: "notFound", text }];
  }
  const given = new Set(item.fields.keys());
  const operation = {
    ...create.operation,
    parameters: [],
    fields: (create.operation.fields ?? []).map((field) => {
      const { required: _, ...rest } = field;
      return given.has(field.name) ? rest : field;
    }),
  };
  const values = creationValues(kind, item, create, () => undefined);
  try {
    checkValues(operation, { ...unsetValues(item), ...values }, hiddenFields(item), asFields(operation));
    return [];
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== "usage") throw error;
    const texts = [error.message, ...(error.details.lines ?? [])];
    const { field = "", operations = {} } = kind.kind.createdBy ?? {};
    const isOpen = field !== "" && !given.has(field);
    const hint = isOpen ? `${field} says what to create: ${Object.keys(operations).join(", ")}` : undefined;
    return texts.map((text) => ({
      ...{ place, kind: "usage", text: `${kind.name} ${name}: ${text}` },
      ...(hint === undefined ? {} : { hint }),
    }));
  }
}

const hiddenFields = ({ fields }: Item): ReadonlySet<string> =>
  new Set([...fields].filter(([, value]) => value.form !== "text").map(([name]) => name));

/** For rules, unset variables count as values. */
const unsetValues = ({ fields }: Item): Readonly<Record<string, Readonly<Record<string, string>>>> =>
  Object.fromEntries(
    [...fields].filter(([, value]) => value.form === "variable").map(([name]) => [name, {}]),
  );

/** References that neither the files nor the service have. A system_id may be a controller's, which lists leave out. */
function danglingReferences(
  { kind, object, name, parent }: Entry,
  item: Item,
  directory: Directory,
  nodes: State["nodes"],
): readonly Problem[] {
  return [...item.fields].flatMap(([fieldName, value]): readonly Problem[] => {
    const { field, refers } = kind.fields.get(fieldName) ?? {};
    const group = directory.kinds.get(refers ?? "")?.name;
    const isPart = object !== undefined && kind.kind.key.includes(fieldName);
    const known = [
      ...(object?.values.get(fieldName) ?? []).flat().map(String),
      kind.kind.emptyMarkers?.[fieldName],
    ];
    const about = { place: value.place, kind: "notFound" as const };
    return textsOf(kind, item, fieldName).flatMap((text): readonly Problem[] => {
      if (text.trim() === "" || known.includes(text)) return [];
      if (field?.kind !== undefined) {
        const isKnown = nodes.has(text) || isSystemId(text) || directory.find(refers ?? "", text);
        if (isKnown) return [];
        return [
          { ...about, text: `${kind.name} ${name}: ${fieldName}: no ${field.kind} is called '${text}'` },
        ];
      }
      if (group === undefined || isPart || directory.findNamed(kind, fieldName, text, parent) !== undefined)
        return [];
      const said = `${kind.name} ${name}: ${fieldName} '${text}' is not one of the ${group}`;
      const hint = `neither the files nor the service have it: svc ${group} list shows those of the service`;
      return [{ ...about, text: said, hint }];
    });
  });
}

interface ItemRemark extends Remark {
  readonly entry: Entry;
}

/** Names per warning; the rest are counted. */
const maxNamed = 5;

function planWarnings(remarks: readonly ItemRemark[]): readonly string[] {
  const of = (is: Remark["is"]) => remarks.filter((remark) => remark.is === is);
  const byField = new Map<string, ItemRemark[]>();
  for (const remark of [...of("unseen"), ...of("fixed"), ...of("computed")]) {
    const cause = `${remark.is} ${remark.entry.kind.name} ${remark.field}`;
    byField.set(cause, [...(byField.get(cause) ?? []), remark]);
  }
  return [
    ...unsetWarning(of("unset")),
    ...unknownWarning(of("unknown")),
    ...of("needed").map(
      ({ variable, entry }) => `${variable} is not set: ${called(entry)} cannot be created without it`,
    ),
    ...[...byField.values()].map(fieldWarning),
    ...blockedWarnings(of("blocked")),
  ];
}

function blockedWarnings(remarks: readonly ItemRemark[]): readonly string[] {
  const byReason = new Map<string, string[]>();
  for (const { reason = "", entry } of remarks) {
    const names = byReason.get(reason);
    if (names === undefined) byReason.set(reason, [called(entry)]);
    else names.push(called(entry));
  }
  return [...byReason].map(([reason, names]) => `${listed(names)} cannot be changed now: ${reason}`);
}

function unsetWarning(remarks: readonly ItemRemark[]): readonly string[] {
  const [first, ...others] = remarks;
  if (first === undefined) return [];
  const { variable, field, entry } = first;
  if (others.length === 0) return [`${variable} is not set: ${field} of ${called(entry)} is left as it is`];
  const names = [...new Set(remarks.map((remark) => remark.variable ?? ""))];
  return [`${areNotSet(names)}: the ${remarks.length} fields that they are for are left as they are`];
}

/** Items with keys from unset variables cannot be told apart. */
function unknownWarning(remarks: readonly ItemRemark[]): readonly string[] {
  if (remarks.length === 0) return [];
  const places = remarks.map(({ entry }) => `${entry.kind.name}${placeOf(entry)}`);
  const names = [...new Set(remarks.map(({ variable }) => variable ?? ""))];
  return [`${areNotSet(names)}: ${listed(places)} ${places.length === 1 ? "is" : "are"} left out`];
}

function fieldWarning(remarks: readonly ItemRemark[]): string {
  const [{ is, field, entry }] = remarks as readonly [ItemRemark];
  const names = listed(remarks.map((remark) => remark.entry.name));
  if (is === "computed") {
    const by = entry.kind.kind.computedBy?.[field];
    return `the service works out ${field} of ${entry.kind.name} that have a ${by}, and they are left as they are: ${names}`;
  }
  return is === "unseen"
    ? `the service does not show ${field} of ${entry.kind.name}, so it is set when an object is created, and not compared: ${names}`
    : `${field} of ${entry.kind.name} cannot be changed, and is left as it is: ${names}`;
}

const called = ({ kind, name }: Entry): string => `${kind.name} ${name}`;

const placeOf = ({ item }: Entry): string => (item === undefined ? "" : ` (${placeText(item.place)})`);

const areNotSet = (names: readonly string[]): string =>
  `${listed(names)} ${names.length === 1 ? "is" : "are"} not set`;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, maxNamed);
  const rest = names.length - shown.length;
  return rest > 0 ? `${shown.join(", ")} and ${rest} more` : shown.join(", ");
}
