import type { Context } from "../../context.ts";
import {
  type CommandNode,
  type CommandTreeNode,
  commandTree,
  findRoot,
  type ProgramNode,
} from "../../contract/command-tree.ts";
import { globalOptions } from "../../contract/options.ts";
import { Failure } from "../../failure.ts";
import { helpText, layOut } from "../../reference/help.ts";
import { optionRow, pageOf, type Row, usageLine } from "../../reference/page.ts";
import { isTopic, topicNames, topics } from "../../reference/topics.ts";
import { meantHint } from "../../text/nearest.ts";
import { scanLine } from "./scan.ts";

/** Columns of help that goes to no terminal. */
const widthOfPipe = 100;

/**
 * `svc help`: on what the words name, a topic or a command. Unknown words are a usage failure with the
 * nearest one.
 */
export async function helpOn(
  words: readonly string[],
  context: Context,
  tree: ProgramNode = commandTree(),
): Promise<string> {
  const [first] = words;
  if (first !== undefined && isTopic(first)) {
    const { summary, blocks } = topics[first];
    return layOut([`${summary}.`, ...(await blocks())], context.stdout.columns || widthOfPipe);
  }
  if (first !== undefined && findRoot(tree, first) === undefined) {
    const names = [...topicNames, ...tree.children.map(({ name }) => name)];
    throw new Failure("usage", `no help on '${first}'`, {
      hint: meantHint(first, names, "'svc help' lists commands and topics", (meant) => `'svc help ${meant}'`),
    });
  }
  const { target, failure } = await scanLine(words.slice(0, 2), tree);
  if (failure !== undefined) throw failure;
  return await helpOf(target, context);
}

/** The help of whatever the line names, folded to the terminal's width. */
export async function helpOf(target: CommandTreeNode, context: Context): Promise<string> {
  const width = context.stdout.columns || widthOfPipe;
  switch (target.kind) {
    case "program": {
      const described = target.children.filter((child) => child.kind === "group" && child.isDescribed);
      const known = target.children.filter((child) => !described.includes(child));
      return layOut(
        [
          "svc: operate a bare-metal fleet through the Provisioning Service API.",
          { line: `Usage: ${usageOf(target)}` },
          { title: "Commands", rows: known.map(({ name, summary }): Row => [name, summary]) },
          ...(described.length === 0
            ? []
            : [
                {
                  title: "Commands that the service in use describes",
                  rows: described.map(({ name, summary }): Row => [name, summary]),
                },
              ]),
          {
            title: "Topics (svc help <topic>)",
            rows: topicNames.map((name): Row => [name, topics[name].summary]),
          },
          { title: "Options that every command takes", rows: globalOptions.map(optionRow) },
          "'svc <group> --help' lists the verbs of a group, 'svc <group> <verb> --help' explains one.",
        ],
        width,
      );
    }
    case "group": {
      const { remarksOn } = await import("../../reference/sandbox-answers.ts");
      const commands = await target.commands();
      const isFurther = (command: CommandNode) =>
        target.isDescribed !== true &&
        command.kind === "operation" &&
        command.entry.operation.described === true;
      const verbs = commands.map(
        (command): Row => [command.name, `${command.summary}${isFurther(command) ? " (described)" : ""}`],
      );
      return layOut(
        [
          `${target.summary}.`,
          { line: `Usage: ${usageOf(target)}` },
          { title: "Verbs", rows: verbs.sort(([a], [b]) => (a < b ? -1 : 1)) },
          ...(target.isDescribed === true ? ["Described by the service in use."] : []),
          ...(target.aliases.length === 0 ? [] : [`Aliases: ${target.aliases.join(", ")}`]),
          `'svc ${target.name} <verb> --help' explains one.`,
          ...remarksOn(target.name),
        ],
        width,
      );
    }
    default:
      return helpText(pageOf(target.spec()), width);
  }
}

/** The usage line that follows a usage error. */
export function usageOf(target: CommandTreeNode): string {
  if (target.kind === "program") return "svc <group> <verb> [identifiers] [options]";
  if (target.kind === "group") return `svc ${target.name} <verb> [identifiers] [options]`;
  return usageLine(target.spec());
}
