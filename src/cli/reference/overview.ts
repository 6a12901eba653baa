import { globalOptions } from "../../catalogue/commands/options.ts";
import { type CommandTheme, commandThemes, groups } from "../../catalogue/index.ts";
import { type VerbTheme, verbThemes } from "../../catalogue/operation.ts";
import type { CommandNode, GroupNode, ProgramNode } from "../tree/command-tree.ts";
import { type Block, type HelpBlock, optionRow, type Row } from "./page.ts";
import { topicNames, topics } from "./topics.ts";

export const firstExamples: readonly Row[] = [
  ["svc machines list --status ready", "which machines can be allocated"],
  ["svc machines deploy web-01 --distro-series jammy --wait", "install a machine, and wait until it is done"],
  ["svc machines why test-01", "why a machine failed, and how to fix it"],
];

export function programBlocks({ children }: ProgramNode, usage: string, userBlocks: readonly Block[]) {
  const describedGroups = children.filter((child) => child.kind === "group" && child.isDescribed);
  return [
    "svc: operate a bare-metal fleet through the Provisioning Service API.",
    { line: `Usage: ${usage}` },
    { title: "Examples", rows: firstExamples },
    ...themeSections(children.filter((child) => !describedGroups.includes(child))),
    ...section("Commands that the service in use describes", describedGroups.map(rootRow)),
    ...userBlocks,
    { title: "Topics (svc help <topic>)", rows: topicNames.map((name): Row => [name, topics[name].summary]) },
    { title: "Options that every command takes", rows: globalOptions.map(optionRow) },
    "'svc <group> --help' lists the verbs of a group, 'svc <group> <verb> --help' explains one.",
  ];
}

export const themeSections = (roots: readonly (GroupNode | CommandNode)[]) =>
  commandThemes.flatMap((theme) =>
    section(theme, roots.filter((root) => rootTheme(root) === theme).map(rootRow)),
  );

const rootRow = ({ name, summary }: GroupNode | CommandNode): Row => [name, summary];

const builtinThemes: Readonly<Record<string, CommandTheme>> = { claims: "Desired state" };

function rootTheme(root: GroupNode | CommandNode): CommandTheme {
  if (Object.hasOwn(groups, root.name)) return groups[root.name as keyof typeof groups].theme;
  const builtin = Object.hasOwn(builtinThemes, root.name) ? builtinThemes[root.name] : undefined;
  const theme = root.kind === "group" ? builtin : root.spec().theme;
  return commandThemes.find((each) => each === theme) ?? "svc itself";
}

export async function groupBlocks(group: GroupNode, usage: string): Promise<readonly HelpBlock[]> {
  const commands = [...(await group.commands())].sort((a, b) => (a.name < b.name ? -1 : 1));
  return [
    `${group.summary}.`,
    { line: `Usage: ${usage}` },
    ...verbSections(group, commands),
    ...(group.isDescribed === true ? ["The service in use describes these commands."] : []),
    ...aliasLines(group, commands),
    `'svc ${group.name} <verb> --help' explains a verb.`,
    ...(group.name === "sandbox" ? (await import("./catalogue-topics.ts")).sandboxAnswers : []),
  ];
}

export function aliasLines({ aliases }: GroupNode, commands: readonly CommandNode[]): readonly string[] {
  const verbAliases = commands.flatMap(({ name, aliases: others = [] }) =>
    others.map((alias) => `${alias} is ${name}`),
  );
  return [
    ...(aliases.length === 0 ? [] : [`Aliases: ${aliases.join(", ")}`]),
    ...(verbAliases.length === 0 ? [] : [`Aliases of verbs: ${verbAliases.join(", ")}`]),
  ];
}

export function verbSections(group: GroupNode, commands: readonly CommandNode[]) {
  const isThemed = commands.some((command) => command.kind === "operation" && themeOf(command) !== undefined);
  const rowsOf = (theme: VerbTheme | undefined) =>
    commands
      .filter((command) => (isThemed ? themeOf(command) : undefined) === theme)
      .map((command) => verbRow(group, command));
  const sections = verbThemes.flatMap((theme) => section(theme, rowsOf(theme)));
  return [...sections, ...section(sections.length === 0 ? "Verbs" : "Other verbs", rowsOf(undefined))];
}

function themeOf(command: CommandNode): VerbTheme | undefined {
  if (command.kind === "operation") return command.entry.operation.theme;
  const { theme } = command.spec();
  return verbThemes.find((each) => each === theme);
}

function verbRow({ isDescribed }: GroupNode, command: CommandNode): Row {
  const isDescribedVerb =
    isDescribed !== true && command.kind === "operation" && command.entry.operation.described === true;
  return [command.name, `${command.summary}${isDescribedVerb ? " (described by the service)" : ""}`];
}

const section = (title: string, rows: readonly Row[]) => (rows.length === 0 ? [] : [{ title, rows }]);
