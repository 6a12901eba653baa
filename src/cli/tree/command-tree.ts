import type { CommandSpec } from "../../catalogue/commands/command-spec.ts";
import type { DescribedGroup, Group } from "../../catalogue/group.ts";
import type { OperationEntry } from "../../catalogue/index.ts";
import { entriesOf, type GroupName, groupNames, groups, loadGroup } from "../../catalogue/index.ts";
import type { Operation } from "../../catalogue/operation.ts";
import type { Command } from "../invocation/invocation.ts";
import { operationSpec } from "./operation-spec.ts";

export interface ProgramNode {
  readonly kind: "program";
  readonly builtins: readonly Command[];
  /** Built-in commands and groups first, then the resource groups of the service. */
  readonly children: readonly (GroupNode | CommandNode)[];
}

export interface GroupNode {
  readonly kind: "group";
  readonly name: string;
  readonly summary: string;
  readonly aliases: readonly string[];
  /** True for a resource group of the service, false for built-in commands. */
  readonly isResource: boolean;
  /** True if only the service's own description has the group. */
  readonly isDescribed?: true;
  readonly commands: () => Promise<readonly CommandNode[]>;
}

interface NamedCommand {
  readonly name: string;
  readonly summary: string;
  readonly aliases?: readonly string[];
  readonly spec: () => CommandSpec;
}

export type CommandNode =
  | (NamedCommand & { readonly kind: "builtin"; readonly command: Command })
  | (NamedCommand & { readonly kind: "operation"; readonly entry: OperationEntry });

export type CommandTreeNode = ProgramNode | GroupNode | CommandNode;

/** Described groups extend documented groups or follow them, and never hide a command. */
export function commandTree(
  builtins: readonly Command[],
  describedGroups: readonly DescribedGroup[] = [],
): ProgramNode {
  const roots = new Set(builtins.map(({ command: [root = ""] }) => root));
  for (const name of groupNames) roots.delete(name);
  const rootNodes = [
    ...[...roots].map((root) => builtinRoot(root, builtins)),
    ...groupNames.map((name) =>
      resourceGroup(
        name,
        builtins,
        describedGroups.find((group) => group.name === name),
      ),
    ),
  ];
  const names = new Set(rootNodes.map(({ name }) => name));
  const otherGroups = describedGroups.filter(({ name }) => !names.has(name));
  return { kind: "program", builtins, children: [...rootNodes, ...otherGroups.map(describedGroup)] };
}

const builtinCommand = (command: Command): CommandNode => ({
  kind: "builtin",
  name: command.command.at(-1) ?? "",
  summary: command.summary,
  command,
  spec: () => command,
});

const builtinsOf = (group: string, builtins: readonly Command[]): readonly CommandNode[] =>
  builtins.filter(({ command: [root, ...verb] }) => root === group && verb.length > 0).map(builtinCommand);

/** Summaries of groups that contain only built-in commands. */
const groupSummaries: Readonly<Record<string, string>> = {
  claims: "Show and release claimed machines",
  completion: "Print or install completion for bash, zsh and fish",
  profiles: "Manage stored profiles",
  alias: "Manage aliases for command lines",
  sandbox: "Run and control a sandbox, an emulator of the service",
};

function builtinRoot(root: string, builtins: readonly Command[]): GroupNode | CommandNode {
  const singleCommand = builtins.find(({ command }) => command.length === 1 && command[0] === root);
  if (singleCommand !== undefined) return builtinCommand(singleCommand);
  return {
    kind: "group",
    name: root,
    summary: groupSummaries[root] ?? "",
    aliases: [],
    isResource: false,
    commands: async () => withAliases(builtinsOf(root, builtins)),
  };
}

const resourceGroup = (
  name: GroupName,
  builtins: readonly Command[],
  described: DescribedGroup | undefined,
): GroupNode => ({
  kind: "group",
  name,
  summary: groups[name].summary,
  get aliases() {
    return groups[name].aliases;
  },
  isResource: true,
  commands: async () => {
    const group = await loadGroup(name);
    const commands = operationCommands(described === undefined ? group : withDescribed(group, described));
    return withAliases([...commands, ...builtinsOf(name, builtins)]);
  },
});

const describedGroup = (group: DescribedGroup): GroupNode => ({
  kind: "group",
  name: group.name,
  summary: group.summary,
  aliases: group.aliases,
  isResource: true,
  isDescribed: true,
  commands: async () => withAliases(operationCommands(group)),
});

const operationCommands = (group: Group): readonly CommandNode[] =>
  entriesOf(group).map((entry) => ({
    kind: "operation",
    name: entry.operation.verb,
    summary: entry.operation.summary,
    entry,
    spec: () => operationSpec(entry),
  }));

function withAliases(commands: readonly CommandNode[]): readonly CommandNode[] {
  const verbs = commands.map(({ name }) => name);
  return commands.map((command) => {
    const aliases = aliasesOf(command.name, verbs);
    return aliases.length === 0 ? command : { ...command, aliases };
  });
}

function withDescribed(group: Group, { operations, addedFields }: DescribedGroup): Group {
  const verbs = new Set(Object.values(group.operations).map(({ verb }) => verb));
  const documented = Object.entries(group.operations).map(([id, operation]): [string, Operation] => [
    id,
    Object.hasOwn(addedFields, id)
      ? { ...operation, fields: [...(operation.fields ?? []), ...(addedFields[id] ?? [])] }
      : operation,
  ]);
  const addedOperations = Object.entries(operations).filter(
    ([id, { verb }]) => !verbs.has(verb) && !Object.hasOwn(group.operations, id),
  );
  return { ...group, operations: Object.fromEntries([...documented, ...addedOperations]) };
}

export async function allCommands(tree: ProgramNode): Promise<readonly CommandNode[]> {
  const commands = tree.children.map((child) => (child.kind === "group" ? child.commands() : [child]));
  return (await Promise.all(commands)).flat();
}

export async function findChild(node: CommandTreeNode, word: string) {
  if (node.kind === "program") return findRoot(node, word);
  if (node.kind !== "group") return undefined;
  const commands = await node.commands();
  const verbs = commands.map(({ name }) => name);
  const verb = resolveVerb(word, verbs);
  return commands.find(({ name }) => name === verb);
}

/** Also finds a described group by its words joined with hyphens: `resource-pools` for `resourcepools`. */
export function findRoot({ children }: ProgramNode, word: string): GroupNode | CommandNode | undefined {
  const exactMatch =
    children.find(({ name }) => name === word) ??
    children.find((child) => child.kind === "group" && child.aliases.includes(word));
  if (exactMatch !== undefined || !/[-_]/.test(word)) return exactMatch;
  const withoutSeparators = word.replace(/[-_]/g, "");
  return children.find(
    (child) =>
      child.kind === "group" &&
      child.isDescribed === true &&
      [child.name, ...child.aliases].some((name) => name.replaceAll("-", "") === withoutSeparators),
  );
}

/** Verbs of other tools, and the verbs to which they correspond; the first that the group has is used. */
const verbAliases: Readonly<Record<string, readonly string[]>> = {
  list: ["query"],
  ls: ["list", "query"],
  rm: ["delete", "remove"],
  show: ["get"],
};

function resolveVerb(word: string, verbs: readonly string[]): string | undefined {
  if (verbs.includes(word)) return word;
  const alias = Object.hasOwn(verbAliases, word) ? verbAliases[word] : undefined;
  return alias?.find((verb) => verbs.includes(verb));
}

const aliasesOf = (verb: string, verbs: readonly string[]): readonly string[] =>
  Object.keys(verbAliases).filter(
    (alias) => verbAliases[alias]?.includes(verb) && resolveVerb(alias, verbs) === verb,
  );
