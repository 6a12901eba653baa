import type { Context } from "../../context.ts";
import { findRoot } from "../tree/command-tree.ts";
import { aliasOffers, namedOffers, plainAbout } from "./named-offers.ts";
import type { Offer } from "./offers.ts";
import {
  commandOf,
  commandOffers,
  identifiersOf,
  nextArgument,
  optionNamed,
  optionOffers,
  valuesOf,
} from "./places.ts";
import { type CompletionRequest, quoteOf, readRequest, unquoted } from "./request.ts";
import { type Answer, answerText } from "./shell-text.ts";
import { readTypedLine, type SvcLine } from "./typed-line.ts";
import { answerValue } from "./value-offers.ts";

/** Standard error stays empty, because it would appear in the line being typed. */
export async function answerCompletion(context: Context, endMs: number): Promise<void> {
  const request = readRequest(context.argv.slice(1));
  if (request === undefined) return;
  const text = await findAnswer(request, context, endMs).then(
    (answer) => (answer === undefined ? "" : answerText(request, answer)),
    () => "",
  );
  if (text !== "") await new Promise<void>((done) => context.stdout.write(text, () => done()));
}

async function findAnswer(
  request: CompletionRequest,
  context: Context,
  endMs: number,
): Promise<Answer | undefined> {
  const line = await readTypedLine(request.words, context);
  if (line.kind === "program") return { kind: "command", words: line.words };
  const { scannedLine } = line;
  const { currentWord: word } = request;
  const command = commandOf(scannedLine);
  const { rest, operands, fault, options } = scannedLine;
  if (command.spec?.passesThrough === true && (rest !== undefined || operands.length > 0))
    return { kind: "command", words: operands };
  const pending = fault?.kind === "valueMissing" ? optionNamed(`--${fault.name}`, options) : undefined;
  const isOption = pending === undefined && rest === undefined && word.startsWith("-");
  const [optionPrefix = ""] = isOption ? (/^(?:--[\w-]+|-\w)=/.exec(word) ?? []) : [];
  if (isOption && optionPrefix === "")
    return matchingOffers(request, optionOffers(scannedLine, command.spec));
  const option = isOption ? optionNamed(optionPrefix.slice(0, -1), options) : pending;
  const commands =
    option === undefined && !isOption
      ? await commandOffers(scannedLine, () => userCommandOffers(line, context))
      : undefined;
  if (commands !== undefined) return matchingOffers(request, commands);
  const argumentOrOption = isOption
    ? option
    : (option ?? (command.spec && nextArgument(scannedLine, command.spec)));
  if (argumentOrOption === undefined) return undefined;
  const values = await valuesOf(argumentOrOption, command, scannedLine.tree);
  return await answerValue(values, optionPrefix, request, (source, filter) =>
    namedOffers(source, filter, {
      words: line.words,
      identifiers: identifiersOf(scannedLine, command),
      context,
      endMs,
    }),
  );
}

/** Filters offers only for bash; zsh and fish match by their own rules. */
function matchingOffers({ shell, currentWord }: CompletionRequest, offers: readonly Offer[]): Answer {
  const isBash = shell === "bash";
  const word = { option: "", quote: isBash ? quoteOf(currentWord) : "", head: "", prefixPatterns: [] };
  const part = isBash ? unquoted(currentWord) : "";
  return { kind: "offers", word, offers: offers.filter((offer) => offer.word.startsWith(part)) };
}

async function userCommandOffers({ words, scannedLine }: SvcLine, context: Context) {
  const { listPrograms } = await import("../extensions/programs.ts");
  const aliases = aliasOffers(words, context);
  const names = new Set(aliases.map(({ word }) => word));
  const programs = listPrograms(context.env)
    .filter(({ name }) => !names.has(name))
    .map(({ name, path }) => ({ word: name, about: plainAbout(path) }));
  return [...aliases, ...programs].filter(({ word }) => findRoot(scannedLine.tree, word) === undefined);
}
