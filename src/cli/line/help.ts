import { groupNames, groups } from "../../api/index.ts";
import type { Context } from "../../context.ts";
import { signatureOf } from "../../contract/command-signature.ts";
import { globalOptions } from "../../contract/options.ts";
import { Failure } from "../../failure.ts";
import { helpText, layOut } from "../../reference/help.ts";
import {
  operationPage,
  operationUsage,
  optionRow,
  ownPage,
  ownUsage,
  type Row,
} from "../../reference/page.ts";
import { isTopic, topicNames, topics } from "../../reference/topics.ts";
import { nearest } from "../typed/nearest.ts";
import { findTarget, isRootWord, rootWords, type Target } from "./target.ts";

/** Columns of help that goes to no terminal. */
const widthOfPipe = 100;

/**
 * `svc help`: on what the words name, a topic or a command. Unknown words are a usage failure with the
 * nearest one.
 */
export async function helpOn(words: readonly string[], context: Context): Promise<string> {
  const [first, second] = words;
  if (first !== undefined && isTopic(first)) {
    const { summary, blocks } = topics[first];
    return layOut([`${summary}.`, ...(await blocks())], context.stdout.columns || widthOfPipe);
  }
  if (first !== undefined && !isRootWord(first)) {
    const meant = nearest(first, [...topicNames, ...rootWords().keys()]);
    throw new Failure("usage", `no help on '${first}'`, {
      hint:
        meant === undefined ? "'svc help' lists commands and topics" : `did you mean 'svc help ${meant}'?`,
    });
  }
  return helpOf(await findTarget(second === undefined ? words : [first ?? "", second]), context);
}

/** The help of whatever the line names, folded to the terminal's width. */
export function helpOf(target: Target, context: Context): string {
  const width = context.stdout.columns || widthOfPipe;
  switch (target.kind) {
    case "program":
      return layOut(
        [
          "svc: operate a bare-metal fleet through the Provisioning Service API.",
          { line: "Usage: svc <group> <verb> [identifiers] [options]" },
          { title: "Commands", rows: [...rootWords()] },
          {
            title: "Topics (svc help <topic>)",
            rows: topicNames.map((name): Row => [name, topics[name].summary]),
          },
          { title: "Options that every command takes", rows: globalOptions.map(optionRow) },
          "'svc <group> --help' lists the verbs of a group, 'svc <group> <verb> --help' explains one.",
        ],
        width,
      );
    case "group":
      return layOut(
        [
          `${target.summary}.`,
          { line: `Usage: svc ${target.name} <verb> [identifiers] [options]` },
          { title: "Verbs", rows: [...target.verbs].sort(([a], [b]) => (a < b ? -1 : 1)) },
          ...aliasesOf(target.name),
          `'svc ${target.name} <verb> --help' explains one.`,
        ],
        width,
      );
    case "operation":
      return helpText(operationPage(target.entry), width);
    case "own":
      return helpText(ownPage(target.command.spec), width);
  }
}

function aliasesOf(name: string): readonly string[] {
  const aliases = groupNames.flatMap((group): readonly string[] =>
    group === name ? groups[group].aliases : [],
  );
  return aliases.length === 0 ? [] : [`Aliases: ${aliases.join(", ")}`];
}

/** The usage line that follows a usage error. */
export function usageOf(target: Target): string {
  switch (target.kind) {
    case "program":
      return "svc <group> <verb> [identifiers] [options]";
    case "group":
      return `svc ${target.name} <verb> [identifiers] [options]`;
    case "operation":
      return operationUsage(signatureOf(target.entry));
    case "own":
      return ownUsage(target.command.spec);
  }
}
