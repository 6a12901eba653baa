import { followUpOptions, signatureOf } from "../../catalogue/commands/command-spec.ts";
import { addedOptions } from "../../catalogue/commands/operation-options.ts";
import { globalOptions } from "../../catalogue/commands/options.ts";
import type { DescribedCatalogue, DescribedGroup, DroppedPart, Group } from "../../catalogue/group.ts";
import { groupNames, groups, type OperationEntry } from "../../catalogue/index.ts";
import type { Field, Operation } from "../../catalogue/operation.ts";
import { addTo, groupBy } from "../../core/grouping.ts";
import { type Family, familiesOf, labelOf, resourcePath, verbsOf } from "./families.ts";
import { fieldsOf, isOnlyInPath, pathParameters } from "./fields.ts";
import { type Action, type DocParameter, type DropListener, readDescription, readDoc } from "./read.ts";
import { parameterNames, pathTemplate, plainLine, singular } from "./words.ts";

/** Operations and commands of svc, whose names a description cannot take. */
export interface ExistingCommands {
  readonly documented: readonly OperationEntry[];
  readonly roots: ReadonlySet<string>;
  readonly verbs: ReadonlyMap<string, readonly string[]>;
}

const reservedWords = ["help", "svc", "topics"];

export function existingCommands(
  documented: readonly OperationEntry[],
  commands: readonly (readonly string[])[],
  topics: readonly string[] = [],
): ExistingCommands {
  const verbs = new Map<string, string[]>();
  for (const [root = "", verb] of commands) if (verb !== undefined) addTo(verbs, root, verb);
  const documentedNames = new Set(documented.map(({ group }) => group.name));
  return {
    documented,
    roots: new Set([
      ...groupNames
        .filter((name) => documentedNames.has(name))
        .flatMap((name) => [name, ...groups[name].aliases]),
      ...commands.map(([root = ""]) => root),
      ...reservedWords,
      ...topics,
    ]),
    verbs,
  };
}

const maxDropped = 100;

/** In a conflict, the documented catalogue takes precedence. Never throws, whatever JSON it gets. */
export function describedCatalogue(value: unknown, existing: ExistingCommands): DescribedCatalogue {
  const { documented, roots } = existing;
  const dropped: DroppedPart[] = [];
  const drop: DropListener = ({ subject, reason }) => {
    if (dropped.length < maxDropped) dropped.push({ subject: plainLine(subject, 160), reason });
  };
  const description = readDescription(value, drop);
  const families = familiesOf(description.actions, documented, roots, drop);
  const entriesByKey = new Map(documented.map((entry) => [keyOfOperation(entry.operation), entry]));
  const describedKeys = new Set(description.actions.map(keyOfAction));
  const byGroup = groupBy(families, ({ group }) => group);
  const resources = new Set(
    [...families.map(({ group }) => group), ...documented.map(({ group }) => group.name)].map(singular),
  );
  return {
    isAbsent: value === undefined,
    hash: description.hash,
    groups: [...byGroup].flatMap(([name, groupFamilies]) => {
      const group = describedGroup(name, groupFamilies, entriesByKey, { ...existing, resources, drop });
      const isEmpty = Object.keys(group.operations).length + Object.keys(group.addedFields).length === 0;
      return isEmpty ? [] : [group];
    }),
    absent: description.actions.some((action) => isInApiDocumentation(entriesByKey.get(keyOfAction(action))))
      ? documented
          .filter(({ operation }) => !describedKeys.has(keyOfOperation(operation)))
          .map(({ operation: { method, path } }) => `${method} ${path}`)
      : [],
    dropped,
  };
}

const isInApiDocumentation = (entry: OperationEntry | undefined): boolean =>
  entry !== undefined && entry.operation.source === undefined;

interface DescriptionContext extends ExistingCommands {
  readonly resources: ReadonlySet<string>;
  readonly drop: DropListener;
}

const keyOf = (method: string, path: string, op = ""): string => `${method} ${pathTemplate(path)} ${op}`;

const keyOfAction = ({ method, path, op }: Action): string => keyOf(method, path, op);

const keyOfOperation = ({ method, path }: Operation): string =>
  keyOf(method, resourcePath(path), /(?<=[/}])op-(\w+)$/.exec(path)?.[1]);

function describedGroup(
  name: string,
  families: readonly Family[],
  entriesByKey: ReadonlyMap<string, OperationEntry>,
  context: DescriptionContext,
): DescribedGroup {
  const { documented, verbs: builtinVerbs, drop } = context;
  const entries = documented.filter(({ group }) => group.name === name);
  const actions = families.flatMap((family) => family.actions);
  const isDocumented = (action: Action) => entriesByKey.has(keyOfAction(action));
  const reservedVerbs = new Set([
    ...entries.map(({ operation }) => operation.verb),
    ...(builtinVerbs.get(name) ?? []),
  ]);
  const undocumentedActions = actions.filter((action) => !isDocumented(action));
  const verbs = verbsOf(undocumentedActions, reservedVerbs, drop);
  const ids = new Set(documented.map(({ id }) => id));
  const operations = [...verbs]
    .map(([action, verb]): [string, Operation] => {
      const id = `${name}.${verb}`;
      return [ids.has(id) ? `${id}-described` : id, operationOf(action, verb, name, context)];
    })
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const added = actions.flatMap((action): readonly (readonly [string, readonly Field[]])[] => {
    const entry = entriesByKey.get(keyOfAction(action));
    const fields = entry === undefined ? [] : undocumentedFields(entry, action, context);
    return entry === undefined || fields.length === 0 ? [] : [[entry.id, fields]];
  });
  const [first] = families;
  return {
    name,
    summary: summaryOf(name, first?.parents ?? [], actions),
    aliases: families.flatMap(({ aliases }) => aliases),
    columns: [],
    identity: families.find(({ itemParameter }) => itemParameter !== undefined)?.itemParameter ?? "id",
    operations: Object.fromEntries(operations),
    addedFields: Object.fromEntries(added),
  };
}

function summaryOf(name: string, parents: readonly string[], actions: readonly Action[]): string {
  const verb = actions.every(({ method }) => method === "GET") ? "See" : "Manage";
  const parent = parents.at(-1);
  const owner = parent === undefined ? "the service" : `a ${singular(parent).replaceAll(/[-_]/g, " ")}`;
  return `${verb} the ${name.replaceAll("-", " ")} of ${owner}`;
}

const destructiveNames = /(?:^|_)(?:delete|destroy|erase|wipe|purge|format|unformat)(?:_|$)/;

function operationOf(
  action: Action,
  verb: string,
  group: string,
  { documented, resources, drop }: DescriptionContext,
): Operation {
  const { method, path, op, who } = action;
  const doc = readDoc(action.doc);
  const identifiers = new Set(parameterNames(path));
  const parameters = pathParameters(
    path,
    doc.parameters.filter((each) => isOnlyInPath(each, method, identifiers)),
  );
  const operationShape: Operation = {
    verb,
    method,
    path: op === undefined ? path : `${path}op-${op}`,
    summary: doc.title || `${verb.replaceAll("-", " ")} (${group})`,
    ...(doc.prose.length > 0 && { notes: doc.prose.map(sentence) }),
    ...(parameters && { parameters }),
    success: 200,
    result: method === "DELETE" ? "none" : "json",
    ...(method === "DELETE" ? {} : { mayAnswerText: true }),
    ...(method === "GET" && op !== undefined && downloadNames.test(op) ? { mayAnswerContent: true } : {}),
    who: who.includes("anon") ? "anonymous" : "anyone",
    // The service answers a signed request for an anonymous operation with 404.
    ...(who.includes("auth") ? {} : { unsigned: true }),
    described: true,
    ...confirmation(action, documented),
    ...columnsOf(action, documented),
    ...answerOf(action, documented),
  };
  const fields = fieldsOf({
    op,
    method,
    group,
    identifiers,
    parameters: doc.parameters.filter((each) => !isOnlyInPath(each, method, identifiers)),
    reservedOptions: new Set(optionNames(operationShape)),
    resources,
    drop: ({ subject, reason }) => drop({ subject: `${labelOf(action)}: ${subject}`, reason }),
  });
  return fields.length === 0 ? operationShape : { ...operationShape, fields };
}

const downloadNames = /(?:^|_)(?:download|content|tarball|archive)(?:_|$)/;

const sentence = (text: string): string => (/[.!?:]$/.test(text) ? text : `${text}.`);

function confirmation(
  { method, op }: Action,
  documented: readonly OperationEntry[],
): Pick<Operation, "confirm"> {
  if (method === "DELETE" || (op !== undefined && method !== "GET" && destructiveNames.test(op)))
    return { confirm: "destroys" };
  if (op === undefined || method === "GET") return {};
  const { confirm } =
    documented.find(({ operation: each }) => each.confirm !== undefined && each.path.endsWith(`op-${op}`))
      ?.operation ?? {};
  return confirm === undefined ? {} : { confirm };
}

/** Treats the answer like that of the documented GET operation of the same name: `details` answers BSON. */
function answerOf(
  { method, op }: Action,
  documented: readonly OperationEntry[],
): Pick<Operation, "sensitive" | "meanings" | "timeoutMs"> & Partial<Pick<Operation, "result">> {
  if (method !== "GET" || op === undefined) return {};
  const documentedRead = documented.find(
    ({ operation }) => operation.method === method && operation.path.endsWith(`op-${op}`),
  )?.operation;
  const { result, sensitive, meanings, timeoutMs }: Partial<Operation> = documentedRead ?? {};
  return {
    ...(result === "bson" && { result }),
    ...(sensitive && { sensitive }),
    ...(meanings && { meanings }),
    ...(timeoutMs && { timeoutMs }),
  };
}

/** A read that is named after a documented group (`tags machines`) returns objects of that group. */
function columnsOf(
  { method, op }: Action,
  documented: readonly OperationEntry[],
): Pick<Operation, "columns" | "identity"> {
  const group: Group | undefined =
    method === "GET" && op !== undefined
      ? documented.find((entry) => entry.group.name === op.replaceAll("_", "-"))?.group
      : undefined;
  return group === undefined ? {} : { columns: group.columns, identity: group.identity };
}

const optionNames = (operation: Operation): readonly string[] =>
  [...globalOptions, ...addedOptions(operation)].map(({ name }) => name);

function undocumentedFields(
  entry: OperationEntry,
  action: Action,
  { resources }: DescriptionContext,
): readonly Field[] {
  const { operation, group } = entry;
  const documentedFields = operation.fields ?? [];
  const identifiers = new Set([
    ...(operation.parameters ?? []).map(({ name }) => name),
    ...parameterNames(action.path),
  ]);
  if (documentedFields.some(({ type, prefix }) => type === "map" && prefix === "")) return [];
  const isKnown = (parameter: DocParameter) =>
    isOnlyInPath(parameter, action.method, identifiers) ||
    documentedFields.some(
      ({ name, sentAs, alsoSentAs, type, prefix = "" }) =>
        [name, sentAs, alsoSentAs].includes(parameter.name) ||
        (type === "map" && parameter.name.startsWith(prefix)),
    );
  const parameters = readDoc(action.doc).parameters.filter((each) => !isKnown(each));
  if (parameters.length === 0) return [];
  const options = [...signatureOf(entry).options, ...followUpOptions(operation)];
  const reservedOptions = new Set([
    ...options.flatMap(({ name, negatable }) => (negatable ? [name, `no-${name}`] : [name])),
    ...optionNames(operation),
  ]);
  const fields = fieldsOf({
    op: action.op,
    method: action.method,
    group: group.name,
    identifiers,
    parameters,
    reservedOptions,
    resources,
    drop: () => undefined,
  });
  return fields.map(({ required: _, ...field }) => ({ ...field, undocumented: true }));
}
