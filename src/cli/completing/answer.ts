import { kebab, type NamedSource } from "../../catalogue/commands/command-spec.ts";
import type { NameSource } from "../../catalogue/commands/name-source.ts";
import { nodeListFilters, undocumentedNodeFilters } from "../../catalogue/fields.ts";
import { nodeMembers } from "../../catalogue/node-members.ts";
import type { Context } from "../../context.ts";
import { findRoot } from "../tree/command-tree.ts";
import {
  type CompletableValues,
  commandOf,
  commandOffers,
  completableValues,
  identifiersOf,
  nextArgument,
  optionNamed,
  optionOffers,
} from "./completable-values.ts";
import {
  aliasOffers,
  namedOffers,
  type OfferFilter,
  plainDescription,
  sourceOfFilter,
} from "./named-offers.ts";
import {
  answerText,
  type CompletionAnswer,
  type CompletionRequest,
  type Offer,
  quoteOf,
  readRequest,
  unquoted,
} from "./shell-protocol.ts";
import { readTypedLine, type SvcLine } from "./typed-line.ts";

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
): Promise<CompletionAnswer | undefined> {
  const line = await readTypedLine(request.words, context);
  if (line.kind === "program") return { kind: "command", words: line.words };
  const { scannedLine } = line;
  const { currentWord: word } = request;
  const command = commandOf(scannedLine);
  const { rest, operands, fault, options } = scannedLine;
  if (command.spec?.passesThrough === true && (rest !== undefined || operands.length > 0))
    return { kind: "command", words: operands };
  const optionWithoutValue =
    fault?.kind === "valueMissing" ? optionNamed(`--${fault.name}`, options) : undefined;
  const isOption = optionWithoutValue === undefined && rest === undefined && word.startsWith("-");
  const [optionPrefix = ""] = isOption ? (/^(?:--[\w-]+|-\w)=/.exec(word) ?? []) : [];
  if (isOption && optionPrefix === "")
    return answerWithOffers(request, optionOffers(scannedLine, command.spec));
  const option = isOption ? optionNamed(optionPrefix.slice(0, -1), options) : optionWithoutValue;
  const commands =
    option === undefined && !isOption
      ? await commandOffers(scannedLine, () => userCommandOffers(line, context))
      : undefined;
  if (commands !== undefined) return answerWithOffers(request, commands);
  const argumentOrOption = isOption
    ? option
    : (option ?? (command.spec && nextArgument(scannedLine, command.spec)));
  if (argumentOrOption === undefined) return undefined;
  const values = await completableValues(argumentOrOption, command, scannedLine.tree);
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
function answerWithOffers(
  { shell, currentWord }: CompletionRequest,
  offers: readonly Offer[],
): CompletionAnswer {
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
    .map(({ name, path }) => ({ word: name, description: plainDescription(path) }));
  return [...aliases, ...programs].filter(({ word }) => findRoot(scannedLine.tree, word) === undefined);
}

type FindNames = (source: NameSource["source"], filter: OfferFilter) => Promise<readonly Offer[]>;

async function answerValue(
  values: CompletableValues | undefined,
  optionPrefix: string,
  request: CompletionRequest,
  findNames: FindNames,
): Promise<CompletionAnswer | undefined> {
  const isBash = request.shell === "bash";
  const valueWord = request.currentWord.slice(optionPrefix.length);
  const quote = isBash ? quoteOf(valueWord) : "";
  const value = valueWord.slice(quote.length);
  const wordWith = (head: string, prefixPatterns: readonly string[]) => ({
    option: optionPrefix,
    quote,
    head,
    prefixPatterns: [...(optionPrefix === "" ? [] : ["-[^=]#="]), ...prefixPatterns],
  });
  if (value.startsWith("@")) return { kind: "files", word: wordWith("@", ["@"]) };
  if (values === undefined) return undefined;
  if (values.kind === "file") return { kind: "files", word: wordWith("", []) };
  const { length, prefixPatterns } = headOf(values, value);
  const unquote = (text: string) => (isBash ? unquoted(quote + text) : text);
  const head = value.slice(0, length);
  const parts: ValueParts = { head: unquote(head), part: unquote(value.slice(length)), words: request.words };
  const offers =
    values.kind === "names" ? await nameOffers(values.source, parts, findNames) : wordOffers(values, parts);
  return { kind: "offers", word: wordWith(head, prefixPatterns), offers };
}

interface ValueParts {
  readonly head: string;
  readonly part: string;
  readonly words: readonly string[];
}

type OfferedValues = Exclude<CompletableValues, { readonly kind: "file" }>;

function headOf(values: OfferedValues, value: string) {
  const comma = value.lastIndexOf(",") + 1;
  if (values.kind === "columns" && values.isSort && value[comma] === "-")
    return { length: comma + 1, prefixPatterns: ["*,", "-"] };
  if (values.kind === "names" && values.source.source === "where")
    return { length: filterPartOffset(value), prefixPatterns: ["*[,=~<>|]"] };
  const isList = values.kind === "columns" || (values.kind === "names" ? values.source : values).isList;
  return isList ? { length: comma, prefixPatterns: ["*,"] } : { length: 0, prefixPatterns: [] };
}

function wordOffers(values: Exclude<OfferedValues, { readonly kind: "names" }>, { head, part }: ValueParts) {
  const isLower = values.kind === "columns" && /[a-z]/.test(part);
  const usedWords = new Set(head.split(",").slice(0, -1));
  const sign = head.endsWith("-") ? "-" : "";
  return values.words
    .map((word) => (isLower ? word.toLowerCase() : word))
    .filter((word) => word.startsWith(part) && !usedWords.has(`${sign}${word}`))
    .map((word) => ({ word, description: "" }));
}

async function nameOffers(
  { source, isList, statuses }: NameSource,
  { head, part, words }: ValueParts,
  findNames: FindNames,
): Promise<readonly Offer[]> {
  if (source !== "where") {
    const excludedWords = new Set([...words, ...(isList ? head.split(",") : [])]);
    const offers = await findNames(source, { part, excludedWords, statuses });
    return isList ? offers.filter(({ word }) => !word.includes(",")) : offers;
  }
  const offersOrSource = filterOffers(head, part);
  if (typeof offersOrSource !== "string") return offersOrSource;
  const offers = await findNames(offersOrSource, { part, excludedWords: new Set(), statuses: [] });
  return offers.filter(({ word }) => !word.includes(","));
}

const filters = [...nodeListFilters, ...undocumentedNodeFilters];

const filterHelp: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(nodeMembers).map(([name, { unit = "filtered by svc" }]) => [name, unit]),
  ),
  ...Object.fromEntries(filters.map(({ name, help }) => [name, help])),
};

const filterPartOffset = (expression: string): number =>
  Math.max(...[",", "=", "~", ">", "<", "|"].map((sign) => expression.lastIndexOf(sign))) + 1;

/** Returns the source of the names if the service knows them. */
function filterOffers(head: string, part: string): readonly Offer[] | NamedSource {
  const [, name] = /(?:^|,)([^,=!~<>]+)(?:[!><]?=|!?~|[<>])(?:[^,]*\|)?$/.exec(head) ?? [];
  if (name === undefined) {
    const usedFilters = new Set(
      [...head.matchAll(/(?:^|,)([^,=]+)=/g)].map(([, each]) => each?.replaceAll("_", "-")),
    );
    const offers = Object.entries(filterHelp).map(([each, description]) => ({
      word: kebab(each),
      description,
    }));
    return offers
      .filter(({ word }) => word.startsWith(part.replaceAll("_", "-")) && !usedFilters.has(word))
      .map(({ word, description }) => ({ word: `${word}=`, description }));
  }
  const nodeFilter = filters.find((filter) => filter.name === name.trim().replaceAll("-", "_"));
  const positiveName = (nodeFilter?.name ?? "").replace(/^not_(?!in_)/, "");
  const values =
    nodeFilter?.suggestions ?? filters.find((filter) => filter.name === positiveName)?.suggestions;
  if (values !== undefined)
    return values.filter((word) => word.startsWith(part)).map((word) => ({ word, description: "" }));
  return (nodeFilter && sourceOfFilter(nodeFilter.name)) ?? [];
}
