import type { CommandNode, GroupNode, ProgramNode } from "../../catalogue/commands/command-tree.ts";
import { globalOptions } from "../../catalogue/commands/options.ts";
import {
  builtinThemes,
  type CommandTheme,
  commandThemes,
  groupThemes,
  type VerbTheme,
  verbTheme,
  verbThemes,
} from "../../catalogue/commands/themes.ts";
import type { HelpBlock } from "./help.ts";
import { type Block, optionRow, type Row } from "./page.ts";
import { remarksOn } from "./sandbox-answers.ts";
import { topicNames, topics } from "./topics.ts";

/** What most people do first, as it is typed. */
export const firstExamples: readonly Row[] = [
  ["svc machines list --status ready", "which machines can be allocated"],
  ["svc machines deploy web-01 --distro-series jammy --wait", "install one, and wait for it"],
  ["svc machines why test-01", "what went wrong with one"],
];

/** `svc --help`; `own` are sections of the operator's own commands. */
export function programBlocks(
  { children }: ProgramNode,
  usage: string,
  own: readonly Block[],
): readonly HelpBlock[] {
  const described = children.filter((child) => child.kind === "group" && child.isDescribed);
  return [
    "svc: operate a bare-metal fleet through the Provisioning Service API.",
    { line: `Usage: ${usage}` },
    { title: "Examples", rows: firstExamples },
    ...themed(children.filter((child) => !described.includes(child))),
    ...section("Commands that the service in use describes", described.map(rootRow)),
    ...own,
    {
      title: "Topics (svc help <topic>)",
      rows: topicNames.map((name): Row => [name, topics[name].summary]),
    },
    { title: "Options that every command takes", rows: globalOptions.map(optionRow) },
    "'svc <group> --help' lists the verbs of a group, 'svc <group> <verb> --help' explains one.",
  ];
}

/** The first words of commands under the themes that they belong to. */
export const themed = (roots: readonly (GroupNode | CommandNode)[]) =>
  commandThemes.flatMap((theme) =>
    section(theme, roots.filter((root) => rootTheme(root) === theme).map(rootRow)),
  );

const rootRow = ({ name, summary }: GroupNode | CommandNode): Row => [name, summary];

function rootTheme(root: GroupNode | CommandNode): CommandTheme {
  if (Object.hasOwn(groupThemes, root.name)) return groupThemes[root.name as keyof typeof groupThemes];
  const own = Object.hasOwn(builtinThemes, root.name) ? builtinThemes[root.name] : undefined;
  const theme = root.kind === "group" ? own : root.spec().theme;
  return commandThemes.find((each) => each === theme) ?? "svc itself";
}

/** `svc <group> --help`: the verbs, by theme where the group's have themes. */
export async function groupBlocks(group: GroupNode, usage: string): Promise<readonly HelpBlock[]> {
  const commands = [...(await group.commands())].sort((a, b) => (a.name < b.name ? -1 : 1));
  const aliases = commands.flatMap(({ name, aliases: others = [] }) =>
    others.map((alias) => `${alias} is ${name}`),
  );
  return [
    `${group.summary}.`,
    { line: `Usage: ${usage}` },
    ...verbSections(group, commands),
    ...(group.isDescribed === true ? ["Described by the service in use."] : []),
    ...(group.aliases.length === 0 ? [] : [`Aliases: ${group.aliases.join(", ")}`]),
    ...(aliases.length === 0 ? [] : [`Aliases of verbs: ${aliases.join(", ")}`]),
    `'svc ${group.name} <verb> --help' explains one.`,
    ...remarksOn(group.name),
  ];
}

/** The verbs of a group under their themes, those without one last. */
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
  if (command.kind === "operation") return verbTheme(command.entry.id);
  const { theme } = command.spec();
  return verbThemes.find((each) => each === theme);
}

function verbRow({ isDescribed }: GroupNode, command: CommandNode): Row {
  const isFurther =
    isDescribed !== true && command.kind === "operation" && command.entry.operation.described === true;
  return [command.name, `${command.summary}${isFurther ? " (described)" : ""}`];
}

const section = (title: string, rows: readonly Row[]) => (rows.length === 0 ? [] : [{ title, rows }]);
