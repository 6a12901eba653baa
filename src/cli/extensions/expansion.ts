import type { Aliases } from "../../client/profiles/store.ts";
import { Failure } from "../../core/failure.ts";
import { shellWords } from "../../core/text/shell-words.ts";
import type { Command } from "../invocation/invocation.ts";
import { firstWordAt as firstWordIndex } from "../line/flags.ts";
import { commandTree, findRoot } from "../tree/command-tree.ts";

/** Limits the expansion of aliases that repeat their arguments. */
const maxWords = 100_000;

export const isCommand = (word: string, builtins: readonly Command[]): boolean =>
  word === "help" || findRoot(commandTree(builtins), word) !== undefined;

export const usableAliases = (aliases: Aliases, builtins: readonly Command[]): Aliases =>
  new Map([...aliases].filter(([name]) => !isCommand(name, builtins)));

/** `$1` to `$9` and `$@` are replaced by the words after the alias; unused words are appended. */
export function expandAliases(line: readonly string[], aliases: Aliases): readonly string[] {
  const chain: string[] = [];
  let argv = line;
  for (;;) {
    const at = firstWordIndex(argv);
    const name = argv[at] ?? "";
    const text = at < 0 ? undefined : aliases.get(name);
    if (text === undefined) return argv;
    if (chain.includes(name)) throw loopFailure([...chain, name]);
    chain.push(name);
    argv = [...argv.slice(0, at), ...withUserWords(name, wordsOfAlias(name, text), argv.slice(at + 1))];
    if (argv.length > maxWords) throw new Failure("usage", `alias '${name}' expands to too many words`);
  }
}

/** Marks the word at the cursor; no argument can contain NUL. */
const cursorMark = "\u0000";

const dummyArguments = Array.from({ length: 9 }, () => "_");

/** Returns undefined if the line does not start with an alias, or if expansion joins the word at the cursor to another. */
export function expandBeforeCursor(wordsBefore: readonly string[], aliases: Aliases) {
  if (!aliases.has(wordsBefore[firstWordIndex(wordsBefore)] ?? "")) return undefined;
  const line = expandAliases([...wordsBefore, cursorMark, ...dummyArguments], aliases);
  const at = line.findIndex((word) => word.includes(cursorMark));
  return line[at] === cursorMark ? line.slice(0, at) : undefined;
}

/** Marks an escaped dollar sign; no argument can contain NUL. */
const literalDollar = "\u0000";

export function wordsOfAlias(name: string, text: string): readonly string[] {
  const words = shellWords(text, literalDollar);
  if (words === undefined) throw new Failure("usage", `alias '${name}': unclosed quote in: ${text}`);
  return words;
}

const loopFailure = (names: readonly string[]): Failure =>
  new Failure("usage", `alias '${names[0]}' refers to itself: ${names.join(" -> ")}`, {
    hint: "svc alias list shows the expansions",
  });

const restoreDollars = (word: string): string => word.replaceAll(literalDollar, "$");

const withArguments = (word: string, words: readonly string[]): string =>
  word
    .split(literalDollar)
    .map((part) => part.replace(/\$([1-9])/g, (_, number: string) => words[Number(number) - 1] ?? ""))
    .join("$");

const placeholderPattern = /\$(?:[1-9]|@)/g;

function withUserWords(name: string, words: readonly string[], userWords: readonly string[]) {
  const placeholders = words.flatMap((word) => word.match(placeholderPattern) ?? []);
  if (placeholders.length === 0) return [...words.map(restoreDollars), ...userWords];
  const missingPlaceholder = placeholders.find(
    (placeholder) => placeholder !== "$@" && userWords[Number(placeholder.slice(1)) - 1] === undefined,
  );
  if (missingPlaceholder !== undefined)
    throw new Failure("usage", `alias '${name}' needs an argument for ${missingPlaceholder}`, {
      hint: `it expands to: svc ${restoreDollars(words.join(" "))}`,
    });
  const lastUsed = Math.max(0, ...placeholders.map((each) => (each === "$@" ? 0 : Number(each.slice(1)))));
  const rest = userWords.slice(lastUsed);
  const hasRestPlaceholder = words.includes("$@");
  return [
    ...words.flatMap((word) => (word === "$@" ? rest : [withArguments(word, userWords)])),
    ...(hasRestPlaceholder ? [] : rest),
  ];
}
