import { nodeGroup } from "../catalogue/groups/nodes.ts";
import { findByFilter } from "../client/names/find-nodes.ts";
import { readItemNames } from "../client/values/config-names.ts";
import { Failure, isNotFound, withFallback } from "../core/failure.ts";
import { groupBy } from "../core/grouping.ts";
import { chunksOf, inParallel } from "../core/parallel.ts";
import { compareNaturally } from "../core/text/order.ts";
import {
  documentText,
  type ExportContext,
  type ExportedMap,
  type ExportedValue,
  exportedFields,
  exportedMember,
  makeNameVariable,
} from "./exported-values.ts";
import { type LoadedKind, topLevelKinds } from "./kinds.ts";
import {
  childrenOf,
  listObjects,
  meansNoMember,
  type Reader,
  readEach,
  readMember,
  unlistedFields,
  withUnlistedFields,
} from "./read-objects.ts";
import { currentValueOf, type ServiceObject } from "./service-objects.ts";

interface CollectContext {
  readonly reader: Reader;
  readonly kinds: ReadonlyMap<string, LoadedKind>;
  /** Gets the names of the variables that stand for secrets. */
  readonly variables: Set<string>;
  note(text: string): void;
}

/** Items per batch, so that memory does not grow with their number. */
const itemsPerBatch = 200;

/**
 * Streams the service's state as documents that can be applied again, in a stable order. Secrets become `!env NAME`;
 * returns these names. Without `requestedKinds`, unavailable kinds are skipped with a note.
 */
export async function* exportDocuments(
  requestedKinds: readonly LoadedKind[],
  context: CollectContext,
): AsyncGenerator<string> {
  const { reader, kinds, variables, note } = context;
  const nameVariable = makeNameVariable();
  const exportedKinds = requestedKinds.length > 0 ? requestedKinds : topLevelKinds(kinds);
  const domainKind = kinds.get("domains");
  const needsDomains =
    domainKind !== undefined && exportedKinds.some(({ spec }) => spec.joinedFields !== undefined);
  const domains = needsDomains ? (await listObjects(reader, domainKind)).map(({ name }) => name) : [];
  let isFirst = true;
  for (const kind of [...exportedKinds].sort((a, b) => compareNaturally(a.name, b.name))) {
    const candidates = await collectIfAvailable(kind, context, requestedKinds.length > 0);
    const coveredObjects =
      requestedKinds.length > 0 || candidates.length === 0 ? noNames : await coveredNames(kind, context);
    const collectedObjects = candidates.filter(({ object }) => !coveredObjects.has(object.name));
    if (collectedObjects.length === 0) continue;
    const exportContext: ExportContext = {
      variable: (...parts) => {
        const name = nameVariable(...parts);
        variables.add(name);
        return name;
      },
      hostnames: await hostnamesOf(reader, collectedObjects),
      domains,
      note,
    };
    for (const piece of piecesOf(kind, collectedObjects, exportContext)) {
      yield isFirst || !piece.startsWith(kind.name) ? piece : `\n${piece}`;
      isFirst = false;
    }
  }
}

const noNames: ReadonlySet<string> = new Set();

async function coveredNames(
  { spec }: LoadedKind,
  { reader, kinds }: CollectContext,
): Promise<ReadonlySet<string>> {
  const coveringKind = kinds.get(spec.coveredBy ?? "");
  if (coveringKind === undefined) return noNames;
  const objects = await withFallback(
    [],
    () => listObjects(reader, coveringKind),
    (failure) => failure.kind === "forbidden" || isNotFound(failure),
  );
  return new Set(objects.map(({ name }) => name));
}

async function collectIfAvailable(
  kind: LoadedKind,
  context: CollectContext,
  isRequested: boolean,
): Promise<readonly CollectedObject[]> {
  if (kind.spec.map === undefined && kind.operations.list === undefined) return [];
  try {
    if (kind.spec.map !== undefined) return await collectMembers(kind, context);
    return await withChildren(await listObjects(context.reader, kind), kind, context);
  } catch (error) {
    if (isRequested || !(error instanceof Failure)) throw error;
    if (error.kind === "forbidden")
      context.note(`${kind.name} are left out: the key has no permission to read them`);
    else if (error.kind === "notFound") context.note(`${kind.name} are left out: the service has none`);
    else throw error;
    return [];
  }
}

function* piecesOf(
  kind: LoadedKind,
  collected: readonly CollectedObject[],
  exportContext: ExportContext,
): Generator<string> {
  const sorted = [...collected].sort(byName).filter((each) => !hasOnlyName(each));
  if (kind.spec.map !== undefined) {
    const members = sorted.flatMap(({ object }): [string, ExportedValue][] => {
      const value = exportedMember(object, exportContext);
      return value === undefined ? [] : [[object.name, value]];
    });
    if (members.length > 0) yield documentText(new Map([[kind.name, new Map(members)]]));
    return;
  }
  const items = distinctObjects(sorted, exportContext.note);
  for (const [index, piece] of chunksOf(items, itemsPerBatch).entries()) {
    const text = documentText(new Map([[kind.name, piece.map((each) => itemOf(each, exportContext))]]));
    yield index === 0 ? text : text.slice(text.indexOf("\n") + 1);
  }
}

const hasOnlyName = ({ object, children }: CollectedObject): boolean =>
  object.isBuiltIn &&
  children.every(([, objects]) => objects.length === 0) &&
  [...object.values].every(
    ([name, [read = null]]) => object.kind.spec.key.includes(name) || read === null || read === "",
  );

function itemOf(
  { object, children, omittedFields }: DistinctObject,
  exportContext: ExportContext,
): ExportedMap {
  const lists = children
    .filter(([, objects]) => objects.length > 0)
    .map(([member, objects]): [string, ExportedValue] => {
      const items = distinctObjects([...objects].sort(byName), exportContext.note);
      return [member, items.map((each) => itemOf(each, exportContext))];
    });
  const fields = [...exportedFields(object, exportContext)].filter(([name]) => !omittedFields.includes(name));
  return new Map([...fields, ...lists]);
}

const byName = ({ object: a }: CollectedObject, { object: b }: CollectedObject): number =>
  compareNaturally(a.name, b.name) || compareNaturally(a.id, b.id);

async function hostnamesOf(
  { client }: Reader,
  collected: readonly CollectedObject[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set<string>();
  const visit = ({ object, children }: CollectedObject) => {
    for (const id of nodeIds(object)) ids.add(id);
    for (const [, objects] of children) objects.forEach(visit);
  };
  collected.forEach(visit);
  if (ids.size === 0) return new Map();
  const matches = await findByFilter(client, nodeGroup.operations["nodes.list"], "id", [...ids]);
  const byHostname = groupBy(matches, ({ view }) => view.hostname);
  return new Map(
    [...byHostname].flatMap(([hostname, [only, ...others]]): [string, string][] =>
      only === undefined || others.length > 0 ? [] : [[only.view.systemId, hostname]],
    ),
  );
}

const nodeIds = (object: ServiceObject): readonly string[] =>
  [...object.kind.fields.values()]
    .filter(({ definition }) => definition.kind !== undefined)
    .flatMap(({ name }) => [currentValueOf(object, name) ?? []].flat())
    .filter((id): id is string => typeof id === "string" && id !== "");

interface CollectedObject {
  readonly object: ServiceObject;
  readonly children: readonly (readonly [member: string, objects: readonly CollectedObject[]])[];
}

async function withChildren(
  objects: readonly ServiceObject[],
  kind: LoadedKind,
  context: CollectContext,
): Promise<readonly CollectedObject[]> {
  const { reader, kinds, note } = context;
  const childKinds = Object.entries(kind.spec.children ?? {});
  const fieldsToRead = unlistedFields(kind);
  const completeObjects = await withUnlistedFields(
    reader,
    kind,
    objects,
    () => fieldsToRead,
    (field, failure) => {
      if (failure.kind !== "forbidden") return false;
      note(`${field} of ${kind.name} is left out: the key has no permission to read it`);
      return true;
    },
  );
  const collected = await inParallel(
    completeObjects,
    reader.parallel,
    async (object): Promise<CollectedObject> => {
      const childrenByMember: [string, readonly CollectedObject[]][] = [];
      for (const [member, name] of childKinds) {
        const child = kinds.get(name);
        if (child === undefined) continue;
        const children = await childrenOf(reader, child, object);
        childrenByMember.push([member, await withChildren(children, child, context)]);
      }
      return { object, children: childrenByMember };
    },
  );
  return collected.flatMap((each) => each ?? []);
}

async function collectMembers(
  kind: LoadedKind,
  { reader }: CollectContext,
): Promise<readonly CollectedObject[]> {
  const { read } = kind.operations;
  const names = read === undefined ? [] : await readItemNames(reader.client, read.operation);
  const members = await readEach(reader, names, (name) =>
    withFallback(undefined, () => readMember(reader, kind, name), meansNoMember),
  );
  return members.map((object) => ({ object, children: [] }));
}

interface DistinctObject extends CollectedObject {
  readonly omittedFields: readonly string[];
}

function distinctObjects(
  siblings: readonly CollectedObject[],
  note: (text: string) => void,
): readonly DistinctObject[] {
  const byKey = groupBy(siblings, ({ object }) => object.key);
  const countOf = ({ key }: ServiceObject) => byKey.get(key)?.length ?? 0;
  const isUnclear = ({ object }: CollectedObject) => countOf(object) > 1 || lacksKey(object);
  const omittedObjects = new Set(siblings.filter((each) => isUnclear(each) && !mayLackKey(each.object)));
  for (const { object } of new Map([...omittedObjects].map((each) => [each.object.key, each])).values()) {
    const reason = lacksKey(object) ? "it has no name" : `there are ${countOf(object)} with this name`;
    note(`${object.kind.name} ${object.name || object.id}: left out because ${reason}`);
  }
  return siblings
    .filter((each) => !omittedObjects.has(each))
    .map((each) => ({ ...each, omittedFields: isUnclear(each) ? each.object.kind.spec.key : [] }));
}

const lacksKey = (object: ServiceObject): boolean =>
  object.kind.spec.key.some((field) => {
    const read = currentValueOf(object, field);
    return typeof read === "string" && read.trim() === "";
  });

const mayLackKey = (object: ServiceObject): boolean =>
  !object.kind.operations.create?.operation.rules?.some(
    (rule) => rule.kind === "needs" && rule.needs.some((field) => object.kind.spec.key.includes(field)),
  ) &&
  (object.kind.spec.otherKeys ?? []).some((field) => {
    const read = currentValueOf(object, field) ?? "";
    return Array.isArray(read) ? read.length > 0 : read !== "";
  });
