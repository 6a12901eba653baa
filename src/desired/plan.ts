import type { Value } from "../client/http/call.ts";
import { isSystemId } from "../client/names/names.ts";
import { checkValues, requiredEnding } from "../client/values/check.ts";
import { Failure } from "../core/failure.ts";
import { primitiveText } from "../core/json-record.ts";
import { suggestionHint } from "../core/text/word-lists.ts";
import { type Change, compareItems, laterFields, type Plan, type Step } from "./change.ts";
import { planDeletions } from "./deletions.ts";
import type { EntryIndex } from "./dependencies.ts";
import { documentWording } from "./document/fields.ts";
import { type FieldValue, type Item, type ItemSet, isUnset, placeText } from "./item.ts";
import { creationOf, knownMembers, type LoadedKind } from "./kinds.ts";
import type { Observation } from "./observe.ts";
import { orderSteps } from "./order.ts";
import { changeObstacle, type ItemNotice, planWarnings, siblingObstacle } from "./plan-notices.ts";
import { type Problem, throwProblems } from "./problems.ts";
import { currentValueOf, type Entry, entryLabel, type State } from "./service-objects.ts";
import { creationValues, textsOf } from "./values.ts";

/**
 * Plans the steps that make the service match the items; `prunes` adds deletions. Throws a usage failure for
 * incomplete or duplicate items, and notFound for objects that svc does not create and for references without a
 * target.
 */
export function makePlan(
  desired: ItemSet,
  { state, entryIndex, blockers, caller }: Observation,
  prunes: boolean,
): Plan {
  const problems: Problem[] = [...duplicateProblems(desired, entryIndex)];
  const notices: ItemNotice[] = [];
  const steps: Step[] = [];
  const comparedItems = compareItems(desired, entryIndex, state);
  for (const { entry, item, comparison } of comparedItems) {
    notices.push(...comparison.notices.map((notice) => ({ ...notice, entry })));
    const { difference } = comparison;
    if (difference === undefined) continue;
    const reason =
      changeObstacle(entry, caller) ?? siblingObstacle(entry, { comparedItems, entryIndex, prunes });
    if (reason !== undefined) {
      notices.push({ entry, field: "", kind: "blocked", reason });
      continue;
    }
    problems.push(...danglingReferences(entry, item, entryIndex, state.nodes));
    problems.push(...filesystemProblems(entry, item, difference.action === "update"));
    const hasCreator = entryIndex.references.creatorsOf(entry).length > 0;
    if (difference.action === "create" && !hasCreator) problems.push(...creationProblems(entry, item));
    const step = { ...difference, kind: entry.kind, name: entry.name, entry, place: item.place };
    steps.push(...splitStep(step, item));
  }
  throwProblems(problems);
  const deletions = prunes ? planDeletions(desired, entryIndex, blockers) : { steps: [], warnings: [] };
  const replacedParents = new Set(
    steps.flatMap(({ action, entry }) => (action === "replace" ? [entry.object] : [])),
  );
  const removals = deletions.steps.filter(({ entry }) => {
    if (entry.object?.parent !== undefined && replacedParents.has(entry.object.parent)) return false;
    const reason = changeObstacle(entry);
    if (reason !== undefined) notices.push({ entry, field: "", kind: "blocked", reason });
    return reason === undefined;
  });
  return {
    ...orderSteps([...steps, ...removals], entryIndex),
    warnings: [...planWarnings(notices), ...deletions.warnings],
  };
}

function splitStep(step: Step, item: Item): readonly Step[] {
  const { action, changes, kind, entry } = step;
  const later = laterFields(kind, item);
  if (later.size === 0) return [step];
  const firstChanges = changes.filter(({ field }) => !later.has(field.name));
  const laterChanges = [...later].flatMap((name): readonly Change[] => {
    const field = kind.fields.get(name);
    const to = item.fields.get(name);
    const isRequested = action !== "update" || changes.some((change) => change.field.name === name);
    if (!isRequested || field === undefined || to === undefined) return [];
    return [{ field, from: action === "update" ? currentValueOf(entry.object, name) : undefined, to }];
  });
  return [
    ...(action === "update" && firstChanges.length === 0 ? [] : [{ ...step, changes: firstChanges }]),
    ...(laterChanges.length === 0
      ? []
      : [{ ...step, action: "update" as const, changes: laterChanges, isFollowUp: true as const }]),
  ];
}

function duplicateProblems(desired: ItemSet, entryIndex: EntryIndex): readonly Problem[] {
  const firstEntries = new Map<unknown, Entry>();
  return desired.items.flatMap((item): readonly Problem[] => {
    const entry = entryIndex.entryOf(item);
    const identity =
      entry?.object ?? (entry?.key === undefined ? undefined : `${entry.kind.name}\0${entry.key}`);
    const firstEntry = firstEntries.get(identity);
    if (entry === undefined || identity === undefined) return [];
    if (firstEntry === undefined) {
      firstEntries.set(identity, entry);
      return [];
    }
    const text = `${entryLabel(entry)} is the same object as the one in ${placeText(firstEntry.item?.place ?? item.place)}`;
    return [{ place: item.place, text, kind: "usage" }];
  });
}

function creationProblems({ kind, name }: Entry, item: Item): readonly Problem[] {
  const { place } = item;
  if (kind.spec.createOnDemand === true && item.mayCreate !== true) {
    const text = `${kind.name} ${name} does not exist; 'create: true' in the item creates it`;
    return [{ place, kind: "notFound", text }];
  }
  const create = creationOf(kind, (field) => textsOf(kind, item, field)[0]);
  if (create === undefined) return [unknownMember(kind, item, name)];
  const itemFields = new Set(item.fields.keys());
  const operation = {
    ...create.operation,
    parameters: [],
    fields: (create.operation.fields ?? []).map((field) => {
      const { required: _, ...rest } = field;
      return itemFields.has(field.name) ? rest : field;
    }),
  };
  const namesOf = (isIncluded: (value: FieldValue) => boolean) =>
    [...item.fields].flatMap(([field, value]) => (isIncluded(value) ? [field] : []));
  // The rules count a variable as given, even if it is not set.
  const variables = namesOf(({ form }) => form === "variable").map((field): [string, Value] => [field, {}]);
  const values = {
    ...Object.fromEntries(variables),
    ...creationValues(kind, item, create, () => undefined),
  };
  const hiddenFields = new Set(namesOf(({ form }) => form !== "text"));
  try {
    checkValues(operation, values, hiddenFields, documentWording(operation));
    return [];
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== "usage") throw error;
    const texts = [error.message, ...(error.details.lines ?? [])];
    const missing = texts.filter((text) => text.endsWith(requiredEnding));
    const needed = missing.map((text) => text.slice(0, -requiredEnding.length)).join(", ");
    const { field = "", operations = {} } = kind.spec.createVariants ?? {};
    const isVariantOpen = field !== "" && !itemFields.has(field);
    const hint = isVariantOpen
      ? `; ${field} decides what is created: ${Object.keys(operations).join(", ")}`
      : "";
    const label = `${kind.name} ${name}`;
    return [
      ...(needed === "" ? [] : [`${label} does not exist, and creating it needs ${needed}${hint}`]),
      ...texts.filter((text) => !missing.includes(text)).map((text) => `${label}: ${text}`),
    ].map((text) => ({ place, kind: "usage", text }));
  }
}

const neededForFilesystem = { label: "fstype", mount_point: "fstype", mount_options: "mount_point" };

/** The service stores these fields only with a file system, or with a mount. */
function filesystemProblems(
  { kind, object, name }: Entry,
  item: Item,
  keepsObject: boolean,
): readonly Problem[] {
  if (kind.filesystem === undefined) return [];
  const isFilled = (field: string) => {
    const value = item.fields.get(field);
    if (value === undefined) return keepsObject && Boolean(currentValueOf(object, field));
    return isUnset(value) || textsOf(kind, item, field).some((text) => text !== "");
  };
  return Object.entries(neededForFilesystem).flatMap(([field, needed]): readonly Problem[] => {
    const value = item.fields.get(field);
    if (value === undefined || !isFilled(field) || isFilled(needed)) return [];
    return [{ place: value.place, kind: "usage", text: `${kind.name} ${name}: ${field} needs ${needed}` }];
  });
}

function unknownMember(kind: LoadedKind, { place }: Item, name: string): Problem {
  const names = knownMembers(kind).map((member) => member.name);
  const otherNames = names.includes(name) ? [] : names;
  const suggestion = suggestionHint(name, otherNames, `svc ${kind.name} list shows the existing ones`);
  return { place, kind: "notFound", text: `the service does not have ${kind.name} '${name}'; ${suggestion}` };
}

/** A system_id may belong to a controller, which lists leave out. */
function danglingReferences(
  { kind, object, name, parent }: Entry,
  item: Item,
  entryIndex: EntryIndex,
  nodes: State["nodes"],
): readonly Problem[] {
  return [...item.fields].flatMap(([fieldName, value]): readonly Problem[] => {
    const { definition, referredKind } = kind.fields.get(fieldName) ?? {};
    const group = entryIndex.kinds.get(referredKind ?? "")?.name;
    const isOwnKey = object !== undefined && kind.spec.key.includes(fieldName);
    const currentTexts = [
      ...(object?.values.get(fieldName) ?? []).flat().map(primitiveText),
      kind.spec.emptyMarkers?.[fieldName],
    ];
    const problem = { place: value.place, kind: "notFound" as const };
    return textsOf(kind, item, fieldName).flatMap((text): readonly Problem[] => {
      if (text.trim() === "" || currentTexts.includes(text)) return [];
      if (definition?.kind !== undefined) {
        const isKnown = nodes.has(text) || isSystemId(text) || entryIndex.find(referredKind ?? "", text);
        if (isKnown) return [];
        const message = `${kind.name} ${name}: ${fieldName}: no ${definition.kind} is called '${text}'`;
        return [{ ...problem, text: message }];
      }
      if (
        group === undefined ||
        isOwnKey ||
        entryIndex.findNamed(kind, fieldName, text, parent) !== undefined
      )
        return [];
      const names = entryIndex.entries.flatMap((entry) => (entry.kind.name === group ? entry.name : []));
      const suggestion = suggestionHint(text, names);
      const message = `${kind.name} ${name}: ${fieldName} '${text}' is neither in the files nor on the service`;
      return [{ ...problem, text: suggestion === undefined ? message : `${message}; ${suggestion}` }];
    });
  });
}
