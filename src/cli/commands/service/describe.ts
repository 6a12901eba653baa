import {
  type ArgumentSpec,
  isRepeatable,
  locationOf,
  signatureOf,
} from "../../../catalogue/commands/command-spec.ts";
import { addedOptions } from "../../../catalogue/commands/operation-options.ts";
import type { DescribedCatalogue, DescribedGroup } from "../../../catalogue/group.ts";
import type { OperationEntry } from "../../../catalogue/index.ts";
import type { Operation } from "../../../catalogue/operation.ts";
import { askVersion } from "../../../client/service/facts.ts";
import { Failure } from "../../../core/failure.ts";
import { shellWord } from "../../../core/text/shell-words.ts";
import { suggestionHint } from "../../../core/text/word-lists.ts";
import { readServiceCatalogue } from "../../described/fetch-description.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import type { Shape } from "../../output/columns.ts";
import { checkColumnNames } from "../../parsing/column-names.ts";
import {
  allCommands,
  type CommandNode,
  commandTree,
  findRoot,
  type GroupNode,
  type ProgramNode,
} from "../../tree/command-tree.ts";

const groupShape: Shape = {
  identity: "group",
  listName: "groups",
  columns: [
    { header: "GROUP", path: "group", rank: "key" },
    { header: "COMMANDS", path: "commands" },
    { header: "DESCRIBED", path: "described" },
    { header: "SUMMARY", path: "summary", rank: "minor" },
  ],
};

const commandShape: Shape = {
  identity: "command",
  listName: "commands",
  columns: [
    { header: "COMMAND", path: "command", rank: "key" },
    { header: "METHOD", path: "method" },
    { header: "PATH", path: "path" },
    { header: "SOURCE", path: "source" },
    { header: "SUMMARY", path: "summary", rank: "minor" },
  ],
};

export async function describeServiceCommands(
  invocation: Invocation<{ readonly refresh?: boolean }, { readonly group: string | undefined }>,
): Promise<void> {
  const { group: groupName } = invocation.arguments;
  const shape = groupName === undefined ? groupShape : commandShape;
  await checkColumnNames(invocation.globals, shape.columns);
  const catalogue = await readServiceCatalogue(invocation, invocation.options.refresh === true);
  await noteMissingParts(catalogue, invocation);
  const tree = commandTree(invocation.builtins, catalogue.groups);
  if (groupName === undefined) {
    const groups = tree.children.filter((child) => child.kind === "group" && child.isResource);
    const rows = await Promise.all(groups.map((group) => groupRow(group as GroupNode, catalogue)));
    return await invocation.print(
      rows.filter(({ commands }) => commands > 0),
      shape,
    );
  }
  const group = findRoot(tree, groupName);
  if (group?.kind !== "group" || !group.isResource) throw unknownGroup(groupName, tree);
  const groupOperations = await operationsIn(group, catalogue);
  await invocation.print(
    groupOperations.map((operation) => ({
      command: `${group.name} ${operation.verb}`,
      method: operation.method,
      path: operation.path,
      source: sourceOf(operation),
      summary: operation.summary,
    })),
    shape,
  );
}

function unknownGroup(word: string, { children }: ProgramNode): Failure {
  const names = children.flatMap((child) =>
    child.kind === "group" && child.isResource ? [child.name, ...child.aliases] : [],
  );
  return new Failure("usage", `the service has no group '${word}'`, {
    hint: suggestionHint(
      word,
      names,
      children.some(({ name }) => name === word)
        ? `'svc describe' lists them; 'svc help ${word}' explains the command of that name`
        : `'svc describe' lists them; 'svc machines describe ${shellWord(word)}' shows a machine`,
      (suggestion) => `'svc describe ${suggestion}'`,
    ),
  });
}

async function groupRow(group: GroupNode, catalogue: DescribedCatalogue) {
  const groupOperations = await operationsIn(group, catalogue);
  return {
    group: group.name,
    commands: groupOperations.length,
    described: groupOperations.filter(({ described }) => described === true).length,
    summary: group.summary,
  };
}

async function operationsIn(group: GroupNode, { absent }: DescribedCatalogue): Promise<readonly Operation[]> {
  return operationsOf(await group.commands())
    .map(({ operation }) => operation)
    .filter(({ method, path }) => !absent.includes(`${method} ${path}`));
}

async function noteMissingParts(
  { isAbsent: hasNoDescription, dropped }: DescribedCatalogue,
  invocation: Invocation,
) {
  const { messages } = invocation;
  if (hasNoDescription) {
    messages.note("this service does not describe itself: these are the documented commands");
    // A server that does not report a version either is probably not the service.
    if ((await askVersion(await invocation.connect("keyless"))) === undefined)
      messages.note("nor does it report its version: svc doctor checks whether the address is right");
  }
  const partsText = dropped.length === 1 ? "1 part was" : `${dropped.length} parts were`;
  if (dropped.length > 0) messages.note(`${partsText} left out of its description; see --verbose`);
  for (const { subject: part, reason } of dropped) messages.detail(`left out: ${part}: ${reason}`);
}

/** The JSON form is a public contract. */
export async function describeOperations(invocation: Invocation): Promise<readonly unknown[]> {
  const catalogueEntries = operationsOf(await allCommands(commandTree([])));
  const bySource = (source: OperationSource) =>
    catalogueEntries.filter(({ operation }) => sourceOf(operation) === source);
  if (invocation.options.all !== true) return bySource("documents").map(describeOperation);
  const describedGroups = await readDescribedGroups(invocation);
  const describedOperations = operationsOf(
    await allCommands(commandTree(invocation.builtins, describedGroups)),
  ).filter(({ operation }) => operation.described === true);
  return [...bySource("documents"), ...bySource("deployed"), ...describedOperations].map((entry) => ({
    ...describeOperation(entry),
    source: sourceOf(entry.operation),
  }));
}

type OperationSource = "documents" | "deployed" | "description";

const sourceOf = ({ described, source }: Operation): OperationSource =>
  described === true ? "description" : (source ?? "documents");

async function readDescribedGroups(invocation: Invocation): Promise<readonly DescribedGroup[]> {
  try {
    return (await readServiceCatalogue(invocation, false)).groups;
  } catch (error) {
    if (!(error instanceof Failure) || !["usage", "notAuthenticated"].includes(error.kind)) throw error;
    invocation.messages.note(`operations that only the service describes are missing: ${error.message}`);
    return [];
  }
}

const operationsOf = (commands: readonly CommandNode[]): readonly OperationEntry[] =>
  commands.flatMap((command) => (command.kind === "operation" ? [command.entry] : []));

const isDocumented = ({ field }: ArgumentSpec): boolean => field?.undocumented !== true;

/** True if the operation may ask for confirmation, if only in some cases or before it replaces a local file. */
const mayAsk = (operation: Operation): boolean =>
  operation.confirm !== undefined ||
  operation.actionConfirms === true ||
  addedOptions(operation).some(({ name }) => name === "to");

function describeOperation(entry: OperationEntry) {
  const { operation } = entry;
  const signature = signatureOf(entry);
  return {
    id: entry.id,
    group: entry.group.name,
    command: [entry.group.name, operation.verb],
    method: operation.method,
    path: operation.path,
    arguments: signature.arguments.filter(isDocumented).map(({ name, field, required, variadic }) => ({
      name,
      field: field?.name ?? name,
      in: field === undefined ? "path" : locationOf(field, operation),
      required,
      variadic,
    })),
    options: signature.options.filter(isDocumented).map(({ name, field }) => ({
      flag: `--${name}`,
      field: field.sentAs ?? field.name,
      in: locationOf(field, operation),
      type: field.type === "list" ? "string" : field.type,
      required: field.required === true,
      repeatable: isRepeatable(field) && field.alsoRepeatable !== true,
      choices: field.choices ?? null,
      default: field.default ?? null,
    })),
    result: operation.result,
    adminOnly:
      operation.documentedAdminOnly === true ||
      (operation.source === "deployed" && operation.who === "admin"),
    deprecated: operation.deprecated !== undefined,
    confirm: mayAsk(operation),
  };
}
