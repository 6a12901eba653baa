import type { CommandSpec } from "../../catalogue/commands/command-spec.ts";
import type { DescribedEntry, DescribedGroup } from "../../catalogue/described.ts";
import { type GroupName, groupNames, groups, loadGroup, type OperationEntry } from "../../catalogue/index.ts";
import type { Group, Operation } from "../../catalogue/operation.ts";
import {
  type BuiltinCommandId,
  builtinGroups,
  builtinIds,
  builtinSpec,
  builtinWords,
} from "./builtin-commands.ts";
import { operationSpec } from "./operation-spec.ts";

/** The program itself: what stands above every command. */
export interface ProgramNode {
  readonly kind: "program";
  /** Built-in commands and groups first, then the resource groups of the service. */
  readonly children: readonly (GroupNode | CommandNode)[];
}

/** A first word that further words follow. */
export interface GroupNode {
  readonly kind: "group";
  readonly name: string;
  readonly summary: string;
  /** Other spellings of the name. */
  readonly aliases: readonly string[];
  /** True for a resource group of the service, false for one of built-in commands alone. */
  readonly isResource: boolean;
  /** Known from the service's description alone. */
  readonly isDescribed?: true;
  /** The group's commands; a resource group is loaded for it. */
  readonly commands: () => Promise<readonly CommandNode[]>;
}

interface NamedCommand {
  /** Its last word. */
  readonly name: string;
  readonly summary: string;
  /** Other spellings of its last word; left out where there are none. */
  readonly aliases?: readonly string[];
  /** Everything else that is true of it, derived at each call. */
  readonly spec: () => CommandSpec;
}

/** A command, with what carries it out. */
export type CommandNode =
  | (NamedCommand & { readonly kind: "builtin"; readonly id: BuiltinCommandId })
  | (NamedCommand & { readonly kind: "operation"; readonly entry: OperationEntry });

export type CommandTreeNode = ProgramNode | GroupNode | CommandNode;

/**
 * Every group and command of svc: what parser, help, suggestions, completion and man pages read. No group is
 * loaded before its commands are asked for. With `described`, what a service describes of itself joins the
 * documented groups or comes after them; it hides nothing.
 */
export function commandTree(described: readonly DescribedEntry[] = []): ProgramNode {
  const roots = new Set(builtinIds.map((id) => builtinWords(id)[0] ?? ""));
  for (const name of groupNames) roots.delete(name);
  const known = [
    ...[...roots].map(builtinRoot),
    ...groupNames.map((name) =>
      resourceGroup(
        name,
        described.find((entry) => entry.name === name),
      ),
    ),
  ];
  const names = new Set(known.map(({ name }) => name));
  const further = described.filter(({ name }) => !names.has(name));
  return { kind: "program", children: [...known, ...further.map(describedGroup)] };
}

/** A built-in command: its table is read when its summary or more is asked for. */
const builtinCommand = (id: BuiltinCommandId): CommandNode => ({
  kind: "builtin",
  name: id.slice(id.indexOf(".") + 1),
  get summary() {
    return builtinSpec(id).summary;
  },
  id,
  spec: () => builtinSpec(id),
});

const builtinsOf = (group: string): readonly CommandNode[] =>
  builtinIds.filter((id) => id.startsWith(`${group}.`)).map(builtinCommand);

function builtinRoot(root: string): GroupNode | CommandNode {
  const command = builtinIds.find((id) => id === root);
  if (command !== undefined) return builtinCommand(command);
  return {
    kind: "group",
    name: root,
    summary: Object.hasOwn(builtinGroups, root) ? builtinGroups[root as keyof typeof builtinGroups] : "",
    aliases: [],
    isResource: false,
    commands: async () => withAliases(builtinsOf(root)),
  };
}

const resourceGroup = (name: GroupName, described: DescribedEntry | undefined): GroupNode => ({
  kind: "group",
  name,
  summary: groups[name].summary,
  aliases: groups[name].aliases,
  isResource: true,
  commands: async () => {
    const [group, further] = await Promise.all([loadGroup(name), described?.load()]);
    const commands = operationCommands(further === undefined ? group : withDescribed(group, further));
    return withAliases([...commands, ...builtinsOf(name)]);
  },
});

const describedGroup = ({ name, summary, aliases, load }: DescribedEntry): GroupNode => ({
  kind: "group",
  name,
  summary,
  aliases,
  isResource: true,
  isDescribed: true,
  commands: async () => {
    const group = await load();
    return group === undefined ? [] : withAliases(operationCommands(group));
  },
});

const operationCommands = (group: Group): readonly CommandNode[] =>
  Object.entries(group.operations).map(([id, operation]) => ({
    kind: "operation",
    name: operation.verb,
    summary: operation.summary,
    entry: { id, group, operation },
    spec: () => operationSpec({ id, group, operation }),
  }));

/** The commands of a group with the aliases of their verbs. */
function withAliases(commands: readonly CommandNode[]): readonly CommandNode[] {
  const verbs = commands.map(({ name }) => name);
  return commands.map((command) => {
    const aliases = aliasesOf(command.name, verbs);
    return aliases.length === 0 ? command : { ...command, aliases };
  });
}

/** A documented group with what the service describes beyond it: documented operations and fields come first. */
function withDescribed(group: Group, { operations, added }: DescribedGroup): Group {
  const verbs = new Set(Object.values(group.operations).map(({ verb }) => verb));
  const own = Object.entries(group.operations).map(([id, operation]): [string, Operation] => [
    id,
    Object.hasOwn(added, id)
      ? { ...operation, fields: [...(operation.fields ?? []), ...(added[id] ?? [])] }
      : operation,
  ]);
  const further = Object.entries(operations).filter(
    ([id, { verb }]) => !verbs.has(verb) && !Object.hasOwn(group.operations, id),
  );
  return { ...group, operations: Object.fromEntries([...own, ...further]) };
}

/** Every command, which loads every group. */
export async function allCommands(tree: ProgramNode = commandTree()): Promise<readonly CommandNode[]> {
  const commands = tree.children.map((child) => (child.kind === "group" ? child.commands() : [child]));
  return (await Promise.all(commands)).flat();
}

/** The child that a word names by any of its spellings; undefined where the word names none. */
export async function findChild(
  node: CommandTreeNode,
  word: string,
): Promise<GroupNode | CommandNode | undefined> {
  if (node.kind === "program") return findRoot(node, word);
  if (node.kind !== "group") return undefined;
  const commands = await node.commands();
  const verb = verbMeant(
    word,
    commands.map(({ name }) => name),
  );
  return commands.find(({ name }) => name === verb);
}

/**
 * The group or command that a first word names. A described group is also meant by words that its path writes
 * together: `resource-pools` for `resourcepools`.
 */
export function findRoot({ children }: ProgramNode, word: string): GroupNode | CommandNode | undefined {
  const exact = children.find(
    (child) => child.name === word || (child.kind === "group" && child.aliases.includes(word)),
  );
  if (exact !== undefined || !/[-_]/.test(word)) return exact;
  const joined = word.replace(/[-_]/g, "");
  return children.find(
    (child) =>
      child.kind === "group" &&
      child.isDescribed === true &&
      [child.name, ...child.aliases].some((name) => name.replaceAll("-", "") === joined),
  );
}

/** Verbs as other tools write them, and the verbs that each may stand for: the first one that a group has. */
const verbAliases: Readonly<Record<string, readonly string[]>> = {
  ls: ["list", "query"],
  rm: ["delete", "remove"],
  show: ["get"],
};

/** The verb that a word stands for in a group of these verbs, itself before an alias; undefined where it names none. */
function verbMeant(word: string, verbs: readonly string[]): string | undefined {
  if (verbs.includes(word)) return word;
  const meant = Object.hasOwn(verbAliases, word) ? verbAliases[word] : undefined;
  return meant?.find((verb) => verbs.includes(verb));
}

/** The aliases of a verb in a group of these verbs. */
const aliasesOf = (verb: string, verbs: readonly string[]): readonly string[] =>
  Object.keys(verbAliases).filter(
    (alias) => verbAliases[alias]?.includes(verb) && verbMeant(alias, verbs) === verb,
  );
