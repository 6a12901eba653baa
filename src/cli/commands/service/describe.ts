import type { Operation } from "../../../catalogue/operation.ts";
import { askVersion } from "../../../client/service/facts.ts";
import { Failure } from "../../../core/failure.ts";
import { shellWord } from "../../../core/text/shell-words.ts";
import { suggestionHint } from "../../../core/text/word-lists.ts";
import { readServiceCatalogue } from "../../described/fetch-description.ts";
import type { ServiceCatalogue } from "../../described/service-catalogue.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import type { Shape } from "../../output/columns.ts";
import { checkColumnNames } from "../../parsing/column-names.ts";
import {
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
  const tree = commandTree(invocation.builtins, catalogue.entries);
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
    groupOperations.map(({ verb, method, path, described, source, summary }) => ({
      command: `${group.name} ${verb}`,
      method,
      path,
      source: described === true ? "description" : (source ?? "documents"),
      summary,
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

async function groupRow(group: GroupNode, catalogue: ServiceCatalogue) {
  const groupOperations = await operationsIn(group, catalogue);
  return {
    group: group.name,
    commands: groupOperations.length,
    described: groupOperations.filter(({ described }) => described === true).length,
    summary: group.summary,
  };
}

async function operationsIn(group: GroupNode, { absent }: ServiceCatalogue): Promise<readonly Operation[]> {
  const commands: readonly CommandNode[] = await group.commands();
  return commands
    .flatMap((command) => (command.kind === "operation" ? [command.entry.operation] : []))
    .filter(({ method, path }) => !absent.includes(`${method} ${path}`));
}

async function noteMissingParts({ isAbsent, dropped }: ServiceCatalogue, invocation: Invocation) {
  const { messages } = invocation;
  if (isAbsent) {
    messages.note("this service does not describe itself: these are the documented commands");
    // A server that does not report a version either is probably not the service.
    if ((await askVersion(await invocation.connect("keyless"))) === undefined)
      messages.note("nor does it report its version: svc doctor checks whether the address is right");
  }
  const partsText = dropped.length === 1 ? "1 part" : `${dropped.length} parts`;
  if (dropped.length > 0) messages.note(`${partsText} of its description left out; see --verbose`);
  for (const { subject: part, reason } of dropped) messages.detail(`left out: ${part}: ${reason}`);
}
