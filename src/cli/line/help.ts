import type { Context } from "../../context.ts";
import { Failure } from "../../core/failure.ts";
import { choiceList, suggestionHint } from "../../core/text/word-lists.ts";
import { groupBlocks, programBlocks } from "../reference/overview.ts";
import { helpText, layOut, pageOf, type Row, usageLine } from "../reference/page.ts";
import { isTopic, topicNames, topics } from "../reference/topics.ts";
import { type CommandTreeNode, findChild, findRoot, type ProgramNode } from "../tree/command-tree.ts";
import { scanLine } from "./scan.ts";

export interface UserCommands {
  readonly sections: readonly { readonly title: string; readonly rows: readonly Row[] }[];
  helpOn(word: string): string | undefined;
}

const noUserCommands = async (): Promise<UserCommands> => ({ sections: [], helpOn: () => undefined });

/** The width of help that is not printed on a terminal. */
const widthOfPipe = 100;

const widthFor = (context: Context): number =>
  (context.writeAtOnce === undefined && context.stdout.columns) || widthOfPipe;

export async function helpOn(
  words: readonly string[],
  context: Context,
  tree: ProgramNode,
  readUserCommands: () => Promise<UserCommands> = noUserCommands,
): Promise<string> {
  const [first] = words;
  if (first !== undefined && isTopic(first)) {
    const { summary, blocks } = topics[first];
    return layOut([`${summary}.`, ...(await blocks())], widthFor(context));
  }
  if (first !== undefined && findRoot(tree, first) === undefined) {
    const text =
      (await readUserCommands()).helpOn(first) ??
      (words.length === 1 ? await helpOnVerb(first, tree, context) : undefined);
    if (text !== undefined) return text;
    const names = [...topicNames, ...tree.children.map(({ name }) => name)];
    throw new Failure("usage", `no help for '${first}'`, {
      hint: suggestionHint(
        first,
        names,
        `topics: ${choiceList(topicNames)}; 'svc help' lists commands too`,
        (name) => `'svc help ${name}'`,
      ),
    });
  }
  const { target, failure } = await scanLine(words.slice(0, 2), tree);
  if (failure !== undefined) throw failure;
  return await helpOf(target, context, readUserCommands);
}

/** For `svc help deploy`: all commands with that verb. Loads every group. */
async function helpOnVerb(verb: string, tree: ProgramNode, context: Context): Promise<string | undefined> {
  const groups = tree.children.filter((child) => child.kind === "group");
  const children = await Promise.all(
    groups.map(async (group) => [group, await findChild(group, verb)] as const),
  );
  const commands = children.flatMap(([group, command]) =>
    command === undefined || command.kind === "group" ? [] : [{ group, command }],
  );
  const [onlyCommand, ...others] = commands;
  if (onlyCommand === undefined) return undefined;
  if (others.length === 0) return await helpOf(onlyCommand.command, context);
  const rows = commands.map(({ group, command }): Row => [`${group.name} ${command.name}`, command.summary]);
  return layOut(
    [
      `${commands.length} groups have the verb ${verb}.`,
      { title: "Commands", rows },
      `'svc help <group> ${verb}' explains one.`,
    ],
    widthFor(context),
  );
}

export async function firstStepsFor(context: Context): Promise<string> {
  const { firstSteps } = await import("./first-steps.ts");
  return layOut(await firstSteps(context), widthFor(context));
}

export async function helpOf(
  target: CommandTreeNode,
  context: Context,
  readUserCommands: () => Promise<UserCommands> = noUserCommands,
): Promise<string> {
  const width = widthFor(context);
  switch (target.kind) {
    case "program":
      return layOut(programBlocks(target, usageOf(target), (await readUserCommands()).sections), width);
    case "group":
      return layOut(await groupBlocks(target, usageOf(target)), width);
    default:
      return helpText(pageOf(target.spec(), target.aliases), width);
  }
}

export function usageOf(target: CommandTreeNode): string {
  if (target.kind === "program") return "svc <group> <verb> [identifiers] [options]";
  if (target.kind === "group") return `svc ${target.name} <verb> [identifiers] [options]`;
  return usageLine(target.spec());
}
