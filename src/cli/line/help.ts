import type { Context } from "../../context.ts";
import { Failure, resultOrFailure } from "../../core/failure.ts";
import { choiceList, suggestionHint } from "../../core/text/word-lists.ts";
import { groupBlocks, programBlocks } from "../reference/overview.ts";
import { type HelpBlock, helpText, layOut, pageOf, type Row, usageLine } from "../reference/page.ts";
import { isTopic, topicNames, topics } from "../reference/topics.ts";
import { type CommandTreeNode, findChild, findRoot, type ProgramNode } from "../tree/command-tree.ts";
import { scanLine } from "./scan.ts";

export interface UserCommands {
  readonly sections: readonly { readonly title: string; readonly rows: readonly Row[] }[];
  helpOn(word: string): string | undefined;
}

const noUserCommands = async (): Promise<UserCommands> => ({ sections: [], helpOn: () => undefined });

/** The width of help that is not printed on a terminal. */
const defaultHelpWidth = 100;

const helpWidth = (context: Context): number =>
  (context.writeAtOnce === undefined && context.stdout.columns) || defaultHelpWidth;

export async function helpForWords(
  words: readonly string[],
  context: Context,
  tree: ProgramNode,
  readUserCommands: () => Promise<UserCommands> = noUserCommands,
): Promise<string> {
  const [first] = words;
  if (first !== undefined && isTopic(first)) {
    const { summary, blocks } = topics[first];
    return layOut([`${summary}.`, ...(await blocks())], helpWidth(context));
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
  return await commandHelp(target, context, readUserCommands);
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
  if (others.length === 0) return await commandHelp(onlyCommand.command, context);
  const rows = commands.map(({ group, command }): Row => [`${group.name} ${command.name}`, command.summary]);
  return layOut(
    [
      `${commands.length} groups have the verb ${verb}.`,
      { title: "Commands", rows },
      `'svc help <group> ${verb}' explains one.`,
    ],
    helpWidth(context),
  );
}

export const firstStepsFor = async (context: Context): Promise<string> =>
  layOut(await firstSteps(context), helpWidth(context));

export async function commandHelp(
  target: CommandTreeNode,
  context: Context,
  readUserCommands: () => Promise<UserCommands> = noUserCommands,
): Promise<string> {
  const width = helpWidth(context);
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

const lastSteps: readonly Row[] = [
  ["svc doctor", "find out why svc does not work"],
  ["svc --help", "all commands, topics and options"],
];

const stepsWithoutService: readonly Row[] = [
  ["svc login NAME URL", "log in to your service; URL looks like http://host:5240/SVC"],
  ["svc sandbox start --detach", "or try svc without hardware, in an emulated service"],
  ["svc status", "then look at the fleet"],
];

const stepsWithService: readonly Row[] = [
  ["svc status", "what needs attention, what is in progress"],
  ["svc top", "the same in full screen, with actions"],
  ["svc machines list", "all machines; --status ready: those that can be allocated"],
  ["svc machines why NAME", "why a machine failed, and how to fix it"],
  ["svc machines --help", "all commands for machines"],
];

async function firstSteps(context: Context): Promise<readonly HelpBlock[]> {
  const service = await resultOrFailure(() => serviceInUse(context));
  if (!(service instanceof Failure))
    return [`svc uses ${service}.`, { title: "Next", rows: [...stepsWithService, ...lastSteps] }];
  const { message, kind, details } = service;
  const rows = kind === "notAuthenticated" ? stepsWithoutService : [];
  const hint = kind === "notAuthenticated" ? undefined : details.hint;
  return [
    "svc operates a bare-metal fleet through the Provisioning Service API.",
    hint === undefined ? message : `${message}; ${hint}`,
    { title: "Next", rows: [...rows, ...lastSteps] },
  ];
}

async function serviceInUse(context: Context): Promise<string> {
  const { findConnection, requireKey } = await import("../../client/profiles/connection.ts");
  const { readGlobals, requireSettings } = await import("../invocation/globals.ts");
  const globals = await readGlobals({}, context.env);
  requireSettings(globals, ["url"]);
  const { connection } = await findConnection(globals, context);
  requireKey(connection);
  const { profile, endpoint } = connection;
  return profile === undefined ? endpoint.baseUrl : `profile '${profile}', ${endpoint.baseUrl}`;
}
